"""Slices of English draughts, and each position's number within its slice.

A slice is all positions with given numbers of men and kings per side. The side to move is always Black; positions with
White to move are rotated, and their colours are exchanged. In slice "1202" the side to move has 1 man and 2 kings, and
the opponent has no man and 2 kings. The positions of a slice are numbered 0, 1, 2, ... without a gap:

    number = (the men's number) * (placements of the kings for given men) + (the kings' number)

So a king's step changes only the last term, and all positions with equal men, a block, are adjacent. The squares that a
set may occupy are its room. Sets of k squares are numbered in the order of their highest squares, then of the next
lower ones (colexicographic order): the set s_1 < s_2 < ... < s_k, whose squares are counted from 0 within the room, has
the number C(s_1, 1) + C(s_2, 2) + ... + C(s_k, k).

Men never stand on their crown row, so the squares for the other side's men, 5-32, are reduced only by own men that have
left squares 1-4. So own men on squares 1-4 come first, and `offset` is the first number of each of their 16 subsets.
"""
from libc.stdint cimport uint32_t, uint64_t

from gamecore.core.bits cimport lowest, popcount, reverse
from gamecore.games.checkers.rules cimport BLACK, BOARD, CheckersBits

cdef enum:
    MAX_PIECES = 7                      # of both sides
    SETS = MAX_PIECES + 1               # sizes of a set: 0..MAX_PIECES
    SQUARES = 32
    MEN_SQUARES = 28                    # where a man of either side may stand
    TURN_SHIFT = 29                     # of 64 reversed bits, to keep the board's 35
    SLICES = 8 * 8 * 8 * 8              # slice names: four octal digits

cdef extern from *:
    """
    static const uint64_t gc_endgame_back_row = 0x00000000f;
    static const uint64_t gc_endgame_other_men = 0x7fbfdfef0;
    """
    const uint64_t BACK_ROW "gc_endgame_back_row"           # squares 1-4: own men may stand there, the other's may not
    const uint64_t OTHER_MEN "gc_endgame_other_men"         # squares 5-32

cdef struct Pieces:                     # a position seen from the side to move, which plays up the board as Black does
    uint64_t own_men
    uint64_t own_kings
    uint64_t other_men
    uint64_t other_kings

cdef struct Slice:
    int own_men                         # how many of each, 0..MAX_PIECES
    int own_kings
    int other_men
    int other_kings
    uint32_t offset[16]                 # the first number of the men, for each subset of own men on squares 1-4
    uint32_t men                        # placements of all men
    uint32_t kings                      # placements of the kings beside given men
    uint32_t other                      # placements of the other's kings beside all other pieces
    uint64_t size                       # positions: men * kings

ctypedef uint32_t[SETS] Row             # of binomials: C(n, 0), C(n, 1), ...


cdef inline uint64_t rotated(uint64_t squares) noexcept nogil:
    """Returns the squares on the board rotated by 180 degrees, where 1 becomes 32."""
    return reverse(squares) >> TURN_SHIFT


cdef inline Pieces seen_by_mover(const CheckersBits* position) noexcept nogil:
    cdef uint64_t own = position.own, other = position.other, kings = position.kings
    cdef Pieces pieces
    if position.ahead != BLACK:
        own, other, kings = rotated(own), rotated(other), rotated(kings)
    pieces.own_men   = own   & ~kings
    pieces.own_kings = own   & kings
    pieces.other_men   = other & ~kings
    pieces.other_kings = other & kings
    return pieces


cdef inline Pieces seen_by_other(const Pieces* pieces) noexcept nogil:
    cdef Pieces other
    other.own_men,   other.own_kings   = rotated(pieces.other_men), rotated(pieces.other_kings)
    other.other_men, other.other_kings = rotated(pieces.own_men),   rotated(pieces.own_kings)
    return other


cdef inline int name_of(int own_men, int own_kings, int other_men, int other_kings) noexcept nogil:
    """Returns a slice's four counts as octal digits."""
    return own_men << 9 | own_kings << 6 | other_men << 3 | other_kings


cdef inline int slice_of(const Pieces* pieces) noexcept nogil:
    return name_of(popcount(pieces.own_men), popcount(pieces.own_kings), popcount(pieces.other_men),
                   popcount(pieces.other_kings))


cdef inline uint32_t number_of_set(uint64_t squares, uint64_t room, const Row* binomials) noexcept nogil:
    """Returns the number of a set of squares among all sets of its size within a room."""
    cdef uint32_t number = 0
    cdef int k = 0
    while squares:
        k += 1
        number += binomials[popcount(room & ((squares & -squares) - 1))][k]
        squares &= squares - 1
    return number


cdef inline uint32_t number_of_men(const Slice* slice, uint64_t own_men, uint64_t other_men,
                                   const Row* binomials) noexcept nogil:
    cdef uint64_t advanced = own_men & ~BACK_ROW
    return (slice.offset[own_men & BACK_ROW]
            + (number_of_set(advanced, OTHER_MEN, binomials)
               * binomials[MEN_SQUARES - popcount(advanced)][slice.other_men])
            + number_of_set(other_men, OTHER_MEN & ~own_men, binomials))


cdef inline uint32_t number_of_kings(const Slice* slice, uint64_t own_kings, uint64_t other_kings, uint64_t room,
                                     const Row* binomials) noexcept nogil:
    """Returns the number of the placement of the kings on the squares without men."""
    return (number_of_set(own_kings, room, binomials) * slice.other
            + number_of_set(other_kings, room & ~own_kings, binomials))


cdef inline uint64_t number_of(const Slice* slice, const Pieces* pieces, const Row* binomials) noexcept nogil:
    """Returns the position's number in its slice, 0..size-1."""
    return (<uint64_t>number_of_men(slice, pieces.own_men, pieces.other_men, binomials) * slice.kings
            + number_of_kings(slice, pieces.own_kings, pieces.other_kings, BOARD & ~(pieces.own_men | pieces.other_men),
                              binomials))


cdef inline uint64_t first_set(int k, uint64_t room) noexcept nogil:
    """Returns set number 0: the k lowest squares of the room."""
    cdef uint64_t rest = room
    for _ in range(k):
        rest &= rest - 1
    return room ^ rest


cdef inline uint64_t next_set(uint64_t squares, uint64_t room) noexcept nogil:
    """Returns the set with the next number.

    The function adds 1 to a number whose digits are the squares of the room. Squares outside the room are filled, so
    that they pass the carry on, and the bits that the carry cleared are set again at the lowest squares.
    """
    cdef uint64_t carried = ((squares | ~room) + (squares & -squares)) & room
    return carried | first_set(popcount(squares) - popcount(carried), room)


cdef inline uint64_t set_of(uint32_t number, int k, uint64_t room, const Row* binomials) noexcept nogil:
    """Returns the inverse of number_of_set."""
    cdef uint64_t squares = 0
    cdef int place = popcount(room)
    while k:
        place -= 1
        while binomials[place][k] > number:
            place -= 1
        number -= binomials[place][k]
        squares |= square_of(place, room)
        k -= 1
    return squares


cdef inline uint64_t square_of(int place, uint64_t room) noexcept nogil:
    """Returns the square of the set `room` that has exactly `place` lower squares in this set."""
    for _ in range(place):
        room &= room - 1
    return room & -room


cdef inline void place_men(const Slice* slice, uint32_t number, Pieces* pieces, const Row* binomials) noexcept nogil:
    """Computes the inverse of number_of_men."""
    cdef int back = 0, i, advanced
    cdef uint32_t others
    for i in range(1, 16):
        if popcount(i) <= slice.own_men and slice.offset[i] <= number:
            back = i
    advanced = slice.own_men - popcount(back)
    others = binomials[MEN_SQUARES - advanced][slice.other_men]
    number -= slice.offset[back]
    pieces.own_men = back | set_of(number // others, advanced, OTHER_MEN, binomials)
    pieces.other_men = set_of(number % others, slice.other_men, OTHER_MEN & ~pieces.own_men, binomials)


cdef inline void place(const Slice* slice, uint64_t number, Pieces* pieces, const Row* binomials) noexcept nogil:
    """Computes the inverse of number_of."""
    cdef uint32_t kings = number % slice.kings
    cdef uint64_t room
    place_men(slice, number // slice.kings, pieces, binomials)
    room = BOARD & ~(pieces.own_men | pieces.other_men)
    pieces.own_kings = set_of(kings // slice.other, slice.own_kings, room, binomials)
    pieces.other_kings = set_of(kings % slice.other, slice.other_kings, room & ~pieces.own_kings, binomials)


cdef void fill_binomials(Row* binomials) noexcept
cdef void create_slice(Slice* slice, int own_men, int own_kings, int other_men, int other_kings,
                       const Row* binomials) noexcept
