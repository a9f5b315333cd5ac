"""Perft: the number of lines of play to a depth, the test of a move generator."""
from gamecore.core.bits cimport Count
from gamecore.search.contract cimport ChancePosition, Position
from gamecore.search.worker cimport Worker

# Lines of exactly depth plies, depth >= 1, or TOO_MANY; games that end earlier do not count. distinct: moves that lead
# to one position are one.
cdef Count perft(const Position* position, Worker* w, int depth, bint distinct) noexcept nogil

# The same where chance acts before each choice: lines of depth turns, distinct positions after one roll counted once.
# weighted: each line counts by the ratio of its outcomes' probabilities to the least likely, so that lines of two dice
# are counted over their 36 ordered rolls.
cdef Count perft_chance(const ChancePosition* position, Worker* w, int depth, bint weighted) noexcept nogil
