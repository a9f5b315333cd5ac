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
    """The mean of one method over trees of one shape, or over positions of backgammon.

    Attributes
    ----------
    layers : int
        Chance layers.
    bounded : bool
        Whether the search knows the bounds of the leaves.
    order : {"perfect", "static", "random", "none"}
        In which order moves are searched and probed: by their true values, by these with an error, or at random; in backgammon by the game's
        hint (static) or as they come (none).
    method : {"plain", "alpha-beta", "star1", "star2"}
    leaves, choices, chances, probes : float
        Leaves looked at, those of probes included; decision nodes; chance nodes; probes.
    leaves_sd : float
        Standard deviation over the searches.
    share, choices_share, seconds_share : float
        Leaves, decision nodes and time, against plain expectiminimax's.
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
    choices_share: float
    seconds_share: float
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
                plain = None
                for method in METHODS:
                    on_search(order, method, layers)
                    trees = {(layers, seed): ChanceTree(branching, layers, outcomes, seed=seed, noise=ORDERS[order], bounded=bounded)
                             for seed in seeds}
                    switches = METHODS[method] + (",hint" if order != "random" else "")
                    row = measure(trees, values, plain, switches, layers=layers, bounded=bounded, order=order, method=method)
                    plain = plain or row
                    yield row


def measure(positions, values, plain, switches, rounds=1, evaluation=None, **what):
    """One method on some positions.

    Parameters
    ----------
    positions : dict of object to object
        By a name.
    values : dict of object to float
        What the named positions are worth; the first method fills it.
    plain : ChanceRow or None
        That of plain expectiminimax, unless this is it.
    switches, evaluation : str
        Of the engine.
    rounds : int
        The fastest counts.
    what : dict
        layers, bounded, order, method.
    """
    engine = Engine(hash_mb=1, evaluation=evaluation)
    times = []
    for _ in range(rounds):
        begin = perf_counter()
        results = {name: engine.search(position, depth=what["layers"], switches=switches) for name, position in positions.items()}
        times.append((perf_counter() - begin) / len(positions))
    for name, result in results.items():
        value = values.setdefault(name, result.score)
        if abs(result.score - value) > 1e-9:
            raise AssertionError(f"{positions[name]!r}, {name}, is worth {value}, but {result.score} by {what['method']!r} in order "
                                 f"{what['order']!r}")
    leaves = [result.leaves for result in results.values()]
    mean = {count: fmean(getattr(result, count) for result in results.values()) for count in ("leaves", "choices", "chances", "probes")}
    mean["seconds"] = min(times)
    shares = {f"{count}_share": mean[count] / (getattr(plain, count) if plain else mean[count]) for count in ("leaves", "choices", "seconds")}
    return ChanceRow(**what, **mean, leaves_sd=stdev(leaves) if len(leaves) > 1 else 0.0, share=shares.pop("leaves_share"), **shares,
                     searches=len(leaves))
