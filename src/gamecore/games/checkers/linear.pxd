"""The linear evaluation of checkers, a weighted sum of features of the side to move minus the opponent."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport popcount, popcount_both
from gamecore.games.checkers.rules cimport BLACK, BOARD, WHITE, CheckersBits, step

cdef enum:
    MEN
    KINGS
    BACK_GUARD       # 1 with men on both squares 1 and 3 (White: 32 and 30): no man alone gets past them
    BACK_ROW         # men on their own first row
    ADVANCE          # rows that men have advanced
    CENTRE_MEN       # men on the eight squares in the middle
    CENTRE_KINGS
    EDGE_MEN         # men on the two side edges, with one step only
    TRAPPED_KINGS    # kings with no empty square beside them
    FREEDOM          # steps to empty squares
    FEATURES

cdef extern from *:
    """
    static const uint64_t gc_checkers_black_guard = 0x000000005;
    static const uint64_t gc_checkers_white_guard = 0x500000000;
    static const uint64_t gc_checkers_black_back = 0x00000000f;
    static const uint64_t gc_checkers_white_back = 0x780000000;
    static const uint64_t gc_checkers_centre = 0x00198cc00;
    static const uint64_t gc_checkers_edge = 0x0c0603018;
    static const uint64_t gc_checkers_rows_bit_0 = 0x783c1e0f0;
    static const uint64_t gc_checkers_rows_bit_1 = 0x7f801fe00;
    static const uint64_t gc_checkers_rows_bit_2 = 0x7fbfc0000;
    """
    const uint64_t BLACK_GUARD "gc_checkers_black_guard"    # squares 1 and 3
    const uint64_t WHITE_GUARD "gc_checkers_white_guard"    # squares 30 and 32
    const uint64_t BLACK_BACK "gc_checkers_black_back"      # squares 1-4
    const uint64_t WHITE_BACK "gc_checkers_white_back"      # squares 29-32
    const uint64_t CENTRE "gc_checkers_centre"              # squares 10, 11, 14, 15, 18, 19, 22, 23
    const uint64_t EDGE "gc_checkers_edge"                  # squares 4, 5, 12, 13, 20, 21, 28, 29
    const uint64_t ROWS_BIT_0 "gc_checkers_rows_bit_0"      # rows 1, 3, 5, 7, counted from 0 at squares 1-4
    const uint64_t ROWS_BIT_1 "gc_checkers_rows_bit_1"      # rows 2, 3, 6, 7
    const uint64_t ROWS_BIT_2 "gc_checkers_rows_bit_2"      # rows 4 to 7

cdef struct Side:
    uint64_t men, kings
    uint64_t guard, back     # this side's own squares
    int ahead


cdef inline Side side_of(uint64_t pieces, uint64_t kings, int ahead) noexcept nogil:
    cdef Side side
    side.ahead = ahead
    side.men, side.kings = pieces & ~kings, pieces & kings
    side.guard = BLACK_GUARD if ahead == BLACK else WHITE_GUARD
    side.back = BLACK_BACK if ahead == BLACK else WHITE_BACK
    return side


cdef inline uint64_t neighbours(uint64_t squares) noexcept nogil:
    return squares << 4 | squares << 5 | squares >> 4 | squares >> 5


cdef inline int advance(uint64_t men, int ahead) noexcept nogil:
    """Returns the sum of the men's rows, 0..7 from their own side."""
    cdef int rows = popcount(men & ROWS_BIT_0) + 2 * popcount(men & ROWS_BIT_1) + 4 * popcount(men & ROWS_BIT_2)
    return rows if ahead == BLACK else 7 * popcount(men) - rows


cdef inline int freedom(const Side* side, uint64_t empty) noexcept nogil:
    """Returns the number of steps, ignoring captures."""
    cdef uint64_t pieces = side.men | side.kings
    return (popcount_both(step(pieces, 4 * side.ahead) & empty, step(pieces, 5 * side.ahead) & empty)
            + popcount_both(step(side.kings, -4 * side.ahead) & empty, step(side.kings, -5 * side.ahead) & empty))


cdef inline void features_of(const Side* side, uint64_t empty, int* counts) noexcept nogil:
    """Fills one side's count of each feature."""
    counts[MEN]           = popcount(side.men)
    counts[KINGS]         = popcount(side.kings)
    counts[BACK_GUARD]    = side.men & side.guard == side.guard
    counts[BACK_ROW]      = popcount(side.men & side.back)
    counts[ADVANCE]       = advance(side.men, side.ahead)
    counts[CENTRE_MEN]    = popcount(side.men & CENTRE)
    counts[CENTRE_KINGS]  = popcount(side.kings & CENTRE)
    counts[EDGE_MEN]      = popcount(side.men & EDGE)
    counts[TRAPPED_KINGS] = popcount(side.kings & ~neighbours(empty))
    counts[FREEDOM]       = freedom(side, empty)


cdef inline void compare(const CheckersBits* position, uint64_t kings, int* counts) noexcept nogil:
    """Fills counts[FEATURES] with Black's minus White's."""
    cdef int others[FEATURES]
    cdef bint black = position.ahead == BLACK
    cdef Side own = side_of(position.own if black else position.other, kings, BLACK)
    cdef Side other = side_of(position.other if black else position.own, kings, WHITE)
    cdef uint64_t empty = BOARD & ~(position.own | position.other)
    cdef int i
    features_of(&own, empty, counts)
    features_of(&other, empty, others)
    for i in range(FEATURES):
        counts[i] -= others[i]


cdef inline int weigh(const CheckersBits* position, uint64_t kings, const int* weights) noexcept nogil:
    cdef int counts[FEATURES]
    cdef int i, score = 0
    compare(position, kings, counts)
    for i in range(FEATURES):
        score += weights[i] * counts[i]
    return score if position.ahead == BLACK else -score


cdef inline int evaluate(const CheckersBits* position, const int* weights) noexcept nogil:
    """Returns the score for the side to move."""
    return weigh(position, position.kings, weights) if position.kings else weigh(position, 0, weights)
