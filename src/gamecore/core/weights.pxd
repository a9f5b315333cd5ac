"""Weights of evaluations, to which searches hold pointers, and the salt that they contribute to the table's keys."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport mix64


cdef class StoredWeights:
    cdef object words                   # the Weights of weight_files; their digest may be None until it is needed
    cdef uint64_t mark                  # the digest's first bytes; 0: not yet computed


cdef inline uint64_t mixed(uint64_t salt, const int* weights, int n) noexcept nogil:
    """Returns a salt that differs if any weight differs."""
    cdef int i
    for i in range(n):
        salt = mix64(salt ^ <uint64_t>weights[i])
    return salt


cdef uint64_t mixed_digest(uint64_t salt, StoredWeights weights) except? 0
cdef dict changed(str game, dict shipped, object changes)
cdef list explained(dict shipped, const int* counts, const int* weights)
