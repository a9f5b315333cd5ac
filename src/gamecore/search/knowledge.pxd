"""What an engine knows beyond the rules: read-only, owned by the engine, so that two engines may know different things."""
from gamecore.games.backgammon.net cimport Net, Sums
from gamecore.games.backgammon.order cimport PlayOrder
from gamecore.games.checkers.endgames.probe cimport Endgames
from gamecore.games.checkers.patterns cimport Patterns

cdef struct Knowledge:
    const int* weights                # of connect four's linear evaluation, in the order of its features
    const int* checkers_weights       # ... and of checkers'
    const int* backgammon_weights     # ... and of backgammon's
    const Net* backgammon_net         # ... and its network; NULL: the linear one counts
    const PlayOrder* play_order       # of backgammon: which plays are searched first
    const Patterns* patterns          # of checkers' fitted evaluation; NULL: the linear one counts
    const Endgames* endgames          # checkers' databases; NULL: none
    int endgame_pieces                # ... asked only for positions with at most so many pieces

cdef struct Memory:                   # what a thread keeps from one evaluation for the next, which is of a position much like it
    Sums backgammon_sums
