"""Targets for backgammon's network: values of positions from self-play, computed over all rolls."""
from libc.stdint cimport uint64_t

from gamecore.games.backgammon.inference cimport Net
from gamecore.games.backgammon.rules cimport BackgammonBits
from training.backgammon.learner cimport Table

cdef struct Studied:                    # a position of a game, after a play; probabilities for the side that has played
    BackgammonBits position
    float value[5]                      # the network's
    float backup[5]                     # its mean after the best reply to each roll
    bint astray                         # whether the game went on with another reply than the best

cdef int study_game(const Net* net, uint64_t random, double explore, int kind, Studied* moments,
                    const Table* table) noexcept nogil
