"""Plain alpha-beta: the search of a game without chance if none of negamax's steps is switched on."""
from gamecore.search.contract cimport Position
from gamecore.search.worker cimport Worker

# Searches like negamax, but with half the instructions, since it tests no switches at a node (connect four: -50 % at
# depth 9, -56 % at 10). It searches all the root's moves.
cdef int alpha_beta(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil
