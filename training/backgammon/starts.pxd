"""The first positions of study games. Half of the games begin in the opening, and half in kinds of positions that games
from the opening seldom reach."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from gamecore.games.backgammon.inference cimport Net
from gamecore.games.backgammon.rules cimport BackgammonBits
from training.backgammon.learner cimport Table

cdef enum:                              # a position belongs to the first of these
    CONTAINMENT                         # a side has checkers off, and one back that was hit or never left
    BEAROFF                             # a side has checkers off, and none back
    BACK_GAME                           # two anchors in the opponent's home
    CRASHED                             # seven checkers or more on the own points 1..3
    PRIMES                              # both have four points in a row before a checker of the other
    BLITZ                               # on the bar against two home points or more, without an anchor
    PLAIN                               # any other position with contact

cdef int kind_of(int64_t game) noexcept nogil
cdef int kind_of_position(const BackgammonBits* position) noexcept nogil
cdef int good_plays(const Net* net, const BackgammonBits* position, int a, int b, int32_t margin, const Table* table,
                    int* best) noexcept nogil
cdef bint find_start(const Net* net, int wanted, uint64_t* random, const Table* table,
                     BackgammonBits* start) noexcept nogil
