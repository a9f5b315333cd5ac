"""Alpha-beta: minimax without the nodes that cannot change the value, with a record of its visits."""

import operator
from collections.abc import Callable, Iterator
from functools import cached_property
from math import inf
from typing import Any

from gamecore.errors import BoundsError, SwitchError, TreeError
from gamecore.trees.minimax import minimax_by_dispatch
from gamecore.trees.nodes import UNSEEN, InnerNode, Max, Min, Tree, check_child, is_leaf, is_seen
from gamecore.trees.result import check_players, unexpected
from gamecore.trees.trace import Trace, Visit

# Tests whether the value `v` suffices to leave a node: it has reached the window's edge, or has passed it.
CUTS = {"equal": (operator.ge, operator.le), "strict": (operator.gt, operator.lt)}


def alpha_beta(root: Tree, cut: str = "equal", alpha: float = -inf, beta: float = inf,
               bounds: Callable[[Any], tuple[float, float]] | None = None) -> Trace:
    """Searches a tree of MAX and MIN by alpha-beta.

    The algorithm is that of Russell & Norvig (Artificial Intelligence, 4th ed., fig. 6.7); Knuth and Moore (1975)
    analysed it. The value is minimax's. The action is the first that reaches this value, because later children that
    *return* it may have been cut off at a bound.

    Parameters
    ----------
    root : Max, Min or real
        The tree; layers may come in any order.
    cut : {"equal", "strict"}, optional
        Whether to prune when the value has reached the edge of the window ("equal"), or only when it has passed it
        ("strict").
    alpha, beta : real, optional
        The window at the root. A value outside it is returned as a bound.
    bounds : callable, optional
        Maps an inner node to a pair (low, high) that contains its value; infinities where no bound is known. Nothing
        is searched below a node whose upper bound is at most alpha or whose lower bound is at least beta.

    Returns
    -------
    Trace
        The value, the action, and the window and value of each visited node; it prints as a table and draws as a tree.
        Without `bounds` a second search records the nodes when they are first requested.

    Raises
    ------
    SwitchError
        If `cut` is neither of the two.
    TreeError
        If the tree has nodes other than MAX and MIN, or the search reaches an UNSEEN leaf.
    BoundsError
        If alpha is not below beta, or bounds that pruned a node do not contain its value.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> trace = alpha_beta(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    >>> trace.value, trace.action
    (3, 0)
    >>> trace.visited_leaves, trace.pruned_leaves
    ((3, 12, 8, 2, 14, 5, 2), (4, 6))
    """
    check_child(root)
    check_players(root, "alpha-beta")
    if cut not in CUTS:
        raise SwitchError(f"cut {cut!r} is neither 'equal' nor 'strict'")
    if not alpha < beta:
        raise BoundsError(f"alpha must be below beta, unlike {alpha!r} and {beta!r}")
    if bounds is None:
        value, action = AlphaBeta(cut).value(root, (), alpha, beta)
        return LazyTrace.later(root, action, value, cut, (alpha, beta))
    search = RecordedAlphaBeta(cut, bounds)
    _, action = search.value(root, (), alpha, beta)
    return Trace(root, action, search.visits)


class AlphaBeta:
    """One search, with its two cut-off tests."""

    def __init__(self, cut="equal"):
        self.reaches, self.falls_to = CUTS[cut]

    def value(self, node, path, alpha, beta):
        """Returns the value and the action of any node."""
        if not isinstance(node, InnerNode):
            if node is UNSEEN:
                raise TreeError(f"alpha-beta came to a branch that is UNSEEN, by way of {path!r}")
            return node, None
        if isinstance(node, Max):
            return self.max_value(node, path, alpha, beta)
        if isinstance(node, Min):
            return self.min_value(node, path, alpha, beta)
        raise unexpected(node, "alpha-beta", "MAX and MIN")

    def max_value(self, node, path, alpha, beta):
        """Returns the value of a MAX node, given that MAX has at least `alpha` elsewhere."""
        v, move = -inf, None
        for action, child in node.branches:
            v2, _ = self.value(child, path + (action,), alpha, beta)
            if v2 > v:
                v, move = v2, action
                if self.reaches(v, beta):
                    break
                alpha = max(alpha, v)
        return v, move

    def min_value(self, node, path, alpha, beta):
        """Returns the value of a MIN node, given that MIN has at most `beta` elsewhere."""
        v, move = inf, None
        for action, child in node.branches:
            v2, _ = self.value(child, path + (action,), alpha, beta)
            if v2 < v:
                v, move = v2, action
                if self.falls_to(v, alpha):
                    break
                beta = min(beta, v)
        return v, move


class RecordedAlphaBeta(AlphaBeta):
    """A search with the bounds of an evaluation, which records its visits by path."""

    def __init__(self, cut, bounds=None):
        super().__init__(cut)
        self.bounds, self.visits = bounds, {}

    def value(self, node, path, alpha, beta):
        """Returns and records the value and the action of any node."""
        bound = self.deciding_bound(node, alpha, beta) if not (self.bounds is None or is_leaf(node)) else None
        v, move = super().value(node, path, alpha, beta) if bound is None else (bound, None)
        self.visits[path] = Visit(alpha, beta, v, "visited" if bound is None else "bounded")
        return v, move

    def deciding_bound(self, node, alpha, beta):
        """Returns the bound on a node that makes its search unnecessary, or None."""
        low, high = self.bounds(node)
        if not (self.falls_to(high, alpha) or self.reaches(low, beta)):
            return None
        if is_seen(node) and not low <= minimax_by_dispatch(node).value <= high:
            raise BoundsError(f"bounds ({low!r}, {high!r}) do not hold the value of {node!r:.200}")
        return high if self.falls_to(high, alpha) else low


class LazyTrace(Trace):
    """The trace of a search that is repeated, with a record, when its visits are requested."""

    @classmethod
    def later(cls, root, action, value, cut, window):
        self = cls.__new__(cls)
        vars(self).update(root=root, action=action, value=value, cut=cut, window=window)
        return self

    @cached_property
    def visits(self):
        search = RecordedAlphaBeta(self.cut)
        search.value(self.root, (), *self.window)
        return search.visits

    @property
    def recorded(self):
        return Trace(self.root, self.action, self.visits)

    def __eq__(self, other):
        return self.recorded == (other.recorded if isinstance(other, LazyTrace) else other)

    def __repr__(self):
        return repr(self.recorded)


def never_cut(root: Tree) -> Iterator[Any]:
    """Yields, from left to right, the leaves that alpha-beta visits for all values of the leaves.

    A leaf can be cut if a node above it has an earlier child, which bounds this node's value, and a node of the other
    player further up also has an earlier child, which sets the other edge of the window. Parameters and errors are
    those of `minimax_by_dispatch`.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> list(never_cut(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    [3, 12, 8, 2, 14]
    """
    return below(root, frozenset(), False)


def below(node, bounding, closed):
    """Yields the leaves below `node` that are never cut.

    `bounding` holds the kinds of the nodes above that have an earlier child; `closed` is whether both kinds do, so
    that some values of the leaves close the window.
    """
    if is_leaf(node):
        if not closed:
            yield node
        return
    if not isinstance(node, (Max, Min)):
        raise unexpected(node, "alpha-beta", "MAX and MIN")
    kind = type(node)
    for place, child in enumerate(node.children):
        if place == 0:
            yield from below(child, bounding, closed)
        else:
            yield from below(child, bounding | {kind}, closed or bool(bounding - {kind}))
