"""Targets for backgammon's network: what positions of games against itself are worth, reckoned over all rolls."""
from libc.stdint cimport int32_t, uint64_t

from gamecore.boards.backgammon cimport BackgammonBits
from gamecore.knowledge.backgammon_net cimport Net

cdef struct Studied:                    # a position of a game, after a play; probabilities as who has played sees them
    BackgammonBits position
    float value[5]                      # what the network says
    float backup[5]                     # the mean of what it says after the best reply to each roll
    bint astray                         # whether the game went on with another reply than the best

cdef struct Room:                       # where plays are weighed
    BackgammonBits* finals
    int32_t* equities

cdef int study_game(const Net* net, uint64_t random, double explore, Studied* moments, const Room* room) noexcept nogil
