from collections.abc import Iterable
from typing import Literal, NamedTuple, Self

from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.notation import CheckersMove
from gamecore.games.checkers.position import Checkers

OPPOSITE: dict[str, str]

class RankedMove(NamedTuple):
    """A legal move and its result with best play."""
    move: CheckersMove
    outcome: Literal["win", "loss", "draw"]
    plies: int | None

class Block:
    """The distances of all positions with one set of men, with either side to move.

    Parameters
    ----------
    databases : Databases
        Databases with all slices of at most the position's number of pieces.
    position : Checkers
    drawn : iterable of Checkers, default ()
        Earlier positions of the block that count as draws, since the next occurrence of each would be its third.

    Raises
    ------
    DatabaseError
        If the databases lack positions with this number of pieces.
    """
    def __new__(cls, databases: Databases, position: Checkers, drawn: Iterable[Checkers] = ()) -> Self: ...
    def probe(self, position: Checkers) -> tuple[Literal["win", "loss", "draw"], int | None] | None:
        """Returns the outcome for the side to move and the plies to the next capture, man's move or end of the game.

        The plies of a draw are None. The result is None for a position of another block.
        """

SECONDS: float

def repeated(position: Checkers) -> frozenset[Checkers]:
    """Returns the set of the game's positions whose next occurrence is at least their third, and so a draw."""
def within_clock(ranked: RankedMove, clock: int) -> RankedMove:
    """Returns a ranked move as a draw if the draw clock, now at `clock`, runs out on its way."""
def is_known(databases: Databases, position: Checkers) -> bool:
    """Whether the databases contain all positions with this number of pieces."""
def score_of(ranked: RankedMove) -> int:
    """Returns a search's score for a ranked move."""
def preference(ranked: RankedMove) -> tuple[int, int]:
    """Orders quick wins first, and slow losses before quick ones."""

class Distances:
    """A ranking of the moves of positions in databases, which keeps the latest block for the next position.

    Parameters
    ----------
    databases : Databases
    """
    def __init__(self, databases: Databases) -> None: ...
    def rank(self, position: Checkers, drawn: frozenset[Checkers] = ...) -> list[RankedMove] | None:
        """Returns the legal moves from the best to the worst: quick wins, slow wins, draws, slow losses, quick losses.

        Parameters
        ----------
        position : Checkers
        drawn : frozenset of Checkers, optional
            Earlier positions that count as draws; `repeated` finds them. Other draws by the clock and by repetition are
            ignored.

        Returns
        -------
        list of RankedMove or None
            None if the databases lack positions with this number of pieces.
        """
    def can_rank(self, position: Checkers) -> bool:
        """Whether the databases contain all positions with this number of pieces."""
    def cost(self, position: Checkers, drawn: frozenset[Checkers] = ...) -> float:
        """Returns an upper estimate of the seconds that `rank` takes."""
    def line(self, position: Checkers, move: CheckersMove,
             drawn: frozenset[Checkers] = ...) -> tuple[CheckersMove, ...]:
        """Returns a move and the best play after it, up to an irreversible move."""
    def rank_move(self, position: Checkers, move: CheckersMove, drawn: frozenset[Checkers] = ...) -> RankedMove: ...
    def probe(self, position: Checkers,
              drawn: frozenset[Checkers] = ...) -> tuple[Literal["win", "loss", "draw"], int | None]: ...
    def cached(self, position: Checkers,
               drawn: frozenset[Checkers]) -> tuple[Literal["win", "loss", "draw"], int | None] | None:
        """Returns a position's result in the latest block, or None if it belongs to another block."""
