"""The tables for numbering positions, and the numbering and its inverse for Python."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport popcount
from gamecore.games.checkers.position cimport Checkers

from gamecore.errors import DatabaseError

cdef int ADVANCED_SQUARES = 24           # squares 5-28


cdef void fill_binomials(Row* binomials) noexcept:
    """Fills Pascal's triangle, binomials[n][k] for n = 0..SQUARES."""
    cdef int n, k
    for n in range(SQUARES + 1):
        for k in range(SETS):
            binomials[n][k] = 1 if k == 0 else 0 if n == 0 else binomials[n - 1][k - 1] + binomials[n - 1][k]


cdef void create_slice(Slice* slice, int own_men, int own_kings, int other_men, int other_kings,
                       const Row* binomials) noexcept:
    cdef int back, advanced, empty = SQUARES - own_men - other_men
    slice.own_men, slice.own_kings, slice.other_men, slice.other_kings = own_men, own_kings, other_men, other_kings
    slice.men = 0
    for back in range(16):
        slice.offset[back] = slice.men
        advanced = own_men - popcount(back)
        if advanced >= 0:
            slice.men += binomials[ADVANCED_SQUARES][advanced] * binomials[MEN_SQUARES - advanced][other_men]
    slice.other = binomials[empty - own_kings][other_kings]
    slice.kings = binomials[empty][own_kings] * slice.other
    slice.size = <uint64_t>slice.men * slice.kings


def locate(Checkers position not None):
    """Returns a position's slice (own men, own kings, other's men, other's kings) and its number there.

    Raises
    ------
    DatabaseError
        If one side has no piece, or both together have more than 7.
    """
    cdef Row binomials[SQUARES + 1]
    cdef Slice slice
    cdef Pieces pieces = seen_by_mover(&position.bits)
    counts = (popcount(pieces.own_men), popcount(pieces.own_kings), popcount(pieces.other_men),
              popcount(pieces.other_kings))
    find_slice(&slice, counts, binomials)
    return counts, number_of(&slice, &pieces, binomials)


def position_at(slice, number):
    """Returns the position with a number and Black to move, the inverse of `locate`.

    Raises
    ------
    DatabaseError
        If there is no such slice, or it has no such number.
    """
    cdef Row binomials[SQUARES + 1]
    cdef Slice found
    cdef Pieces pieces
    cdef Checkers position = Checkers.__new__(Checkers)
    find_slice(&found, tuple(slice), binomials)
    if not 0 <= number < found.size:
        raise DatabaseError(f"slice {slice!r} has no position {number!r}; they are 0..{found.size - 1}")
    place(&found, number, &pieces, binomials)
    position.bits.own, position.bits.other = pieces.own_men | pieces.own_kings, pieces.other_men | pieces.other_kings
    position.bits.kings, position.bits.ahead = pieces.own_kings | pieces.other_kings, BLACK
    position.history = ()
    return position


cdef int find_slice(Slice* slice, tuple counts, Row* binomials) except -1:
    if len(counts) != 4 or not any(counts[:2]) or not any(counts[2:]) or min(counts) < 0 or sum(counts) > MAX_PIECES:
        raise DatabaseError(f"there is no slice {counts!r}: each side has a piece, both together at most {MAX_PIECES}")
    fill_binomials(binomials)
    create_slice(slice, counts[0], counts[1], counts[2], counts[3], binomials)
    return 0


def size_of(slice):
    """Returns the number of positions in a slice."""
    cdef Row binomials[SQUARES + 1]
    cdef Slice found
    find_slice(&found, tuple(slice), binomials)
    return found.size
