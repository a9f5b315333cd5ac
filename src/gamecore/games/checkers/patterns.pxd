"""The fitted evaluation of checkers: weights for the contents of groups of neighbouring squares.

A block is four rows of two squares. Nine cover the board and overlap: `place` 3 * k + c begins in row 2 * k and in
column c. The layout of the board makes the eight squares of a block a byte after two shifts. Its bits, here of place 0:

    rows 0, 1    bits 0 1 | 4 5        . 0 . 1 . . . .     A turn of the board by 180 degrees takes the block at
    rows 2, 3    bits 2 3 | 6 7        4 . 5 . . . . .     place p to place 8 - p and reverses its byte. Black's half
                                       . 2 . 3 . . . .     mirrors White's, so both share a table of weights, and the
                                       6 . 7 . . . . .     evaluation is fair by construction.

For men, each block is a number of base 3 (empty, own man, other's man); kings count as empty. For kings, the upper
three rows of the block and its lower three rows are numbers of base 5 (empty, own man, other's man, own king, other's
king), which are used if a king is in them. There are three further terms: the differences of men and of kings; their
balance, since a first king is worth more than a fourth, and an extra man is worth more if there are few kings; and `the
move`, which tells which side is the last to run out of free steps (the opposition).

Each weight, and each sum of weights, is a pair in one word, 65536 * full + empty, for a full and for an empty board.
CheckersPatterns ensures that both halves fit into 16 bits. The score is interpolated by the number of pieces.
"""
from libc.stdint cimport int16_t, int32_t, uint16_t, uint64_t

from gamecore.core.bits cimport popcount
from gamecore.core.weights cimport StoredWeights
from gamecore.games.checkers.rules cimport BLACK, CheckersBits

cdef enum:
    BLOCKS = 9
    MEN_TABLES = 5                      # of places 0..4, rotated for 5..8; place 4 is its own rotation and counts twice
    MEN_ENTRIES = 6561                  # 3 ** 8
    KING_TABLES = 9
    KING_ENTRIES = 15625                # 5 ** 6
    FIRST_KING = MEN_TABLES * MEN_ENTRIES
    ENTRIES = FIRST_KING + KING_TABLES * KING_ENTRIES
    MOST_PIECES = 24
    MOST_AHEAD = 3                      # men: beyond it the balance does not change
    MOST_KINGS = 3                      # of one side that the balance distinguishes
    BALANCES = (2 * MOST_AHEAD + 1) * (MOST_KINGS + 1) * (MOST_KINGS + 1)
    UNIT = 4                            # of a weight: a score is in 1/100 of a logit, a weight in quarters of that

cdef extern from *:
    """
    static const uint64_t gc_patterns_pairs = 0x198cc6633;     /* bits 0 1 4 5 of every two rows */
    static const uint64_t gc_patterns_even_rows = 0x0783c1e0f;
    """
    const uint64_t PAIRS "gc_patterns_pairs"
    const uint64_t EVEN_ROWS "gc_patterns_even_rows"           # rows 0, 2, 4 and 6

cdef struct Patterns:
    uint16_t ternary[256]               # a byte's bits as digits of base 3, the lowest first
    uint16_t ternary_reversed[256]      # ... of the byte from its other end
    uint16_t quinary[64]                # six bits as digits of base 5
    uint16_t quinary_reversed[64]
    int32_t entries[ENTRIES]            # the tables of men, then those of kings: pairs of int16
    int32_t man, king                   # pairs: the value of one more
    int32_t balance[BALANCES]           # pairs, for the side to move
    int16_t move[MOST_PIECES + 1][2]    # by the number of pieces, and whether the side to move has the move

cdef struct BoardView:                  # the board as Black sees it
    uint64_t black, white, kings
    int black_men, black_kings, white_men, white_kings     # how many

cdef struct KingEntries:                # of kings in a position: those to add, those to subtract
    int plus[BLOCKS]
    int minus[BLOCKS]
    int n_plus
    int n_minus


cdef inline int pair(int full, int empty) noexcept nogil:
    return 65536 * full + empty


cdef inline int half(int pair, int phase) noexcept nogil:
    """Returns the first or the second of a pair, which may be a sum."""
    return <int16_t>(pair & 0xffff) if phase else (pair + 0x8000) >> 16


cdef inline BoardView view_of(const CheckersBits* position) noexcept nogil:
    cdef BoardView view
    cdef bint black = position.ahead == BLACK
    view.black = position.own if black else position.other
    view.white = position.other if black else position.own
    view.kings = position.kings
    view.black_men, view.black_kings = popcount(view.black & ~view.kings), popcount(view.black & view.kings)
    view.white_men, view.white_kings = popcount(view.white & ~view.kings), popcount(view.white & view.kings)
    return view


cdef inline uint64_t pack(uint64_t squares, int column) noexcept nogil:
    """Returns the bytes of the three blocks that begin in this column, at bits 0, 9 and 18."""
    squares = squares >> column & PAIRS
    return squares | squares >> 7


cdef inline int byte_at(uint64_t packed, int row) noexcept nogil:
    return packed >> 9 * row & 0xff


cdef inline int men_index(const uint16_t* digits, int own, int other) noexcept nogil:
    return digits[own] + 2 * digits[other]


cdef inline int king_index(const uint16_t* digits, int own, int other, int kings) noexcept nogil:
    return digits[own] + 2 * digits[other] + 2 * digits[kings]


cdef inline void list_men(const Patterns* patterns, const BoardView* view, int* plus, int* minus) noexcept nogil:
    """Lists the pattern entries of men, MEN_TABLES to add and as many to subtract."""
    cdef uint64_t black, white
    cdef int column, row, place, own, other
    for column in range(3):
        black = pack(view.black & ~view.kings, column)
        white = pack(view.white & ~view.kings, column)
        for row in range(3):
            place = 3 * row + column
            own, other = byte_at(black, row), byte_at(white, row)
            if place < MEN_TABLES:
                plus[place] = place * MEN_ENTRIES + men_index(patterns.ternary, own, other)
            if 8 - place < MEN_TABLES:
                minus[8 - place] = (8 - place) * MEN_ENTRIES + men_index(patterns.ternary_reversed, other, own)


cdef inline int sum_kings(const Patterns* patterns, const BoardView* view, KingEntries* entries) noexcept nogil:
    """Adds the entries of the kings' tables for all groups of three rows that contain a king. Fills `entries` unless it
    is NULL."""
    cdef uint64_t black, white, packed
    cdef int column, row, place, own, other, kings, entry, sum = 0
    for column in range(3):
        packed = pack(view.kings, column)
        black, white = pack(view.black, column), pack(view.white, column)
        for row in range(3):
            kings = byte_at(packed, row)
            if kings == 0:
                continue
            place = 3 * row + column
            own, other = byte_at(black, row), byte_at(white, row)
            if kings & 0x3f:
                entry = FIRST_KING + place * KING_ENTRIES + king_index(patterns.quinary, own & 0x3f, other & 0x3f,
                                                                       kings & 0x3f)
                sum += patterns.entries[entry]
                if entries != NULL:
                    entries.plus[entries.n_plus] = entry
                    entries.n_plus += 1
            if kings >> 2:
                entry = FIRST_KING + (8 - place) * KING_ENTRIES + king_index(patterns.quinary_reversed, other >> 2,
                                                                             own >> 2, kings >> 2)
                sum -= patterns.entries[entry]
                if entries != NULL:
                    entries.minus[entries.n_minus] = entry
                    entries.n_minus += 1
    return sum


cdef inline int has_move(const CheckersBits* position) noexcept nogil:
    """Whether an odd number of pieces stands on the first, third, fifth and seventh rows of the side to move.

    A step moves a piece between these rows and the other rows, and passes the turn, so the same side keeps `the move`
    until a capture. In an ending this side can make the last step.
    """
    cdef uint64_t pieces = position.own | position.other
    return popcount(pieces & EVEN_ROWS if position.ahead == BLACK else pieces & ~EVEN_ROWS) & 1


cdef inline int balance_index(int ahead, int own_kings, int other_kings) noexcept nogil:
    """Returns the index of a balance, given the men ahead and the kings of either side."""
    ahead = max(min(ahead, MOST_AHEAD), -MOST_AHEAD) + MOST_AHEAD
    return (ahead * (MOST_KINGS + 1) + min(own_kings, MOST_KINGS)) * (MOST_KINGS + 1) + min(other_kings, MOST_KINGS)


cdef inline int balance_of(const BoardView* view, bint black) noexcept nogil:
    """Returns the entry of the balance for the side to move."""
    cdef int ahead = view.black_men - view.white_men
    return balance_index(ahead if black else -ahead, view.black_kings if black else view.white_kings,
                         view.white_kings if black else view.black_kings)


cdef inline int sum_of(const Patterns* patterns, const BoardView* view) noexcept nogil:
    """Returns the pair of the weights that both sides share, for Black."""
    cdef int plus[MEN_TABLES]
    cdef int minus[MEN_TABLES]
    cdef int sum, i
    sum = patterns.man * (view.black_men - view.white_men) + patterns.king * (view.black_kings - view.white_kings)
    list_men(patterns, view, plus, minus)
    for i in range(MEN_TABLES):
        sum += patterns.entries[plus[i]] - patterns.entries[minus[i]]
    return sum + sum_kings(patterns, view, NULL) if view.kings else sum


cdef inline int total(const CheckersBits* position, const Patterns* patterns) noexcept nogil:
    """Returns the score for the side to move, in 1/(MOST_PIECES * UNIT) of 1/100 of a logit."""
    cdef BoardView view = view_of(position)
    cdef bint black = position.ahead == BLACK
    cdef int sum = sum_of(patterns, &view), pieces
    sum = (sum if black else -sum) + patterns.balance[balance_of(&view, black)]
    pieces = view.black_men + view.black_kings + view.white_men + view.white_kings
    return (half(sum, 0) * pieces + half(sum, 1) * (MOST_PIECES - pieces)
            + MOST_PIECES * patterns.move[pieces][has_move(position)])


cdef class CheckersPatterns(StoredWeights):
    cdef Patterns* patterns

    cdef int read_weights(self, object words) except -1
