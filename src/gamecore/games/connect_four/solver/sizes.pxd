"""The conversion from a board's size at run time to the code compiled for it."""
from libc.stdint cimport uint64_t

from gamecore.games.connect_four.solver.search cimport SolverWorker

cdef bint solve_on(int columns, int rows, SolverWorker* worker, uint64_t own, uint64_t mask, int alpha, int beta,
                   uint64_t trial) noexcept nogil
