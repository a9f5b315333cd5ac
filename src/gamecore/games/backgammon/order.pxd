"""A cheap estimate of plays for their order in the search, the sum of a worth for each count of checkers on a point.

Only the counts that a play changed are looked up, two to eight of 52.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from gamecore.core.bits cimport lowest
from gamecore.games.backgammon.linear cimport within_a_die
from gamecore.games.backgammon.rules cimport BAR, ROLL_SHIFT, BackgammonBits, occupied, turned

cdef enum:
    COUNTS = 16                      # counts of a point, a power of two for the table
    ENTRIES = (BAR + 1) * COUNTS

cdef struct PlayOrder:
    int32_t own[2 * ENTRIES]         # COUNTS * point + count: the worth for the side that has just played; then again,
                                     # within reach of a die
    int32_t other[ENTRIES]           # the worth of the opponent's checkers for that side, on the opponent's points


cdef inline int32_t change(uint64_t before, uint64_t after, const int32_t* worth, uint32_t reached) noexcept nogil:
    """Returns the gain of sixteen counts.

    `worth` is that of the first of them, `reached` the points where a blot can be hit.
    """
    cdef uint64_t different = before ^ after
    cdef int32_t gain = 0
    cdef int shift, entry
    while different:
        shift = lowest(different) & ~3
        entry = (shift << 2) + ENTRIES * <int>(reached >> (shift >> 2) & 1)
        gain += worth[entry + (after >> shift & 15)] - worth[entry + (before >> shift & 15)]
        different &= ~(<uint64_t>15 << shift)
    return gain


cdef inline void rank(const BackgammonBits* position, const BackgammonBits* children, int n, const PlayOrder* order,
                      int64_t* ranks) noexcept nogil:
    """Fills the gain of each play for its player."""
    cdef uint64_t own_high = position.own[1] & ((<uint64_t>1 << ROLL_SHIFT) - 1)
    cdef uint32_t reached = turned(within_a_die(occupied(position.other) & ~<uint32_t>1))
    cdef int32_t gain
    cdef int i
    for i in range(n):
        gain = (change(position.own[0], children[i].other[0], order.own, reached)
                + change(own_high, children[i].other[1], order.own + 16 * COUNTS, reached >> 16))
        if children[i].own[1] != position.other[1]:     # something was hit: the bar is there
            gain += (change(position.other[0], children[i].own[0], order.other, 0)
                     + change(position.other[1], children[i].own[1], order.other + 16 * COUNTS, 0))
        ranks[i] = gain


cdef int fill(PlayOrder* order, object weights) except -1
