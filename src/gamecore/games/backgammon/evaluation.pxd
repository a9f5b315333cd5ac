"""The evaluation of backgammon that an engine uses."""
from libc.stdint cimport uint64_t

from gamecore.games.backgammon.knowledge cimport BackgammonKnowledge
from gamecore.games.backgammon.linear cimport FEATURES, PlayOrder
from gamecore.games.backgammon.net cimport BackgammonNet
from gamecore.games.backgammon.match_equity cimport MatchEquity

cdef class BackgammonEvaluation:
    cdef int weights[FEATURES]
    cdef PlayOrder order
    cdef BackgammonNet net               # None: not in use, or not yet read
    cdef MatchEquity match_equity        # of points at the score of a match ...
    cdef bint at_score                   # ... if there is one
    cdef object chosen                   # "linear", "net", or a name that backgammon lacks; None: the best

    cdef uint64_t prepare(self, BackgammonKnowledge* knowledge, uint64_t salt) except? 0
    cdef int read_net(self) except -1
