from collections.abc import Iterable
from typing import Any, Final, Literal, SupportsIndex

import numpy
import numpy.typing

SYMBOLS: str

class ConnectFour:
    """A position of connect four on 7 columns and 6 rows.

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
        For the side to move: a loss if the opponent has four in a row, a draw on a full board.

    Raises
    ------
    PositionError
        If the text is malformed, a column overflows, the game goes on after a win, or the rows contradict the rules: a
        stone hangs in the air, a side has too many, or no last stone could have made all the fours. Not all other rows
        can occur in a game.

    Notes
    -----
    A position never changes. Two positions are equal if the same stones lie in the same cells; the order of moves is
    kept for `str` only. Moves are columns, int 1..7.
    """
    outcomes: None
    def __init__(self, text: str = "") -> None: ...
    def legal_moves(self) -> list[int]:
        """Returns the columns that can be played, from the left, or none if the game is over."""
    def read_move(self, text: SupportsIndex | str) -> int:
        """Returns the legal column that an int or a text means; the errors are those of `play`."""
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
    turn: Final[Literal["x", "o"]]
    outcome: Final[Literal["loss", "draw"] | None]
    def is_over(self) -> bool:
        """Whether a player has four in a row or the board is full."""
    def final_score(self) -> float:
        """Returns the result for the side to move, -inf if the opponent has four in a row, otherwise 0.

        Raises
        ------
        PositionError
            If the game is not over.
        """
    def key(self) -> int:
        """Returns a 64-bit int that differs for every position."""
    def hint(self, move: SupportsIndex | str) -> int:
        """Returns a move-ordering score; moves with a higher one are searched earlier."""
    def mirrored(self) -> ConnectFour:
        """Returns the position with left and right exchanged."""
    ply: Final[int]
    def rows(self) -> list[str]:
        """Returns the six rows from the top, each a text of seven cells "x", "o" or "."."""
    def to_array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]:
        """Returns the board as numpy int8, shape (6, 7), row 0 on top, with 1 and 2 for the players and 0 for empty."""
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
    def board(self) -> str:
        """Returns the board as text, with the column numbers below."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def notate(moves: Iterable[int]) -> tuple[int, ...]:
    """Returns the columns 1..7 of moves in their internal form."""
