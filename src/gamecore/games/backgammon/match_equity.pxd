"""Match equities: the values of points at a match score.

The values differ between the players, so a search marks the checkers of the second player, Black. The mark moves with
the checkers when the sides change places.
"""
from libc.stdint cimport int32_t, uint64_t

cimport gamecore.games.backgammon.rules as rules
from gamecore.games.backgammon.logistic cimport ONE
from gamecore.games.backgammon.rules cimport CHECKERS, MARK_SHIFT, OFF, BackgammonBits, count, stake

cdef struct MatchEquity:
    double points[2][4]     # to white and to black, of winning 1, 2 or 3 points; what one wins, the other loses


cdef inline void mark(BackgammonBits* position, bint black_on_roll) noexcept nogil:
    if black_on_roll:
        position.own[1] |= <uint64_t>1 << MARK_SHIFT
    else:
        position.other[1] |= <uint64_t>1 << MARK_SHIFT


cdef inline const double* points_of(const MatchEquity* match, const uint64_t* side) noexcept nogil:
    """Returns the values of points to a side."""
    return &match.points[side[1] >> MARK_SHIFT & 1][0]


cdef inline double equity(const MatchEquity* match, const BackgammonBits* position, const int32_t* five) noexcept nogil:
    """Returns the equity of the side that has just played, from its five probabilities in 1/ONE."""
    cdef const double* won = points_of(match, position.other)
    cdef const double* lost = points_of(match, position.own)
    return (five[0] * won[1] - (ONE - five[0]) * lost[1] + five[1] * (won[2] - won[1]) + five[2] * (won[3] - won[2])
            - five[3] * (lost[2] - lost[1]) - five[4] * (lost[3] - lost[2])) / ONE


cdef inline double final_utility(const MatchEquity* match, const BackgammonBits* position) noexcept nogil:
    """Returns the value of a finished game for the side on roll."""
    if count(position.other, OFF) == CHECKERS:
        return -points_of(match, position.other)[stake(position.own)]
    return points_of(match, position.own)[stake(position.other)]


cdef inline void bounds(const MatchEquity* match, const BackgammonBits* position, double* low,
                        double* high) noexcept nogil:
    """Fills bounds on all results from here for the side on roll; rounding may exceed them."""
    cdef double rounding = 1e-9
    rules.bounds(position, low, high)
    low[0] = -points_of(match, position.other)[<int>-low[0]] - rounding
    high[0] = points_of(match, position.own)[<int>high[0]] + rounding
