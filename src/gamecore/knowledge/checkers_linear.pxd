"""The linear evaluation of checkers: a weighted sum of features, each counted for the side to move minus the opponent."""
from libc.stdint cimport uint64_t

from gamecore.boards.checkers cimport BLACK, CheckersBits
from gamecore.core.bits cimport popcount

cdef enum:
    MEN
    KINGS
    BACK_ROW         # men still on their own first row, where they keep the opponent from crowning
    FEATURES

cdef extern from *:
    """
    static const uint64_t gc_checkers_black_back = 0x00000000f;
    static const uint64_t gc_checkers_white_back = 0x780000000;
    """
    const uint64_t BLACK_BACK "gc_checkers_black_back"      # squares 1-4
    const uint64_t WHITE_BACK "gc_checkers_white_back"      # squares 29-32


cdef inline void features(const CheckersBits* position, int* counts) noexcept nogil:
    """Fills counts[FEATURES]."""
    cdef uint64_t own_men = position.own & ~position.kings, other_men = position.other & ~position.kings
    cdef uint64_t own_back = BLACK_BACK if position.ahead == BLACK else WHITE_BACK
    cdef uint64_t other_back = (BLACK_BACK | WHITE_BACK) ^ own_back
    counts[MEN]      = popcount(own_men) - popcount(other_men)
    counts[KINGS]    = popcount(position.own & position.kings) - popcount(position.other & position.kings)
    counts[BACK_ROW] = popcount(own_men & own_back) - popcount(other_men & other_back)


cdef inline int evaluate(const CheckersBits* position, const int* weights) noexcept nogil:
    cdef int counts[FEATURES]
    cdef int i, score = 0
    features(position, counts)
    for i in range(FEATURES):
        score += weights[i] * counts[i]
    return score


cdef int fill(int* weights, object changes) except -1
