"""What an engine knows of connect four beyond the rules."""
from gamecore.games.connect_four.oracle cimport Oracle

cdef struct ConnectFourKnowledge:
    const int* weights               # of the linear evaluation, in the order of its features
    const Oracle* oracle             # the solver; NULL: not asked
