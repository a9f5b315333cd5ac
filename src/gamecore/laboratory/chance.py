"""Expectiminimax on synthetic chance trees: plain, Star1 and Star2, with and without bounds, in three probing orders."""
from dataclasses import dataclass
from statistics import fmean, stdev
from time import perf_counter

from gamecore.analysis import seeds_from
from gamecore.boards.chance_tree import ChanceTree
from gamecore.engine import Engine

# What is on; what is measured against the first.
METHODS = {"plain": "none", "alpha-beta": "pruning", "star1": "pruning,star1", "star2": "pruning,star1,star2"}
# The hint's error in score units: none at all, half of a leaf's standard deviation, and nothing known.
ORDERS = {"perfect": 0.0, "static": 30.0, "random": None}


@dataclass(frozen=True)
class ChanceRow:
    """The mean over the seeds of one method on trees of one shape.

    Attributes
    ----------
    layers : int
        Chance layers.
    bounded : bool
        Whether the search knows the bounds of the leaves.
    order : {"perfect", "static", "random"}
        In which order moves are searched and probed: by their true values, by these with an error, or at random.
    method : {"plain", "alpha-beta", "star1", "star2"}
    leaves, choices, chances, probes : float
        Leaves looked at, those of probes included; decision nodes; chance nodes; probes.
    leaves_sd : float
        Standard deviation over the seeds.
    share : float
        Leaves, against the whole tree's.
    seconds : float
        Wall time of one search, that of the hints included.
    searches : int
        How many were averaged.
    """

    layers: int
    bounded: bool
    order: str
    method: str
    leaves: float
    choices: float
    chances: float
    probes: float
    leaves_sd: float
    share: float
    seconds: float
    searches: int


def chance_experiment(branching=8, outcomes=6, max_layers=2, *, seed=0, seeds=5, on_search=None):
    """How much of a chance tree expectiminimax looks at.

    Parameters
    ----------
    branching, outcomes, max_layers : int
        See `gamecore.ChanceTree`; the rows go from 1 layer to max_layers.
    seed, seeds : int
        Each row is the mean over the trees of seeds seed, seed + 1, ..., seed + seeds - 1.
    on_search : callable, optional
        Called with (order, method, layers) before each row's searches.

    Returns
    -------
    iterator of ChanceRow
        By layers: the bounded trees in each order with each method, then those without bounds in the best order.

    Raises
    ------
    LimitError
        A number is out of range. At once, not with the first row.
    AssertionError
        A method gives another value than plain expectiminimax.

    Notes
    -----
    B. W. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial Intelligence 21 (1983).
    """
    seeds = seeds_from(seed, seeds)
    ChanceTree(branching, max_layers, outcomes)                  # refuses what cannot be
    return rows(branching, outcomes, max_layers, seeds, on_search or (lambda order, method, layers: None))


def rows(branching, outcomes, max_layers, seeds, on_search):
    values = {}                          # (layers, seed) -> plain expectiminimax
    for layers in range(1, max_layers + 1):
        for bounded, orders in ((True, ORDERS), (False, ("perfect",))):
            for order in orders:
                for method in METHODS:
                    on_search(order, method, layers)
                    trees = {seed: ChanceTree(branching, layers, outcomes, seed=seed, noise=ORDERS[order], bounded=bounded) for seed in seeds}
                    yield row(trees, layers, bounded, order, method, values)


def row(trees, layers, bounded, order, method, values):
    """One method on some trees of one shape."""
    engine = Engine(hash_mb=1)
    switches = METHODS[method] + (",hint" if order != "random" else "")
    begin = perf_counter()
    results = {seed: engine.search(tree, depth=layers, switches=switches) for seed, tree in trees.items()}
    seconds = (perf_counter() - begin) / len(trees)
    for seed, result in results.items():
        value = values.setdefault((layers, seed), result.score)
        if abs(result.score - value) > 1e-9:
            raise AssertionError(f"{trees[seed]!r}, seed {seed}, is worth {value}, but {result.score} by {method!r} in order {order!r}")
    leaves = [result.leaves for result in results.values()]
    size = next(iter(trees.values())).leaves
    mean = {name: fmean(getattr(result, name) for result in results.values()) for name in ("choices", "chances", "probes")}
    return ChanceRow(layers, bounded, order, method, fmean(leaves), **mean, leaves_sd=stdev(leaves) if len(leaves) > 1 else 0.0,
                     share=fmean(leaves) / size, seconds=seconds, searches=len(leaves))
