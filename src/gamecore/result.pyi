from typing import Any, Final, Generic, Literal

from gamecore.core.position import Move_co, Position, Score_co
from gamecore.search.iteration import Iteration


class SearchResult(Generic[Move_co, Score_co]):
    """The result of a search.

    Attributes
    ----------
    position : object
        The position that was searched.
    move : object
        The best move, in the game's notation; the first legal one if depth 1 was not finished; None if chance acts
        first.
    score : int, in games of chance float
        For the side to move, of the last complete iteration: 30000 - n for a win in n plies, n - 30000 for a loss;
        25000 - n and n - 25000 if play reaches in n plies a position that endgame databases know to be won or lost. In
        games of chance the expected score, a win counting 1 and a loss -1; in backgammon points per game.
    outcome : {"win", "loss", "draw", None}
        The proved result for the side to move.
    plies_to_end : int or None
        The length of the win or loss against the best defence, which a search with selective switches may
        overestimate; None if it is known from endgame databases only.
    pv : tuple
        The principal variation, beginning with `move`; it ends where databases answer.
    lines : list of (int, tuple)
        Score and line of the best `multipv` moves.
    depth : int
        Plies, of the last complete iteration; 0 if there was none.
    nodes, leaves : int
        Positions visited, and those of them scored without further search, in all iterations and threads.
    solver_nodes : int
        Those of the nodes that the connect-four solver expanded.
    cuts, first_cuts, table_hits, table_cuts, chances, choices, probes : int
        Nodes cut, those cut after their first move; positions found in the table, and cut off by it; in games of chance
        chance nodes, decision nodes, and single successors that Star2 probed.
    seconds, nps : float
        Wall time of the search, and nodes per second.
    loading_seconds : float
        Wall time before the search, in which weights and tables were read; close to 0 if they had been read before.
    cpu_seconds : float
        CPU time of all threads, which other processes do not lengthen.
    ebf : float or None
        Effective branching factor: growth of the iterations' nodes per ply (gamecore.core.branching).
    stop : {"depth", "nodes", "time", "stop", "interrupt", "complete"}
        Why the search ended; "complete": no greater depth can change the score.
    iterations : list of Iteration
        One for each finished depth.
    hash_used : float
        The share of the table that this search wrote, 0..1.
    """
    @property
    def position(self) -> Position[Move_co]: ...
    @property
    def move(self) -> Move_co: ...
    @property
    def score(self) -> Score_co: ...
    outcome: Final[Literal["win", "loss", "draw"] | None]
    plies_to_end: Final[int | None]
    @property
    def pv(self) -> tuple[Move_co, ...]: ...
    @property
    def lines(self) -> list[tuple[Score_co, tuple[Move_co, ...]]]: ...
    depth: Final[int]
    nodes: Final[int]
    solver_nodes: Final[int]
    leaves: Final[int]
    cuts: Final[int]
    first_cuts: Final[int]
    table_hits: Final[int]
    table_cuts: Final[int]
    chances: Final[int]
    choices: Final[int]
    probes: Final[int]
    seconds: Final[float]
    loading_seconds: Final[float]
    cpu_seconds: Final[float]
    nps: Final[float]
    ebf: Final[float | None]
    stop: Final[Literal["depth", "nodes", "time", "stop", "interrupt", "complete"]]
    @property
    def iterations(self) -> list[Iteration[Move_co, Score_co]]: ...
    hash_used: Final[float]
    def as_dict(self) -> dict[str, Any]:
        """Returns the result as plain data, with the keys of `gamecore search --json`."""

def score_text(score: float) -> str:
    """Returns a score as text: "win in 7", "loss in 8", "win" if its length is unknown, or the number with its sign.

    An expected score has decimals.
    """
