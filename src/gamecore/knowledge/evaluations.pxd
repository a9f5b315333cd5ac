"""Which evaluation of each game an engine was asked to use."""
from libc.stdint cimport uint64_t

from gamecore.knowledge cimport backgammon_linear, backgammon_order, checkers_linear, connect_four_linear
from gamecore.knowledge.backgammon_net cimport BackgammonNet
from gamecore.knowledge.backgammon_order cimport PlayOrder
from gamecore.knowledge.checkers_patterns cimport CheckersPatterns
from gamecore.knowledge.knowledge cimport Knowledge

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
