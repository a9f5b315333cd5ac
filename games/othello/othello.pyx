"""Othello, an example of a compiled game outside gamecore, which docs/adding-a-game.md explains.

A square is the bit 8 * row + column, and a move is the number of its square:

        a  b  c  d  e  f  g  h
    1   0  1  2  3  4  5  6  7          the start, Black (x) to move: own = bits 28 35, other = bits 27 36
    2   8  9 10 11 12 13 14 15                  . . . . . . . .
    3  16 17 18 19 20 21 22 23                  . . . . . . . .
    4  24 25 26 27 28 29 30 31                  . . . o x . . .
    5  32 33 34 35 36 37 38 39                  . . . x o . . .
    6  40 41 42 43 44 45 46 47                  . . . . . . . .
    7  48 49 50 51 52 53 54 55                  . . . . . . . .
    8  56 57 58 59 60 61 62 63
"""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport lowest, mix64, popcount
from gamecore.core.types cimport Key, Move
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps

from gamecore import LOSS, WIN
from gamecore.errors import PositionError

cdef enum:
    PASS = 64                    # the move of a player without a legal move
    SHIFT = 7                    # bits that a move needs

cdef extern from *:
    """
    static const unsigned long long othello_inner = 0x7e7e7e7e7e7e7e7eULL;
    static const unsigned long long othello_corners = 0x8100000000000081ULL;
    static const signed char othello_squares[65] = {
         8, -4,  2,  1,  1,  2, -4,  8,
        -4, -8, -1, -1, -1, -1, -8, -4,
         2, -1,  1,  0,  0,  1, -1,  2,
         1, -1,  0,  0,  0,  0, -1,  1,
         1, -1,  0,  0,  0,  0, -1,  1,
         2, -1,  1,  0,  0,  1, -1,  2,
        -4, -8, -1, -1, -1, -1, -8, -4,
         8, -4,  2,  1,  1,  2, -4,  8,    0 };
    """
    const uint64_t INNER "othello_inner"            # columns b..g: rows of discs do not wrap round the edge
    const uint64_t CORNERS "othello_corners"
    const signed char SQUARES "othello_squares"[65] # corners first, the squares that give them away last; a pass

# The value of having one move, and one corner, more than the opponent. At depth 4 the evaluation wins 197 of 200 games
# against counting discs; adding -1, 1 or 2 per disc gains nothing.
cdef int MOBILITY = 8
cdef int CORNER = 60

cdef struct Discs:                   # the contents of the 256 bytes that gamecore copies
    uint64_t own                     # of the side to move
    uint64_t other
    uint64_t turn                    # 0: Black is to move, 1: White


# The rules. Per node: no allocation, no Python object, noexcept nogil.

cdef inline uint64_t rise(uint64_t start, uint64_t inner, int step) noexcept nogil:
    """Returns the unbroken row of inner discs that begins beside `start`, towards higher squares."""
    cdef uint64_t row = inner & (start << step), pairs = inner & (inner << step)
    row |= inner & (row << step)
    row |= pairs & (row << 2 * step)
    return row | (pairs & (row << 2 * step))


cdef inline uint64_t fall(uint64_t start, uint64_t inner, int step) noexcept nogil:
    """Returns the unbroken row of inner discs that begins beside `start`, towards lower squares."""
    cdef uint64_t row = inner & (start >> step), pairs = inner & (inner >> step)
    row |= inner & (row >> step)
    row |= pairs & (row >> 2 * step)
    return row | (pairs & (row >> 2 * step))


cdef inline uint64_t ends(uint64_t own, uint64_t inner, int step) noexcept nogil:
    """Returns the squares behind the rows that begin beside a disc of `own`."""
    return (rise(own, inner, step) << step) | (fall(own, inner, step) >> step)


cdef inline uint64_t reach(uint64_t own, uint64_t other) noexcept nogil:
    """Returns the squares on which `own` may play: empty squares behind a row of the opponent's discs that begins
    beside a disc of `own`."""
    cdef uint64_t inner = other & INNER
    return (ends(own, inner, 1) | ends(own, inner, 7) | ends(own, other, 8) | ends(own, inner, 9)) & ~(own | other)


cdef inline uint64_t between(uint64_t square, uint64_t own, uint64_t inner, int step) noexcept nogil:
    """Returns the discs that a move turns on one line: the rows beside the square that end at a disc of `own`."""
    cdef uint64_t up = rise(square, inner, step), down = fall(square, inner, step)
    return up * (((up << step) & own) != 0) | down * (((down >> step) & own) != 0)


cdef inline uint64_t turned(uint64_t square, uint64_t own, uint64_t other) noexcept nogil:
    cdef uint64_t inner = other & INNER
    return (between(square, own, inner, 1) | between(square, own, inner, 7) |
            between(square, own, other, 8) | between(square, own, inner, 9))


# The functions of GameOps, which a search calls. `game` is a pointer of the game's own, which Othello does not need.

cdef int legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    """A player who can turn no disc passes; if neither can, there is no move: the game is over."""
    cdef const Discs* at = <const Discs*>position
    cdef uint64_t squares = reach(at.own, at.other)
    cdef int n = 0
    if squares == 0 and reach(at.other, at.own) != 0:
        moves[0] = PASS
        return 1
    while squares:
        moves[n] = lowest(squares)
        squares &= squares - 1
        n += 1
    return n


cdef void play(void* game, const void* position, Move move, void* child) noexcept nogil:
    cdef const Discs* at = <const Discs*>position
    cdef Discs* after = <Discs*>child
    cdef uint64_t square = 0, flips = 0
    if move != PASS:
        square = <uint64_t>1 << move
        flips = turned(square, at.own, at.other)
    after.own = at.other ^ flips
    after.other = at.own ^ flips ^ square
    after.turn = at.turn ^ 1


cdef bint is_over(void* game, const void* position) noexcept nogil:
    cdef const Discs* at = <const Discs*>position
    return reach(at.own, at.other) == 0 and reach(at.other, at.own) == 0


cdef double final_score(void* game, const void* position) noexcept nogil:
    """Returns a win for the player with more discs."""
    cdef const Discs* at = <const Discs*>position
    cdef int lead = popcount(at.own) - popcount(at.other)
    return WON if lead > 0 else LOST if lead < 0 else 0


cdef double evaluate(void* game, const void* position) noexcept nogil:
    cdef const Discs* at = <const Discs*>position
    return (MOBILITY * (popcount(reach(at.own, at.other)) - popcount(reach(at.other, at.own)))
            + CORNER * (popcount(at.own & CORNERS) - popcount(at.other & CORNERS)))


cdef Key key(void* game, const void* position) noexcept nogil:
    cdef const Discs* at = <const Discs*>position
    return mix64(at.own) ^ mix64(mix64(at.other) + at.turn)


cdef void hints(void* game, const void* position, const Move* moves, int n, int64_t* hints) noexcept nogil:
    """Fills the moves' ordering scores; the moves with the greatest scores are searched first."""
    cdef int i
    for i in range(n):
        hints[i] = SQUARES[moves[i]]


cdef int history_slot(void* game, const void* position, Move move) noexcept nogil:
    return move | (<const Discs*>position).turn << SHIFT


cdef double WON = WIN, LOST = LOSS

# Unset functions are NULL: Othello has neither chance nor repetitions, and every position is quiet.
cdef GameOps OPS
OPS.version = GAME_OPS_VERSION
OPS.size = sizeof(GameOps)
OPS.legal_moves = legal_moves
OPS.play = play
OPS.is_over = is_over
OPS.final_score = final_score
OPS.evaluate = evaluate
OPS.key = key
OPS.hints = hints
OPS.history_slot = history_slot


# The Python class.

SYMBOLS = ".xo"                      # empty, Black, White
START = "......../......../......../...ox.../...xo.../......../......../........ x"


cdef class Othello(CompiledGame):
    """A position of Othello.

    Parameters
    ----------
    text : str, default ""
        Either the moves so far without passes ("d3c3c4"), or eight rows from the top joined by "/", each of eight cells
        ("x" for Black, "o" for White, "." for empty), followed by a space and the side to move, "x" or "o".

    Raises
    ------
    PositionError
        If the text is malformed, or a move in it is not legal.

    Examples
    --------
    >>> from othello import Othello
    >>> Othello().legal_moves()
    ['d3', 'c4', 'f5', 'e6']
    >>> str(Othello("d3"))
    '......../......../...x..../...xx.../...xo.../......../......../........ o'
    """

    def __init__(self, text=""):
        self.use(&OPS)
        if not isinstance(text, str):
            raise PositionError(f"a position is a text such as 'd3c3c4', not {text!r}")
        self.read_board(text if "/" in text else START)
        if "/" not in text:
            self.read_moves(text)

    cdef int read_board(self, str text) except -1:
        cdef Discs* at = <Discs*>self.bits.words
        cells, _, turn = text.replace("/", "").partition(" ")
        rows = text.partition(" ")[0].split("/")
        if [len(row) for row in rows] != [8] * 8 or not set(cells) <= set(SYMBOLS) or turn not in ("x", "o"):
            raise PositionError(f"{text!r} is not a position: expected 8 rows of 8 cells from '{SYMBOLS}', joined by "
                                f"'/', and ' x' or ' o'")
        at.turn = "xo".index(turn)
        at.own = sum([1 << i for i, cell in enumerate(cells) if cell == turn])
        at.other = sum([1 << i for i, cell in enumerate(cells) if cell not in ("." + turn)])
        return 0

    cdef int read_moves(self, str text) except -1:
        cdef Othello here = self
        for i in range(0, len(text), 2):
            if here.legal_moves() == ["pass"]:
                here = here.play("pass")
            if text[i:i + 2] not in here.legal_moves():
                raise PositionError(f"{text!r} is not a position: {text[i:i + 2]!r} is not legal after {text[:i]!r}")
            here = here.play(text[i:i + 2])
        self.bits = here.bits
        return 0

    def notate(self, moves):
        """Returns squares as players write them, "d3"; "pass"."""
        return tuple(["pass" if move == PASS else "abcdefgh"[move % 8] + "12345678"[move // 8] for move in moves])

    def __str__(self):
        cdef Discs* at = <Discs*>self.bits.words
        own, other = "xo" if at.turn == 0 else "ox"
        cells = "".join([own if at.own >> i & 1 else other if at.other >> i & 1 else "." for i in range(64)])
        return "/".join([cells[i:i + 8] for i in range(0, 64, 8)]) + " " + own

    def __repr__(self):
        return f"Othello({str(self)!r})"

    def __reduce__(self):
        return Othello, (str(self),)
