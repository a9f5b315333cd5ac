from typing import Any, Final, Generic, Literal

from gamecore.core.position import Move_co, Score_co

class Iteration(Generic[Move_co, Score_co]):
    """The result of one iteration of a search, or a report from inside the next one.

    Attributes
    ----------
    depth : int
        Plies; in games of chance layers of chance.
    score : int, in games of chance float
        For the side to move, as in SearchResult.
    pv : tuple
        The principal variation.
    lines : list of (int, tuple)
        Score and line of the best `multipv` moves.
    finished : bool
        False for a report from inside an iteration, with the last one's score and line.
    complete : bool
        Whether no greater depth can change the score.
    nodes, leaves, cuts, first_cuts : int
        Of this iteration and the first thread alone: without the connect-four solver's nodes or, if the score is the
        solver's, these. A report from inside an iteration has all nodes since the search began.
    seconds : float
        Since the search began.
    """
    depth: Final[int]
    @property
    def score(self) -> Score_co: ...
    @property
    def pv(self) -> tuple[Move_co, ...]: ...
    @property
    def lines(self) -> list[tuple[Score_co, tuple[Move_co, ...]]]: ...
    finished: Final[bool]
    complete: Final[bool]
    nodes: Final[int]
    leaves: Final[int]
    cuts: Final[int]
    first_cuts: Final[int]
    seconds: Final[float]
    def as_dict(self) -> dict[str, Any]:
        """Returns the iteration as plain data, with the keys of `gamecore search --json`."""

def plain(move: object) -> int | str | None:
    """Returns an integer, a text or None as such, and any other move as text, for JSON."""
def outcome_of(score: float) -> tuple[Literal["win", "loss"] | None, int | None]:
    """Returns the outcome that a score proves for the side to move, and its plies, such as ("win", 7).

    Returns (None, None) if it proves nothing. A win from endgame databases has an unknown length, None.
    """
def scored_line(score: float, pv: tuple[object, ...]) -> dict[str, Any]:
    """Returns a line of play and its score in types of JSON."""
