"""The solver as a probe of the general search for the exact scores of late positions."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport popcount
from gamecore.core.score cimport WIN
from gamecore.games.connect_four.rules cimport COLUMNS, ROWS, ConnectFourBits

cdef enum:
    CELLS = COLUMNS * ROWS
    ASKED = 20               # empty cells at most; docs/connect_four_solver.md has the times that it was chosen by

cdef struct Oracle:
    int (*score)(const Oracle* oracle, uint64_t own, uint64_t mask) noexcept nogil     # the solver's; for any thread
    const void* solver


cdef inline int last_stone(int score, int stones) noexcept nogil:
    """Returns the number of stones at the end of a game, from the solver's score and the present number of stones.

    The score counts the winner's stones; the side that moves with an even number of stones places the odd ones.
    """
    cdef bint wins = score > 0, second = stones & 1
    return CELLS + 1 - 2 * (score if wins else -score) + (wins == second)


cdef inline bint probe(const Oracle* oracle, const ConnectFourBits* position, int ply, int* score) noexcept nogil:
    """Whether the solver is probed; if so, sets `score` to that of an unfinished position, `ply` plies below the
    root."""
    cdef int stones = popcount(position.mask), known, distance
    if oracle == NULL or stones < CELLS - ASKED:
        return False
    known = oracle.score(oracle, position.own, position.mask)
    distance = ply + last_stone(known, stones) - stones
    score[0] = 0 if known == 0 else WIN - distance if known > 0 else distance - WIN
    return True
