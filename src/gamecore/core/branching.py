"""Effective branching factors by three definitions, and nodes per second.

::

    ebf           growth of nodes per ply, over the last plies    the cost of one more ply: for orders and times
    ebf_root      N_d^(1/d)                                       one number: compares searches of one depth
    ebf_uniform   the b of 1 + b + ... + b^d = N                  the uniform tree with as many nodes (Russell, Norvig):
                                                                  for figures in textbooks; a little below ebf_root

N_d is the number of nodes of an iteration to depth d, including the root and the leaves.
"""
from collections.abc import Mapping


def ebf(nodes: Mapping[int, float]) -> float | None:
    """Returns the growth per ply over the last four plies, (N_d / N_(d-4))^(1/4).

    An even span cancels the odd-even effect of alpha-beta; below depth 5 the span is 2.

    Parameters
    ----------
    nodes : dict of int to int
        The nodes of the iterations, by depth in plies.

    Returns
    -------
    float or None
        None if no two iterations are that far apart.

    Examples
    --------
    >>> ebf({1: 3, 2: 9, 3: 27, 4: 81, 5: 243})
    3.0
    """
    plies = span(nodes)
    last = max(nodes, default=0)
    return None if plies is None else (nodes[last] / nodes[last - plies]) ** (1 / plies)


def span(nodes: Mapping[int, float]) -> int | None:
    """Returns the plies over which growth to the deepest iteration is measured, 4 or 2; None if there are too few."""
    return next((plies for plies in (4, 2) if nodes.get(max(nodes, default=0) - plies)), None)


def ebf_root(nodes: float, depth: int) -> float:
    """Returns the uniform growth that would give this number of nodes at the horizon: N_d^(1/d).

    Examples
    --------
    >>> round(ebf_root(81, 4), 9)
    3.0
    """
    return nodes ** (1 / depth)


def ebf_uniform(nodes: float, depth: int) -> float:
    """Returns the branching of the uniform tree of this depth and size, the b of 1 + b + b^2 + ... + b^d = N.

    N includes the root. (Russell and Norvig, Artificial Intelligence: A Modern Approach, write N + 1 without the root.)

    Parameters
    ----------
    nodes : float
        1 or more.
    depth : int
        Plies, 1 or more.

    Returns
    -------
    float

    Examples
    --------
    >>> round(ebf_uniform(1 + 3 + 9 + 27 + 81, 4), 9)
    3.0
    >>> round(ebf_uniform(53, 5), 2)             # the textbook's example: 52 nodes and the root, solution at depth 5
    1.92
    """
    low, high = 0.0, max(1.0, ebf_root(nodes, depth))
    for _ in range(200):
        b = (low + high) / 2
        low, high = (b, high) if sum(b ** level for level in range(depth + 1)) < nodes else (low, b)
    return high


def rate(nodes: float, seconds: float) -> float:
    """Returns nodes per second, 0 if no time was measured."""
    return nodes / seconds if seconds > 0 else 0.0
