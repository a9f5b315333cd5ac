"""Checkers for Python: an immutable position with its text and its moves."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport lowest
from gamecore.core.types cimport MAX_MOVES, Move
from gamecore.games.checkers.notation cimport CheckersMove, new_move
from gamecore.games.checkers.rules cimport (BLACK, CAPTURED_SHIFT, INDEX, TO_SHIFT, WHITE, CheckersBits, hint, index_of,
                                            is_over, is_quiet, is_reversible, is_stale, key, legal_moves,
                                            list_ends, list_longer, play, square_at)

from gamecore.core.checks import board
from gamecore.core.shown import svg_of
from gamecore.errors import GameOverError, MoveError, PositionError
from gamecore.games.checkers import fen
from gamecore.games.checkers.notation import find_move, name_moves

START = "B:W21-32:B1-12"
SYMBOLS: dict[str, int] = {".": 0, "b": 1, "B": 2, "w": -1, "W": -2}
SIDES: dict[str, str] = {"black": "B", "white": "W"}

cdef dict STEPS = {}                     # the CheckersMove of each move without a capture, after its first use


cdef class Checkers:
    """Checkers(text='')
--

    A position of English draughts (American checkers).

    Parameters
    ----------
    text : str, default ""
        A position as in PDN files, with the side to move and the pieces of both sides, "B:W21,22,K31:B1,K2". K marks a
        king, "1-12" is a range, and a dot may end the text. The default is the starting position.

    Attributes
    ----------
    turn : {"black", "white"}
        The side to move. Black, who begins, moves from square 1 towards 32.
    clock : int
        Plies since the latest capture or man's move; 0 in a position read from text.
    history : tuple of int
        Keys of the positions since that move, with the oldest first, without the current position.
    outcome : {"loss", "draw", None}
        The outcome for the side to move: a loss if it has no legal move; a draw at the position's third occurrence, or
        after 80 plies without a capture or a man's move.

    Raises
    ------
    PositionError
        If the text is malformed, or the position is impossible.

    Notes
    -----
    A position never changes. Two positions are equal if the same pieces are on the same squares and the same side
    moves; earlier positions are kept only to detect draws. A move's text is accepted wherever a move is expected.

    Examples
    --------
    >>> import gamecore
    >>> position = gamecore.Checkers()
    >>> position.legal_moves()
    [9-13, 10-14, 11-15, 12-16, 9-14, 10-15, 11-16]
    >>> position = position.play("11-15").play("22-18")
    >>> position.legal_moves()
    [15x22]
    >>> print(position.play("15x22").board())
      b   b   b   b       1   2   3   4
    b   b   b   b       5   6   7   8
      b   b   .   b       9  10  11  12
    .   .   .   .      13  14  15  16
      .   .   .   .      17  18  19  20
    w   b   w   w      21  22  23  24
      w   w   w   w      25  26  27  28
    w   w   w   w      29  30  31  32
    """

    outcomes = None                      # there is no chance
    ply = None                           # a FEN does not contain it

    def __init__(self, text: str = ""):
        side, pieces = fen.read(START if text == "" else text)
        self.bits.own = self.bits.other = self.bits.kings = 0
        self.bits.ahead = BLACK if side == "B" else WHITE
        self.bits.clock = 0
        self.history = ()
        self.ways = None
        for colour in pieces:
            self.set_pieces(pieces[colour], colour, &self.bits.own if colour == side else &self.bits.other)

    cdef int set_pieces(self, dict pieces, str colour, uint64_t* squares) except -1:
        cdef uint64_t bit
        for square, king in pieces.items():
            bit = <uint64_t>1 << index_of(square)
            squares[0] |= bit
            if king:
                self.bits.kings |= bit
        return 0

    cdef dict list_ways(self):
        """Returns the captured squares and the possible paths of each legal move."""
        cdef Move moves[MAX_MOVES]
        cdef int n, i
        cdef dict paths = {}
        if self.ways is None:
            for i in range(list_ends(&self.bits, moves, self.bits.ahead, True)):
                add_paths(&self.bits, moves[i], (start_of(moves[i]), end_of(moves[i])), paths)
            n = legal_moves(&self.bits, moves)
            self.ways = {moves[i]: (captured_by(moves[i]),
                                    paths.get(moves[i]) or [(start_of(moves[i]), end_of(moves[i]))])
                         for i in range(n)}
        return self.ways

    cdef list named(self):
        """Returns the legal moves as CheckersMoves in generator order."""
        cdef Move moves[MAX_MOVES]
        cdef int n
        if not is_quiet(&self.bits):
            return name_moves(self.list_ways())
        n = legal_moves(&self.bits, moves)
        return [STEPS.get(moves[i]) or new_step(moves[i]) for i in range(n)]

    cdef CheckersMove find(self, object move):
        """Returns the legal move that a CheckersMove or a text means."""
        cdef CheckersMove legal
        cdef list moves = self.named()
        cdef Move inner = (<CheckersMove>move).inner if isinstance(move, CheckersMove) else 0
        cdef str text = str(move) if isinstance(move, str) else None         # of a subclass, such as numpy's texts
        for legal in moves:
            if legal.inner == inner or legal.text == text:
                return legal
        if not moves:
            raise GameOverError(f"no move {str(move)!r}: {self.turn} has no legal move in {str(self)!r}, and has lost")
        return self.named_as(find_move(move, self.list_ways(), self))

    cdef CheckersMove named_as(self, Move inner):
        """Returns the legal move with this internal form."""
        cdef CheckersMove legal
        for legal in self.named():
            if legal.inner == inner:
                return legal
        raise MoveError(f"no legal move in {str(self)!r} has the inner form {inner}")

    cdef Checkers advance(self, Move move):
        cdef Checkers child = Checkers.__new__(Checkers)
        play(&self.bits, move, &child.bits)
        child.history = (*self.history, key(&self.bits)) if is_reversible(&self.bits, move) else ()
        return child

    def legal_moves(self) -> list[CheckersMove]:
        """Returns the list of legal CheckersMoves, in generator order. If it is empty, the side to move has lost."""
        return self.named()

    def play(self, move: CheckersMove | str) -> Checkers:
        """Returns the position after a move.

        Parameters
        ----------
        move : CheckersMove or str
            The move. Its text may be "11-15", "22x15", "22x15x8" with all squares of a jump, or "22x8" if that means
            only one move.

        Raises
        ------
        MoveError
            If the move is malformed, illegal or ambiguous.
        GameOverError
            If there is no legal move. (A draw, which must be claimed, does not prevent a move.)
        """
        return self.advance(self.find(move).inner)

    def read_move(self, text: CheckersMove | str) -> CheckersMove:
        """Returns the legal CheckersMove that a text means; the errors are those of `play`."""
        return self.find(text)

    def paths(self, move: CheckersMove | str) -> list[tuple[int, ...]]:
        """Returns the possible paths of a legal move, as a list of tuples of squares; the errors are those of `play`.

        A jump that can capture the same pieces in several orders has several paths.
        """
        _, paths = self.list_ways()[self.find(move).inner]
        return list(paths)

    def notate(self, moves: Iterable[int]) -> tuple[CheckersMove, ...]:
        """Returns the CheckersMoves of a line of play, which is given in the internal form."""
        cdef Checkers position = self
        cdef list line = []
        for inner in moves:
            line.append(position.named_as(inner))
            position = position.advance(inner)
        return tuple(line)

    @property
    def turn(self) -> Literal["black", "white"]:
        return "black" if self.bits.ahead == BLACK else "white"

    @property
    def clock(self) -> int:
        return self.bits.clock

    @property
    def outcome(self) -> Literal["loss", "draw"] | None:
        if is_over(&self.bits):
            return "loss"
        # 1.32.1: a position that occurs for the third time is a draw.
        if self.history.count(key(&self.bits)) >= 2 or is_stale(&self.bits):
            return "draw"
        return None

    def is_over(self) -> bool:
        """Whether the side to move has lost, or the game is a draw by repetition or by the clock."""
        return self.outcome is not None

    def final_score(self) -> float:
        """Returns the result for the side to move: -inf for a loss, or 0 for a draw.

        Raises
        ------
        PositionError
            If the game is not over.
        """
        if self.outcome is None:
            raise PositionError(f"the game is not over in {str(self)!r}")
        return float("-inf") if self.outcome == "loss" else 0.0

    def key(self) -> int:
        """Returns a 64-bit int that is equal for equal positions, and almost never equal for different ones."""
        return key(&self.bits)

    def is_quiet(self) -> bool:
        """Whether no jump is available."""
        return is_quiet(&self.bits)

    def is_reversible(self, move: CheckersMove | str) -> bool:
        """Whether a legal move can be undone, which is true for a king's move without a capture."""
        return is_reversible(&self.bits, self.find(move).inner)

    def hint(self, move: CheckersMove | str) -> int:
        """Returns a move-ordering score; moves with a higher score are searched earlier."""
        return hint(&self.bits, self.find(move).inner)

    def mirrored(self) -> Checkers:
        """Returns the mirrored position, in which the board is rotated and the colours and the side to move are
        exchanged, without history."""
        cdef Checkers turned = Checkers(fen.write(
            "W" if self.bits.ahead == BLACK else "B",
            {"W" if colour == "B" else "B": {33 - square: king for square, king in squares.items()}
             for colour, squares in self.pieces.items()}))
        turned.bits.clock = self.bits.clock
        return turned

    @property
    def pieces(self) -> dict[str, dict[int, bool]]:
        """The pieces as {"B": {square: is_king}, "W": {square: is_king}}, with squares 1..32 ascending."""
        cdef uint64_t black = self.bits.own if self.bits.ahead == BLACK else self.bits.other
        pieces = {"B": {}, "W": {}}
        for square in squares_of(self.bits.own | self.bits.other):
            colour = "B" if black >> index_of(square) & 1 else "W"
            pieces[colour][square] = bool(self.bits.kings >> index_of(square) & 1)
        return pieces

    def rows(self) -> list[str]:
        """Returns the eight rows from square 1 on, as texts of four squares "b", "B" (a king), "w", "W" or "."."""
        symbols = ["."] * 32
        for colour, squares in self.pieces.items():
            for square, king in squares.items():
                symbols[square - 1] = colour if king else colour.lower()
        return ["".join(symbols[first:first + 4]) for first in range(0, 32, 4)]

    def to_array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]:
        """Returns the board as numpy int8, shape (8, 8), with square 1 at [0, 1] and square 32 at [7, 6].

        White is at the bottom. 1 is a black man, 2 a black king, -1 and -2 are White's, 0 is empty.
        """
        from gamecore.core.packages import numpy
        array = numpy.zeros((8, 8), dtype=numpy.int8)
        for row, symbols in enumerate(self.rows()):
            array[row, (row + 1) % 2::2] = [SYMBOLS[symbol] for symbol in symbols]
        return array

    @classmethod
    def from_array(cls, array: numpy.typing.ArrayLike, turn: Literal["black", "white"] = "black") -> Checkers:
        """Returns the position in an array of `to_array`, without its history.

        Parameters
        ----------
        array : array_like of int, shape (8, 8)
        turn : {"black", "white"}, default "black"
            The side to move, which the array does not contain.

        Raises
        ------
        PositionError
            If the shape, a number or the side is wrong, a piece is on a light square, or the position is impossible.
        """
        squares = board(array, (8, 8), -2, 2)
        pieces = {"B": {}, "W": {}}
        if turn not in SIDES:
            raise PositionError(f"the side to move is 'black' or 'white', not {turn!r}")
        for row, column in zip(*[indices.tolist() for indices in squares.nonzero()]):
            if (row + column) % 2 == 0:
                raise PositionError(f"a piece stands on the light square [{row}, {column}] in {squares.tolist()!r}")
            piece = int(squares[row, column])
            pieces["B" if piece > 0 else "W"][4 * row + column // 2 + 1] = abs(piece) == 2
        return cls(fen.write(SIDES[turn], pieces))

    def board(self) -> str:
        """Returns the board as text, with White at the bottom and the numbers of the squares beside it."""
        lines = []
        for row, symbols in enumerate(self.rows()):
            indent = "  " * ((row + 1) % 2)
            numbers = "".join(f"{4 * row + column:4}" for column in range(1, 5))
            lines.append(f"{indent + '   '.join(symbols):17}{indent}{numbers}")
        return "\n".join(lines)

    def __str__(self):
        return fen.write("B" if self.bits.ahead == BLACK else "W", self.pieces)

    def __repr__(self):
        return f"Checkers({str(self)!r})"

    def _repr_svg_(self):
        return svg_of(self)

    def __eq__(self, other: object) -> bool:
        cdef CheckersBits bits
        if not isinstance(other, Checkers):
            return NotImplemented
        bits = (<Checkers>other).bits
        return (self.bits.own == bits.own and self.bits.other == bits.other and self.bits.kings == bits.kings
                and self.bits.ahead == bits.ahead)

    def __hash__(self) -> int:
        return hash(key(&self.bits))

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (str(self), self.bits.clock, self.history)


def restore(text: str, clock: int, history: tuple[int, ...]) -> Checkers:
    """Returns a position with its history from a pickle."""
    cdef Checkers position = Checkers(text)
    position.bits.clock = clock
    position.history = history
    return position


cdef int add_paths(const CheckersBits* position, Move jumps, tuple path, dict paths) except -1:
    """Adds all complete jumps that begin with this path."""
    cdef Move longer[4]
    cdef int n = list_longer(position, jumps, longer, position.ahead), i
    if n == 0:
        paths.setdefault(jumps, []).append(path)
    for i in range(n):
        add_paths(position, longer[i], (*path, end_of(longer[i])), paths)
    return 0


cdef CheckersMove new_step(Move move):
    """Returns the CheckersMove of a move without a capture, which its first and last square identify."""
    path = start_of(move), end_of(move)
    STEPS[move] = new_move(move, path, (), "{}-{}".format(*path))
    return STEPS[move]


cdef int start_of(Move move):
    return square_at(move & INDEX)


cdef int end_of(Move move):
    return square_at(move >> TO_SHIFT & INDEX)


cdef tuple captured_by(Move move):
    return tuple(squares_of(move >> CAPTURED_SHIFT))


cdef list squares_of(uint64_t bits):
    """Returns the numbers of the squares in ascending order."""
    cdef list squares = []
    while bits:
        squares.append(square_at(lowest(bits)))
        bits &= bits - 1
    return squares
