from typing import Any, Final

class CheckersMove:
    """A move of checkers, which `Checkers.legal_moves` and `Checkers.read_move` return.

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
    path: tuple[int, ...]
    captured: tuple[int, ...]
    text: str
    def __init__(self, path: tuple[int, ...], captured: tuple[int, ...], text: str) -> None: ...
    start: Final[int]
    to: Final[int]
    def mirrored(self) -> CheckersMove:
        """Returns the move mirrored for the other side; see `Checkers.mirrored`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: CheckersMove, /) -> bool: ...
    def __le__(self, other: CheckersMove, /) -> bool: ...
    def __gt__(self, other: CheckersMove, /) -> bool: ...
    def __ge__(self, other: CheckersMove, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def name_moves(moves: dict[int, tuple[tuple[int, ...], list[tuple[int, ...]]]]) -> list[CheckersMove]:
    """Returns the CheckersMoves of all legal moves, in the order of the dict.

    Parameters
    ----------
    moves : dict of int to (tuple of int, list of tuple of int)
        The captured squares and all paths of each move, by its inner form.
    """
def find_move(move: CheckersMove | str, moves: dict[int, tuple[tuple[int, ...], list[tuple[int, ...]]]],
              position: object) -> int:
    """Returns the internal form of the move that a text means among `moves` (see name_moves).

    Raises
    ------
    MoveError
        If the text is malformed or matches no legal move or several, or if it is a CheckersMove that is not legal.
    """
