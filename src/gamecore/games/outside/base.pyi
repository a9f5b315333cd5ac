from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self

class PythonGame:
    """The base class of positions of your own game, which every tool of gamecore accepts.

    A position never changes; `play` returns a new one. Scores are for the side to move; the opponent's have the
    opposite sign. Sides alternate at every move, unless `same_player` says otherwise.

    Attributes
    ----------
    unit : float
        The step in which negamax counts scores, 1 by default: a score s counts as s / unit, rounded with halves away
        from 0, and must stay below 20000. A result other than 0 counts at least 1 or -1, since 0 is a draw. Games of
        chance average scores unrounded, a win as 1, a loss as -1.
    bounds : (float, float) or None
        The bounds of every score for the side to move, if known. Only then can chance nodes be pruned.
    turn : object
        The side to move, if the game names it.
    ply : int or None
        The plies played from the start, if the game counts them.
    outcome : {"win", "loss", "draw", None}
        For the side to move: the sign of `final_score()`; None for an unfinished game.

    Notes
    -----
    `legal_moves`, `play` and `final_score` must be defined; the other methods have defaults. A search looks methods up
    once, in the class of its root, where they are plain functions. These are optional:

    key() -> int, str, bytes or tuple
        Identifies the position: everything that its future depends on, including the game's own options. An int of up
        to 64 bits is used unchanged, anything else as a 64-bit digest. A tuple may hold numbers, str, bytes,
        enumerations, and tuples, lists or frozensets of them. Without `key` there is no table.
    hint(move) -> int
        A move-ordering score, clipped to -30000..30000; moves with a higher one are searched earlier. Scores never
        depend on it.
    is_quiet() -> bool
        Whether the search may stop here. If not, quiescence continues (if the switch `quiescence` is on).
    outcomes() -> sequence of (outcome, probability)
        The chance event before the side to move chooses; empty or None where there is none.
    play_outcome(outcome) -> PythonGame
        The position after an outcome; the same side is to move, unless `passes_turn` says otherwise.
    passes_turn(outcome) -> bool
        Whether the other side is to move in the position after the outcome, as after a 1 in Pig.
    is_reversible(move) -> bool
        Whether the position could recur after the move. With it, and with `key`, repetitions count as draws.
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
    """
    unit: ClassVar[float]
    # Optional methods: None, or what a subclass defines.
    key: Callable[..., int | str | bytes | tuple[Any, ...]] | None
    hint: Callable[..., float] | None
    is_quiet: Callable[..., bool] | None
    is_reversible: Callable[..., bool] | None
    same_player: Callable[..., bool] | None
    outcomes: Callable[..., Sequence[tuple[Hashable, float | Fraction]] | None] | None
    play_outcome: Callable[..., PythonGame] | None
    passes_turn: Callable[..., bool] | None
    to_array: Callable[..., Any] | None
    from_array: Callable[..., PythonGame] | None
    bounds: Any
    turn: Any
    @property
    def ply(self) -> int | None: ...
    outcome: Literal["win", "loss", "draw"] | None
    def legal_moves(self) -> Sequence[Hashable]:
        """Returns the moves of the side to move, which are hashable, in a fixed order; none if the game is over.

        Equal moves are one move, even in different positions.
        """
    def play(self, move: Any) -> Self:
        """Returns the position after a legal move."""
    def read_move(self, text: Any) -> Any:
        """Returns a legal move, or the one that a text means, in full or without its blanks ("(0,1)").

        Define it where a game knows several texts of a move.

        Raises
        ------
        MoveError
            If no legal move has this text, or several have.
        """
    def is_over(self) -> bool:
        """Whether the game is over, by default whether there is neither a move nor a chance event.

        Define it where a game ends although legal_moves() still lists moves, and where a search should see the end at
        its horizon, since it evaluates positions there without generating moves.
        """
    def final_score(self) -> Any:            # a number, or a tuple of one for each of several players
        """Returns the result for the side to move, gamecore.WIN, gamecore.LOSS, or a finite utility such as 0."""
    def evaluate(self) -> Any:
        """Returns an estimate of the score of an unfinished position."""
    @classmethod
    def from_text(cls, text: str) -> Self:
        """Returns the position that a text describes, in the format of --position."""
