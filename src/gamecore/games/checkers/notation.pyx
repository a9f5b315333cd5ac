"""Moves of checkers in the usual notation, such as 11-15 and 22x15, or 1x10x3 if 1x3 could mean two moves."""
cimport cython

from gamecore.games.checkers.rules cimport CAPTURED_SHIFT, TO_SHIFT, index_of

from gamecore.errors import MoveError


@cython.total_ordering
cdef class CheckersMove:
    """CheckersMove(path, captured, text)
--

    A move of checkers, which `Checkers.legal_moves` and `Checkers.read_move` return.

    Moves are equal if they have the same first and last square and capture the same pieces, whatever their paths.

    Attributes
    ----------
    start, to : int
        Squares 1..32; a king can return to its start.
    captured : tuple of int
        The squares of the captured pieces, ascending.
    path : tuple of int
        All squares visited, from start to `to`.
    text : str
        The shortest unambiguous form: the first and the last square, or the whole path where several moves share these.
    """

    def __init__(self, tuple path not None: tuple[int, ...], tuple captured not None: tuple[int, ...], text: str):
        self.path, self.captured, self.text = path, captured, text
        self.inner = inner_of(path, captured)

    @property
    def start(self) -> int:
        return self.path[0]

    @property
    def to(self) -> int:
        return self.path[-1]

    def mirrored(self) -> CheckersMove:
        """Returns the move mirrored for the other side; see `Checkers.mirrored`."""
        sign = sign_of(self.captured)
        text = sign.join([str(33 - int(square)) for square in self.text.split(sign)])
        return CheckersMove(tuple([33 - square for square in self.path]),
                            tuple([33 - square for square in reversed(self.captured)]), text)

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.text

    def __eq__(self, other: object) -> bool:
        return identity(self) == identity(other) if isinstance(other, CheckersMove) else NotImplemented

    def __lt__(self, other: CheckersMove) -> bool:
        return identity(self) < identity(other) if isinstance(other, CheckersMove) else NotImplemented

    def __hash__(self) -> int:
        return hash(identity(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return CheckersMove, (self.path, self.captured, self.text)


cdef CheckersMove new_move(Move inner, tuple path, tuple captured, str text):
    """Returns a move from its text and its internal form."""
    cdef CheckersMove move = CheckersMove.__new__(CheckersMove)
    move.inner, move.path, move.captured, move.text = inner, path, captured, text
    return move


cdef Move inner_of(tuple path, tuple captured) except? 0:
    """Returns a move's internal form, or 0 if a square is not on the board."""
    cdef Move inner
    if not path or not all([isinstance(square, int) and 1 <= square <= 32 for square in path + captured]):
        return 0
    inner = <Move>index_of(path[0]) | <Move>index_of(path[-1]) << TO_SHIFT
    for square in captured:
        inner |= <Move>1 << (CAPTURED_SHIFT + index_of(square))
    return inner


cdef tuple identity(CheckersMove move):
    return move.path[0], move.path[-1], move.captured


cdef str sign_of(captured):
    return "x" if captured else "-"


cdef str join(squares, captured):
    return sign_of(captured).join([str(square) for square in squares])


def name_moves(moves: dict[int, tuple[tuple[int, ...], list[tuple[int, ...]]]]) -> list[CheckersMove]:
    """Returns the CheckersMoves of all legal moves, in the order of the dict.

    Parameters
    ----------
    moves : dict of int to (tuple of int, list of tuple of int)
        The captured squares and all paths of each move, by its inner form.
    """
    ends = [(paths[0][0], paths[0][-1]) for _, paths in moves.values()]
    return [new_move(inner, paths[0], captured, join(end if ends.count(end) == 1 else paths[0], captured))
            for (inner, (captured, paths)), end in zip(moves.items(), ends)]


def find_move(move: CheckersMove | str, moves: dict[int, tuple[tuple[int, ...], list[tuple[int, ...]]]],
              position: object) -> int:
    """Returns the internal form of the move that a text means among `moves` (see name_moves).

    Raises
    ------
    MoveError
        If the text is malformed or matches no legal move or several, or if it is a CheckersMove that is not legal.
    """
    keys = [] if isinstance(move, CheckersMove) else find_text(move, moves)
    if len(keys) != 1:
        legal = ", ".join([join(paths[0], captured) for captured, paths in moves.values()])
        fault = "could be several moves" if keys else "is not legal"
        raise MoveError(f"no move {str(move)!r}: it {fault} in {str(position)!r}; the legal moves are {legal}")
    return keys[0]


cdef tuple read_squares(text):
    """Returns the squares in a text."""
    words = normal(text).split("x" if "x" in normal(text) else "-")
    if len(words) < 2 or (len(words) > 2 and "x" not in normal(text)) or not all([is_number(word) for word in words]):
        raise MoveError(f"no move {text!r}: a move is a CheckersMove, or a text such as '11-15', '22x15' or '22x15x8'")
    return tuple([int(word) for word in words])


cdef str normal(text):
    """Returns the text with one form of the capture sign, or "" for anything but a text."""
    return text.strip().lower().replace(":", "x") if isinstance(text, str) else ""


cdef bint is_number(str text):
    return len(text) in (1, 2) and text.isascii() and text.isdigit()


cdef list find_text(text, dict moves):
    """Returns the keys of all moves that match a text; a complete path takes precedence over a part of a path.

    Old books write jumps with a dash.
    """
    cdef tuple squares = read_squares(text)
    fitting = {key: paths for key, (captured, paths) in moves.items() if captured or "x" not in normal(text)}
    whole = [key for key, paths in fitting.items() if squares in paths]
    return whole or [key for key, paths in fitting.items() if any([is_part(squares, path) for path in paths])]


cdef bint is_part(tuple squares, tuple path):
    """Whether the squares are the path, with or without the squares between its ends."""
    rest = iter(path)
    return squares[0] == path[0] and squares[-1] == path[-1] and all([square in rest for square in squares])
