"""The evaluation parameters and the solver of connect four."""
from gamecore.games.connect_four.oracle cimport Oracle

cdef struct ConnectFourKnowledge:
    const int* weights               # of the linear evaluation, in the order of its features
    const Oracle* oracle             # the solver; NULL: not asked
