"""A cheap guess at which play is good, to order plays before they are searched: a worth for so many checkers on a point, added up.

Only what a play changed is looked up: two to eight counts of 52.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from gamecore.boards.backgammon cimport BAR, ROLL_SHIFT, BackgammonBits
from gamecore.core.bits cimport lowest

cdef enum:
    COUNTS = 16                      # what a point may hold, for the table's sake a power of two
    ENTRIES = (BAR + 1) * COUNTS

cdef struct PlayOrder:
    int32_t own[ENTRIES]             # COUNTS * point + count: what that is worth to who has just played, ...
    int32_t other[ENTRIES]           # ... and what his opponent's checkers are worth to him, on the opponent's points


cdef inline int32_t change(uint64_t before, uint64_t after, const int32_t* worth) noexcept nogil:
    """What sixteen counts gained; worth: of the first of them."""
    cdef uint64_t different = before ^ after
    cdef int32_t gain = 0
    cdef int shift
    while different:
        shift = lowest(different) & ~3
        gain += worth[(shift << 2) + (after >> shift & 15)] - worth[(shift << 2) + (before >> shift & 15)]
        different &= ~(<uint64_t>15 << shift)
    return gain


cdef inline void rank(const BackgammonBits* position, const BackgammonBits* children, int n, const PlayOrder* order, int64_t* ranks) noexcept nogil:
    """What each play gains, for who played it."""
    cdef uint64_t own_high = position.own[1] & ((<uint64_t>1 << ROLL_SHIFT) - 1)
    cdef int32_t gain
    cdef int i
    for i in range(n):
        gain = (change(position.own[0], children[i].other[0], order.own)
                + change(own_high, children[i].other[1], order.own + 16 * COUNTS))
        if children[i].own[1] != position.other[1]:     # something was hit: the bar is there
            gain += (change(position.other[0], children[i].own[0], order.other)
                     + change(position.other[1], children[i].own[1], order.other + 16 * COUNTS))
        ranks[i] = gain


cdef int fill(PlayOrder* order, object weights) except -1
