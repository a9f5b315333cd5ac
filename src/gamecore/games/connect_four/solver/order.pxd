"""The order in which the solver searches moves: a sum of a few features, whose weights were fitted by hand to the nodes
of 88 positions.

A null-window search ends as soon as one child refutes; the order only has to find that child early.
"""
from libc.stdint cimport int8_t, uint64_t

from gamecore.core.bits cimport lowest, popcount
from gamecore.games.connect_four.solver.board cimport Size, even_rows, odd_rows, playable

# The weight of each feature, and the cost of the empty board or a hard opening without it
# (docs/connect_four_solver.md).
cdef enum:
    THREAT = 18              # a cell that completes a four
    GOOD_THREAT = 4          # one of them in a row where it decides the end: odd for the first player, even for the
                             # second
    STACKED = 8              # two of them, one above the other
    NO_NEW_THREAT = 16       # the move adds none
    FORCING = 14             # the reply must stop one of them
    WASTED = -24             # the cell above completes a four: the opponent takes it
    FORCED = 2               # each forced move that follows
    TEMPO = 4                # after those the same side is to move
    REPLY = -6               # each move that the next side to move can choose from


cdef inline int move_score(const Size* size, uint64_t cell, uint64_t mask, uint64_t wins_before, uint64_t wins,
                           int stones, const int8_t* lines) noexcept nogil:
    """Returns the move-ordering score of a move to a cell: wins are the cells that complete a four, mask and stones
    those after the move."""
    cdef uint64_t good_rows = odd_rows(size) if stones & 1 else even_rows(size)
    cdef int worth = (THREAT * popcount(wins) + GOOD_THREAT * popcount(wins & good_rows)
                      + STACKED * popcount(wins & (wins >> 1))
                      + lines[lowest(cell)])
    if not wins & ~wins_before:
        worth += NO_NEW_THREAT
    if wins & playable(size, mask):
        worth += FORCING
    if cell << 1 & wins_before:
        worth += WASTED
    return worth


cdef inline int reply_score(int forced, int sign, uint64_t replies) noexcept nogil:
    """Returns the addition after this number of forced moves, with the next side to move (1: the same one) and its
    moves."""
    return FORCED * forced + (TEMPO if sign > 0 else 0) + REPLY * popcount(replies)
