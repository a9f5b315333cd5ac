"""The result of a search for Python."""
from gamecore.core.limits cimport (STOP_COMPLETE, STOP_DEPTH, STOP_INTERRUPT, STOP_NODES, STOP_STACK, STOP_STOP,
                                   STOP_TIME)
from gamecore.core.stats cimport Stats
from gamecore.search.iteration cimport Iteration, outcome_of

from types import GenericAlias

from gamecore.core.branching import ebf
from gamecore.core.shown import html_of
from gamecore.search.iteration import scored_line

cdef dict STOPS = {STOP_DEPTH: "depth", STOP_STACK: "depth", STOP_NODES: "nodes", STOP_TIME: "time", STOP_STOP: "stop",
                   STOP_INTERRUPT: "interrupt", STOP_COMPLETE: "complete"}


cdef class SearchResult:
    """The result of a search.

    Attributes
    ----------
    position : object
        The position that was searched.
    move : object
        The best move, in the game's notation; the first legal one if depth 1 was not finished; None if chance acts
        first.
    score : int, in games of chance float
        The score of the last complete iteration for the side to move: 30000 - n for a win in n plies, n - 30000 for a
        loss; 25000 - n or n - 25000 if play reaches in n plies a position that endgame databases know to be won or
        lost. In games of chance it is the expected score, in which a win counts 1 and a loss -1; in backgammon it is in
        points per game.
    outcome : {"win", "loss", "draw", None}
        The proved result for the side to move.
    plies_to_end : int or None
        The length of the win or loss against the best defence, which a search with selective switches may
        overestimate; None if it is known from endgame databases only.
    pv : tuple
        The principal variation, beginning with `move`; it ends where databases or, without the switch `pvs`, the table
        answer.
    lines : list of (int, tuple)
        Score and line of the best `multipv` moves.
    depth : int
        The depth of the last complete iteration in plies; 0 if there was none.
    nodes, leaves : int
        The positions visited, and how many of them were scored without further search, in all iterations and threads.
    solver_nodes : int
        The part of the nodes that the connect-four solver expanded.
    cuts, first_cuts, table_hits, table_cuts, chances, choices, probes : int
        Nodes cut, those cut after their first move; positions found in the table, and cut off by it; in games of chance
        chance nodes, decision nodes, and single successors that Star2 probed.
    seconds, nps : float
        Wall time of the search, and nodes per second.
    loading_seconds : float
        Wall time before the search, in which weights and tables were read; close to 0 if they had been read before.
    cpu_seconds : float
        CPU time of all threads; the work of other processes does not lengthen it.
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
    def nps(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def ebf(self) -> float | None:
        # The solver's result is not an iteration of this search, so it has no leaves.
        return ebf({(<Iteration>i).depth: (<Iteration>i).nodes for i in self.iterations
                    if (<Iteration>i).leaves or not self.solver_nodes})

    def as_dict(self) -> dict[str, Any]:
        """Returns the result as plain data, with the keys of `gamecore search --json`."""
        return scored_line(self.score, self.pv) | {
            "outcome": self.outcome, "plies_to_end": self.plies_to_end, "depth": self.depth,
            "nodes": self.nodes, "solver_nodes": self.solver_nodes, "leaves": self.leaves, "cuts": self.cuts,
            "first_cuts": self.first_cuts, "seconds": self.seconds, "loading_seconds": self.loading_seconds,
            "cpu_seconds": self.cpu_seconds, "nps": self.nps, "ebf": self.ebf, "stop": self.stop}

    @classmethod
    def __class_getitem__(cls, move):
        """Returns SearchResult[Move], for annotations."""
        return GenericAlias(cls, move)

    def __repr__(self):
        return (f"<SearchResult move={self.move!r} score={self.score} outcome={self.outcome!r} depth={self.depth} "
                f"nodes={self.nodes} stop={self.stop!r}>")

    def _repr_html_(self):
        return html_of(self)


def score_text(score: float) -> str:
    """Returns a score as text: "win in 7", "loss in 8", "win" if its length is unknown, or the number with its sign.

    An expected score has decimals.
    """
    if isinstance(score, float):
        return f"{score:+z.3f}"
    outcome, plies = outcome_of(score)
    if outcome:
        return outcome if plies is None else f"{outcome} in {plies}"
    return f"{score:+d}" if score else "0"


cdef SearchResult create_result(object position, Iteration last, list iterations, const Stats* total, int stop,
                                double seconds, double loading_seconds, double hash_used):
    cdef SearchResult result = SearchResult.__new__(SearchResult)
    result.position, result.iterations = position, iterations
    result.score, result.pv, result.lines, result.depth = last.score, last.pv, last.lines, last.depth
    result.move = last.pv[0] if last.pv else None
    result.outcome, result.plies_to_end = outcome_of(last.score)
    if isinstance(last.score, int) and last.complete and last.score == 0:
        result.outcome = "draw"
    result.nodes, result.solver_nodes, result.leaves = total.nodes, total.solver_nodes, total.leaves
    result.cuts, result.first_cuts = total.cuts, total.first_cuts
    result.table_hits, result.table_cuts = total.table_hits, total.table_cuts
    result.chances, result.choices, result.probes = total.chances, total.choices, total.probes
    result.seconds, result.loading_seconds, result.cpu_seconds = seconds, loading_seconds, total.cpu_ns / 1e9
    result.stop = STOPS.get(stop, "interrupt")
    result.hash_used = hash_used
    return result
