from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, SupportsIndex

import numpy
import numpy.typing

from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.notation import BackgammonMove

START: str
OUTCOMES: list[tuple[tuple[int, int], float]]

class Backgammon:
    """A position of backgammon from the view of the player on roll.

    Parameters
    ----------
    text : str, default ""
        GNU Backgammon's position ID, "4HPwATDgc/ABMA", with or without the dice, "4HPwATDgc/ABMA 31"; a FIBS board
        line, "board:..."; or eXtreme Gammon's "XGID=...". The default is the starting position.

    Attributes
    ----------
    turn : {"white", "black"}
        The player on roll. White is the player on roll in a position made from a text or from counts.
    dice : tuple of int, or None
        The roll to be played, the larger die first; None before the dice.
    own, other : tuple of int
        The checkers of the player on roll and of the opponent, 26 counts each, from that player's end: borne off,
        points 1..24, bar.
    pips : tuple of int
        The points that the player on roll and the opponent must still move.
    outcome : {"win", "loss", None}
        For the player on roll, when a side has borne off all its checkers.

    Raises
    ------
    PositionError
        If the text is malformed, or the position is impossible.

    Notes
    -----
    A position never changes. Two positions are equal if the same checkers lie on the same points for the player on
    roll, with the same dice, whichever player that is. A play is a BackgammonMove; its text is accepted wherever a play
    is expected, in any order and with or without the points between.
    """
    ply: None
    def __init__(self, text: str = "") -> None: ...
    @classmethod
    def from_counts(cls, own: Sequence[int], other: Sequence[int]) -> Backgammon:
        """Returns the position with these checkers, before the dice.

        Parameters
        ----------
        own, other : sequence of int
            26 counts each, in the order of the attributes.

        Raises
        ------
        PositionError
            If the position is impossible.
        """
    def roll(self, first: SupportsIndex, second: SupportsIndex) -> Backgammon:
        """Returns the position after a roll.

        Parameters
        ----------
        first, second : int
            1..6, in any order.

        Raises
        ------
        PositionError
            If a die is out of range, or the dice have already been rolled.
        GameOverError
            If the game has ended.
        """
    turn: Final[Literal["white", "black"]]
    dice: Final[tuple[int, int] | None]
    own: Final[tuple[int, ...]]
    other: Final[tuple[int, ...]]
    pips: Final[tuple[int, int]]
    def way(self, index: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """Returns the steps and hits of the play of this index in legal_moves, in the form of a BackgammonMove."""
    def legal_moves(self) -> list[BackgammonMove]:
        """Returns the list of legal BackgammonMoves, including a pass, in generator order; empty without dice."""
    def play(self, move: BackgammonMove | str) -> Backgammon:
        """Returns the position after a play, with the opponent on roll.

        Parameters
        ----------
        move : BackgammonMove or str
            The play. Its text may be "8/5 6/5", "24/18*/13", "bar/22 6/4(2)", "6/off" or "pass", with the checkers in
            any order; stars and intermediate points may be omitted if only one play fits.

        Raises
        ------
        MoveError
            If the play is malformed, illegal or ambiguous.
        PositionError
            If the dice have not been rolled.
        GameOverError
            If the game has ended.
        """
    def read_move(self, text: BackgammonMove | str) -> BackgammonMove:
        """Returns the legal BackgammonMove that a text means; the errors are those of `play`."""
    def successors(self) -> list[Backgammon]:
        """Returns the positions after the legal plays in order."""
    def notate(self, moves: Iterable[int]) -> tuple[BackgammonMove, ...]:
        """Returns the BackgammonMoves of plays given by their indices; a line has one."""
    def outcomes(self) -> list[tuple[tuple[int, int], float]]:
        """Returns the rolls as a list of ((larger, smaller), probability), empty after the dice or the game's end."""
    def play_outcome(self, outcome: tuple[int, int]) -> Backgammon:
        """Returns the position after a roll of `outcomes`."""
    outcome: Final[Literal["win", "loss"] | None]
    def is_over(self) -> bool:
        """Whether a side has borne off all its checkers."""
    def final_score(self) -> float:
        """Returns the points won by the player on roll, -3..3, where a gammon counts 2 and a backgammon 3.

        Raises
        ------
        PositionError
            If the game is not over.
        """
    def key(self) -> int:
        """Returns a 64-bit int that is equal for equal positions and almost never for others."""
    def swapped(self) -> Backgammon:
        """The same checkers with the other player on roll, before the dice."""
    def to_array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]:
        """Returns the counts as numpy int8, shape (2, 26), own and then other."""
    @classmethod
    def from_array(cls, array: numpy.typing.ArrayLike) -> Backgammon:
        """Returns the position, before the dice, in an array of `to_array`.

        Parameters
        ----------
        array : array_like of int, shape (2, 26)

        Raises
        ------
        PositionError
            If the shape or a number is wrong, or the position is impossible.
        """
    position_id: Final[str]
    def fibs(self) -> str:
        """Returns the position as a FIBS board line, with the player on roll as O."""
    def xgid(self, score: MatchScore | None = None, cube: SupportsIndex | None = None, owner: str = "centred", *,
             jacoby: bool = False, beavers: bool = False, doubled: bool = False) -> str:
        """Returns eXtreme Gammon's XGID, with the player on roll at the bottom.

        Parameters
        ----------
        score : MatchScore, optional
            Without one the game is for money.
        cube, owner, jacoby, beavers
            The cube, by default at the stake of the score, and the rules for money, as for Engine.decide.
        doubled : bool, default False
            Whether the player on roll has doubled this cube and waits for the answer.

        Raises
        ------
        PositionError, LimitError, SettingsError
            If the cube is impossible, or a rule for money is given with a score.
        """
    def board(self, turned: bool = False) -> str:
        """Returns the board as text, from the view of the player on roll or, if turned, of the opponent.

        The nearer checkers are x.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def restore(text: str, second: bool) -> Backgammon:
    """Returns a position with its player on roll from a pickle."""
