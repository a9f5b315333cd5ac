"""The static evaluations of many positions that are contiguous in memory."""
from libc.stdint cimport int64_t, uintptr_t

from gamecore.search.resources cimport Resources

# Writes the scores of n records of connect four (0), checkers (1) or backgammon (2): int32, backgammon's double.
cdef int evaluate_all(Resources resources, int game, uintptr_t records, int64_t n, uintptr_t scores) except -1
