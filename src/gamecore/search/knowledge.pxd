"""An engine's knowledge beyond the rules: read-only, owned by the engine, so that two engines may differ in it."""
from gamecore.games.backgammon.inference cimport Sums
from gamecore.games.backgammon.knowledge cimport BackgammonKnowledge
from gamecore.games.checkers.knowledge cimport CheckersKnowledge
from gamecore.games.connect_four.knowledge cimport ConnectFourKnowledge

cdef struct Knowledge:
    ConnectFourKnowledge connect_four
    CheckersKnowledge checkers
    BackgammonKnowledge backgammon

cdef struct Memory:                  # what a thread keeps from one evaluation for the next, of a similar position
    Sums backgammon_sums
