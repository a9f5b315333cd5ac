"""The evaluations that an engine uses, one for each game."""
from gamecore.games.backgammon.evaluation cimport BackgammonEvaluation
from gamecore.games.checkers.evaluation cimport CheckersEvaluation
from gamecore.games.connect_four.evaluation cimport ConnectFourEvaluation

cdef class CustomEvaluation:
    cdef readonly object evaluation      # a function, or the address of one
    cdef readonly bint batch             # whether it is called with an array of positions
    cdef double unit                     # of its scores, where they are not averaged; 0: the game's
    cdef double (*address)(const void* position) noexcept nogil     # of a function in C, or NULL

    cdef double convert(self, object answer, double unit) except? -1
    cdef list answers(self, bytearray records, object position)


cdef class Evaluations:
    cdef ConnectFourEvaluation connect_four
    cdef CheckersEvaluation checkers
    cdef BackgammonEvaluation backgammon
    cdef CustomEvaluation custom         # the caller's function, which evaluates all games; None: there is none
    cdef dict of_game                    # the evaluation of each game, by its name
