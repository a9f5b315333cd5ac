"""Connect four for Python: an immutable position with its text forms."""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport popcount
from gamecore.core.types cimport Move
from gamecore.games.connect_four.rules cimport (BOTTOM, COLUMNS, HEIGHT, ROWS, ConnectFourBits, column_of, has_four,
                                                fill_hints, is_over, key, legal_moves, play, playable)

from gamecore.core.checks import board, integer
from gamecore.core.shown import svg_of
from gamecore.errors import GameOverError, MoveError, PositionError

SYMBOLS = ".xo"                      # empty, first player, second player


cdef class ConnectFour:
    """ConnectFour(text='')
--

    A position of connect four on 7 columns and 6 rows.

    Parameters
    ----------
    text : str, default ""
        Either the columns played so far, as digits 1..7 from the left ("4455"), or six rows from the top joined by "/",
        each of seven cells "x" (first player), "o" (second player) or "." (empty).

    Attributes
    ----------
    turn : {"x", "o"}
        The side to move; "x" begins.
    outcome : {"loss", "draw", None}
        The outcome for the side to move: a loss if the opponent has four in a row, a draw if the board is full.

    Raises
    ------
    PositionError
        If the text is malformed, a column overflows, the game goes on after a win, or the rows contradict the rules: a
        stone hangs in the air, a side has too many stones, or no last stone could have completed all the fours. Some
        accepted rows cannot occur in a game.

    Notes
    -----
    A position never changes. Two positions are equal if the same stones lie in the same cells; the order of moves is
    kept only for `str`. Moves are columns, int 1..7.

    Examples
    --------
    >>> import gamecore
    >>> position = gamecore.ConnectFour("4455")
    >>> position.legal_moves()
    [1, 2, 3, 4, 5, 6, 7]
    >>> print(position.play(3).board())
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . o o . .
    . . x x x . .
    1 2 3 4 5 6 7
    """

    outcomes = None                      # there is no chance

    def __init__(self, text: str = ""):
        if not isinstance(text, str):
            raise PositionError(f"a position is a text such as '4455', not {text!r}")
        self.bits.own = self.bits.mask = 0
        self.columns = None
        if "/" in text:
            self.read_rows(str(text))                # of a subclass, such as numpy's texts
        else:
            self.read_columns(str(text))

    cdef int read_columns(self, str text) except -1:
        self.columns = ""
        for column in text:
            if column not in "1234567":
                raise PositionError(f"{text!r} is not a position: {column!r} is not a column 1..7")
            if is_over(&self.bits):
                raise PositionError(f"{text!r} is not a position: the game is over after {self.columns!r}")
            if not self.find(int(column)):
                raise PositionError(f"{text!r} is not a position: column {column} overflows after {self.columns!r}")
            self.advance(self.find(int(column)))
            self.columns += column
        return 0

    cdef int read_rows(self, str text) except -1:
        cdef uint64_t stones[2]
        cdef int row, column, owner
        cdef str rows = text.replace("/", "")
        if [len(row_text) for row_text in text.split("/")] != [COLUMNS] * ROWS or not set(rows) <= set(SYMBOLS):
            raise PositionError(f"{text!r} is not a position: expected {ROWS} rows of {COLUMNS} cells from "
                                f"'{SYMBOLS}', joined by '/'")
        stones[0] = stones[1] = 0
        for row in range(ROWS):
            for column in range(COLUMNS):
                owner = SYMBOLS.index(rows[(ROWS - 1 - row) * COLUMNS + column]) - 1
                if owner >= 0:
                    stones[owner] |= <uint64_t>1 << (HEIGHT * column + row)
        self.bits.mask = stones[0] | stones[1]
        self.bits.own = stones[popcount(self.bits.mask) & 1]
        fault = self.fault(stones[0], stones[1])
        if fault:
            raise PositionError(f"{text!r} is not a position: {fault}")
        return 0

    cdef str fault(self, uint64_t first, uint64_t second):
        """Returns a reason why no game leads to these stones, or None if none is found."""
        cdef uint64_t last = self.bits.own ^ self.bits.mask, tops, stone
        if any_floating(self.bits.mask):
            return "a stone hangs in the air"
        if popcount(first) - popcount(second) not in (0, 1):
            return f"the first player has {popcount(first)} stones, the second {popcount(second)}"
        if has_four(self.bits.own):
            return "the side to move has four in a row already"
        if has_four(last):
            tops = last & ~(self.bits.mask >> 1)
            while tops:
                stone = tops & -tops
                tops ^= stone
                if not has_four(last ^ stone):
                    return None
            return "no last stone can have made all these fours"
        return None

    cdef Move find(self, int column) noexcept:
        """Returns the cell into which a stone in column 1..7 falls, or 0 if the column is full."""
        if not 1 <= column <= COLUMNS:
            return 0
        return playable(&self.bits) & (<Move>((1 << HEIGHT) - 1) << HEIGHT * (column - 1))

    cdef void advance(self, Move move) noexcept:
        cdef ConnectFourBits child
        play(&self.bits, move, &child)
        self.bits = child

    def legal_moves(self) -> list[int]:
        """Returns the columns that can be played, from the left; there are none if the game is over."""
        cdef Move moves[COLUMNS]
        if is_over(&self.bits):
            return []
        return [column_of(moves[i]) + 1 for i in range(legal_moves(&self.bits, moves))]

    def play(self, move: SupportsIndex | str) -> ConnectFour:
        """Returns the position after a stone in a column.

        Parameters
        ----------
        move : int or str
            The column, 1..7 from the left.

        Raises
        ------
        MoveError
            If there is no such column, or it is full.
        GameOverError
            If the game is over.
        """
        cdef ConnectFour child = ConnectFour.__new__(ConnectFour)
        cdef Move cell = self.legal(move)
        play(&self.bits, cell, &child.bits)
        child.columns = None if self.columns is None else self.columns + str(column_of(cell) + 1)
        return child

    cdef Move legal(self, object move) except 0:
        """Returns the cell of the legal move that a column or its text means."""
        text = move if isinstance(move, str) else str(integer(move))
        cdef Move cell = self.find(int(text)) if len(text) == 1 and text in "1234567" else 0
        if is_over(&self.bits):
            raise GameOverError(f"no move {move!r}: the game is over in {str(self)!r}")
        if not cell:
            raise MoveError(f"no move {move!r} in {str(self)!r}: legal are {', '.join(map(str, self.legal_moves()))}")
        return cell

    def read_move(self, text: SupportsIndex | str) -> int:
        """Returns the legal column that an int or a text means; the errors are those of `play`."""
        return column_of(self.legal(text)) + 1

    @property
    def turn(self) -> Literal["x", "o"]:
        return SYMBOLS[1 + (popcount(self.bits.mask) & 1)]

    @property
    def outcome(self) -> Literal["loss", "draw"] | None:
        if not is_over(&self.bits):
            return None
        return "loss" if has_four(self.bits.own ^ self.bits.mask) else "draw"

    def is_over(self) -> bool:
        """Whether a player has four in a row or the board is full."""
        return is_over(&self.bits)

    def final_score(self) -> float:
        """Returns the result for the side to move, -inf if the opponent has four in a row, otherwise 0.

        Raises
        ------
        PositionError
            If the game is not over.
        """
        if not is_over(&self.bits):
            raise PositionError(f"the game is not over in {str(self)!r}")
        return float("-inf") if has_four(self.bits.own ^ self.bits.mask) else 0.0

    def key(self) -> int:
        """Returns a 64-bit int that differs for every position."""
        return key(&self.bits)

    def hint(self, move: SupportsIndex | str) -> int:
        """Returns a move-ordering score; moves with a higher score are searched earlier."""
        cdef Move cells[2]
        cdef int64_t hints[2]
        cells[0] = cells[1] = self.legal(move)
        fill_hints(&self.bits, cells, 1, hints)
        return hints[0]

    def mirrored(self) -> ConnectFour:
        """Returns the position with left and right exchanged."""
        rows = "/".join(row[::-1] for row in self.rows())
        if self.columns is None:
            return ConnectFour(rows)
        return ConnectFour("".join(str(8 - int(c)) for c in self.columns))

    @property
    def ply(self) -> int:
        """The stones on the board, 0..42; the first player moves when it is even."""
        return popcount(self.bits.mask)

    def rows(self) -> list[str]:
        """Returns the six rows from the top, each a text of seven cells "x", "o" or "."."""
        cdef uint64_t first = self.bits.own ^ (self.bits.mask if popcount(self.bits.mask) & 1 else 0)
        cdef uint64_t cell
        rows = []
        for row in range(ROWS - 1, -1, -1):
            text = ""
            for column in range(COLUMNS):
                cell = <uint64_t>1 << <int>(HEIGHT * column + row)
                text += "." if not self.bits.mask & cell else "x" if first & cell else "o"
            rows.append(text)
        return rows

    def to_array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]:
        """Returns the board as numpy int8, shape (6, 7), row 0 on top, with 1 and 2 for the players and 0 for empty."""
        from gamecore.core.packages import numpy
        return numpy.array([[SYMBOLS.index(cell) for cell in row] for row in self.rows()], dtype=numpy.int8)

    @classmethod
    def from_array(cls, array: numpy.typing.ArrayLike) -> ConnectFour:
        """Returns the position in an array of `to_array`.

        Parameters
        ----------
        array : array_like of int, shape (6, 7)

        Raises
        ------
        PositionError
            If the shape or a number is wrong, or the stones contradict the rules.
        """
        return cls("/".join("".join([SYMBOLS[cell] for cell in row]) for row in board(array, (ROWS, COLUMNS), 0, 2)))

    def board(self) -> str:
        """Returns the board as text, with the column numbers below."""
        return "\n".join(" ".join(row) for row in [*self.rows(), "1234567"])

    def __str__(self):
        return "/".join(self.rows()) if self.columns is None else self.columns

    def __repr__(self):
        return f"ConnectFour({str(self)!r})"

    def _repr_svg_(self):
        return svg_of(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectFour):
            return NotImplemented
        return self.bits.own == (<ConnectFour>other).bits.own and self.bits.mask == (<ConnectFour>other).bits.mask

    def __hash__(self) -> int:
        return hash(key(&self.bits))

    def __reduce__(self) -> tuple[Any, ...]:
        return ConnectFour, (str(self),)


cdef bint any_floating(uint64_t mask) noexcept:
    """Whether a stone has an empty cell below it."""
    return (mask & ~(mask << 1) & ~BOTTOM) != 0


def notate(moves: Iterable[int]) -> tuple[int, ...]:
    """Returns the columns 1..7 of moves in their internal form."""
    cdef Move move
    cdef list columns = []
    for move in moves:
        if move == 0:
            raise MoveError(f"{moves!r} holds 0, which is not a move: a move is the bit of a cell")
        columns.append(column_of(move) + 1)
    return tuple(columns)
