"""Plain expectiminimax, Star1 and Star2 on synthetic chance trees, with and without bounds, in three orders."""
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from gamecore.engine import Engine
from gamecore.games.synthetic.chance_tree import ChanceTree
from gamecore.laboratory.pruning import seeds_from

SEEDS = 100                          # trees per row
HASH_MB = 4                          # of the methods with a table

# The switches of each method; the others are compared with the first.
METHODS = {"plain": "none", "alpha-beta": "pruning", "star1": "pruning,star1", "star2": "pruning,star1,star2"}
# The error of the ordering score, in score units: none, half of a leaf's standard deviation, and unlimited.
ORDERS = {"perfect": 0.0, "static": 30.0, "random": None}

COUNTS = ("leaves", "choices", "chances", "probes", "seconds", "cpu_seconds")        # per search


@dataclass(frozen=True)
class ChanceRow:
    """The mean of one method over trees of one shape, or over positions of backgammon."""

    layers: int                      # chance layers
    bounded: bool                    # whether the search knows the bounds of the leaves
    order: str                       # of moves: "perfect" (by true values), "static" (by true values with an error,
                                     # in backgammon by its hint), "random" or "none" (as generated)
    method: str                      # plain, alpha-beta, star1, star2 or star2+table
    leaves: float                    # leaves visited, including those of probes
    choices: float                   # decision nodes
    chances: float                   # chance nodes
    probes: float
    share: float                     # of plain expectiminimax's leaves
    share_error: float               # standard error, as a ratio of two means over the same searches
    choices_share: float
    cpu_share: float
    seconds: float                   # wall time of one search
    cpu_seconds: float
    searches: int                    # how many were averaged


def chance_experiment(branching: int = 8, outcomes: int = 6, max_layers: int = 2, *, seed: int = 0, seeds: int = SEEDS,
                      on_search: Callable[[str, str, int], Any] | None = None) -> Iterator[ChanceRow]:
    """Measures the share of a chance tree that expectiminimax visits.

    Parameters
    ----------
    branching, outcomes, max_layers : int
        See `gamecore.ChanceTree`; the rows go from 1 layer to max_layers.
    seed, seeds : int
        Each row is the mean over the trees of the seeds `seed`, `seed` + 1, ..., `seed` + `seeds` - 1.
    on_search : callable, optional
        Called with (order, method, layers) before each row's searches.

    Returns
    -------
    iterator of ChanceRow
        For each number of layers, the rows of the bounded trees in each order with each method, and then those of the
        trees without bounds in the best order.

    Raises
    ------
    LimitError
        If a number is out of range. This error is raised at once, not with the first row.
    AssertionError
        If a method's value differs from plain expectiminimax's.

    Notes
    -----
    B. W. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial Intelligence 21 (1983).
    """
    seed, seeds = seeds_from(seed, seeds)
    seeds = range(seed, seed + seeds)
    ChanceTree(branching, max_layers, outcomes)                  # raises LimitError now
    return rows(branching, outcomes, max_layers, seeds, on_search or (lambda order, method, layers: None))


def rows(branching, outcomes, max_layers, seeds, on_search):
    values = {}                          # (layers, seed) -> plain expectiminimax
    for layers in range(1, max_layers + 1):
        for bounded, orders in ((True, ORDERS), (False, ("perfect",))):
            for order in orders:
                base = None
                for method in METHODS:
                    on_search(order, method, layers)
                    trees = {(layers, seed): ChanceTree(branching, layers, outcomes, seed=seed, noise=ORDERS[order],
                                                        bounded=bounded)
                             for seed in seeds}
                    switches = METHODS[method] + (",hint" if order != "random" else "")
                    engine = Engine(hash_mb=HASH_MB)
                    found = {name: searched(engine, tree, layers, switches) for name, tree in trees.items()}
                    check(found, values, method, order)
                    base = base or found
                    yield row_of(found, base, layers=layers, bounded=bounded, order=order, method=method)


def searched(engine, position, layers, switches, order="full"):
    """Returns the result of a search with an empty table."""
    if "table" in switches:
        engine.clear()
    return engine.search(position, depth=layers, switches=switches, order=order)


def check(found, values, method, order):
    """Raises AssertionError if a method's value differs from the first method's, which `values` holds by position."""
    for name, result in found.items():
        value = values.setdefault(name, result.score)
        if abs(result.score - value) > 1e-9:
            raise AssertionError(f"{name} has the value {value}, but {result.score} by {method!r} in order {order!r}")


def row_of(found, plain, **about):
    """Returns the row of one method from its results and those of plain expectiminimax, by position; `about` holds the
    other fields."""
    results = list(found.values())
    mean = {name: fmean(getattr(result, name) for result in results) for name in COUNTS}
    shares = {name: ratio([getattr(result, name) for result in results], [getattr(plain[key], name) for key in found])
              for name in ("leaves", "choices", "cpu_seconds")}
    return ChanceRow(**about, **mean, share=shares["leaves"][0], share_error=shares["leaves"][1],
                     choices_share=shares["choices"][0], cpu_share=shares["cpu_seconds"][0], searches=len(results))


def ratio(counts, others):
    """Returns the ratio of two means over the same searches and its standard error, or 1 and 0 if both are 0."""
    whole = sum(others)
    share = sum(counts) / whole if whole else 1.0
    rest = [count - share * other for count, other in zip(counts, others, strict=True)]
    return share, stdev(rest) * len(rest) ** 0.5 / whole if whole and len(rest) > 1 else 0.0
