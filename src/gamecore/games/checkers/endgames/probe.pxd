"""Endgame databases: who wins with best play, for every position of few pieces. Exact, captures pending or not.

A slice (endgame_index.pxd) is stored as an array of values, five to a byte: v0 + 3 v1 + 9 v2 + 27 v3 + 81 v4.

A value knows no draw by the clock or by repetition. A draw is one under these rules too: who cannot force a win in a game without end
cannot force it in a shorter one. A win or a loss is one too if the way to the next capture or man's move, which sets the clock to 0, ends
before the clock does. Each slice knows its longest way, and so how far the clock may have run (`latest_clock`).
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

cdef struct Table:
    Slice slice
    const uint8_t* packed           # (slice.size + 4) / 5 bytes; NULL: this slice is not there
    int latest_clock                # the clock at which a win or a loss can still be counted on; below 0: never

cdef struct Endgames:
    int pieces                      # the largest number of pieces of any slice that is there
    Row choose[SQUARES + 1]         # binomials
    uint8_t digits[BYTES][PACKED]   # what a byte holds
    Table tables[SLICES]            # by name_of


cdef inline int unpack(const Endgames* endgames, const uint8_t* packed, uint64_t number) noexcept nogil:
    return endgames.digits[packed[number // PACKED]][number % PACKED]


cdef inline int value_of(const Endgames* endgames, const Table* table, const Pieces* pieces) noexcept nogil:
    return unpack(endgames, table.packed, number_of(&table.slice, pieces, endgames.choose))


cdef inline int value_without_clock(const Endgames* endgames, const Pieces* pieces) noexcept nogil:
    """The stored value. Who has no piece left has lost."""
    cdef const Table* table
    if not pieces.own_men | pieces.own_kings:
        return LOSS
    table = endgames.tables + slice_of(pieces)
    return value_of(endgames, table, pieces) if table.packed != NULL else UNKNOWN


cdef inline int probe(const Endgames* endgames, const CheckersBits* position, bint clocked) noexcept nogil:
    """The position's value, or UNKNOWN. Endgames may be NULL. Clocked: only a value that holds under all rules of draws."""
    cdef Pieces pieces
    cdef const Table* table
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
