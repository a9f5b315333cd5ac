"""Connect four in arrays: the validation of a position's bits, and its planes of bytes."""
from libc.stdint cimport uint8_t, uint64_t

from gamecore.core.bits cimport popcount
from gamecore.games.connect_four.rules cimport BOARD, BOTTOM, COLUMNS, HEIGHT, ROWS, ConnectFourBits, has_four


cdef inline bint is_sound(const ConnectFourBits* position) noexcept nogil:
    """Whether no stone floats, the sides alternated, and the side to move has no four."""
    return ((position.mask & ~BOARD) == 0 and (position.own & ~position.mask) == 0
            and (position.mask & ~(position.mask << 1) & ~BOTTOM) == 0
            and popcount(position.own) == popcount(position.mask) >> 1 and not has_four(position.own))


cdef inline void write_planes(const ConnectFourBits* position, uint8_t* planes) noexcept nogil:
    """Writes 2 x 6 x 7 bytes, row 0 on top, for the stones of the side to move and the opponent's."""
    cdef int row, column
    cdef uint64_t other = position.own ^ position.mask
    for row in range(ROWS):
        for column in range(COLUMNS):
            planes[0] = position.own >> (HEIGHT * column + ROWS - 1 - row) & 1
            planes[ROWS * COLUMNS] = other >> (HEIGHT * column + ROWS - 1 - row) & 1
            planes += 1
