"""The order in which the solver searches moves. The score of a move is a sum of a few features, whose weights were
fitted by coordinate descent to minimise the nodes. Early in the game, where a wrong first move costs most, open lines
count too; the fit of their weights started from the moves that refuted 22,736 positions of the solver's own searches.

A null-window search ends at the first child that refutes the position, so the order only has to find such a child
early.
"""
from libc.stdint cimport int8_t, uint64_t

from gamecore.core.bits cimport lowest, popcount
from gamecore.games.connect_four.solver.board cimport Size, board, cells, even_rows, height, odd_rows, playable

# The weight of each feature, and what the empty board or a hard opening costs without it (docs/connect_four_solver.md).
cdef enum:
    THREAT = 18              # a cell that completes a four
    GOOD_THREAT = 4          # one of them in a row where it decides the end: odd for the first player, even for the
                             # second
    STACKED = 8              # two of them, one above the other
    NO_NEW_THREAT = 16       # the move adds none
    FORCING = 14             # the reply must stop one of them
    WASTED = -24             # the cell above completes a four: the opponent takes it
    FORCED = 2               # for each forced move that follows
    TEMPO = 4                # after which the same side is to move
    REPLY = -6               # for each move of the next side to move

# The weights for up to 12 stones on 7x6. A line is open to a side if it can still hold four of the side's stones.
cdef enum:
    EARLY_THREAT = 131
    EARLY_GOOD_THREAT = 120
    EARLY_STACKED = 150
    EARLY_WASTED = -114
    EARLY_TEMPO = 210
    EARLY_REPLY = -85
    ONE = 36                 # each open line with one stone of the side that moved
    TWO = 101
    THREE = 76
    OTHER_ONE = -50          # each line open to the other side with one of its stones

cdef struct Lines:           # open to one side, by the stones that they hold
    int with_1
    int with_2
    int with_3


cdef inline void count_lines(const Size* size, uint64_t stones, uint64_t others, int step, Lines* lines) noexcept nogil:
    """Counts the lines that are open to these stones and whose neighbours are step bits apart. A line's bit is its
    lowest cell."""
    cdef uint64_t free = board(size) & ~others
    cdef uint64_t pairs = free & (free >> step)
    cdef uint64_t line = pairs & (pairs >> 2 * step)
    cdef uint64_t one = stones ^ (stones >> step), two = stones & (stones >> step)       # of the first two cells
    cdef uint64_t odd = one ^ (one >> 2 * step)
    cdef uint64_t several = (one & (one >> 2 * step)) ^ two ^ (two >> 2 * step)
    lines.with_1 += popcount(line & odd & ~several)
    lines.with_2 += popcount(line & several & ~odd)
    lines.with_3 += popcount(line & several & odd)


cdef inline Lines open_lines(const Size* size, uint64_t stones, uint64_t others) noexcept nogil:
    """Returns the number of lines that hold one, two and three of the stones and none of the others."""
    cdef Lines lines
    cdef int step
    lines.with_1 = lines.with_2 = lines.with_3 = 0
    count_lines(size, stones, others, 1, &lines)
    for step in range(height(size) - 1, height(size) + 2):
        count_lines(size, stones, others, step, &lines)
    return lines


cdef inline bint is_early(const Size* size, int stones) noexcept nogil:
    return 7 * stones <= 2 * cells(size)


cdef inline int early_score(const Size* size, uint64_t cell, uint64_t own, uint64_t others, uint64_t wins_before,
                            uint64_t wins, uint64_t good_rows) noexcept nogil:
    """Returns the move-ordering score early in the game; own includes the cell."""
    cdef Lines lines = open_lines(size, own, others)
    return (EARLY_THREAT * popcount(wins) + EARLY_GOOD_THREAT * popcount(wins & good_rows)
            + EARLY_STACKED * popcount(wins & (wins >> 1)) + ONE * lines.with_1 + TWO * lines.with_2
            + THREE * lines.with_3 + OTHER_ONE * open_lines(size, others, own).with_1
            + (EARLY_WASTED if cell << 1 & wins_before else 0))


cdef inline int move_score(const Size* size, uint64_t cell, uint64_t others, uint64_t mask, uint64_t wins_before,
                           uint64_t wins, int stones, const int8_t* lines) noexcept nogil:
    """Returns the move-ordering score of a move to a cell: wins are the cells that complete a four; the others' stones,
    mask and stones are those after the move."""
    cdef uint64_t good_rows = odd_rows(size) if stones & 1 else even_rows(size)
    cdef int rank
    if is_early(size, stones - 1):
        return early_score(size, cell, others ^ mask, others, wins_before, wins, good_rows)
    rank = (THREAT * popcount(wins) + GOOD_THREAT * popcount(wins & good_rows)
            + STACKED * popcount(wins & (wins >> 1)) + lines[lowest(cell)])
    if not wins & ~wins_before:
        rank += NO_NEW_THREAT
    if wins & playable(size, mask):
        rank += FORCING
    if cell << 1 & wins_before:
        rank += WASTED
    return rank


cdef inline int reply_score(bint early, int forced, int sign, uint64_t replies) noexcept nogil:
    """Returns the part of a move's rank that depends on the forced moves (not if `early`), on who moves next (sign 1:
    the same side) and on the number of that side's moves."""
    if early:
        return (EARLY_TEMPO if sign > 0 else 0) + EARLY_REPLY * popcount(replies)
    return FORCED * forced + (TEMPO if sign > 0 else 0) + REPLY * popcount(replies)
