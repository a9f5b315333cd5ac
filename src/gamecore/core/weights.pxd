"""Weights of a linear evaluation: the shipped ones with a user's changes, and their salt for the table's keys."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport mix64


cdef inline uint64_t mixed(uint64_t salt, const int* weights, int n) noexcept nogil:
    """A salt that differs wherever a weight does."""
    cdef int i
    for i in range(n):
        salt = mix64(salt ^ <uint64_t>weights[i])
    return salt


cdef dict changed(str game, dict shipped, object changes)
cdef list explained(list features, const int* weights)
