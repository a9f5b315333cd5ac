"""Connect four on boards of several sizes for the solver, with the geometry known at compile time.

A cell is the bit (rows + 1) * column + row, as in rules.pxd; the guard row on top stays empty. Functions take a pointer
to the board's Size. The pointer is NULL: its type alone gives the size, so that the compiler sees constants.
"""
from libc.stdint cimport uint64_t

cdef struct Size4x4:
    char cells[4][4]
cdef struct Size5x4:
    char cells[5][4]
cdef struct Size6x5:
    char cells[6][5]
cdef struct Size7x6:
    char cells[7][6]

ctypedef fused Size:                # columns x rows
    Size4x4
    Size5x4
    Size6x5
    Size7x6


cdef inline int columns(const Size* size) noexcept nogil:
    return sizeof(size.cells) // sizeof(size.cells[0])


cdef inline int rows(const Size* size) noexcept nogil:
    return sizeof(size.cells[0])


cdef inline int height(const Size* size) noexcept nogil:
    """Returns the bits per column."""
    return rows(size) + 1


cdef inline int cells(const Size* size) noexcept nogil:
    return sizeof(size.cells)


cdef inline uint64_t bottom(const Size* size) noexcept nogil:
    """Returns row 1, one bit every `height` bits."""
    return (~<uint64_t>0 >> (64 - columns(size) * height(size))) // ((<uint64_t>1 << height(size)) - 1)


cdef inline uint64_t guards(const Size* size) noexcept nogil:
    """Returns the row above the board."""
    return bottom(size) << rows(size)


cdef inline uint64_t board(const Size* size) noexcept nogil:
    return guards(size) - bottom(size)


cdef inline uint64_t odd_rows(const Size* size) noexcept nogil:
    """Returns rows 1, 3, 5 and so on."""
    return bottom(size) * (0x55 & ((1 << rows(size)) - 1))


cdef inline uint64_t even_rows(const Size* size) noexcept nogil:
    return bottom(size) * (0x2a & ((1 << rows(size)) - 1))


cdef inline uint64_t playable(const Size* size, uint64_t mask) noexcept nogil:
    """Returns the lowest empty cell of each column that has one."""
    return (mask + bottom(size)) & board(size)


cdef inline uint64_t from_lowest(const Size* size, uint64_t marked) noexcept nogil:
    """Returns the cells of each column from the lowest marked one upwards."""
    return (marked | (guards(size) - marked)) & board(size)


cdef inline uint64_t above_lowest(const Size* size, uint64_t marked) noexcept nogil:
    """Returns the cells of each column above the lowest marked one."""
    return (marked ^ (guards(size) - marked)) & board(size)


cdef inline uint64_t fours_across(const Size* size, uint64_t stones) noexcept nogil:
    """Returns a bit for each four in a row along a diagonal or the row, found as pairs of pairs."""
    cdef int step = height(size)
    cdef uint64_t fall = stones & (stones >> (step - 1))
    cdef uint64_t row  = stones & (stones >> step)
    cdef uint64_t rise = stones & (stones >> (step + 1))
    return (fall & (fall >> 2 * (step - 1))) | (row & (row >> 2 * step)) | (rise & (rise >> 2 * (step + 1)))


cdef inline bint has_four(const Size* size, uint64_t stones) noexcept nogil:
    cdef uint64_t column = stones & (stones >> 1)
    return ((column & (column >> 2)) | fours_across(size, stones)) != 0


cdef inline uint64_t along(uint64_t stones, int step) noexcept nogil:
    """Returns the cells that make a four with three stones on a line whose neighbours are step bits apart."""
    cdef uint64_t up   = (stones << step) & (stones << 2 * step)     # two stones just below the cell
    cdef uint64_t down = (stones >> step) & (stones >> 2 * step)     # two just above it
    return (up & ((stones << 3 * step) | (stones >> step))) | (down & ((stones >> 3 * step) | (stones << step)))


cdef inline uint64_t winning_cells(const Size* size, uint64_t stones, uint64_t mask) noexcept nogil:
    """Returns the empty cells, playable or not, that would complete a four of these stones."""
    cdef int step = height(size)
    cdef uint64_t column = (stones << 1) & (stones << 2) & (stones << 3)
    return (column | along(stones, step - 1) | along(stones, step) | along(stones, step + 1)) & board(size) & ~mask


cdef inline uint64_t reflected(const Size* size, uint64_t x) noexcept nogil:
    """Returns the board with left and right exchanged, including the guard row."""
    cdef int step = height(size), i, distance
    cdef uint64_t change
    for i in range(columns(size) // 2):
        distance = step * (columns(size) - 1 - 2 * i)
        change = (x ^ (x >> distance)) & (((<uint64_t>1 << step) - 1) << step * i)
        x ^= change | (change << distance)
    return x


cdef inline uint64_t key_of(const Size* size, uint64_t own, uint64_t mask, int stones) noexcept nogil:
    """Returns a position's number. Early in the game its mirror image has the same number, but no other position
    does."""
    cdef uint64_t key = own + mask + bottom(size)
    if 2 * stones > cells(size):             # mirrored positions rarely occur from here on
        return key
    return min(key, reflected(size, key))


cdef inline int score_of_win(const Size* size, int stones) noexcept nogil:
    """Returns the score of the side to move if it wins with the next stone, one more than its remaining stones."""
    return (cells(size) + 1 - stones) >> 1


cdef inline int score_of_loss(const Size* size, int stones) noexcept nogil:
    """Returns the score of the side to move if its opponent wins with the stone after the next."""
    return -((cells(size) - stones) >> 1)
