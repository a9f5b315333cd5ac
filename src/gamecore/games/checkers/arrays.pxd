"""Checkers in arrays: the validation of a position's bits, and its planes of bytes."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from gamecore.core.bits cimport lowest, popcount
from gamecore.core.types cimport Move
from gamecore.games.checkers.rules cimport (BLACK, BOARD, CROWN_ROWS, INDEX, TO_SHIFT, WHITE, CheckersBits, square_at)

cdef enum:
    PIECES = 12                          # of a side, at most
    PLANE = 64                           # bytes


cdef inline bint is_sound(const CheckersBits* position) noexcept nogil:
    """Whether each side has at most 12 pieces, no man is on its crown row, and the other side can have just moved."""
    cdef uint64_t men = ~position.kings
    cdef uint64_t black = position.own if position.ahead == BLACK else position.other
    cdef uint64_t white = position.own ^ position.other ^ black
    return ((position.ahead == BLACK or position.ahead == WHITE) and position.clock >= 0
            and ((position.own | position.other) & ~BOARD) == 0 and (position.own & position.other) == 0
            and (position.kings & ~(position.own | position.other)) == 0 and position.other != 0
            and popcount(position.own) <= PIECES and popcount(position.other) <= PIECES
            and (black & men & CROWN_ROWS >> 31 << 31) == 0 and (white & men & CROWN_ROWS & INDEX) == 0)


cdef inline int name_of(Move move) noexcept nogil:
    """Returns 32 * first square + last square, both from 0."""
    return 32 * (square_at(move & INDEX) - 1) + square_at(move >> TO_SHIFT & INDEX) - 1


cdef inline void mark(uint64_t squares, uint8_t* plane) noexcept nogil:
    """Marks squares in a plane: square 1 is [0, 1], square 32 is [7, 6]."""
    cdef int square
    while squares:
        square = square_at(lowest(squares)) - 1
        plane[8 * (square // 4) + 2 * (square % 4) + (square // 4 + 1) % 2] = 1
        squares &= squares - 1


cdef inline void write_planes(const CheckersBits* position, uint8_t* planes) noexcept nogil:
    """Writes 5 x 8 x 8 bytes, White at the bottom.

    The planes are men and kings of the side to move, men and kings of the opponent, and ones if Black is to move.
    """
    memset(planes, 0, 4 * PLANE)
    memset(planes + 4 * PLANE, position.ahead == BLACK, PLANE)
    mark(position.own & ~position.kings, planes)
    mark(position.own & position.kings, planes + PLANE)
    mark(position.other & ~position.kings, planes + 2 * PLANE)
    mark(position.other & position.kings, planes + 3 * PLANE)
