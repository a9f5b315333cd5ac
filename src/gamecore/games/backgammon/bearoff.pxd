"""One-sided bear-off tables, for the number of rolls that a side needs if all its checkers are at home, or if one is
outside and up to nine are at home.

Positions are numbered so that every move leads to a smaller number. With s(k) checkers on the points 6, 5, .. 7 - k,
the number is the sum of C(s(k) + k - 1, k) for k = 1..6. Positions with n checkers left have the numbers C(n + 5,
6)..C(n + 6, 6) - 1.

The tables hold probabilities in 1/65535, so that results computed from them are the same on every machine.
"""
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t

from gamecore.games.backgammon.rules cimport CHECKERS, HOME

cdef enum:
    POSITIONS = 54264                   # C(21, 6)
    FULL = 38760                        # the first with fifteen checkers, C(20, 6)
    ROLLS = 32                          # more are needed once in 10 ** 15 games
    FIRST_ROLLS = 8                     # until the first checker is off
    UNIT = 65535
    PAIRED = 924                        # positions with up to six checkers, C(12, 6)
    NINE = 5005                         # ... with up to nine
    STRAGGLING = 18 * NINE              # ... and one more on a point 7..24

cdef struct BearOff:
    uint16_t late[POSITIONS][ROLLS]     # the probability that more than i rolls are needed, in 1/UNIT
    uint16_t unsaved[POSITIONS - FULL][FIRST_ROLLS]     # that of fifteen checkers none is off after i rolls
    uint16_t cleared[PAIRED][ROLLS]     # that up to six checkers have not all left the opponent's home after i

cdef struct Moves:                      # of a position, die by die
    int count[6]
    int32_t numbers[6][7]

cdef extern from *:
    """
    /* C(s + k - 1, k) at [k - 1][s] */
    static const int32_t gc_bearoff_terms[6][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120},
        {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560, 680},
        {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380, 3060},
        {0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368, 6188, 8568, 11628},
        {0, 1, 7, 28, 84, 210, 462, 924, 1716, 3003, 5005, 8008, 12376, 18564, 27132, 38760}};
    """
    const int32_t TERMS "gc_bearoff_terms"[6][16]


cdef inline int number(const uint16_t* counts) noexcept nogil:
    """Returns the number of a position with these checkers on the points 1..6 (counts[0] is not read)."""
    cdef int sum = 0, result = 0, k
    for k in range(6):
        sum += counts[HOME - k]
        result += TERMS[k][sum]
    return result


cdef inline int64_t ahead(const uint16_t* own, const uint16_t* other, int n, int rolls) noexcept nogil:
    """Returns the probability, in 1/UNIT**2, that a side finishes before another.

    own[i] and the n of other[i] are the probabilities that more than i rolls are needed. The other side rolls `rolls`
    times, 0 or 1, before the side's first roll.
    """
    cdef uint32_t sum = 0
    cdef int i
    for i in range(n - rolls):          # done with roll i + 1
        sum += <uint32_t>(own[i] - own[i + 1]) * other[i + rolls]
    return sum


cdef const BearOff* bear_off() except NULL
cdef const uint16_t* straggling() except NULL       # [point - 7][number of the others][ROLLS], as late
cdef void unrank(int number, uint16_t* counts) noexcept nogil
cdef void find_moves(int here, const uint16_t* counts, bint free, Moves* moves) noexcept nogil
