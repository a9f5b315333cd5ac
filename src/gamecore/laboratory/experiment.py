"""The searches of the experiment on ordered and unordered pruning, and the rows that they give."""
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from math import hypot, log
from statistics import fmean, stdev

from gamecore.core.branching import ebf, ebf_root, ebf_uniform, rate, span
from gamecore.core.processes import in_processes
from gamecore.engine import Engine
from gamecore.errors import GameError, StoppedError
from gamecore.games.outside.turns import key_of
from gamecore.games.synthetic.uniform import UniformTree
from gamecore.laboratory import theory
from gamecore.laboratory.solved import Solved
from gamecore.core.token import StopToken

DEEPENING = "pruning,deepening,hint,killers,history,internal-deepening,pvs"

# For each order, its switches and the engine's name for it, roughly from the best order to the worst.
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
SOLVED = "solved"                # for late connect four, by the moves' exact scores; searched as `static` is

# Order `random` is a mean over this many seeds, or fewer if they take more than CHEAP nodes and the standard error is
# below this share of the mean, or if they take more than DEAR nodes.
SEEDS, FEWEST, ERROR = 100, 10, 0.05
CHEAP, DEAR = 2_000_000, 200_000_000


@dataclass(frozen=True)
class Row:
    """The cost of searching a tree to one depth in one order of moves.

    A row is one search with an empty table and the `exact_switches` of the order. For order `random` it is the mean
    over searches with several seeds, and for a suite the mean over its positions. Orders with deepening search depth 1,
    2, ... before this depth, and `perfect` repeats this depth until its order is found. So there are two counts:
    `nodes` counts the last iteration and is used for growth and the minimum; `nodes_all` counts everything that was
    searched, and is used to compare orders.

    Attributes
    ----------
    game, order : str
        The position's class, and the order of its moves.
    depth : int
        Plies.
    positions : int
        The number of positions averaged; 1 outside suites.
    nodes, leaves : float
        Counts of the last iteration, which is the one to this depth; of type int if only one search was counted.
    nodes_all, leaves_all : float
        Counts of all iterations.
    nodes_error, leaves_error, nodes_all_error, leaves_all_error : float
        Standard errors of the means, over positions in a suite, over seeds in order `random`; otherwise 0, since the
        counts are exact.
    ebf, ebf_root, ebf_uniform : float or None
        Effective branching factors of `nodes` (gamecore.core.branching); `ebf` from the same order's shallower rows.
        In a suite the geometric mean.
    exponent, exponent_error : float or None
        The growth per ply of this order's `nodes` as a power of minimax's: log(ebf) / log(minimax's ebf) over the same
        plies, with its standard error. It is 1 for minimax and near 1/2 for perfect order, None where either growth is
        unknown or minimax does not grow.
    minimal_leaves, minimal_nodes : float or None
        The minimum of `leaves` and `nodes` for any alpha-beta on this tree; None for a game without keys, and with
        `minimal=False`. The minimum of nodes is known only on uniform trees.
    lines : float or None
        Lines of play of this length, b^m on uniform trees; None for a game without keys.
    score : int or None
        The score, the same in all orders; None in a suite.
    first_cut_rate : float or None
        The share of the last iteration's cut nodes that their first move cut.
    searches : int
        The number of searches averaged.
    seconds, cpu_seconds : float
        Wall and CPU time of a search with all its iterations.
    nps, nodes_per_cpu_second : float
        `nodes_all` divided by these times.
    complete : bool
        Whether no greater depth can change the score, so that the order's rows end here.
    """

    game: str
    order: str
    depth: int
    positions: int
    nodes: float
    leaves: float
    nodes_error: float
    leaves_error: float
    nodes_all: float
    leaves_all: float
    nodes_all_error: float
    leaves_all_error: float
    ebf: float | None
    ebf_root: float
    ebf_uniform: float
    exponent: float | None
    exponent_error: float | None
    minimal_leaves: float | None
    minimal_nodes: float | None
    lines: float | None
    score: int | None
    first_cut_rate: float | None
    searches: int
    complete: bool
    seconds: float = field(compare=False)        # equal experiments have equal rows, whatever their times
    cpu_seconds: float = field(compare=False)
    nps: float = field(compare=False)
    nodes_per_cpu_second: float = field(compare=False)

    def compared(self, count: str) -> tuple[float, float]:
        """Returns the nodes or leaves by which orders are compared, and their standard error.

        The counts include all iterations. Only for `perfect` they include the last iteration alone, since the earlier
        ones serve to find its order.
        """
        name = count if self.order == "perfect" else f"{count}_all"
        return getattr(self, name), getattr(self, f"{name}_error")


@dataclass
class Experiment:
    """The common data of the rows."""

    seed: int
    seeds: int | None
    max_nodes: int | None
    evaluation: bool
    engine: Engine = field(default_factory=lambda: Engine(hash_mb=16), init=False)
    nodes: dict = field(default_factory=dict, init=False)         # order -> depth -> (nodes, standard error)
    all_nodes: dict = field(default_factory=dict, init=False)     # depth -> those of minimax, where they are known
    scores: dict = field(default_factory=dict, init=False)        # of each root at each depth
    own: dict = field(default_factory=dict, init=False)           # the caller's own orders: name -> function
    jobs: int = field(default=1, init=False)
    ahead: dict = field(default_factory=dict, init=False)         # results of other processes, by what was searched
    token: StopToken | None = field(default=None, init=False)

    def __getstate__(self):
        """Returns the part of the state that another process needs for its searches."""
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
                size = self.size(depth)
                self.count_all(depth, size[-1])
            if self.jobs > 1:
                self.search_ahead([(order, depth, seed) for order in orders if not self.is_hopeless(order, depth)
                                   for seed in self.seeds_of(order, depth, 0, self.seeds or FEWEST)])
            unfinished = []
            # If minimax's nodes were not counted, the other orders are compared with those of a search.
            for order in orders if self.all_nodes else sorted(orders, key="minimax".__ne__):
                if on_search is not None:
                    on_search(order, depth)
                row = self.row(order, depth, size)
                if row is not None:
                    yield row
                    if not row.complete:
                        unfinished.append(order)
            orders = unfinished

    def row(self, order, depth, size):
        """Returns the row of one search, or of many seeds; None if a search takes more than `max_nodes`."""
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
        nodes_all, nodes_all_error = mean([result.nodes for result in results])
        leaves_all, leaves_all_error = mean([result.leaves for result in results])
        cuts = sum(iteration.cuts for iteration in last)
        seconds, cpu_seconds = (fmean(getattr(result, name) for result in results) for name in (
            "seconds", "cpu_seconds"))
        self.nodes.setdefault(order, {})[depth] = nodes, nodes_error
        grown = {depth: nodes for depth, (nodes, _) in self.nodes[order].items()}
        return Row(self.game, order, depth, 1, nodes, leaves, nodes_error, leaves_error, nodes_all, leaves_all,
                   nodes_all_error, leaves_all_error, ebf(grown), ebf_root(nodes, depth), ebf_uniform(nodes, depth),
                   *self.exponent(order, depth), *size, results[0].score,
                   sum(iteration.first_cuts for iteration in last) / cuts if cuts else None, len(results),
                   self.one_tree and all(result.stop == "complete" for result in results),
                   seconds, cpu_seconds, rate(nodes_all, seconds), rate(nodes_all, cpu_seconds))

    def is_enough(self, leaves, nodes):
        """Whether enough seeds have been searched for order `random`."""
        if self.seeds:
            return len(leaves) == self.seeds
        average, error = mean(leaves)
        return (len(leaves) >= SEEDS or nodes >= CHEAP) and error <= ERROR * average or nodes >= DEAR

    def seeds_of(self, order, depth, begin, end):
        """Returns the seeds of searches `begin` to `end` - 1 of a row; order `random` uses other seeds at each
        depth."""
        if order != "random":
            return [self.seed]
        return [(self.seed + i + (depth << 32)) % 2**64 for i in range(begin, end)]

    def count_all(self, depth, lines):
        """Records the number of minimax's nodes to a depth, which is the number of lines of play of all lengths."""
        above = self.all_nodes.get(depth - 1, 1 if depth == 1 else None)
        if lines is not None and above is not None:
            self.all_nodes[depth] = above + lines

    def exponent(self, order, depth):
        """Returns the order's growth as a power of minimax's over the last even span, and its standard error."""
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
        """Whether, judging by its growth, the order would take more than twice the allowed nodes at this depth."""
        nodes = {at: nodes for at, (nodes, _) in self.nodes.get(order, {}).items()}
        if self.max_nodes is None or depth - 2 not in nodes:
            return False
        last = nodes[depth - 1]
        return last * min(last / nodes[depth - 2], (last / nodes[1]) ** (1 / (depth - 1))) > 2 * self.max_nodes

    def find(self, order, depth, seed):
        """Returns a search's result after checking that all searches to its depth have the same score; None if the
        search was cut short."""
        wanted = order, depth, seed
        result = self.ahead.pop(wanted) if wanted in self.ahead else self.search(*wanted)
        if result is None:
            return None
        position = self.position_at(depth, order, seed)
        score = self.scores.setdefault((depth, key_of(position)), result.score)
        if result.score != score:
            raise GameError(f"{self.game} scores {score} at depth {depth}, but {result.score} in order {order!r}")
        return result

    def search(self, order, depth, seed):
        """Returns a search's result, or None if it was cut short."""
        switches, engine_order = ("pruning", self.own[order]) if order in self.own else ORDERS[
            "static" if order == SOLVED else order]
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
    """The experiment on the tree below a position of a game."""

    position: object
    minimal: bool
    one_tree = True

    @property
    def game(self):
        return type(self.position).__name__

    def position_at(self, depth, order, seed):
        return self.solved if order == SOLVED else self.position

    @cached_property
    def solved(self):
        return Solved(self.position)

    def size(self, depth):
        """Returns the tree's minimal leaves, minimal nodes and lines of play, as far as they are known."""
        if not has_keys(self.position):
            return None, None, None
        leaves = None
        if self.minimal:
            leaves = self.engine.minimal_leaves(self.position, depth, evaluation=self.evaluation, token=self.token)
        return leaves, None, self.engine.perft(self.position, depth, hash=True, token=self.token)


@dataclass
class UniformExperiment(Experiment):
    """The experiment on uniform trees, one for each depth."""

    branching: int
    model: str
    game = "uniform"
    one_tree = False                     # each row has another tree

    def position_at(self, depth, order, seed):
        # The worst order of nested leaves is known.
        noise = 0 if order == "worst" and self.model != "nested" else None
        return UniformTree(self.branching, depth, leaves=self.model, seed=seed, noise=noise)

    def size(self, depth):
        return (theory.minimal_leaves(self.branching, depth), theory.minimal_nodes(self.branching, depth),
                theory.all_leaves(self.branching, depth))


def has_keys(position):
    return key_of(position) is not None


def mean(counts):
    """Returns the mean and its standard error; a single count stays an int."""
    return (fmean(counts), stdev(counts) / len(counts) ** 0.5) if len(counts) > 1 else (counts[0], 0.0)
