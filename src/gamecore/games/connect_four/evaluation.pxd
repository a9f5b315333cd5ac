"""The evaluation of connect four that an engine uses."""
from libc.stdint cimport uint64_t

from gamecore.games.connect_four.knowledge cimport ConnectFourKnowledge
from gamecore.games.connect_four.linear cimport FEATURES
from gamecore.games.connect_four.oracle cimport Oracle

cdef class ConnectFourEvaluation:
    cdef int weights[FEATURES]
    cdef object chosen                   # "linear", or what connect four does not have; None: the best
    cdef object solver                   # of late positions; None if not needed yet
    cdef const Oracle* oracle            # the solver's

    cdef uint64_t prepare(self, ConnectFourKnowledge* knowledge, uint64_t salt) except? 0
    cdef int open_solver(self, ConnectFourKnowledge* knowledge) except -1
