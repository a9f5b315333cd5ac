"""The experiment on pruning, which compares ordered and unordered alpha-beta on the same tree, and computes branching
factors."""
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count, groupby, pairwise
from math import exp, log
from operator import attrgetter
from statistics import fmean, geometric_mean
from typing import Any, SupportsIndex

from gamecore.core.checks import in_range
from gamecore.core.branching import ebf, ebf_root, ebf_uniform, rate
from gamecore.core.token import StopToken
from gamecore.errors import GameError, SuiteError, SwitchError
from gamecore.laboratory.experiment import ORDERS, SOLVED, GameExperiment, Row, UniformExperiment, has_keys, mean

__all__ = ["ORDERS", "Row", "depth_at", "depth_ratio", "depth_ratios", "ebf", "ebf_root", "ebf_uniform",
           "exact_switches", "pruning", "pruning_suite", "pruning_uniform"]

USUAL = ("perfect", "full+table", "full", "static", "random", "none", "worst", "minimax")
BLIND = ("perfect", "random", "none", "worst", "minimax")         # the orders for trees without a useful hint
STORY = ("perfect", "full+table", "full", "random", "none", "minimax")           # the best, chance, and no order at all


def exact_switches(order: str, evaluation: bool = True) -> str:
    """Returns the exact switches for measuring an order, as a text; raises SwitchError for an unknown order.

    Each order uses plain alpha-beta and its own ordering techniques, so that rows differ only in the order. `static`
    and `hint` use the game's static scores; `killers`, `history` and `table` each use the heuristic of this name alone.
    `full` uses static scores, killers and history, and the deepening, internal deepening and null windows that profit
    from a good order. The other orders use nothing else, and `minimax` does not prune. Only `table` and `full+table`
    use the table, because it turns the tree into a graph, whose leaves may be fewer than the tree's minimum. No order
    uses aspiration, whose failed windows would count leaves twice.
    `evaluation` is that of `pruning`.
    """
    known([order])
    return ORDERS[order][0] + ",evaluation" * evaluation


def pruning(position: Any, max_depth: SupportsIndex, orders: Iterable[str | Callable[[Any, Any], Any]] | None = None,
            *, seed: SupportsIndex = 0, seeds: SupportsIndex | None = None, evaluation: bool = True,
            minimal: bool = True, max_nodes: SupportsIndex | None = None,
            on_search: Callable[[str, int], object] | None = None, jobs: SupportsIndex = 1,
            token: StopToken | None = None) -> Iterator[Row]:
    """Yields the nodes and leaves of one tree that alpha-beta visits, by depth and order of moves.

    Parameters
    ----------
    position : ConnectFour, Checkers, PythonGame or CompiledGame
        The root of all searches.
    max_depth : int
        Plies, 1..500; the rows go from depth 1 to this one.
    orders : iterable of str or callable, optional
        Some of ORDERS, in late positions of connect four "solved", and functions of a position and a move, as `Engine`
        takes them: their rows are named module:function, and come from plain alpha-beta. By default "perfect",
        "full+table", "full", "static", "random", "none", "worst" and "minimax", without "perfect" for a game without
        keys.
    seed : int
        The first seed of order "random"; the searches to every depth have seeds of their own.
    seeds : int, optional
        The number of searches averaged for order "random". By default enough for a standard error of 5 %: at least 10,
        100 where they are cheap, and no more after 200 million nodes.
    evaluation : bool, default True
        Whether the horizon is evaluated; otherwise its value is 0.
    minimal : bool, default True
        Whether to count the minimal leaves, which may take far longer than the searches.
    max_nodes : int, optional
        The limit of one search. An order's rows end before the first row that would need more.
    on_search : callable, optional
        Called with (order, depth) before each row's searches.
    jobs : int, default 1
        Processes that share the searches of a depth. Only the times depend on it.
    token : StopToken, optional
        Ends the rows with a StoppedError, even during a search in this process.

    Returns
    -------
    iterator of Row
        By depth, then by order, minimax first in a game without keys. An order's rows end when no greater depth can
        change the score.

    Raises
    ------
    LimitError, SwitchError, GameOverError
        If a number is out of range, an order is unknown or named twice, or the game is over; raised at once, not with
        the first row.
    GameError
        If it is a game of chance, or a game whose answers are inconsistent, so that two orders differ in the score.

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
    >>> for row in pruning(gamecore.ConnectFour(), 4, ["static", "full"]):            # full also searched depth 1 to 3
    ...     if row.depth == 4:
    ...         print(row.order, row.leaves, row.leaves_all)
    static 99 99
    full 97 172
    """
    max_depth = in_range("max_depth", max_depth, 1)
    experiment = GameExperiment(*seeds_from(seed, seeds), budget(max_nodes), evaluation, position, minimal)
    # This also raises an error for a position that cannot be searched.
    if isinstance(experiment.engine.search(position, max_depth, nodes=1).score, float):
        raise GameError(f"{experiment.game} is a game of chance; the experiment is about alpha-beta on games without: "
                        "`gamecore chance` and gamecore.laboratory.chance are about chance nodes")
    orders = list(usual(position) if orders is None else orders)
    experiment.own = {name_of(order): order for order in orders if callable(order)}
    orders = known(map(name_of, orders), [*ORDERS, SOLVED, *experiment.own])
    if SOLVED in orders:
        _ = experiment.solved            # raises GameError for other games
    experiment.jobs, experiment.token = in_range("jobs", jobs, 1), token
    return experiment.rows(max_depth, orders, on_search)


def pruning_suite(positions: Iterable[Any], max_depth: SupportsIndex,
                  orders: Iterable[str | Callable[[Any, Any], Any]] | None = None, **settings: Any) -> Iterator[Row]:
    """Yields the rows of `pruning` as means over positions, with standard errors over positions.

    Parameters
    ----------
    positions : iterable of positions
        One or more, of one game.
    max_depth, orders, settings
        As in `pruning`.

    Returns
    -------
    iterator of Row
        An order's rows end as soon as the searches of any position exceed `max_nodes`. If a position's tree ends before
        a depth, its last row counts.

    Raises
    ------
    SuiteError
        If there is no position. Otherwise as in `pruning`.

    Examples
    --------
    >>> import gamecore
    >>> from gamecore.laboratory.pruning import pruning_suite
    >>> *_, row = pruning_suite([gamecore.ConnectFour("44"), gamecore.ConnectFour("1234")], 4, ["full"])
    >>> row.positions, row.leaves, row.leaves_error
    (2, 130.0, 9.0)
    """
    positions = list(positions)
    if not positions:
        raise SuiteError(f"the experiment needs a position, not {positions!r}")
    orders = list(usual(positions[0]) if orders is None else orders)
    return means([pruning(position, max_depth, orders, **settings) for position in positions], map(name_of, orders))


def means(experiments, orders):
    """Yields the means of the rows of several experiments, by depth and order."""
    groups = [groupby(rows, attrgetter("depth")) for rows in experiments]
    latest, orders = [{} for _ in groups], list(orders)
    for depth in count(1):
        for rows, group in zip(latest, groups, strict=True):
            kept = {order: row for order, row in rows.items() if row.complete}
            rows.clear()
            rows.update(kept | {row.order: row for row in next(group, (depth, ()))[1]})
        orders = [order for order in orders if all(order in rows for rows in latest)
                  and any(rows[order].depth == depth for rows in latest)]
        if not orders:
            return
        for order in orders:
            yield mean_row([rows[order] for rows in latest], depth)


def mean_row(rows, depth):
    """Returns the mean of rows of one order; a finished tree's row may be from a smaller depth."""
    if len(rows) == 1:
        return rows[0]

    def over(average, *names):
        values = {name: [getattr(row, name) for row in rows] for name in names}
        return {name: None if None in found else average(found) for name, found in values.items()}

    errors = {}
    for name in ("nodes", "leaves", "nodes_all", "leaves_all", "exponent"):
        found = [getattr(row, name) for row in rows]
        errors[name], errors[f"{name}_error"] = (None, None) if None in found else mean(found)
    row = replace(rows[0], depth=depth, positions=len(rows), score=None, searches=sum(row.searches for row in rows),
                  complete=all(row.complete for row in rows), **errors,
                  **over(geometric_mean, "ebf", "ebf_root", "ebf_uniform"),
                  **over(fmean, "minimal_leaves", "minimal_nodes", "lines", "first_cut_rate", "seconds", "cpu_seconds"))
    return replace(row, nps=rate(row.nodes_all, row.seconds), nodes_per_cpu_second=rate(row.nodes_all, row.cpu_seconds))


def pruning_uniform(branching: SupportsIndex, max_depth: SupportsIndex, orders: Iterable[str] | None = None, *,
                    leaves: str = "independent", seed: SupportsIndex = 0, seeds: SupportsIndex | None = None,
                    max_nodes: SupportsIndex | None = None, on_search: Callable[[str, int], object] | None = None,
                    jobs: SupportsIndex = 1) -> Iterator[Row]:
    """Runs the experiment on uniform trees, whose theory is known. The search to depth m has a tree of depth m.

    Parameters
    ----------
    branching : int
        1..256.
    max_depth, orders, seeds, max_nodes, on_search, jobs
        As in `pruning`; by default the orders that need no static scores, and "static" and "full" where the leaves
        give such scores.
    leaves : {"independent", "incremental", "nested", "constant"}
        See `gamecore.UniformTree`.
    seed : int
        The seed of the trees. Order "random" is a mean over trees and orders of many seeds.

    Returns
    -------
    iterator of Row
        As in `pruning`; order "worst" goes from worst to best by the moves' true values.

    Examples
    --------
    >>> from gamecore.laboratory.pruning import pruning_uniform
    >>> [(row.leaves, row.minimal_leaves) for row in pruning_uniform(4, 4, ["perfect"])]
    [(4, 4), (7, 7), (19, 19), (31, 31)]
    """
    width, deepest = in_range("branching", branching, 1), in_range("max_depth", max_depth, 1)
    experiment = UniformExperiment(*seeds_from(seed, seeds), budget(max_nodes), True, width, leaves)
    experiment.position_at(deepest, "none", seed)                                           # raises LimitError now
    experiment.jobs = in_range("jobs", jobs, 1)
    return experiment.rows(deepest, known(usual_on(leaves) if orders is None else orders), on_search)


def depth_ratios(rows: Iterable[Row], over: str = "none") -> dict[str, float]:
    """Returns how many times as deep as another order each order searches with an equal number of nodes.

    Parameters
    ----------
    rows : iterable of Row
    over : str
        The other order.

    Returns
    -------
    dict of str to float
        The ratio for each order, if both orders have enough rows (`depth_ratio`). Orders are compared by
        `Row.compared("nodes")`, which counts all iterations.
    """
    nodes: dict[str, dict[int, float]] = {}
    for row in rows:
        nodes.setdefault(row.order, {})[row.depth] = row.compared("nodes")[0]
    ratios = {order: depth_ratio(nodes[order], nodes[over]) for order in nodes if over in nodes and order != over}
    return {order: ratio for order, ratio in ratios.items() if ratio is not None}


def depth_at(nodes: Mapping[int, float], budget: float) -> float | None:
    """Returns the depth that a search reaches with a budget of nodes, interpolated in log N.

    Parameters
    ----------
    nodes : dict of int to float
        Nodes by depth.
    budget : float

    Returns
    -------
    float or None
        None if the budget lies outside the measured range.

    Examples
    --------
    >>> depth_at({1: 10, 2: 100, 3: 1000}, 100)
    2.0
    """
    depths = sorted(nodes)
    for here, there in pairwise(depths):
        if min(nodes[here], nodes[there]) <= budget <= max(nodes[here], nodes[there]):
            step = log(nodes[there] / nodes[here])
            return here + (there - here) * (log(budget / nodes[here]) / step if step else 1.0)
    return None


def depth_ratio(nodes: Mapping[int, float], others: Mapping[int, float]) -> float | None:
    """Returns the ratio of the depths that two searches reach with the same nodes.

    The ratio of perfect order to worst order is at most 2. Odd and even depths differ, so the result is the geometric
    mean of two ratios, taken at the last two depths of the worse search whose number of nodes the better search has
    reached.

    Parameters
    ----------
    nodes, others : dict of int to float
        Nodes by depth, of the better and of the poorer search.

    Returns
    -------
    float or None
        None if the two have no budget in common.

    Examples
    --------
    >>> depth_ratio({d: 2**d for d in range(1, 13)}, {d: 4**d for d in range(1, 7)})
    2.0
    """
    ratios = [(depth, depth_at(nodes, others[depth])) for depth in sorted(others)]
    ratios = [deeper / depth for depth, deeper in ratios if deeper is not None][-2:]
    return exp(sum(map(log, ratios)) / len(ratios)) if ratios else None


def usual(position, orders=USUAL):
    """Returns the orders that a game allows; `perfect` and the table need the position's key."""
    return [order for order in orders if has_keys(position) or order not in ("perfect", "full+table")]


def usual_on(leaves, orders=USUAL):
    """Returns the orders that differ from each other on uniform trees, on which static scores need correlated
    leaves."""
    return [order for order in orders if leaves in ("incremental", "nested") or order in BLIND]


def known(orders, names=ORDERS):
    orders = list(orders)
    for order in orders:
        if order not in names:
            raise SwitchError(f"unknown order {order!r}; known are {', '.join(names)}")
        if orders.count(order) > 1:
            raise SwitchError(f"order {order!r} is named twice")
    return orders


def name_of(order):
    if not callable(order):
        return order
    return f"{order.__module__}:{getattr(order, '__qualname__', type(order).__qualname__)}"         # or an object's


def seeds_from(seed, seeds):
    """Returns the first seed of order `random` and the number of seeds, or None."""
    return in_range("seed", seed, 0, 2**64 - 1), None if seeds is None else in_range("seeds", seeds, 1, 2**32 - 1)


def budget(max_nodes):
    return None if max_nodes is None else in_range("max_nodes", max_nodes, 1)
