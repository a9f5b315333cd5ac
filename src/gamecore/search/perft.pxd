"""Perft: how many lines of play there are to a depth. The test of a move generator."""
from libc.stdint cimport uint64_t

from gamecore.search.rules cimport Position
from gamecore.search.worker cimport Worker

# Lines of exactly depth plies, depth >= 1; games that end earlier do not count. distinct: moves that lead to one position are one.
cdef uint64_t perft(const Position* position, Worker* w, int depth, bint distinct) noexcept nogil
