"""Races, which are positions in which no more hits are possible.

The two sides are independent, so two distributions of each side determine the result: that of the number of rolls until
all its checkers are off, and that of the number of rolls until its first checker is off. If a side has all checkers at
home, tables contain both. If one checker is outside, at most nine are at home and the others are off, a table contains
the former (bearoff.pxd). Otherwise two small networks predict them, in integers. Their input is a list of values, each
of which selects a row; the sum of the rows is the input of the hidden units, and output i is the probability that more
than i rolls are needed:

    0..23      the checkers on the points 1..24
    24         the mean number of rolls, in 1/64, that the tables give if the checkers outside home stood on point 6
    25, 26     the pips that bring them there, and their number

The two sides' distributions are combined as if each side played independently of the other.
"""
from libc.stdint cimport int16_t, int32_t, uint16_t

from gamecore.core.weights cimport StoredWeights
from gamecore.games.backgammon.bearoff cimport ROLLS, BearOff
from gamecore.games.backgammon.logistic cimport Logistic
from gamecore.games.backgammon.rules cimport BackgammonBits

cdef extern from "gamecore/games/backgammon/kernels.h" nogil:
    enum:
        RACE_HIDDEN "GC_RACE_HIDDEN"
        RACE_OUTPUTS "GC_RACE_OUTPUTS"
    void race_outputs "gc_race_outputs"(const int16_t* bias, const int16_t** rows, int n, const int16_t* weights,
                                        const int32_t* biases, int32_t* out) noexcept

cdef enum:
    AT_HOME = 16 * 24                   # where the rows of the values begin; those of the points begin at 0
    PIPS_OUTSIDE = AT_HOME + 832
    OUTSIDE = PIPS_OUTSIDE + 286
    VALUES = OUTSIDE + 16
    SEEN = 27                           # values of a side
    PIPS_ROOM = 362                     # above the pips of a side, at most 360
    MOVES_ROOM = 62                     # ... and above its moves

cdef struct Distribution:               # the network of one distribution
    int16_t rows[VALUES][RACE_HIDDEN]   # in 1/1024
    int16_t bias[RACE_HIDDEN]           # in 1/1024
    int16_t weights[RACE_OUTPUTS * RACE_HIDDEN]         # in 1/2048
    int32_t biases[RACE_OUTPUTS]        # in 1/2**21

cdef struct Races:
    Distribution done                   # of the rolls until all checkers are off
    Distribution first                  # ... until the first one is
    Logistic logistic
    uint16_t pips_floor[ROLLS][PIPS_ROOM]       # that i rolls have fewer pips, in 1/UNIT: no side needs fewer rolls
    uint16_t moves_floor[ROLLS][MOVES_ROOM]     # ... fewer moves: a double has four, any other roll two
    const BearOff* bear_off

cdef class RaceNet(StoredWeights):
    cdef Races* races

# Loads the tables that positions up to `turns` turns of each side ahead may need, or all tables if `position` is NULL.
# A node computes no table: without them `chances` uses the networks.
cdef int load_tables(const BackgammonBits* position, int turns) except -1
cdef bint lacks_tables(const BackgammonBits* position, int turns) noexcept nogil       # whether it would load one

cdef void chances(const Races* races, const uint16_t* mover, const uint16_t* roller, int32_t* five) noexcept nogil
