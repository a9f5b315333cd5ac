"""Endgame databases, which hold the exact result of every position with few pieces, whether it is quiet or not.

A slice (index.pxd) is an array of values, five per byte: v0 + 3 v1 + 9 v2 + 27 v3 + 81 v4.

Values ignore draws by the clock and by repetition. A draw remains a draw under these rules, because a player who cannot
force a win in a game without limit cannot force it in a shorter game. A win remains a win, and a loss remains a loss,
if the next capture or man's move, which resets the clock, comes before the clock runs out. Each slice stores its
longest distance to such a move, which gives `latest_clock`.
"""
from libc.stdint cimport uint8_t, uint64_t

from gamecore.core.bits cimport popcount
from gamecore.games.checkers.endgames.index cimport (SLICES, SQUARES, Pieces, Row, Slice, number_of, seen_by_mover,
                                                     slice_of)
from gamecore.games.checkers.rules cimport CheckersBits

cdef enum:         # Value, for the side to move; an opponent's value is WIN - value
    LOSS = 0
    DRAW = 1
    WIN = 2
    UNKNOWN = 3

cdef enum:
    PACKED = 5                      # values in a byte
    BYTES = 256                     # of which 3 ** PACKED = 243 can occur

cdef struct SliceTable:
    Slice slice
    const uint8_t* packed           # (slice.size + 4) / 5 bytes; NULL: unknown slice
    int latest_clock                # the last clock at which a win or a loss holds; below 0: never

cdef struct Endgames:
    int pieces                      # the largest number of pieces of any known slice
    Row binomials[SQUARES + 1]      # [n][k]: n choose k
    uint8_t digits[BYTES][PACKED]   # the values in a byte
    SliceTable tables[SLICES]       # by name_of


cdef inline int unpack(const Endgames* endgames, const uint8_t* packed, uint64_t number) noexcept nogil:
    return endgames.digits[packed[number // PACKED]][number % PACKED]


cdef inline int value_of(const Endgames* endgames, const SliceTable* table, const Pieces* pieces) noexcept nogil:
    return unpack(endgames, table.packed, number_of(&table.slice, pieces, endgames.binomials))


cdef inline int value_without_clock(const Endgames* endgames, const Pieces* pieces) noexcept nogil:
    """Returns the stored value, or a loss for a player without a piece."""
    cdef const SliceTable* table
    if not pieces.own_men | pieces.own_kings:
        return LOSS
    table = endgames.tables + slice_of(pieces)
    return value_of(endgames, table, pieces) if table.packed != NULL else UNKNOWN


cdef inline int probe(const Endgames* endgames, const CheckersBits* position, bint clocked) noexcept nogil:
    """Returns the position's value, or UNKNOWN.

    `endgames` may be NULL. If `clocked`, only values that hold under all rules of draws are known.
    """
    cdef Pieces pieces
    cdef const SliceTable* table
    cdef int value
    if endgames == NULL or popcount(position.own | position.other) > endgames.pieces:
        return UNKNOWN
    pieces = seen_by_mover(position)
    if not position.own:
        return LOSS
    table = endgames.tables + slice_of(&pieces)
    if table.packed == NULL:
        return UNKNOWN
    value = value_of(endgames, table, &pieces)
    return value if value == DRAW or not clocked or position.clock <= table.latest_clock else UNKNOWN
