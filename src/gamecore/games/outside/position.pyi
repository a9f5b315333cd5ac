from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal, Self

WIN: float
LOSS: float

class CompiledGame:
    """The base class of positions of a compiled custom game, which every tool of gamecore accepts.

    A cdef subclass's constructor calls `use` with its table of functions, then writes the position into `bits.words`.
    To show moves as more than numbers, override `notate`. See docs/adding-a-game.md and games/othello.

    Attributes
    ----------
    unit : float
        Of the class, 1 by default: the step in which negamax counts scores, as in PythonGame.
    """
    unit: ClassVar[float]
    turn: Any
    @property
    def ply(self) -> int | None: ...
    outcome: Literal["win", "loss", "draw"] | None
    to_array: Callable[..., Any] | None
    from_array: Callable[..., Any] | None
    def notate(self, moves: Iterable[int]) -> tuple[Any, ...]:
        """Returns the tuple of the moves' texts, here their numbers."""
    def legal_moves(self) -> list[Any]:
        """Returns the legal moves in generator order, or none if the game is over."""
    def play(self, move: Any) -> Self:
        """Returns the position after a legal move; raises MoveError for any other."""
    def read_move(self, text: Any) -> Any:
        """Returns a legal move, or the one that a text means, in full or as a word; raises MoveError for any other."""
    def same_player(self, move: Any) -> bool:
        """Whether the side that makes this legal move moves again after it."""
    def hint(self, move: Any) -> int:
        """Returns the move-ordering score of a legal move; 0 in a game without them."""
    def is_quiet(self) -> bool:
        """Whether the search may evaluate this position at its horizon."""
    @property
    def is_reversible(self) -> Callable[[Any], bool] | None:
        """A function that returns whether a position could recur after a legal move; None if the game defines none."""
    def is_over(self) -> bool:
        """Whether the game is over: whether there is neither a move nor a chance event."""
    def final_score(self) -> float:
        """Returns the result for the side to move, WIN, LOSS, or a finite utility."""
    @property
    def outcomes(self) -> Callable[[], list[tuple[int, float]]] | None:
        """A function that returns (outcome, probability) of the chance event before the side to move chooses.

        Its list is empty where there is no event. None in a game without chance.
        """
    def list_outcomes(self) -> list[tuple[int, float]]:
        """See outcomes."""
    def play_outcome(self, outcome: int) -> Self:
        """Returns the position after a chance outcome; raises MoveError for an impossible one."""
    def passes_turn(self, outcome: int) -> bool:
        """Whether the other side is to move after this outcome."""
    def evaluate(self) -> float:
        """Returns an estimate of the score of an unfinished position."""
    def key(self) -> int | None:
        """Returns the position's 64-bit key, or None if the game has no keys."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @classmethod
    def from_text(cls, text: str) -> Self:
        """Returns the position that a text describes, in the format of --position."""
