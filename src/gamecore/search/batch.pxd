"""The static evaluations of many positions that are contiguous in memory."""
from libc.stdint cimport int64_t, uintptr_t

from gamecore.search.resources cimport Resources

# Writes the scores of n records of a game, which is given by its class of positions. Scores are int32, in backgammon
# double.
cdef int evaluate_all(Resources resources, object game, uintptr_t records, int64_t n, uintptr_t scores) except -1
