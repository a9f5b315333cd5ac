"""The conversion from a board's size at run time to the code compiled for it."""
from libc.stdint cimport uint64_t

from gamecore.games.connect_four.solver.search cimport Worker

cdef bint solve_on(int columns, int rows, Worker* worker, uint64_t own, uint64_t mask, int floor, int ceiling,
                   uint64_t trial) noexcept nogil
