"""Bounds on a position's score that follow from parity alone; docs/connect_four_solver.md has the proofs.

The side to move is called M, and the other side W. Neither has a winning cell within reach. Rows are counted from 1 at
the bottom. The bounds need an even number of rows and are not used otherwise.
"""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport popcount
from gamecore.games.connect_four.solver.board cimport (Size, above_lowest, board, bottom, cells, even_rows,
                                                       fours_across, from_lowest, guards, has_four, height, odd_rows,
                                                       playable, rows)


cdef inline bint pairs_are_clean(const Size* size, uint64_t stones, uint64_t a, uint64_t b, uint64_t c,
                                 uint64_t d) noexcept nogil:
    """Whether M has no four, whichever one of the cells a, b and whichever one of c, d he gets."""
    return not (has_four(size, stones | a | c) or has_four(size, stones | a | d)
                or has_four(size, stones | b | c) or has_four(size, stones | b | d))


cdef inline bint no_four(const Size* size, uint64_t stones, uint64_t shared) noexcept nogil:
    """Whether W can pair the shared cells, of an even number of columns, so that M has no four with one cell of each
    pair."""
    cdef uint64_t a, b, c, d
    if not has_four(size, stones | shared):
        return True
    if not shared or has_four(size, stones):
        return False
    a = shared & -shared
    shared ^= a
    b = shared & -shared
    shared ^= b
    if not shared:
        return not (has_four(size, stones | a) or has_four(size, stones | b))
    c = shared & -shared
    d = shared ^ c
    if d & (d - 1):                  # six columns: too many pairings to try
        return False
    return pairs_are_clean(size, stones, a, b, c, d) or pairs_are_clean(size, stones, a, c, b, d) or pairs_are_clean(
        size, stones, a, d, b, c)


cdef inline int bound_by_even_threats(const Size* size, uint64_t own, uint64_t mask, uint64_t other_wins, int upper,
                                      int limit) noexcept nogil:
    """Returns an upper bound of M's score if M is the first player.

    W answers in the column where M plays, and so gets the even rows.
    """
    cdef uint64_t empty = board(size) & ~mask
    cdef uint64_t threats = other_wins & even_rows(size)
    cdef uint64_t beyond = from_lowest(size, threats)
    cdef uint64_t shared = playable(size, mask) & even_rows(size)
    cdef int result
    if threats:
        result = -(popcount(beyond) + popcount(beyond & ~above_lowest(size, threats))) >> 1
    else:
        result = 0
        if limit < 0 and has_four(size, (own ^ mask) | (empty & even_rows(size) & ~shared)):
            result = -1
    if result <= limit and no_four(size, own | (empty & odd_rows(size) & ~beyond), shared):
        return min(result, upper)
    return upper


cdef inline int bound_by_odd_threats(const Size* size, uint64_t own, uint64_t mask, uint64_t other_wins, int upper,
                                     int limit) noexcept nogil:
    """Returns an upper bound of M's score if M is the second player.

    In a column in which W has an odd threat, M gets the even rows; in the other columns he gets the odd rows. If the
    next cell of the threat's column is in an odd row, it is one more of the shared cells.
    """
    cdef uint64_t empty = board(size) & ~mask
    cdef uint64_t choices = playable(size, mask), bottoms = choices & even_rows(size)
    cdef uint64_t odd_threats = other_wins & odd_rows(size), even_threats, beyond, start, column, threat, stones
    cdef int left, result
    if limit >= 0 and not fours_across(size, own | empty):
        upper = min(upper, 0)
    while choices:
        start = choices & -choices
        choices ^= start
        column = from_lowest(size, start)
        if not odd_threats & column:
            continue
        threat = odd_threats & column
        threat &= -threat
        even_threats = other_wins & even_rows(size) & ~column
        beyond = from_lowest(size, even_threats)
        left = popcount(column & ~(threat | (threat - 1))) + popcount(beyond) + popcount(
            beyond & ~above_lowest(size, even_threats))
        result = (cells(size) - left + 1 >> 1) - (cells(size) >> 1) - 1
        if result > limit or result >= upper:
            continue
        stones = own | (empty & odd_rows(size) & ~beyond & ~column) | (column & even_rows(size) & (threat - 1))
        if no_four(size, stones, bottoms ^ start):
            upper = result
    return upper


cdef inline int parity_bound(const Size* size, uint64_t own, uint64_t mask, uint64_t other_wins, int stones, int upper,
                             int limit) noexcept nogil:
    """Returns the parity bound, which need not be exact above the limit."""
    if rows(size) & 1:
        return upper
    if stones & 1:
        return bound_by_odd_threats(size, own, mask, other_wins, upper, limit)
    return bound_by_even_threats(size, own, mask, other_wins, upper, limit)
