from collections.abc import Iterable
from typing import Any, Final, Literal

import numpy
import numpy.typing

from gamecore.games.checkers.notation import CheckersMove

START: str
SYMBOLS: dict[str, int]
SIDES: dict[str, str]

class Checkers:
    """A position of English draughts (American checkers).

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
        Keys of the positions since that move, the oldest first, without the current one.
    outcome : {"loss", "draw", None}
        For the side to move: a loss without a legal move; a draw at the position's third occurrence, or after 80 plies
        without a capture or a man's move.

    Raises
    ------
    PositionError
        If the text is malformed, or the position is impossible.

    Notes
    -----
    A position never changes. Two positions are equal if the same pieces are on the same squares and the same side
    moves; earlier positions are kept only for draws. A move's text is accepted wherever a move is expected.
    """
    outcomes: None
    ply: None
    history: tuple[int, ...]
    def __init__(self, text: str = "") -> None: ...
    def legal_moves(self) -> list[CheckersMove]:
        """Returns the list of legal CheckersMoves, in generator order; the side to move has lost if it is empty."""
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
    def read_move(self, text: CheckersMove | str) -> CheckersMove:
        """Returns the legal CheckersMove that a text means; the errors are those of `play`."""
    def paths(self, move: CheckersMove | str) -> list[tuple[int, ...]]:
        """Returns the possible paths of a legal move, as a list of tuples of squares; the errors are those of `play`.

        A jump that can capture the same pieces in several orders has several paths.
        """
    def notate(self, moves: Iterable[int]) -> tuple[CheckersMove, ...]:
        """Returns the CheckersMoves of a line of play, which is given in the internal form."""
    turn: Final[Literal["black", "white"]]
    clock: Final[int]
    outcome: Final[Literal["loss", "draw"] | None]
    def is_over(self) -> bool:
        """Whether the side to move has lost, or the game is a draw by repetition or by the clock."""
    def final_score(self) -> float:
        """Returns the result for the side to move: -inf, or 0 for a draw.

        Raises
        ------
        PositionError
            If the game is not over.
        """
    def key(self) -> int:
        """Returns a 64-bit int that is equal for equal positions and almost never for others."""
    def is_quiet(self) -> bool:
        """Whether no jump is available."""
    def is_reversible(self, move: CheckersMove | str) -> bool:
        """Whether a legal move can be undone, which is true for a king's move without a capture."""
    def hint(self, move: CheckersMove | str) -> int:
        """Returns a move-ordering score; moves with a higher one are searched earlier."""
    def mirrored(self) -> Checkers:
        """Returns the position mirrored: the board turned, the colours and the side to move exchanged, without
        history.
        """
    pieces: Final[dict[str, dict[int, bool]]]
    def rows(self) -> list[str]:
        """Returns the eight rows from square 1 on, as texts of four squares "b", "B" (a king), "w", "W" or "."."""
    def to_array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]:
        """Returns the board as numpy int8, shape (8, 8), with square 1 at [0, 1] and square 32 at [7, 6].

        White is at the bottom. 1 is a black man, 2 a black king, -1 and -2 are White's, 0 is empty.
        """
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
    def board(self) -> str:
        """Returns the board as text, with White at the bottom and the numbers of the squares beside it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def restore(text: str, clock: int, history: tuple[int, ...]) -> Checkers:
    """Returns a position with its history from a pickle."""
