"""The evaluation parameters and databases of backgammon."""
from gamecore.games.backgammon.inference cimport Net
from gamecore.games.backgammon.linear cimport PlayOrder
from gamecore.games.backgammon.match_equity cimport MatchEquity

cdef struct BackgammonKnowledge:
    const int* weights               # of the linear evaluation, in the order of its features
    const Net* net                   # NULL: the linear evaluation is used
    const PlayOrder* order           # which plays are searched first
    const MatchEquity* match_equity  # of points at the score of a match; NULL: for money
