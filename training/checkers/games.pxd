"""Samples of checkers games for the fit."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

cdef packed struct Sample:              # a quiet position that was searched, turned so that Black is to move
    uint64_t own                        # the side to move's pieces
    uint64_t other
    uint64_t kings
    int16_t score                       # the search's, in 1/100 of a logit
    int8_t result                       # of the game, for the side to move: 1, 0 or -1
    uint8_t plies                       # since the game began
    uint32_t game                       # its number in the generation
