"""Expectiminimax: the one search of all games in which chance has a say."""
from gamecore.core.types cimport Move
from gamecore.search.contract cimport ChancePosition
from gamecore.search.worker cimport Worker

# Post-condition, v being the expectiminimax value of position, to whose side to move the result belongs, and r what is returned:
#     r <= alpha  implies  v <= r
#     r >= beta   implies  v >= r
#     otherwise            v == r
# It is asked before the dice fall. depth counts the chance layers still to be gone through.
cdef double chance(const ChancePosition* position, Worker* w, double alpha, double beta, int depth) noexcept nogil

cdef int rank_successors(const ChancePosition* position, const ChancePosition* children, Worker* w, Move* moves, int n, int depth,
                         bint probed) noexcept nogil
