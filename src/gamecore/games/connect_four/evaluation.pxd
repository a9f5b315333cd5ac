"""The evaluation of connect four that an engine uses."""
from libc.stdint cimport uint64_t

from gamecore.games.connect_four.knowledge cimport ConnectFourKnowledge
from gamecore.games.connect_four.linear cimport FEATURES

cdef class ConnectFourEvaluation:
    cdef int weights[FEATURES]
    cdef object chosen                   # "linear", or a name that connect four lacks; None: the best
    cdef object solver                   # for root probes; None if not needed yet

    cdef uint64_t prepare(self, ConnectFourKnowledge* knowledge, uint64_t salt) except? 0
    cdef int open_solver(self, int hash_mb) except -1
    cdef object root_solver(self, uint64_t own, uint64_t mask, list moves, int wanted)
    cdef int clear(self) except -1
