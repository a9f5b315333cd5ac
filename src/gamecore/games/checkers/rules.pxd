"""English draughts (American checkers) on the 32 dark squares of an 8 x 8 board.

A square is a bit. A gap after every eighth square makes all steps alike: a diagonal neighbour is 4 or 5 bits away, and
a step over the edge ends in a gap or beyond the board, never on a square. Black moves towards higher bits, White
towards lower ones:

    squares                          bits                             "B:W18,24,K31:B2,14,K20"
       1   2   3   4                    0   1   2   3                     .   b   .   .
     5   6   7   8                    4   5   6   7       gap  8        .   .   .   .
       9  10  11  12                    9  10  11  12                     .   .   .   .
    13  14  15  16                   13  14  15  16       gap 17        .   b   .   .
      17  18  19  20                   18  19  20  21                     .   w   .   B
    21  22  23  24                   22  23  24  25       gap 26        .   .   .   w
      25  26  27  28                   27  28  29  30                     .   .   .   .
    29  30  31  32                   31  32  33  34       gaps 35..     .   .   W   .

    own   = bits 1 14 21     Black is to move; 14x23 jumps from bit 14 over 19 to 24: two steps of 5
    other = bits 19 25 33    (and 20x27 from bit 21 over 25 to 29: two steps of 4)
    kings = bits 21 33

Numbers such as 1.18 are paragraphs of the WCDF Rules of Draughts, which docs/rules/checkers.md lists.
"""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport lowest, mix64, popcount, popcount_both, unlikely
from gamecore.core.score cimport lost
from gamecore.core.types cimport Key, Move

cdef enum:
    BLACK = 1                           # the sign of a side's steps: ahead * 4 and ahead * 5 bits
    WHITE = -1
    DRAW_CLOCK = 80                     # plies without a capture or a man's move: 40 moves of each side
    CYCLE = 4                           # jumps: the shortest cycle back to a square already visited
    RETURN = 4                          # plies: a position recurs after this number, or a multiple
    TO_SHIFT = 6                        # bits of a Move: 0..5 the first square, 6..11 the last,
    CAPTURED_SHIFT = 12                 # ... 12..46 the squares captured
    INDEX = 63
    FIRST_INNER = 4                     # the bits of squares 5 and 28: between them
    LAST_INNER = 30                     # ... is not a king-row

cdef extern from *:
    """
    static const uint64_t gc_checkers_board = 0x7fbfdfeff;
    static const uint64_t gc_checkers_crown_rows = 0x78000000f;
    """
    const uint64_t BOARD "gc_checkers_board"               # the 32 squares
    const uint64_t CROWN_ROWS "gc_checkers_crown_rows"     # squares 1-4, for White, and 29-32, for Black

cdef struct CheckersBits:
    uint64_t own                        # men and kings of the side to move
    uint64_t other                      # men and kings of the opponent
    uint64_t kings                      # of both
    int ahead                           # the side to move: BLACK or WHITE
    int clock                           # plies since the latest capture or man's move


cdef inline uint64_t step(uint64_t squares, int by) noexcept nogil:
    """Returns the neighbours in one direction, where `by` is 4, 5, -4 or -5."""
    return squares << by if by > 0 else squares >> -by


cdef inline uint64_t landings(uint64_t pieces, uint64_t other, uint64_t empty, int by) noexcept nogil:
    """Returns the landing squares. 1.18: a jump goes over an adjacent opponent to the empty square beyond."""
    return step(step(pieces, by) & other, by) & empty


cdef inline uint64_t ends_of(uint64_t pieces, uint64_t other, uint64_t empty, int by, bint jumps) noexcept nogil:
    return landings(pieces, other, empty, by) if jumps else step(pieces, by) & empty


cdef inline uint64_t all_landings(uint64_t pieces, uint64_t kings, uint64_t other, uint64_t empty,
                                  int ahead) noexcept nogil:
    """Returns the squares where jumps may end. 1.18: a man jumps forward only. 1.21: a king jumps backward too."""
    return (landings(pieces, other, empty, 4 * ahead) | landings(pieces, other, empty, 5 * ahead)
            | landings(kings, other, empty, -4 * ahead) | landings(kings, other, empty, -5 * ahead))


cdef inline uint64_t empty_squares(const CheckersBits* position) noexcept nogil:
    return BOARD & ~(position.own | position.other)


cdef inline bint is_quiet(const CheckersBits* position) noexcept nogil:
    cdef uint64_t kings = position.own & position.kings, empty = empty_squares(position)
    if position.ahead == BLACK:
        return not all_landings(position.own, kings, position.other, empty, BLACK)
    return not all_landings(position.own, kings, position.other, empty, WHITE)


cdef inline int add_ends(Move* moves, int n, uint64_t ends, int by, bint jumps) noexcept nogil:
    """Adds the steps or first jumps in one direction. 1.15, 1.17: a step goes to an empty neighbour."""
    cdef uint64_t to
    while ends:
        to = lowest(ends)
        moves[n] = (to - (2 * by if jumps else by)) | to << TO_SHIFT | <Move>jumps << (CAPTURED_SHIFT + to - by)
        ends &= ends - 1
        n += 1
    return n


cdef inline int list_ends(const CheckersBits* position, Move* moves, int ahead, bint jumps) noexcept nogil:
    """Adds all steps, or all first jumps. 1.15: a man steps forward only. 1.17: a king steps backward too."""
    cdef uint64_t empty = empty_squares(position), own = position.own, kings = own & position.kings
    cdef int n = 0
    n = add_ends(moves, n, ends_of(own, position.other, empty, 4 * ahead, jumps), 4 * ahead, jumps)
    n = add_ends(moves, n, ends_of(own, position.other, empty, 5 * ahead, jumps), 5 * ahead, jumps)
    if kings:
        n = add_ends(moves, n, ends_of(kings, position.other, empty, -4 * ahead, jumps), -4 * ahead, jumps)
        n = add_ends(moves, n, ends_of(kings, position.other, empty, -5 * ahead, jumps), -5 * ahead, jumps)
    return n


cdef inline int add_longer(Move* moves, int n, Move jumps, uint64_t target, int by) noexcept nogil:
    """Adds the jumps so far, with one more jump, if there is a landing square."""
    cdef uint64_t to
    if target:
        to = lowest(target)
        moves[n] = (jumps & ~(<Move>INDEX << TO_SHIFT)) | to << TO_SHIFT | <Move>1 << (CAPTURED_SHIFT + to - by)
        n += 1
    return n


cdef inline int list_longer(const CheckersBits* position, Move jumps, Move* moves, int ahead) noexcept nogil:
    """Adds the possible continuations of the jumps so far.

    1.20: no piece is jumped twice. The square that the moving piece left is empty. Captured pieces leave the board at
    the end (1.19), but never lie on a landing square: landing squares are an even number of rows apart, and captured
    pieces are an odd number of rows from them. 1.19: a man who lands on the king-row stops there; a man jumps forward,
    and no square lies ahead.
    """
    cdef uint64_t here = <uint64_t>1 << (jumps >> TO_SHIFT & INDEX)
    cdef uint64_t king = here if position.kings >> (jumps & INDEX) & 1 else 0
    cdef uint64_t other = position.other & ~(jumps >> CAPTURED_SHIFT)
    cdef uint64_t empty = empty_squares(position) | <uint64_t>1 << (jumps & INDEX)
    cdef int n = 0
    n = add_longer(moves, n, jumps, landings(here, other, empty, 4 * ahead), 4 * ahead)
    n = add_longer(moves, n, jumps, landings(here, other, empty, 5 * ahead), 5 * ahead)
    if king:
        n = add_longer(moves, n, jumps, landings(king, other, empty, -4 * ahead), -4 * ahead)
        n = add_longer(moves, n, jumps, landings(king, other, empty, -5 * ahead), -5 * ahead)
    return n


cdef inline bint is_listed(const Move* moves, int i) noexcept nogil:
    """Whether moves[i] occurs earlier in the list, with its squares visited in another order, which is possible only in
    a cycle."""
    cdef int j
    if popcount(moves[i] >> CAPTURED_SHIFT) < CYCLE:
        return False
    for j in range(i):
        if moves[j] == moves[i]:
            return True
    return False


cdef inline int list_jumps(const CheckersBits* position, Move* moves, int ahead, bint distinct) noexcept nogil:
    """Fills `moves` with the complete jumps. 1.19, 1.20: a jump continues as long as it can; moves[0..i-1] are
    complete."""
    cdef int n = list_ends(position, moves, ahead, True), i = 0, longer
    while i < n:
        longer = list_longer(position, moves[i], moves + n, ahead)
        n += longer
        if longer or (distinct and is_listed(moves, i)):
            n -= 1
            moves[i] = moves[n]
        else:
            i += 1
    return n


cdef inline int list_moves(const CheckersBits* position, Move* moves, int ahead, bint distinct) noexcept nogil:
    """Fills `moves` with the jumps, or else the steps. 1.20: a player who can jump must jump, and may choose any
    jump."""
    cdef int n = list_jumps(position, moves, ahead, distinct)
    return n if n else list_ends(position, moves, ahead, False)


cdef inline int legal_moves(const CheckersBits* position, Move* moves) noexcept nogil:
    """Fills `moves` with the legal moves, at most 192. Each consists of its first square, its last square and the
    captured pieces.

    No two moves lead to the same position. A king has at most 16 paths (the tests try all placements), and a side has
    at most 12 pieces.
    """
    if position.ahead == BLACK:
        return list_moves(position, moves, BLACK, True)
    return list_moves(position, moves, WHITE, True)


cdef inline int legal_paths(const CheckersBits* position, Move* moves) noexcept nogil:
    """Fills `moves` with the legal moves, each of them once for every order of visiting its squares."""
    if position.ahead == BLACK:
        return list_moves(position, moves, BLACK, False)
    return list_moves(position, moves, WHITE, False)


cdef inline int count_paths(uint64_t men, uint64_t other, uint64_t empty, int ahead) noexcept nogil:
    """Counts the ways in which men that have jumped to these squares can complete their jumps forward."""
    cdef uint64_t a = landings(men, other, empty, 4 * ahead), b = landings(men, other, empty, 5 * ahead)
    cdef int n = popcount(men & ~(step(a, -8 * ahead) | step(b, -10 * ahead)))
    if a:
        n += count_paths(a, other, empty, ahead)
    if b:
        n += count_paths(b, other, empty, ahead)
    return n


cdef inline int count_ends(uint64_t own, uint64_t other, uint64_t kings, int ahead) noexcept nogil:
    """Counts the moves by the squares where they end, direction by direction; returns -1 if a king's jump may
    continue."""
    cdef uint64_t empty = BOARD & ~(own | other), back = own & kings, c = 0, d = 0, ends
    cdef uint64_t a = landings(own, other, empty, 4 * ahead), b = landings(own, other, empty, 5 * ahead)
    if back:
        c, d = landings(back, other, empty, -4 * ahead), landings(back, other, empty, -5 * ahead)
    ends = a | b | c | d
    if ends:
        if unlikely(all_landings(ends, ends if back else 0, other, empty, ahead) != 0):
            return -1 if back else count_paths(a, other, empty, ahead) + count_paths(b, other, empty, ahead)
    else:
        a, b = step(own, 4 * ahead) & empty, step(own, 5 * ahead) & empty
        if back:
            c, d = step(back, -4 * ahead) & empty, step(back, -5 * ahead) & empty
    return popcount_both(a, b) + (popcount_both(c, d) if back else 0)


cdef inline void play(const CheckersBits* position, Move move, CheckersBits* child) noexcept nogil:
    """Makes a move; own and other change places. 1.16: a man who reaches the king-row becomes a king."""
    cdef uint64_t start = <uint64_t>1 << (move & INDEX), to = <uint64_t>1 << (move >> TO_SHIFT & INDEX)
    cdef uint64_t captured = move >> CAPTURED_SHIFT, kings = position.kings & ~captured
    cdef int clock = 0
    if kings & start:
        kings = (kings ^ start) | to
        clock = 0 if captured else position.clock + 1
    child.own = position.other & ~captured
    child.other = position.own ^ start ^ to
    child.kings = kings | (to & CROWN_ROWS)
    child.ahead = -position.ahead
    child.clock = clock


cdef inline Move* count_after(const CheckersBits* position, uint64_t ends, int by, bint jumps, int ahead, Move* left,
                              uint64_t* replies) noexcept nogil:
    """Counts the replies to the steps or single jumps in one direction if count_ends can count them; lists the
    others."""
    cdef uint64_t to, over, start
    cdef int n
    while ends:
        to = ends & -ends
        ends ^= to
        over = step(to, -by) if jumps else 0
        start = step(to, -2 * by if jumps else -by)
        n = count_ends(position.other ^ over, position.own ^ start ^ to, position.kings, -ahead)
        if unlikely(n < 0):
            left[0] = lowest(start) | <Move>lowest(to) << TO_SHIFT | over << CAPTURED_SHIFT
            left += 1
        else:
            replies[0] += n
    return left


cdef inline int count_quiet(uint64_t* ends, uint64_t loud, int by, uint64_t fours, uint64_t fives,
                            int steps) noexcept nogil:
    """Counts the replies to the quiet steps in one direction, which are steps of men; leaves the end squares of the
    loud steps.

    The replying men can reach the squares `fours` and `fives`, of which `steps` are empty before a step fills one
    square and empties another.
    """
    cdef uint64_t filled = ends[0] & ~loud, left = step(filled, -by)
    ends[0] &= loud
    return (popcount(filled) * steps - popcount_both(filled & fours, filled & fives)
            + popcount_both(left & fours, left & fives))


cdef inline uint64_t count_ahead(const CheckersBits* position, Move* room, int ahead, bint distinct) noexcept nogil:
    cdef uint64_t own = position.own, other = position.other, empty = empty_squares(position), replies = 0
    cdef uint64_t kings = own & position.kings
    cdef uint64_t a = landings(own, other, empty, 4 * ahead), c = landings(kings, other, empty, -4 * ahead)
    cdef uint64_t b = landings(own, other, empty, 5 * ahead), d = landings(kings, other, empty, -5 * ahead)
    cdef uint64_t ends = a | b | c | d, fours, fives, over
    cdef Move* left = room
    cdef CheckersBits child
    cdef int n
    if not ends:
        a, c = step(own, 4 * ahead) & empty, step(kings, -4 * ahead) & empty
        b, d = step(own, 5 * ahead) & empty, step(kings, -5 * ahead) & empty
        fours, fives = step(other, -4 * ahead), step(other, -5 * ahead)
        over = step(fours & own, -4 * ahead) | step(fives & own, -5 * ahead)
        if not (other & position.kings or over & empty):
            # A step is loud if a jump may follow, over the moved man or over another man to the square that the moved
            # man left.
            n = popcount_both(fours & empty, fives & empty)
            replies += count_quiet(&a, fours | fives & step(empty, 5 * ahead) | step(over, 4 * ahead), 4 * ahead,
                                   fours, fives, n)
            replies += count_quiet(&b, fives | fours & step(empty, 4 * ahead) | step(over, 5 * ahead), 5 * ahead,
                                   fours, fives, n)
    elif all_landings(ends, ends if kings else 0, other, empty, ahead):
        left += list_jumps(position, room, ahead, distinct)
        a = b = c = d = 0
    left = count_after(position, a, 4 * ahead, ends != 0, ahead, left, &replies)
    left = count_after(position, b, 5 * ahead, ends != 0, ahead, left, &replies)
    if c | d:
        left = count_after(position, c, -4 * ahead, ends != 0, ahead, left, &replies)
        left = count_after(position, d, -5 * ahead, ends != 0, ahead, left, &replies)
    while room < left:
        play(position, room[0], &child)
        n = count_ends(child.own, child.other, child.kings, -ahead)
        replies += n if n >= 0 else list_jumps(&child, left, -ahead, distinct)
        room += 1
    return replies


cdef inline uint64_t count_two_plies(const CheckersBits* position, Move* room, bint distinct) noexcept nogil:
    """Returns the number of lines of two plies, counted by legal_moves or legal_paths; may overwrite `room`."""
    if position.ahead == BLACK:
        return count_ahead(position, room, BLACK, distinct)
    return count_ahead(position, room, WHITE, distinct)


cdef inline bint is_reversible(const CheckersBits* position, Move move) noexcept nogil:
    """Whether a move is reversible; only a king's move without a capture is."""
    return not move >> CAPTURED_SHIFT and position.kings >> (move & INDEX) & 1


cdef inline int moves_to(uint64_t pieces, uint64_t kings, uint64_t earlier) noexcept nogil:
    """Returns a lower bound on the number of king moves that bring a side's pieces back to earlier squares."""
    cdef uint64_t near = pieces | step(kings, 4) | step(kings, 5) | step(kings, -4) | step(kings, -5)
    return popcount(earlier & ~pieces) + popcount(earlier & ~near)


cdef inline int plies_back(const CheckersBits* position, const CheckersBits* earlier, int plies) noexcept nogil:
    """Returns a lower bound on the number of plies back to an earlier position, from which `plies` plies of kings led
    here.

    A king's move changes the parity of its row. So each side needs an even number of moves to return all its pieces to
    their squares, and the number of plies of both sides is a multiple of RETURN.
    """
    cdef uint64_t own = earlier.other if plies & 1 else earlier.own
    cdef uint64_t other = earlier.own if plies & 1 else earlier.other
    cdef int own_moves = moves_to(position.own, position.own & position.kings, own)
    cdef int other_moves = moves_to(position.other, position.other & position.kings, other)
    cdef int back = max(2 * own_moves - 1, 2 * other_moves, 1)
    return back + (-(plies + back) & (RETURN - 1))


cdef inline bint can_step(const CheckersBits* position, int ahead) noexcept nogil:
    cdef uint64_t own = position.own, kings = own & position.kings, empty = empty_squares(position)
    return ((step(own, 4 * ahead) | step(own, 5 * ahead)) & empty
            or (step(kings, -4 * ahead) | step(kings, -5 * ahead)) & empty)


cdef inline bint is_over(const CheckersBits* position) noexcept nogil:
    """Whether the side to move cannot move. 1.30: the player who can make the last move has won."""
    return (not (can_step(position, BLACK) if position.ahead == BLACK else can_step(position, WHITE))
            and is_quiet(position))


cdef inline bint is_stale(const CheckersBits* position) noexcept nogil:
    """Whether the game is a draw by the clock. 1.32.2: no capture and no man's move in 40 moves of each side is a
    draw."""
    return unlikely(position.clock >= DRAW_CLOCK) and not is_over(position)


cdef inline int final_score(const CheckersBits* position, int ply) noexcept nogil:
    """Returns a loss, since a player without a move has lost."""
    return lost(ply)


cdef inline Key key(const CheckersBits* position) noexcept nogil:
    """Returns the key. Two words hold everything except the clock, and the key mixes them by a bijection of each."""
    cdef uint64_t first = position.own | position.kings << 35
    cdef uint64_t second = position.other | position.kings >> 29 << 35 | <uint64_t>(position.ahead == WHITE) << 63
    return mix64(first ^ mix64(second))


cdef inline int square_at(int index) noexcept nogil:
    """Returns the number 1..32 of the square with this bit."""
    return index - index // 9 + 1


cdef inline int index_of(int square) noexcept nogil:
    """Returns the inverse of square_at."""
    return square - 1 + (square - 1) // 8


cdef inline int history_slot(const CheckersBits* position, Move move) noexcept nogil:
    """Returns the history index, from the first and last square, the kind of piece, and the side to move."""
    cdef int slot = move & ((1 << CAPTURED_SHIFT) - 1)
    if position.kings and position.kings >> (move & INDEX) & 1:
        slot += (2 if position.ahead == WHITE else 1) << CAPTURED_SHIFT
    return slot


cdef inline int hint(const CheckersBits* position, Move move) noexcept nogil:
    """Ranks moves by the captured pieces, with kings above men, and by the crowning of a man."""
    cdef uint64_t captured = move >> CAPTURED_SHIFT
    cdef int score
    if FIRST_INNER << TO_SHIFT <= move < (LAST_INNER + 1) << TO_SHIFT:     # no capture, and no king-row
        return 0
    score = 64 * popcount(captured) + 32 * popcount(captured & position.kings)
    if CROWN_ROWS >> (move >> TO_SHIFT & INDEX) & ~(position.kings >> (move & INDEX)) & 1:
        score += 64
    return score
