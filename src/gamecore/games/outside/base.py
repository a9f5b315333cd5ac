"""The base class of a game written in Python."""
from __future__ import annotations

from typing import TYPE_CHECKING

from gamecore.core.shown import svg_of
from gamecore.errors import PositionError
from gamecore.games.outside.turns import OutcomeByScore, as_pairs, find_move

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from fractions import Fraction
    from typing import Any, ClassVar, Literal, Self


class PythonGame:
    """The base class of positions of your own game, which every tool of gamecore accepts.

    A position never changes; `play` returns a new one. Scores are for the side to move; the opponent's have the
    opposite sign. Sides alternate at every move, unless `same_player` returns True.

    Attributes
    ----------
    unit : float
        The step in which negamax counts scores, 1 by default: a score s counts as s / unit, rounded with halves away
        from 0, and must stay below 20000. A result other than 0 counts at least 1 or -1, since 0 is a draw. Games of
        chance average scores unrounded, a win as 1, a loss as -1.
    bounds : (float, float) or None
        The bounds of every score for the side to move, if known. Only then can chance nodes be pruned.
    turn : object
        The name of the side to move, if the game has one.
    ply : int or None
        The plies played from the start, if the game counts them.
    outcome : {"win", "loss", "draw", None}
        The outcome for the side to move, given by the sign of `final_score()`; None for an unfinished game.

    Notes
    -----
    `legal_moves`, `play` and `final_score` must be defined; the other methods have defaults. If the methods are plain
    functions, a search looks them up only once, in the class of its root. These methods are optional:

    key() -> int, str, bytes or tuple
        Identifies the position. The key must contain everything on which the future of the game depends, including the
        game's own options. An int of up to 64 bits is used unchanged, and anything else is used as a 64-bit digest. A
        tuple may hold numbers, str, bytes, enumerations, and tuples, lists or frozensets of them. Without `key` there
        is no table.
    hint(move) -> int
        A move-ordering score, clipped to -30000..30000; moves with a higher score are searched earlier. The results of
        a search never depend on it.
    is_quiet() -> bool
        Whether the search may stop here. If not, quiescence continues (if the switch `quiescence` is on).
    outcomes() -> sequence of (outcome, probability)
        The chance event before the decision of the side to move; empty or None if there is no event.
    play_outcome(outcome) -> PythonGame
        The position after an outcome; the same side is to move, unless `passes_turn` returns True.
    passes_turn(outcome) -> bool
        Whether the other side is to move in the position after the outcome, as after a 1 in Pig.
    is_reversible(move) -> bool
        Whether the position could recur after the move. If this method and `key` are defined, repetitions count as
        draws.
    same_player(move) -> bool
        Whether the side that makes the move is to move again in the position after it, whose scores are then for that
        side, too.
    mover() -> int
        The player to move, from 0, in a game of several players, whose scores are tuples with a utility for each.
        `Engine` refuses such a game; `gamecore.trees.max_n` searches it.
    to_array() -> numpy.ndarray
        The position as an array of numbers.
    from_array(array) -> PythonGame
        A class method: the position in an array of `to_array`.

    Examples
    --------
    >>> import gamecore
    >>> class CountToTen(gamecore.PythonGame):
    ...     '''Add 1 or 2 in turn; the player who says 10 wins.'''
    ...     def __init__(self, total=0):
    ...         self.total = total
    ...     def legal_moves(self):
    ...         return [n for n in (1, 2) if self.total + n <= 10]
    ...     def play(self, move):
    ...         return CountToTen(self.total + move)
    ...     def final_score(self):
    ...         return gamecore.LOSS
    ...     def key(self):
    ...         return self.total
    >>> result = gamecore.Engine(hash_mb=1).search(CountToTen(), depth=10)
    >>> result.move, result.outcome, result.plies_to_end
    (1, 'win', 7)
    """

    __slots__ = ()                   # lets a subclass have slots, which are faster

    unit: ClassVar[float] = 1
    bounds: Any = None
    outcome: Literal["win", "loss", "draw"] | None = OutcomeByScore()
    key: Callable[..., int | str | bytes | tuple[Any, ...]] | None = None
    hint: Callable[..., float] | None = None
    is_quiet: Callable[..., bool] | None = None
    is_reversible: Callable[..., bool] | None = None
    same_player: Callable[..., bool] | None = None
    outcomes: Callable[..., Sequence[tuple[Hashable, float | Fraction]] | None] | None = None
    play_outcome: Callable[..., PythonGame] | None = None
    passes_turn: Callable[..., bool] | None = None
    to_array: Callable[..., Any] | None = None
    from_array: Callable[..., PythonGame] | None = None

    if TYPE_CHECKING:
        turn: Any

        @property
        def ply(self) -> int | None: ...
    else:
        def __getattr__(self, name):
            """Returns None for a `turn` or `ply` that the game does not have: class attributes would be taken for
            defaults of a dataclass's fields, which no field without one may follow."""
            if name in ("turn", "ply") and not hasattr(type(self), name):
                return None
            return object.__getattribute__(self, name)       # raises a property's own AttributeError again

    def legal_moves(self) -> Sequence[Hashable]:
        """Returns the moves of the side to move, in a fixed order; none if the game is over. Moves must be hashable.

        Equal moves are one move, even in different positions.
        """
        raise NotImplementedError(f"{type(self).__name__} must define legal_moves()")

    def play(self, move: Any) -> Self:
        """Returns the position after a legal move."""
        raise NotImplementedError(f"{type(self).__name__} must define play(move)")

    def read_move(self, text: Any) -> Any:
        """Returns a legal move that is given as such or as its text, with or without blanks ("(0,1)").

        Define this method if a move may have several texts.

        Raises
        ------
        MoveError
            If no legal move has this text, or several have.
        """
        return find_move(self, text)

    def is_over(self) -> bool:
        """Whether the game is over, by default whether there is neither a move nor a chance event.

        Define this method if a game may end although legal_moves() still lists moves. Define it also if a search should
        recognise the end of the game at its horizon, where it evaluates positions without generating moves.
        """
        chance = self.outcomes is not None and as_pairs(self, self.outcomes())
        return not chance and not any(True for _ in self.legal_moves())

    def final_score(self) -> Any:
        """Returns the result for the side to move, gamecore.WIN, gamecore.LOSS, or a finite utility such as 0."""
        raise NotImplementedError(f"{type(self).__name__} must define final_score()")

    def evaluate(self) -> Any:
        """Returns an estimate of the score of an unfinished position."""
        return 0

    def _repr_svg_(self):
        return svg_of(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Returns the position that a text describes, in the format of --position."""
        raise PositionError(f"{cls.__name__} reads no positions from text, but got {text!r}")
