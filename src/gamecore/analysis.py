"""How well a search prunes: effective branching factors, and ordered against unordered alpha-beta on the same tree."""
from dataclasses import dataclass, field
from statistics import fmean, stdev

from gamecore.core.branching import ebf, ebf_root
from gamecore.engine import Engine
from gamecore.errors import GameError, LimitError, SwitchError
from gamecore.search.switches import ORDERS

BY_MERIT = ("perfect", "full", "static", "random", "none", "worst")      # about from the best order to the worst

__all__ = ["Row", "ebf", "ebf_root", "exact_switches", "pruning"]


@dataclass(frozen=True)
class Row:
    """One search of the experiment, or the mean over the seeds of order `random`.

    Attributes
    ----------
    game, order : str
        The position's class, and how its moves were ordered.
    depth : int
        Plies.
    nodes, leaves : float
        Of the last iteration, the one to this depth; int but for order `random`.
    ebf : float or None
        Growth of the nodes a ply, from the same order's shallower rows.
    minimal_leaves : int or None
        What no alpha-beta on this tree can do without; None for a game without keys.
    score : int
        The same in all orders.
    nodes_sd, leaves_sd : float
        Standard deviations over the seeds; 0 for orders that have none.
    searches : int
        How many were averaged.
    complete : bool
        Nothing deeper can change the score, so that the order's rows end here.
    """

    game: str
    order: str
    depth: int
    nodes: float
    leaves: float
    ebf: float | None
    minimal_leaves: int | None
    score: int
    nodes_sd: float
    leaves_sd: float
    searches: int
    complete: bool


def exact_switches(order):
    """The exact switches that an order is measured with, as a text.

    Each order gets bare alpha-beta and what it orders by, so that rows differ in the order and in nothing else: `static` the
    hint, `full` also killers, history, and the deepening, internal deepening and null windows that live on a good order; the
    others nothing. None gets the table: it would turn the tree into a graph, whose leaves may be fewer than the tree's minimum.
    Nor aspiration, whose missed windows would count leaves twice.
    """
    if order == "full":
        return "pruning,deepening,hint,killers,history,internal-deepening,pvs"
    return "pruning,hint" if order == "static" else "pruning"


def pruning(position, max_depth, orders=None, *, seed=0, seeds=5, evaluation=True, on_search=None):
    """The experiment of ordered against unordered pruning: how much of one tree alpha-beta searches, by the order of moves.

    Parameters
    ----------
    position : ConnectFour, PythonGame or CompiledGame
        Where all searches begin.
    max_depth : int
        Plies, 1..500; the rows go from depth 1 to here.
    orders : iterable of str, optional
        Among "perfect", "full", "static", "random", "none", "worst"; all of them unless given, but for "perfect" where a
        game has no keys.
    seed, seeds : int
        Order "random" is the mean over the seeds seed, seed + 1, ..., seed + seeds - 1.
    evaluation : bool, default True
        Whether the horizon is evaluated, or worth 0.
    on_search : callable, optional
        Called with (order, depth) before each row's searches.

    Returns
    -------
    iterator of Row
        Depth by depth, the orders within. Each is a fresh search to its depth with `exact_switches`, and counts the last
        iteration. An order's rows end with the one after which nothing deeper can change the score.

    Raises
    ------
    LimitError, SwitchError, GameOverError
        A depth or a number of seeds that cannot be; an unknown order; a finished game. At once, not with the first row.
    GameError
        A game of chance; or one from outside whose orders give two scores, since it answers one question in two ways.

    Notes
    -----
    D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).

    Examples
    --------
    >>> import gamecore
    >>> from gamecore.analysis import pruning
    >>> for row in pruning(gamecore.ConnectFour(), 4, ["none"], evaluation=False):
    ...     print(row.depth, row.nodes, row.leaves, row.minimal_leaves)
    1 8 7 7
    2 21 13 13
    3 76 55 55
    4 173 97 97
    """
    if not isinstance(seeds, int) or seeds < 1:
        raise LimitError(f"seeds must be an integer from 1 on, not {seeds!r}")
    experiment = Experiment(position, evaluation, range(seed, seed + seeds))
    if isinstance(experiment.engine.search(position, max_depth, nodes=1).score, float):       # refuses what cannot be searched, too
        raise GameError(f"{position!r} is a game of chance; the experiment is about alpha-beta on games without")
    orders = known(orders if orders is not None else experiment.orders())
    return experiment.rows(max_depth, orders, on_search or (lambda order, depth: None))


@dataclass
class Experiment:
    """What the rows have in common."""

    position: object
    evaluation: bool
    seeds: range
    engine: Engine = field(default_factory=lambda: Engine(hash_mb=1))
    nodes: dict = field(default_factory=dict)        # order -> depth -> nodes
    scores: dict = field(default_factory=dict)       # depth -> score

    def has_keys(self):
        return self.position.key is not None and self.position.key() is not None

    def orders(self):
        """All orders that the game allows: `perfect` remembers moves by the position's key."""
        return [order for order in BY_MERIT if order != "perfect" or self.has_keys()]

    def minimal_leaves(self, depth):
        if not self.has_keys():
            return None
        return self.engine.minimal_leaves(self.position, depth, evaluation=self.evaluation)

    def rows(self, max_depth, orders, on_search):
        for depth in range(1, max_depth + 1):
            minimal_leaves = self.minimal_leaves(depth) if orders else None
            unfinished = []
            for order in orders:
                on_search(order, depth)
                row = self.row(order, depth, minimal_leaves)
                yield row
                if not row.complete:
                    unfinished.append(order)
            orders = unfinished

    def row(self, order, depth, minimal_leaves):
        """Searches once, or once a seed where the order has one."""
        results = [self.search(order, depth, seed) for seed in (self.seeds if order == "random" else self.seeds[:1])]
        nodes, nodes_sd = mean([result.iterations[-1].nodes for result in results])
        leaves, leaves_sd = mean([result.iterations[-1].leaves for result in results])
        grown = self.nodes.setdefault(order, {})
        grown[depth] = nodes
        return Row(type(self.position).__name__, order, depth, nodes, leaves, ebf(grown), minimal_leaves, results[0].score,
                   nodes_sd, leaves_sd, len(results), all(result.stop == "complete" for result in results))

    def search(self, order, depth, seed):
        """A search's result, whose score must be that of all others of its depth."""
        switches = exact_switches(order) + (",evaluation" if self.evaluation else "")
        result = self.engine.search(self.position, depth, switches=switches, order=order, seed=seed)
        score = self.scores.setdefault(depth, result.score)
        if result.score != score:
            raise GameError(f"{self.position!r} scores {score} at depth {depth}, but {result.score} in order {order!r}")
        return result


def mean(counts):
    """Mean and standard deviation; a single count stays an int."""
    return (fmean(counts), stdev(counts)) if len(counts) > 1 else (counts[0], 0.0)


def known(orders):
    for order in orders:
        if order not in ORDERS:
            raise SwitchError(f"unknown order {order!r}; known are {', '.join(ORDERS)}")
    return list(orders)
