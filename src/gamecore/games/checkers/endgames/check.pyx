"""A check of endgame databases against the rules: a position's value is that of its best successor.

The check uses the rules' move generator, which the retrograde analysis does not.
"""
from libc.stdint cimport uint64_t

from gamecore.core.types cimport MAX_MOVES, Move
from gamecore.games.checkers.endgames.databases cimport Databases
from gamecore.games.checkers.endgames.index cimport Pieces, place, seen_by_mover
from gamecore.games.checkers.endgames.probe cimport (LOSS, UNKNOWN, WIN, Endgames, SliceTable, unpack,
                                                     value_without_clock)
from gamecore.games.checkers.rules cimport BLACK, CheckersBits, legal_moves, play

from gamecore.errors import DatabaseError


cdef int best_successor(const Endgames* endgames, const Pieces* pieces) noexcept nogil:
    """Returns the value of a position from its successors, or UNKNOWN if the value of a successor is unknown."""
    cdef Move moves[MAX_MOVES]
    cdef CheckersBits position, child
    cdef Pieces seen
    cdef int n, i, value, best = LOSS
    position.own, position.other = pieces.own_men | pieces.own_kings, pieces.other_men | pieces.other_kings
    position.kings, position.ahead, position.clock = pieces.own_kings | pieces.other_kings, BLACK, 0
    n = legal_moves(&position, moves)
    for i in range(n):
        play(&position, moves[i], &child)
        seen = seen_by_mover(&child)
        value = value_without_clock(endgames, &seen)
        if value == UNKNOWN:
            return UNKNOWN
        best = max(best, WIN - value)
    return best


cdef uint64_t check(const Endgames* endgames, const SliceTable* table, uint64_t first, uint64_t last, uint64_t step,
                    uint64_t* counts) noexcept nogil:
    """Counts the values of positions `first` to `last`, and compares every `step`-th of them.

    Returns the first number whose value does not follow from the values of the successors, or `last`.
    """
    cdef uint64_t number
    cdef Pieces pieces
    cdef int value
    for number in range(first, last):
        value = unpack(endgames, table.packed, number)
        counts[value] += 1
        if number % step == 0:
            place(&table.slice, number, &pieces, endgames.binomials)
            if best_successor(endgames, &pieces) != value:
                return number
    return last


def check_values(Databases databases not None, tuple slice not None, uint64_t first, uint64_t last, uint64_t step):
    """Counts the values `first` to `last` - 1 of a slice, and compares every `step`-th of them with its successors.

    Returns
    -------
    wrong : int or None
        The number of the first position whose value differs from that of its best successor, or whose successors are
        not all known.
    counts : tuple of int
        The numbers of losses, draws and wins.

    Raises
    ------
    DatabaseError
        If the slice is missing.
    """
    cdef SliceTable* table = databases.table(slice)
    cdef uint64_t counts[UNKNOWN + 1]
    cdef uint64_t end
    counts[:] = [0, 0, 0, 0]
    if table.packed == NULL or step < 1:
        raise DatabaseError(f"no values of slice {slice} to check, each {step}-th of them")
    last = min(last, table.slice.size)
    with nogil:
        end = check(databases.endgames, table, first, last, step, counts)
    return end if end < last else None, (counts[0], counts[1], counts[2])
