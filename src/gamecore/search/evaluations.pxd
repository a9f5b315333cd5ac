"""The evaluation of each game that an engine uses."""
from gamecore.games.backgammon.evaluation cimport BackgammonEvaluation
from gamecore.games.checkers.evaluation cimport CheckersEvaluation
from gamecore.games.connect_four.evaluation cimport ConnectFourEvaluation

cdef class Evaluations:
    cdef ConnectFourEvaluation connect_four
    cdef CheckersEvaluation checkers
    cdef BackgammonEvaluation backgammon
    cdef bint own                        # whether a function of the caller's evaluates all games
    cdef dict of_game                    # the same, by the names of the games
