"""The evaluation parameters and databases of checkers."""
from gamecore.games.checkers.endgames.probe cimport Endgames
from gamecore.games.checkers.net cimport Net
from gamecore.games.checkers.patterns cimport Patterns

cdef struct CheckersKnowledge:
    const int* weights               # of the linear evaluation, in the order of its features
    const Patterns* patterns         # of the fitted evaluation; NULL: the linear one is used
    const Net* net                   # its correction; NULL: none
    const Endgames* endgames         # the databases; NULL: none
    int endgame_pieces               # only positions with at most this many pieces are probed
