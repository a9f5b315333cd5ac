"""Perft, the number of lines of play to a depth, as a test of a move generator."""
from gamecore.core.bits cimport Count
from gamecore.search.contract cimport ChancePosition, Position
from gamecore.search.worker cimport Worker

# Returns the number of lines of exactly `depth` plies, 1 or more, or TOO_MANY. Games that end earlier do not count. If
# `distinct`, moves that lead to one position count as one.
cdef Count perft(const Position* position, Worker* w, int depth, bint distinct) noexcept nogil

# Returns the number of lines of `depth` turns in a game of chance; equal positions after one roll count once. If
# `weighted`, each outcome counts by the ratio of its probability to that of the least likely one, so lines with dice
# are counted over their 36 ordered rolls.
cdef Count perft_chance(const ChancePosition* position, Worker* w, int depth, bint weighted) noexcept nogil
