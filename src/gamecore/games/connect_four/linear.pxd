"""The linear evaluation of connect four, a weighted sum of features of the side to move minus the opponent.

A threat is an empty cell that would complete a four. Its value depends on its row: once only forced columns are left,
the first player fills the odd rows, and the second player fills the even rows (Allis 1988, ch. 3).
"""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport popcount
from gamecore.games.connect_four.rules cimport ConnectFourBits, playable, winning_cells

cdef enum:
    CENTRE           # stones in column 4
    INNER            # stones in columns 3 and 5
    GOOD_THREATS     # threats on rows of one's own parity, odd for the first player
    OTHER_THREATS    # threats on the other rows
    OPEN_THREATS     # threats that can be filled at once
    FEATURES

cdef extern from *:
    """
    static const uint64_t gc_four_centre = 0x0000000007e00000;
    static const uint64_t gc_four_inner = 0x00000003f00fc000;
    static const uint64_t gc_four_odd_rows = 0x000054a952a54a95;
    """
    const uint64_t CENTRE_CELLS "gc_four_centre"
    const uint64_t INNER_CELLS "gc_four_inner"
    const uint64_t ODD_ROWS "gc_four_odd_rows"          # rows 1, 3 and 5


cdef inline void features(const ConnectFourBits* position, int* counts) noexcept nogil:
    """Fills counts[FEATURES]."""
    cdef uint64_t own = position.own, other = position.own ^ position.mask
    cdef uint64_t own_threats = winning_cells(own, position.mask)
    cdef uint64_t other_threats = winning_cells(other, position.mask)
    cdef uint64_t open_cells = playable(position)
    cdef uint64_t own_rows = ~ODD_ROWS if popcount(position.mask) & 1 else ODD_ROWS
    counts[CENTRE]        = popcount(own & CENTRE_CELLS) - popcount(other & CENTRE_CELLS)
    counts[INNER]         = popcount(own & INNER_CELLS) - popcount(other & INNER_CELLS)
    counts[GOOD_THREATS]  = popcount(own_threats & own_rows) - popcount(other_threats & ~own_rows)
    counts[OTHER_THREATS] = popcount(own_threats & ~own_rows) - popcount(other_threats & own_rows)
    counts[OPEN_THREATS]  = popcount(own_threats & open_cells) - popcount(other_threats & open_cells)


cdef inline int evaluate(const ConnectFourBits* position, const int* weights) noexcept nogil:
    cdef int counts[FEATURES]
    cdef int i, score = 0
    features(position, counts)
    for i in range(FEATURES):
        score += weights[i] * counts[i]
    return score
