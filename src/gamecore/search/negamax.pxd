"""Negamax alpha-beta, the search of games without chance."""
from gamecore.search.contract cimport Position
from gamecore.search.worker cimport Worker

# Preconditions: alpha < beta, depth >= 1, the position is not over by is_over, room for MAX_PLY more plies.
# Post-condition, with v the minimax score of position at this depth and r the result:
#     r <= alpha  implies  v <= r         an upper bound
#     r >= beta   implies  v >= r         a lower bound
#     otherwise            v == r         and w.pv holds a line that leads to it
# If w.stopped, r is meaningless.
cdef int negamax(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil
