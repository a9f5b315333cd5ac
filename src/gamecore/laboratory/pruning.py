"""How well a search prunes: effective branching factors, and ordered against unordered alpha-beta on the same tree."""
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from math import hypot, log
from statistics import fmean, stdev
from typing import Any, SupportsIndex

from gamecore.core.checks import in_range
from gamecore.core.branching import depth_ratio, ebf, ebf_root, ebf_uniform, span
from gamecore.core.spread import in_processes
from gamecore.engine import Engine
from gamecore.errors import GameError, StoppedError, SwitchError
from gamecore.games.synthetic.uniform import UniformTree
from gamecore.laboratory import theory
from gamecore.laboratory.solved import Solved
from gamecore.search.token import StopToken

__all__ = ["ORDERS", "Row", "depth_ratios", "ebf", "ebf_root", "ebf_uniform", "exact_switches", "pruning",
           "pruning_uniform"]

DEEPENING = "pruning,deepening,hint,killers,history,internal-deepening,pvs"

# The switches and the engine's name of each order, roughly from the best to the worst.
ORDERS = {
    "perfect": ("pruning", "perfect"),
    "full+table": (DEEPENING + ",table", "full"),
    "full": (DEEPENING, "full"),
    "static": ("pruning,hint", "static"),
    "hint": ("pruning,hint", "full"),
    "history": ("pruning,history", "full"),
    "killers": ("pruning,killers", "full"),
    "table": ("pruning,deepening,table", "full"),
    "random": ("pruning", "random"),
    "none": ("pruning", "none"),
    "worst": ("pruning", "worst"),
    "minimax": ("none", "none"),
}
USUAL = ("perfect", "full+table", "full", "static", "random", "none", "worst", "minimax")
SOLVED = "solved"                # connect four, late: by the exact scores of the moves; searched as `static` is
BLIND = ("perfect", "random", "none", "worst", "minimax")         # all that there is on trees whose hint knows nothing
STORY = ("perfect", "full+table", "full", "random", "none", "minimax")           # the best, chance, and no order at all

# How many seeds order `random` is the mean of: this many, fewer if they take more than CHEAP nodes, until the standard
# error is this share of the mean, unless they take more than DEAR nodes.
SEEDS, FEWEST, ERROR = 100, 10, 0.05
CHEAP, DEAR = 2_000_000, 200_000_000


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
    nodes_error, leaves_error : float
        Standard errors of the means of order `random`; 0 for orders that have one search, whose counts are exact.
    ebf, ebf_root, ebf_uniform : float or None
        Effective branching factors (gamecore.core.branching); `ebf` from the same order's shallower rows.
    exponent, exponent_error : float or None
        The power of minimax's growth a ply that is this order's: log(ebf) / log(minimax's ebf) over the same plies,
        with its standard error. 1 for minimax, near 1/2 for perfect order. None where either growth is unknown or
        minimax does not grow.
    minimal_leaves, minimal_nodes : int or None
        The minimum for every alpha-beta on this tree; None for a game without keys. Of nodes it is known on uniform
        trees alone.
    lines : int or None
        Lines of play of this length, on uniform trees b^m; None for a game without keys.
    score : int
        The same in all orders.
    first_cut_rate : float or None
        Of the nodes that were cut, the share that was cut by its first move.
    searches : int
        How many were averaged.
    seconds, cpu_seconds, nps : float
        Wall and CPU time of a search with all its iterations, and nodes a second of CPU time.
    complete : bool
        No greater depth can change the score, so the order's rows end here.
    """

    game: str
    order: str
    depth: int
    nodes: float
    leaves: float
    nodes_error: float
    leaves_error: float
    ebf: float | None
    ebf_root: float
    ebf_uniform: float
    exponent: float | None
    exponent_error: float | None
    minimal_leaves: int | None
    minimal_nodes: int | None
    lines: int | None
    score: int
    first_cut_rate: float | None
    searches: int
    complete: bool
    seconds: float = field(compare=False)        # equal experiments have equal rows, whatever else the machine does
    cpu_seconds: float = field(compare=False)
    nps: float = field(compare=False)


def exact_switches(order):
    """The exact switches that an order is measured with, as a text.

    Each order gets bare alpha-beta and what it orders by, so that rows differ in the order and in nothing else:
    `static` and `hint` the game's hint, `killers`, `history` and `table` themselves alone, `full` hint, killers and
    history together with the deepening, internal deepening and null windows that profit from a good order; the others
    nothing, and `minimax` not even pruning. Only `table` and `full+table` get the table: it turns the tree into a
    graph, whose leaves may be fewer than the tree's minimum. None gets aspiration, whose missed windows would count
    leaves twice.
    """
    return ORDERS[order][0]


def pruning(position: Any, max_depth: SupportsIndex, orders: Iterable[str] | None = None, *, seed: SupportsIndex = 0,
            seeds: SupportsIndex | None = None, evaluation: bool = True, max_nodes: SupportsIndex | None = None,
            on_search: Callable[[str, int], object] | None = None, jobs: SupportsIndex = 1,
            token: StopToken | None = None) -> Iterator[Row]:
    """The experiment of ordered against unordered pruning: how much of one tree alpha-beta searches, by the order of
    moves.

    Parameters
    ----------
    position : ConnectFour, Checkers, PythonGame or CompiledGame
        Where all searches begin.
    max_depth : int
        Plies, 1..500; the rows go from depth 1 to here.
    orders : iterable of str, optional
        Among ORDERS, and in late positions of connect four "solved"; unless given "perfect", "full+table", "full",
        "static", "random", "none", "worst" and "minimax", without "perfect" where a game has no keys.
    seed : int
        The first of order "random", whose searches of every depth have seeds of their own.
    seeds : int, optional
        How many searches order "random" is the mean of. Unless given, as many as it takes to a standard error of 5 %:
        100 where they are cheap, at least 10, and no more once they took 200 million nodes.
    evaluation : bool, default True
        Whether the horizon is evaluated, or worth 0.
    max_nodes : int, optional
        Of one search. An order's rows end before the one that would need more.
    on_search : callable, optional
        Called with (order, depth) before each row's searches.
    jobs : int, default 1
        Processes that share the searches of a depth. All but the times is the same.
    token : StopToken, optional
        Ends the rows with a StoppedError, also in the middle of a search of this process.

    Returns
    -------
    iterator of Row
        Depth by depth, the orders within. Each is a fresh search to its depth with `exact_switches`, and counts the
        last iteration. An order's rows end with the one after which nothing deeper can change the score.

    Raises
    ------
    LimitError, SwitchError, GameOverError
        A depth or a number that cannot be; an unknown order; a finished game. At once, not with the first row.
    GameError
        A game of chance; or one from outside whose orders give two scores, since it answers one question in two ways.

    Notes
    -----
    D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).

    Examples
    --------
    >>> import gamecore
    >>> from gamecore.laboratory.pruning import pruning
    >>> for row in pruning(gamecore.ConnectFour(), 4, ["none"], evaluation=False):
    ...     print(row.depth, row.nodes, row.leaves, row.minimal_leaves)
    1 8 7 7
    2 21 13 13
    3 76 55 55
    4 173 97 97
    """
    max_depth = in_range("max_depth", max_depth, 1)
    experiment = GameExperiment(*seeds_from(seed, seeds), budget(max_nodes), evaluation, position)
    # refuses what cannot be searched, too
    if isinstance(experiment.engine.search(position, max_depth, nodes=1).score, float):
        raise GameError(f"{position!r} is a game of chance; the experiment is about alpha-beta on games without")
    orders = known(usual(position) if orders is None else orders, [*ORDERS, SOLVED])
    if SOLVED in orders:
        _ = experiment.solved            # refuses other games, too
    experiment.jobs, experiment.token = in_range("jobs", jobs, 1), token
    return experiment.rows(max_depth, orders, on_search)


def pruning_uniform(branching: SupportsIndex, max_depth: SupportsIndex, orders: Iterable[str] | None = None, *,
                    leaves: str = "independent", seed: SupportsIndex = 0, seeds: SupportsIndex | None = None,
                    max_nodes: SupportsIndex | None = None,
                    on_search: Callable[[str, int], object] | None = None,
                    jobs: SupportsIndex = 1) -> Iterator[Row]:
    """The same experiment on uniform trees, whose theory is known: the row of depth m is about a tree of depth m.

    Parameters
    ----------
    branching : int
        1..256.
    max_depth, orders, seeds, max_nodes, on_search, jobs
        As in `pruning`; unless given, the orders are "static" and "full" besides those that need no hint where the
        leaves give one.
    leaves : {"independent", "incremental", "nested", "constant"}
        See `gamecore.UniformTree`.
    seed : int
        Of the trees. Order "random" is the mean over trees and orders of many seeds.

    Returns
    -------
    iterator of Row
        Order "worst" is worst to best by the moves' true values.

    Examples
    --------
    >>> from gamecore.laboratory.pruning import pruning_uniform
    >>> [(row.leaves, row.minimal_leaves) for row in pruning_uniform(4, 4, ["perfect"])]
    [(4, 4), (7, 7), (19, 19), (31, 31)]
    """
    width, deepest = in_range("branching", branching, 1), in_range("max_depth", max_depth, 1)
    experiment = UniformExperiment(*seeds_from(seed, seeds), budget(max_nodes), True, width, leaves)
    experiment.position_at(deepest, "none", seed)                                           # refuses what cannot be
    if orders is None:
        orders = usual_on(leaves)
    experiment.jobs = in_range("jobs", jobs, 1)
    return experiment.rows(deepest, known(orders), on_search)


def depth_ratios(rows: Iterable[Row], over: str = "none") -> dict[str, float]:
    """How many times deeper each order gets than another with the same nodes.

    Parameters
    ----------
    rows : iterable of Row
    over : str
        The other order.

    Returns
    -------
    dict of str to float
        By order, where both have rows enough (gamecore.core.branching.depth_ratio).
    """
    nodes: dict[str, dict[int, float]] = {}
    for row in rows:
        nodes.setdefault(row.order, {})[row.depth] = row.nodes
    ratios = {order: depth_ratio(nodes[order], nodes[over]) for order in nodes if over in nodes and order != over}
    return {order: ratio for order, ratio in ratios.items() if ratio is not None}


@dataclass
class Experiment:
    """What the rows have in common."""

    seed: int
    seeds: int | None
    max_nodes: int | None
    evaluation: bool
    engine: Engine = field(default_factory=lambda: Engine(hash_mb=16), init=False)
    nodes: dict = field(default_factory=dict, init=False)         # order -> depth -> (nodes, standard error)
    all_nodes: dict = field(default_factory=dict, init=False)     # depth -> those of minimax, where they are known
    scores: dict = field(default_factory=dict, init=False)        # of each root at each depth
    jobs: int = field(default=1, init=False)
    ahead: dict = field(default_factory=dict, init=False)         # results of other processes, by what was searched
    token: StopToken | None = field(default=None, init=False)

    def __getstate__(self):
        """What another process needs in order to search."""
        own = {name: value for name, value in vars(self).items() if name not in ("ahead", "engine", "solved")}
        return own | {"token": None}

    def __setstate__(self, state):
        vars(self).update(state)
        self.engine = Engine(hash_mb=16)

    def __call__(self, wanted):
        return self.search(*wanted)

    def rows(self, max_depth, orders, on_search=None):
        for depth in range(1, max_depth + 1):
            if orders:
                size = self.minimal_leaves(depth), self.minimal_nodes(depth), self.lines(depth)
                self.count_all(depth, size[-1])
            if self.jobs > 1:
                self.search_ahead([(order, depth, seed) for order in orders if not self.is_hopeless(order, depth)
                                   for seed in self.seeds_of(order, depth, 0, self.seeds or FEWEST)])
            unfinished = []
            for order in orders:
                if on_search is not None:
                    on_search(order, depth)
                row = self.row(order, depth, size)
                if row is not None:
                    yield row
                    if not row.complete:
                        unfinished.append(order)
            orders = unfinished

    def row(self, order, depth, size):
        """Searches once, or with many seeds where the order has them. None if one search takes more than max_nodes."""
        results = []
        for begin in count(0, FEWEST):
            for seed in self.seeds_of(order, depth, begin, min(begin + FEWEST, self.seeds or begin + FEWEST)):
                result = None if self.is_hopeless(order, depth) else self.find(order, depth, seed)
                if result is None:
                    return None
                results.append(result)
            if order != "random" or self.is_enough([result.iterations[-1].leaves for result in results],
                                                   sum(result.nodes for result in results)):
                return self.row_of(results, order, depth, size)
            if self.jobs > 1:
                self.search_ahead([(order, depth, seed)
                                   for seed in self.seeds_of(order, depth, begin + FEWEST, begin + 2 * FEWEST)])

    def row_of(self, results, order, depth, size):
        last = [result.iterations[-1] for result in results]
        nodes, nodes_error = mean([iteration.nodes for iteration in last])
        leaves, leaves_error = mean([iteration.leaves for iteration in last])
        cuts = sum(iteration.cuts for iteration in last)
        cpu_seconds = sum(result.cpu_seconds for result in results)
        self.nodes.setdefault(order, {})[depth] = nodes, nodes_error
        grown = {depth: nodes for depth, (nodes, _) in self.nodes[order].items()}
        return Row(self.game, order, depth, nodes, leaves, nodes_error, leaves_error, ebf(grown),
                   ebf_root(nodes, depth), ebf_uniform(nodes, depth), *self.exponent(order, depth), *size,
                   results[0].score, sum(iteration.first_cuts for iteration in last) / cuts if cuts else None,
                   len(results), self.is_complete(results),
                   fmean(result.seconds for result in results), cpu_seconds / len(results),
                   sum(result.nodes for result in results) / cpu_seconds if cpu_seconds > 0 else 0.0)

    def is_enough(self, leaves, nodes):
        """Whether order `random` has had seeds enough."""
        if self.seeds:
            return len(leaves) == self.seeds
        average, error = mean(leaves)
        return (len(leaves) >= SEEDS or nodes >= CHEAP) and error <= ERROR * average or nodes >= DEAR

    def seeds_of(self, order, depth, begin, end):
        """The seeds of searches begin to end - 1 of a row; those of order `random` are others at each depth."""
        if order != "random":
            return [self.seed]
        return [(self.seed + i + (depth << 32)) % 2**64 for i in range(begin, end)]

    def count_all(self, depth, lines):
        """Notes minimax's nodes to a depth: all lines of play of each length."""
        above = self.all_nodes.get(depth - 1, 1 if depth == 1 else None)
        if lines is not None and above is not None:
            self.all_nodes[depth] = above + lines

    def exponent(self, order, depth):
        """The power of minimax's growth that is this order's over the last even span, and its standard error."""
        everything = self.all_nodes or {at: nodes for at, (nodes, _) in self.nodes.get("minimax", {}).items()}
        plies = span(self.nodes[order])
        if plies is None or not {depth, depth - plies} <= everything.keys():
            return None, None
        growth = log(everything[depth] / everything[depth - plies])
        if growth <= 0:
            return None, None
        (nodes, error), (before, error_before) = (self.nodes[order][at] for at in (depth, depth - plies))
        return log(nodes / before) / growth, hypot(error / nodes, error_before / before) / growth

    def search_ahead(self, wanted):
        self.ahead |= zip(wanted, in_processes(self, wanted, self.jobs, "searches"), strict=True)

    def is_hopeless(self, order, depth):
        """Whether the order grew so fast that this depth would take twice the nodes that there are."""
        nodes = {at: nodes for at, (nodes, _) in self.nodes.get(order, {}).items()}
        if self.max_nodes is None or depth - 2 not in nodes:
            return False
        last = nodes[depth - 1]
        return last * min(last / nodes[depth - 2], (last / nodes[1]) ** (1 / (depth - 1))) > 2 * self.max_nodes

    def find(self, order, depth, seed):
        """A search's result, whose score must be that of all others of its depth; None if it was cut short."""
        wanted = order, depth, seed
        result = self.ahead.pop(wanted) if wanted in self.ahead else self.search(*wanted)
        if result is None:
            return None
        position = self.position_at(depth, order, seed)
        score = self.scores.setdefault((depth, position.key() if self.has_keys() else None), result.score)
        if result.score != score:
            raise GameError(f"{position!r} scores {score} at depth {depth}, but {result.score} in order {order!r}")
        return result

    def search(self, order, depth, seed):
        """A search's result; None if it was cut short."""
        switches, engine_order = ORDERS["static" if order == SOLVED else order]
        switches += ",evaluation" if self.evaluation else ""
        position = self.position_at(depth, order, seed)
        self.engine.clear()
        result = self.engine.search(position, depth, self.max_nodes, switches=switches, order=engine_order, seed=seed,
                                    token=self.token)
        if result.stop == "stop":
            raise StoppedError("the experiment was stopped")
        return None if result.stop == "nodes" else result


@dataclass
class GameExperiment(Experiment):
    """On the tree below a position of a game."""

    position: object

    @property
    def game(self):
        return type(self.position).__name__

    def position_at(self, depth, order, seed):
        return self.solved if order == SOLVED else self.position

    @cached_property
    def solved(self):
        return Solved(self.position)

    def has_keys(self):
        return has_keys(self.position)

    def minimal_leaves(self, depth):
        if not self.has_keys():
            return None
        return self.engine.minimal_leaves(self.position, depth, evaluation=self.evaluation, token=self.token)

    def minimal_nodes(self, depth):
        return None

    def lines(self, depth):
        return self.engine.perft(self.position, depth, hash=True, token=self.token) if self.has_keys() else None

    def is_complete(self, results):
        return all(result.stop == "complete" for result in results)


@dataclass
class UniformExperiment(Experiment):
    """On uniform trees, one for each depth."""

    branching: int
    model: str
    game = "uniform"

    def position_at(self, depth, order, seed):
        # nested leaves know their worst order already
        noise = 0 if order == "worst" and self.model != "nested" else None
        return UniformTree(self.branching, depth, leaves=self.model, seed=seed, noise=noise)

    def has_keys(self):
        return True

    def minimal_leaves(self, depth):
        return theory.minimal_leaves(self.branching, depth)

    def minimal_nodes(self, depth):
        return theory.minimal_nodes(self.branching, depth)

    def lines(self, depth):
        return theory.all_leaves(self.branching, depth)

    def is_complete(self, results):
        return False                     # the next row is about another tree


def has_keys(position):
    return position.key is not None and position.key() is not None


def usual(position, orders=USUAL):
    """Of some orders those that a game allows: `perfect` remembers moves by the position's key, the table results."""
    return [order for order in orders if has_keys(position) or order not in ("perfect", "full+table")]


def usual_on(leaves, orders=USUAL):
    """Of some orders those that differ on uniform trees: a hint needs leaves that tell something of each other."""
    return [order for order in orders if leaves in ("incremental", "nested") or order in BLIND]


def mean(counts):
    """Mean and its standard error; a single count stays an int."""
    return (fmean(counts), stdev(counts) / len(counts) ** 0.5) if len(counts) > 1 else (counts[0], 0.0)


def known(orders, names=ORDERS):
    orders = list(orders)
    for order in orders:
        if order not in names:
            raise SwitchError(f"unknown order {order!r}; known are {', '.join(names)}")
    return orders


def seeds_from(seed, seeds):
    """The first seed of order `random`, and how many there are, or None."""
    return in_range("seed", seed, 0, 2**64 - 1), None if seeds is None else in_range("seeds", seeds, 1, 2**32 - 1)


def budget(max_nodes):
    return None if max_nodes is None else in_range("max_nodes", max_nodes, 1)
