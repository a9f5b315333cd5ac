"""The linear evaluation of backgammon, a weighted sum of features of the player on roll minus the opponent.

Plays are ordered by a cheap estimate, the sum of a value for each count of checkers on a point. Only the changed counts
are looked up, two to eight of 52.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from gamecore.core.bits cimport lowest, popcount
from gamecore.games.backgammon.rules cimport (BAR, HOME, OFF, ROLL_SHIFT, BackgammonBits, bounds, count, flipped, made,
                                              occupied)

cdef enum:
    PIPS             # points still to be moved: fewer are better
    OFF_CHECKERS     # checkers borne off
    BAR_CHECKERS     # checkers on the bar
    BACK_CHECKERS    # checkers in the opponent's home or on the bar
    HOME_POINTS      # points made at home
    BLOCK_POINTS     # points made just outside it, 7 to 12
    ANCHOR           # 1 with a point made in the opponent's home, its 1 point aside
    PRIMES           # rows of four made points, 2 to 12
    BLOTS            # single checkers that a single die could hit
    HOME_BLOTS       # ... of them those at home
    WALL             # points made at home while the opponent is on the bar, for each checker there
    FEATURES

cdef extern from *:
    """
    static const double gc_backgammon_unit_of_weights = 0.001;
    """
    const double UNIT_OF_WEIGHTS "gc_backgammon_unit_of_weights"     # points a game

cdef enum:
    COUNTS = 16                      # counts of a point, a power of two for the table
    ENTRIES = (BAR + 1) * COUNTS

cdef struct PlayOrder:
    int32_t own[2 * ENTRIES]         # COUNTS * point + count: the value for the side that has just played; then again,
                                     # within reach of a die
    int32_t other[ENTRIES]           # the value of the opponent's checkers for that side, on the opponent's points


cdef inline int total(uint64_t counts) noexcept nogil:
    """Returns the sum of sixteen counts of four bits."""
    counts = (counts & <uint64_t>0x0f0f0f0f0f0f0f0f) + (counts >> 4 & <uint64_t>0x0f0f0f0f0f0f0f0f)
    return (counts * <uint64_t>0x0101010101010101) >> 56


cdef inline int weighed(uint64_t counts) noexcept nogil:
    """Returns the sum of sixteen counts of four bits, each multiplied by its place 0..15."""
    cdef uint64_t odd = counts >> 4 & <uint64_t>0x0f0f0f0f0f0f0f0f
    cdef uint64_t pairs = (counts & <uint64_t>0x0f0f0f0f0f0f0f0f) + odd
    cdef uint64_t odd_pairs = pairs >> 8 & <uint64_t>0x00ff00ff00ff00ff
    cdef uint64_t fours = (pairs & <uint64_t>0x00ff00ff00ff00ff) + odd_pairs
    return ((odd * <uint64_t>0x0101010101010101 >> 56) + 2 * (odd_pairs * <uint64_t>0x0001000100010001 >> 48)
            + 4 * (fours * <uint64_t>0x0000000100020003 >> 48))


cdef inline int pips(const uint64_t* side) noexcept nogil:
    """Returns the number of points still to be moved."""
    cdef uint64_t high = side[1] & <uint64_t>0xffffffffff
    return weighed(side[0]) + weighed(high) + 16 * total(high)


cdef inline uint32_t within_a_die(uint32_t points) noexcept nogil:
    """Returns the points that lie one to six below one of these."""
    cdef uint32_t pairs = points >> 1 | points >> 2
    return pairs | pairs >> 2 | pairs >> 4


cdef inline void features_of(const uint64_t* side, const uint64_t* other, int* counts) noexcept nogil:
    """Fills one side's count of each feature."""
    cdef uint32_t points = made(side), all_points = occupied(side)
    cdef uint32_t block = points & 0x1ffc
    cdef uint32_t hunters = flipped(within_a_die(occupied(other) & ~<uint32_t>1))     # as this side numbers the points
    cdef uint32_t blots = all_points & ~points & hunters & 0x1fffffe
    counts[PIPS]          = -pips(side)
    counts[OFF_CHECKERS]  = count(side, OFF)
    counts[BAR_CHECKERS]  = count(side, BAR)
    counts[BACK_CHECKERS] = total(side[1] >> 12 & <uint64_t>0xfffffff)
    counts[HOME_POINTS]   = popcount(points & 0x7e)
    counts[BLOCK_POINTS]  = popcount(points & 0x1f80)
    counts[ANCHOR]        = (points & 0xf80000) != 0
    counts[PRIMES]        = popcount(block & block >> 1 & block >> 2 & block >> 3)
    counts[BLOTS]         = popcount(blots)
    counts[HOME_BLOTS]    = popcount(blots & 0x7e)
    counts[WALL]          = counts[HOME_POINTS] * count(other, BAR)


cdef inline void features(const BackgammonBits* position, int* counts) noexcept nogil:
    """Fills counts[FEATURES]."""
    cdef int others[FEATURES]
    cdef int i
    features_of(position.own, position.other, counts)
    features_of(position.other, position.own, others)
    for i in range(FEATURES):
        counts[i] -= others[i]


cdef inline double evaluate(const BackgammonBits* position, const int* weights) noexcept nogil:
    """Returns points per game for the player on roll, before the roll, clipped to the possible results."""
    cdef int counts[FEATURES]
    cdef int i, score = 0
    cdef double low, high
    features(position, counts)
    for i in range(FEATURES):
        score += weights[i] * counts[i]
    bounds(position, &low, &high)
    return min(max(UNIT_OF_WEIGHTS * score, low), high)


cdef inline int32_t change(uint64_t before, uint64_t after, const int32_t* values, uint32_t reached) noexcept nogil:
    """Returns the gain of sixteen counts.

    `values` begins with the values of the first count, and `reached` are the points where a blot can be hit.
    """
    cdef uint64_t different = before ^ after
    cdef int32_t gain = 0
    cdef int shift, entry
    while different:
        shift = lowest(different) & ~3
        entry = (shift << 2) + ENTRIES * <int>(reached >> (shift >> 2) & 1)
        gain += values[entry + (after >> shift & 15)] - values[entry + (before >> shift & 15)]
        different &= ~(<uint64_t>15 << shift)
    return gain


cdef inline void rank(const BackgammonBits* position, const BackgammonBits* children, int n, const PlayOrder* order,
                      int64_t* ranks) noexcept nogil:
    """Fills the gain of each play for its player."""
    cdef uint64_t own_high = position.own[1] & ((<uint64_t>1 << ROLL_SHIFT) - 1)
    cdef uint32_t reached = flipped(within_a_die(occupied(position.other) & ~<uint32_t>1))
    cdef int32_t gain
    cdef int i
    for i in range(n):
        gain = (change(position.own[0], children[i].other[0], order.own, reached)
                + change(own_high, children[i].other[1], order.own + 16 * COUNTS, reached >> 16))
        if children[i].own[1] != position.other[1]:     # a hit: own[1] contains the bar
            gain += (change(position.other[0], children[i].own[0], order.other, 0)
                     + change(position.other[1], children[i].own[1], order.other + 16 * COUNTS, 0))
        ranks[i] = gain
