"""Connect four on 7 columns and 6 rows: two players drop stones in turn, and four in a row win.

A cell is the bit 7 * column + row. The seventh bit of a column stays empty, so that no line wraps over the edge:

     6 13 20 27 34 41 48        row 7, always empty            . . . . . . .
     5 12 19 26 33 40 47        row 6                          . . . . . . .
     4 11 18 25 32 39 46                                       . . . . . . .
     3 10 17 24 31 38 45        "4435":                        . . . . . . .
     2  9 16 23 30 37 44          mask = bits 14 21 22 28      . . . . . . .
     1  8 15 22 29 36 43          own  = bits 14 21            . . . o . . .
     0  7 14 21 28 35 42        row 1, column 1 on the left    . . x x o . .
"""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport lowest, popcount
from gamecore.core.score cimport lost
from gamecore.core.types cimport Key, Move

cdef enum:
    COLUMNS = 7
    ROWS = 6
    HEIGHT = ROWS + 1                   # bits a column

cdef extern from *:
    """
    static const uint64_t gc_four_bottom = 0x0000040810204081;
    static const uint64_t gc_four_board = 0x0000fdfbf7efdfbf;
    static const uint64_t gc_four_top = 0x0000810204081020;
    static const signed char gc_four_lines[49] = {
         3,  4,  5,  5,  4,  3,  0,
         4,  6,  8,  8,  6,  4,  0,
         5,  8, 11, 11,  8,  5,  0,
         7, 10, 13, 13, 10,  7,  0,
         5,  8, 11, 11,  8,  5,  0,
         4,  6,  8,  8,  6,  4,  0,
         3,  4,  5,  5,  4,  3,  0,
    };
    """
    const uint64_t BOTTOM "gc_four_bottom"      # row 1
    const uint64_t BOARD "gc_four_board"        # rows 1..6 of all columns
    const uint64_t TOP "gc_four_top"            # row 6
    const signed char LINES "gc_four_lines"[49] # fours that a cell can be part of, 3..13

cdef struct ConnectFourBits:
    uint64_t own                        # stones of the side to move
    uint64_t mask                       # stones of both sides


cdef inline bint has_four(uint64_t stones) noexcept nogil:
    """Whether there are four in a row, found as pairs of pairs along the column, the two diagonals and the row."""
    cdef uint64_t column = stones & (stones >> 1)
    cdef uint64_t fall   = stones & (stones >> (HEIGHT - 1))
    cdef uint64_t row    = stones & (stones >> HEIGHT)
    cdef uint64_t rise   = stones & (stones >> (HEIGHT + 1))
    return ((column & (column >> 2)) | (fall & (fall >> 2 * (HEIGHT - 1)))
            | (row & (row >> 2 * HEIGHT)) | (rise & (rise >> 2 * (HEIGHT + 1)))) != 0


cdef inline uint64_t along(uint64_t stones, int step) noexcept nogil:
    """Returns the cells that make a four with three stones on a line whose neighbours are `step` bits apart."""
    cdef uint64_t pairs = stones & (stones >> step)
    return (((pairs << 2 * step) & ((stones << 3 * step) | (stones >> step)))        # the cell just above two stones
            | ((pairs >> step) & ((stones >> 3 * step) | (stones << step))))         # ... just below two


cdef inline uint64_t winning_cells(uint64_t stones, uint64_t mask) noexcept nogil:
    """Returns the empty cells, whether within reach or not, that would complete a four of these stones."""
    cdef uint64_t column = (stones << 1) & (stones << 2) & (stones << 3)
    return (column | along(stones, HEIGHT - 1) | along(stones, HEIGHT) | along(stones, HEIGHT + 1)) & BOARD & ~mask


cdef inline uint64_t playable(const ConnectFourBits* position) noexcept nogil:
    """Returns the lowest empty cell of each column that has one."""
    return (position.mask + BOTTOM) & BOARD


cdef inline int legal_moves(const ConnectFourBits* position, Move* moves) noexcept nogil:
    """Fills the legal moves, each the cell that it fills as a bit, by columns from left to right."""
    cdef uint64_t cells = playable(position)
    cdef int n = 0
    while cells:
        moves[n] = cells & -cells
        cells &= cells - 1
        n += 1
    return n


cdef inline int count_moves(const ConnectFourBits* position) noexcept nogil:
    return popcount(playable(position))


cdef inline uint64_t ending_moves(const ConnectFourBits* position) noexcept nogil:
    """Returns the cells within reach that end the game: cells that complete a four, or the last empty cell."""
    cdef uint64_t cells = playable(position)
    return cells if position.mask | cells == BOARD and cells & (cells - 1) == 0 else cells & winning_cells(
        position.own, position.mask)


cdef inline uint64_t count_two_plies(const ConnectFourBits* position) noexcept nogil:
    """Returns the number of lines of two plies. After a move there are as many replies as moves, or one fewer if it
    fills row 6.
    """
    cdef uint64_t cells = playable(position), others = cells & ~ending_moves(position)
    return popcount(others) * popcount(cells) - popcount(others & TOP)


cdef inline void play(const ConnectFourBits* position, Move move, ConnectFourBits* child) noexcept nogil:
    child.own = position.own ^ position.mask
    child.mask = position.mask | move


cdef inline bint is_over(const ConnectFourBits* position) noexcept nogil:
    return has_four(position.own ^ position.mask) or position.mask == BOARD


cdef inline int final_score(const ConnectFourBits* position, int ply) noexcept nogil:
    """Returns a loss if the player who just moved has four in a row, or 0 if the board is full."""
    return lost(ply) if has_four(position.own ^ position.mask) else 0


cdef inline Key key(const ConnectFourBits* position) noexcept nogil:
    """Returns a key that differs for every position: the carry marks the top of each column above the own stones."""
    return position.own + position.mask + BOTTOM


cdef inline int column_of(Move move) noexcept nogil:
    """Returns the column, 0..6 from the left."""
    return lowest(move) // HEIGHT


cdef inline int history_slot(const ConnectFourBits* position, Move move) noexcept nogil:
    """Returns the history index, from the cell and the side to move."""
    return lowest(move) | (popcount(position.mask) & 1) << 6


cdef inline void fill_hints(const ConnectFourBits* position, const Move* moves, int n, int64_t* hints) noexcept nogil:
    """Ranks a four first, then a forced reply, new threats, and lines through the cell; a move below the opponent's
    winning cell comes last. Moves and hints have room for n + 1."""
    cdef uint64_t own = position.own, mask = position.mask, threats
    cdef uint64_t wins = winning_cells(own, mask), other_wins = winning_cells(own ^ mask, mask)
    cdef int i
    for i in range((n + 1) & ~1):            # an even number, so that compilers take two at a time
        hints[i] = winning_cells(own | moves[i], mask)
    for i in range(n):
        if (wins | other_wins) & moves[i]:
            hints[i] = 4000 if wins & moves[i] else 2000
        else:
            threats = hints[i]
            hints[i] = (16 * popcount(threats) + 32 * popcount(threats & ((mask | moves[i]) + BOTTOM))
                        + 2 * LINES[lowest(moves[i])] - 1000 * ((other_wins & (moves[i] << 1)) != 0))
