"""The expansion of the weights in a file to one row for each value of the groups (shape.py).

Training fits the same terms.
"""
from libc.math cimport rint
from libc.stdint cimport int16_t
from libc.string cimport memcpy, memset

from gamecore.games.backgammon.shape import BLOCK, offsets, rows_of

cdef enum:
    PATTERNS = 625                      # 5 ** 4 contents of four points: none, one or two checkers of either side

cdef int[4] STEPS = [1, 5, 25, 125]


cdef int expand(list groups, const int16_t* rows, int16_t* values) except -1:
    """Writes a row for each value of each group, rounding and clipping sums to 16 bits."""
    cdef int value, size, knot, scale
    cdef bint counts
    for group in groups:
        size, scale, counts = group.size, group.scale, group.kind == "count"
        if group.kind == "each":
            memcpy(values, rows, size * WIDTH * sizeof(int16_t))
        else:
            for value in range(size):
                if counts:
                    count(rows, value, scale, values + WIDTH * value)
                else:
                    knot = value // scale
                    mix(rows + WIDTH * knot, 1 - value % scale / <double>scale, value % scale / <double>scale,
                        values + WIDTH * value)
        rows += WIDTH * <int>rows_of([group])
        values += WIDTH * size
    return 0


cdef void count(const int16_t* rows, int value, int scale, int16_t* out) noexcept nogil:
    """Fills the rows for one checker, two, ... up to `scale` of them, and for each two more."""
    if value == 0:
        memset(out, 0, WIDTH * sizeof(int16_t))
    else:
        mix(rows + WIDTH * (min(value, scale) - 1), 1, max(value - scale, 0) / 2.0, out)


cdef void mix(const int16_t* rows, float first, float second, int16_t* out) noexcept nogil:
    """Fills the weighted sum of a row and the next one."""
    cdef int k
    if second == 0:
        memcpy(out, rows, WIDTH * sizeof(int16_t))
        return
    for k in range(WIDTH):
        out[k] = <int16_t>max(min(rint(<double>rows[k] * first + <double>rows[WIDTH + k] * second), 32767.0), -32768.0)


cdef int fold(list groups, int16_t* values) except -1:
    """Folds the rows of one and two checkers on a point into the blocks that contain it.

    The sums stay the same, modulo 2**16, with fewer rows.
    """
    cdef int16_t* terms[5]
    cdef int16_t* mine
    cdef int16_t* his
    cdef int16_t* block
    cdef int point, pattern, value, step
    offset = offsets(groups)
    for point in range(1, 25):
        mine, his = values + WIDTH * <int>offset[point], values + WIDTH * <int>offset[51 - point]
        terms[:] = [mine, mine + WIDTH, mine + 2 * WIDTH, his + WIDTH, his + 2 * WIDTH]
        block = values + WIDTH * <int>offset[BLOCK + (point - 1) // 4]
        step = STEPS[(point - 1) % 4]
        for pattern in range(PATTERNS):
            add(block + WIDTH * pattern, terms[pattern // step % 5], 1)
    for point in [*range(1, 25), *range(27, 51)]:
        mine = values + WIDTH * <int>offset[point]
        for value in range(3, 16):
            add(mine + WIDTH * value, mine + 2 * WIDTH, -1)
        memset(mine, 0, 3 * WIDTH * sizeof(int16_t))
    return 0


cdef void add(int16_t* row, const int16_t* other, int sign) noexcept nogil:
    cdef int k
    for k in range(WIDTH):
        row[k] += sign * other[k]
