"""The evaluation of checkers that an engine uses."""
from libc.stdint cimport uint64_t

from gamecore.games.checkers.knowledge cimport CheckersKnowledge
from gamecore.games.checkers.linear cimport FEATURES
from gamecore.games.checkers.net cimport CheckersNet
from gamecore.games.checkers.patterns cimport CheckersPatterns
from gamecore.games.checkers.rules cimport CheckersBits

cdef class CheckersEvaluation:
    cdef int weights[FEATURES]
    cdef CheckersPatterns patterns       # None: not in use, or not yet read
    cdef CheckersNet net                 # with the patterns that it corrects, or None
    cdef object chosen                   # "linear", "patterns", "net", or a name that checkers lacks; None: the best
    cdef object root_probe               # holds the endgame databases; None: not needed yet

    cdef uint64_t prepare(self, CheckersKnowledge* knowledge, uint64_t salt) except? 0
    cdef int read_shipped(self) except -1
    cdef int open_databases(self, databases) except -1
    cdef uint64_t use_databases(self, const CheckersBits* root, CheckersKnowledge* knowledge, uint64_t salt) except? 0
