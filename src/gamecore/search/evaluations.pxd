"""Which evaluation of each game an engine was asked to use."""
from libc.stdint cimport uint64_t

cimport gamecore.games.backgammon.linear as backgammon_linear
cimport gamecore.games.backgammon.order as backgammon_order
from gamecore.games.backgammon.net cimport BackgammonNet
from gamecore.games.backgammon.order cimport PlayOrder
cimport gamecore.games.checkers.linear as checkers_linear
from gamecore.games.checkers.patterns cimport CheckersPatterns
cimport gamecore.games.connect_four.linear as connect_four_linear
from gamecore.search.knowledge cimport Knowledge

cdef class Evaluations:
    cdef Knowledge knowledge
    cdef int connect_four[connect_four_linear.FEATURES]
    cdef int checkers[checkers_linear.FEATURES]
    cdef int backgammon[backgammon_linear.FEATURES]
    cdef PlayOrder play_order
    cdef BackgammonNet net              # None: not in use, or not yet read
    cdef CheckersPatterns patterns      # None: not in use, or not yet read
    cdef readonly object chosen         # "linear", "net" or "patterns"; None: the best of each game

    cdef uint64_t use_for_connect_four(self, uint64_t salt) except? 0
    cdef uint64_t use_for_checkers(self, uint64_t salt) except? 0
    cdef uint64_t use_for_backgammon(self, uint64_t salt) except? 0
