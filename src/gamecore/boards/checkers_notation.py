"""Moves of checkers as people write them: 11-15, 22x15, and 1x10x3 where 1x3 could mean two moves."""
import re
from dataclasses import dataclass, field

from gamecore.errors import MoveError

MOVE = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:[x:][0-9]{1,2})+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True, repr=False)
class CheckersMove:
    """A move of checkers, as `legal_moves` lists it.

    Two moves are equal if they lead from the same square to the same square and capture the same pieces, whatever the way.

    Attributes
    ----------
    start, to : int
        Squares 1..32; a king can come back to its start.
    captured : tuple of int
        The squares of the captured pieces, ascending.
    path : tuple of int
        All squares visited, from start to `to`.
    text : str
        The shortest unambiguous form: the first and the last square, or the whole path where several moves share these.
    """

    start: int
    to: int
    captured: tuple
    path: tuple = field(compare=False)
    text: str = field(compare=False)

    def mirrored(self):
        """The same move for the other side: on the board turned round. See `Checkers.mirrored`."""
        text = re.sub(r"\d+", lambda match: str(33 - int(match[0])), self.text)
        captured = tuple(33 - square for square in reversed(self.captured))
        return CheckersMove(33 - self.start, 33 - self.to, captured, tuple(33 - square for square in self.path), text)

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.text


def join(squares, captured):
    return ("x" if captured else "-").join(map(str, squares))


def name_moves(paths):
    """The moves with their texts.

    Parameters
    ----------
    paths : dict of int to (tuple of int, list of tuple of int)
        For each move, by any key: the squares it captures, and all its paths.

    Returns
    -------
    dict of int to CheckersMove
        Under the same keys, in the same order.
    """
    ends = [(ways[0][0], ways[0][-1]) for _, ways in paths.values()]
    moves = {}
    for key, (captured, ways) in paths.items():
        path = ways[0]
        end = path[0], path[-1]
        text = join(end if ends.count(end) == 1 else path, captured)
        moves[key] = CheckersMove(path[0], path[-1], captured, path, text)
    return moves


def find_move(move, paths, position):
    """The key in paths of the move that is meant: by a CheckersMove or by a text, the whole path or any part that leaves no doubt.

    Raises
    ------
    MoveError
        It is malformed, no legal move, or more than one.
    """
    if isinstance(move, CheckersMove):
        keys = [key for key, ways in paths.items() if is_same(move, *ways)]
    elif isinstance(move, str) and MOVE.fullmatch(move.strip()):
        keys = find_text(move, paths)
    else:
        raise MoveError(f"no move {move!r}: a move is a CheckersMove, or a text such as '11-15', '22x15' or '22x15x8'")
    if len(keys) != 1:
        legal = ", ".join(join(ways[0], captured) for captured, ways in paths.values())
        fault = "could be several moves" if keys else "is not legal"
        raise MoveError(f"no move {str(move)!r}: it {fault} in {position!r}; the legal moves are {legal}")
    return keys[0]


def is_same(move, captured, ways):
    return (move.start, move.to, move.captured) == (ways[0][0], ways[0][-1], captured)


def find_text(text, paths):
    """The keys of all moves that a text fits; a whole path fits better than a part of one."""
    squares = tuple(map(int, re.findall("[0-9]+", text)))
    fitting = {key: ways for key, (captured, ways) in paths.items() if captured or "-" in text}
    whole = [key for key, ways in fitting.items() if squares in ways]
    return whole or [key for key, ways in fitting.items() if any(is_part(squares, path) for path in ways)]


def is_part(squares, path):
    """Whether the squares are the path with some of those between its ends left out."""
    rest = iter(path)
    return squares[0] == path[0] and squares[-1] == path[-1] and all(square in rest for square in squares)
