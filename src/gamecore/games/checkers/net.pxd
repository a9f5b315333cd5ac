"""A network that corrects the score of the patterns, for formations larger than a block.

The board is turned so that the side to move is Black. The four squares of each of its eight rows, empty or with a man
of either side, are a number of base 3, which selects a row of weights. Each king, whose square counts as empty here,
has its own row of weights. The sum of these rows is the input of HIDDEN units, clipped to [0, 1] and squared; the
output is their weighted sum, in 1/100 of a logit. The arithmetic is in integers, so every machine finds the same score.
"""
from libc.stdint cimport int16_t, int32_t, uint64_t

from gamecore.core.bits cimport lowest, popcount
from gamecore.core.weights cimport StoredWeights
from gamecore.games.checkers.patterns cimport MOST_PIECES, UNIT, CheckersPatterns, Patterns, total
from gamecore.games.checkers.rules cimport BLACK, CheckersBits

cdef extern from "gamecore/games/checkers/net.h" nogil:
    enum:
        HIDDEN "GC_NET_HIDDEN"
        LEVEL "GC_NET_LEVEL"
    ctypedef struct WeightRow "gc_net_row":
        int16_t weights[HIDDEN]
    void add_rows "gc_net_add"(WeightRow* sum, const WeightRow* const* rows, int n)
    int32_t net_sum "gc_net_sum"(const WeightRow* const* rows, const WeightRow* outputs)

cdef enum:
    BOARD_ROWS = 8
    ROW_ENTRIES = 81                    # 3 ** 4
    BOARD_BITS = 35
    LEAST_PIECES = 8                    # with fewer, the patterns alone: the network was not trained on them
    OUTPUT_SHIFT = 18                   # the outputs' sum is in 2 ** -18 of 1/100 of a logit

cdef struct Net:
    WeightRow rows[BOARD_ROWS][ROW_ENTRIES]   # inputs of hidden units, in 1/LEVEL; the first row's with biases
    WeightRow kings[2][BOARD_BITS]      # own kings, the other side's
    WeightRow outputs                   # in 2 ** -18 of 1/100 of a logit, for a square in 1/LEVEL ** 2


cdef inline int correction(const Net* net, const Patterns* patterns, const CheckersBits* position) noexcept nogil:
    """Returns the network's correction for the side to move, in 1/100 of a logit."""
    cdef const WeightRow* rows[BOARD_ROWS]
    cdef WeightRow with_kings
    cdef uint64_t own = position.own & ~position.kings, other = position.other & ~position.kings
    cdef int row, shift
    if position.ahead == BLACK:
        for row in range(BOARD_ROWS):
            shift = 4 * row + row // 2
            rows[row] = (net.rows[row]
                         + patterns.ternary[own >> shift & 15] + 2 * patterns.ternary[other >> shift & 15])
    else:
        own, other = own << 4, other << 4        # the upper half of a byte, turned, is its lower half
        for row in range(BOARD_ROWS):
            shift = 4 * row + row // 2
            rows[row] = (net.rows[BOARD_ROWS - 1 - row] + patterns.ternary_reversed[own >> shift & 0xf0]
                         + 2 * patterns.ternary_reversed[other >> shift & 0xf0])
    if position.kings:
        with_kings = rows[0][0]
        add_kings(&with_kings, net, position)
        rows[0] = &with_kings
    return net_sum(rows, &net.outputs) >> OUTPUT_SHIFT


cdef inline void add_kings(WeightRow* sum, const Net* net, const CheckersBits* position) noexcept nogil:
    """Adds the kings' rows."""
    cdef const WeightRow* rows[MOST_PIECES]
    cdef uint64_t kings = position.kings
    cdef int n = 0, square, side
    while kings:
        square = lowest(kings)
        side = position.other >> square & 1
        rows[n] = &net.kings[side][square if position.ahead == BLACK else BOARD_BITS - 1 - square]
        n += 1
        kings &= kings - 1
    add_rows(sum, rows, n)


cdef inline bint applies(const CheckersBits* position) noexcept nogil:
    """Whether the network was trained on positions of this kind."""
    return popcount(position.own | position.other) >= LEAST_PIECES


cdef inline int evaluate(const CheckersBits* position, const Patterns* patterns, const Net* net) noexcept nogil:
    """Returns the patterns' score, corrected unless `net` is NULL, for the side to move, in 1/100 of a logit."""
    cdef int sum = total(position, patterns)
    if net != NULL and applies(position):
        sum += MOST_PIECES * UNIT * correction(net, patterns, position)
    return sum // (MOST_PIECES * UNIT)


cdef class CheckersNet(StoredWeights):
    cdef Net* net
    cdef readonly CheckersPatterns patterns

    cdef int read_weights(self, object words) except -1
