"""Targets for backgammon's network: what positions of games against itself are worth, reckoned over all rolls."""
from libc.stdint cimport uint64_t

from gamecore.games.backgammon.net cimport Net
from gamecore.games.backgammon.rules cimport BackgammonBits
from gamecore.training.backgammon_learner cimport Table

cdef struct Studied:                    # a position of a game, after a play; probabilities as who has played sees them
    BackgammonBits position
    float value[5]                      # what the network says
    float backup[5]                     # the mean of what it says after the best reply to each roll
    bint astray                         # whether the game went on with another reply than the best

cdef int study_game(const Net* net, uint64_t random, double explore, Studied* moments, const Table* table) noexcept nogil
