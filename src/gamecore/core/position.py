"""The types of positions of any game and of an engine's arguments, for type checkers."""
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, SupportsFloat

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Move_co = TypeVar("Move_co", covariant=True, default=Any)
    Score_co = TypeVar("Score_co", bound=int | float, covariant=True, default=int | float)
else:
    from typing import TypeVar

    Move_co = TypeVar("Move_co", covariant=True)
    Score_co = TypeVar("Score_co", bound=int | float, covariant=True)

Move = TypeVar("Move")
MoveOrder = Literal["full", "static", "none", "random", "worst", "perfect"] | Callable[[Any, Any], SupportsFloat]


class HasAddress(Protocol):
    """An object with the address of a function in C, such as numba's cfunc."""

    @property
    def address(self) -> int: ...


class Playable(Protocol[Move_co]):
    """An object with legal moves, in a game of any number of players."""

    def legal_moves(self) -> Sequence[Move_co]: ...


class Position(Protocol[Move_co]):
    """The common interface of positions for annotations; the moves of a `Position[Move]` are of type `Move`.

    ConnectFour is a Position[int], Checkers a Position[CheckersMove], Backgammon a Position[BackgammonMove]; a
    PythonGame or CompiledGame has the moves that its `legal_moves` lists. An engine searches positions of these
    classes; another class with the same methods is not accepted.

    Examples
    --------
    >>> from typing import TypeVar
    >>> import gamecore
    >>> Move = TypeVar("Move")
    >>> def best(position: gamecore.Position[Move], engine: gamecore.Engine) -> Move:
    ...     return engine.search(position, depth=4).move
    >>> best(gamecore.ConnectFour("112233"), gamecore.Engine(hash_mb=1))
    4
    """

    @property
    def turn(self) -> Any:
        """The side to move, if the game names it."""

    @property
    def ply(self) -> int | None:
        """The plies played from the start, if the game counts them."""

    @property
    def outcome(self) -> Literal["win", "loss", "draw"] | None:
        """The outcome for the side to move; None while the game goes on."""

    def legal_moves(self) -> Sequence[Move_co]:
        """Returns the moves of the side to move; none if the game is over."""

    def play(self, move: Any, /) -> Self:
        """Returns the position after a legal move."""

    def read_move(self, text: Any, /) -> Move_co:
        """Returns the legal move that a move or a text means; raises MoveError if there is none."""

    @property
    def key(self) -> Callable[[], Any] | None:
        """A function that returns what identifies the position; None in a game without keys."""

    @property
    def outcomes(self) -> Callable[[], Sequence[tuple[Any, Any]] | None] | None:
        """A function that returns the pairs (outcome, probability) of the chance event before the side to move
        chooses; None in a game without chance."""

    def is_over(self) -> bool:
        """Whether the game is over."""

    def final_score(self) -> float:
        """Returns the result of a finished game for the side to move."""


class Deterministic(Position[Move_co], Protocol[Move_co]):
    """A position of a game without chance, whose scores are of type int."""

    @property
    def outcomes(self) -> None:
        """There is no chance."""
