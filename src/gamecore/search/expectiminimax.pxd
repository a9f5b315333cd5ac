"""Expectiminimax, the search of games of chance."""
from gamecore.core.types cimport Move, Outcome
from gamecore.search.contract cimport ChancePosition
from gamecore.search.worker cimport Worker

# Post-condition, with v the expectiminimax value of position for its side to move, and r the result:
#     r <= alpha  implies  v <= r
#     r >= beta   implies  v >= r
#     otherwise            v == r
# It is called for positions before a chance event. depth is the number of chance layers that remain to be searched.
cdef double chance(const ChancePosition* position, Worker* w, double alpha, double beta, int depth) noexcept nogil

# The value of one outcome, with the post-condition above for the side to move. depth includes the outcome's layer.
cdef double after(const ChancePosition* position, Worker* w, const Outcome* outcome, double alpha, double beta,
                  int depth) noexcept nogil

cdef int rank_successors(const ChancePosition* position, const ChancePosition* children, Worker* w, Move* moves, int n,
                         int depth,
                         bint probed) noexcept nogil

# The mean of n outcomes' values. Its last bit does not depend on the number of threads or on pruning.
cdef double mean(const Outcome* outcomes, const double* values, int n) noexcept nogil
