"""The networks of a file, expanded in memory to one row for each value of the groups (shape.py).

Training fits the same terms.
"""
from libc.math cimport rint
from libc.stdint cimport int16_t, int32_t
from libc.string cimport memcpy, memset

from gamecore.games.backgammon.shape import BLOCK, TERMS, offsets, rows_of

cdef enum:
    PATTERNS = 625                      # 5 ** 4 contents of four points: none, one or two checkers of either side

cdef int[4] STEPS = [1, 5, 25, 125]


def shapes_of(names, groups, outputs):
    """Returns the name, shape and type of each array in a file whose networks have these groups."""
    parts = (("rows", (rows_of(groups), WIDTH), "<i2"), ("bias", (WIDTH,), "<i2"),
             ("weights", (outputs, WIDTH), "<i2"), ("biases", (outputs,), "<i4"))
    return [(f"{name} {part}", *of) for name in names for part, *of in parts]


cdef const int16_t* read_layers(list groups, int outputs, const int16_t* words, int16_t* rows, int16_t* bias,
                                int16_t* weights, int32_t* biases) except NULL:
    """Fills a network from the words of a file; returns the address of the next network's words."""
    expand(groups, words, rows)
    words += WIDTH * <int>rows_of(groups)
    memcpy(bias, words, WIDTH * sizeof(int16_t))
    words += WIDTH
    memcpy(weights, words, outputs * WIDTH * sizeof(int16_t))
    words += outputs * WIDTH
    memcpy(biases, words, outputs * sizeof(int32_t))
    return words + 2 * outputs


cdef int expand(list groups, const int16_t* rows, int16_t* values) except -1:
    """Writes a row for each value of each group."""
    cdef int value, row, size
    cdef float first, second
    for group in groups:
        size = group.size
        if group.kind == "each":
            memcpy(values, rows, size * WIDTH * sizeof(int16_t))
        else:
            for value in range(size):
                (row, first), (_, second) = [*TERMS[group.kind](value, group.scale), (0, 0), (0, 0)][:2]
                mix(rows + WIDTH * row, first, second, values + WIDTH * value)
        rows += WIDTH * <int>rows_of([group])
        values += WIDTH * size
    return 0


cdef void mix(const int16_t* rows, float first, float second, int16_t* out) noexcept nogil:
    """Fills the weighted sum of a row and the next one, rounded and clipped to 16 bits."""
    cdef int k
    for k in range(WIDTH):
        out[k] = <int16_t>max(min(rint(<double>rows[k] * first + <double>rows[WIDTH + k] * second), 32767.0), -32768.0)


cdef int fold(list groups, int16_t* values) except -1:
    """Folds the rows of one and two checkers on a point into the rows of the blocks that contain the point.

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
