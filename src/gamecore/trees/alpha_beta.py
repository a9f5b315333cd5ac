"""Alpha-beta: minimax that skips what cannot matter, and remembers what it saw."""

import operator
from math import inf

from ..errors import SwitchError, TreeError
from .nodes import UNSEEN, Max, Min, check_child, is_leaf
from .result import check_players, unexpected
from .trace import Trace, Visit

# When the search has proved enough about a node: `v` has reached the window's edge, or passed it.
CUTS = {
    "equal": (operator.ge, operator.le),
    "strict": (operator.gt, operator.lt),
}


def alpha_beta(root, cut="equal", alpha=-inf, beta=inf):
    """Search a tree of MAX and MIN by alpha-beta and record every visit.

    Russell & Norvig (Artificial Intelligence, 4th ed., fig. 6.7); the analysis is Knuth and
    Moore's (1975). The value is minimax's. The action is the first that reaches it: among
    several children that *return* it, the later ones may have been cut off at a mere bound.

    Parameters
    ----------
    root : Max, Min or real
        The tree; layers may come in any order.
    cut : {"equal", "strict"}, optional
        Prune when the value has reached the edge of the window, or only when it is past it.
    alpha, beta : real, optional
        The window at the root. A value outside it comes back as a bound.

    Returns
    -------
    Trace
        The value, the action, and the window and value of each visited node; it prints as a
        table and draws as a tree.

    Raises
    ------
    SwitchError
        `cut` is neither of the two.
    TreeError
        The tree has nodes other than MAX and MIN, or the search comes to what is UNSEEN.

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
    search = AlphaBeta(*CUTS[cut])
    _, action = search.value(root, (), alpha, beta)
    return Trace(root, action, search.visits)


class AlphaBeta:
    """One search: its two cut-off tests, and the visits so far by path."""

    def __init__(self, reaches, falls_to):
        self.reaches = reaches
        self.falls_to = falls_to
        self.visits = {}

    def value(self, node, path, alpha, beta):
        """The value and the action of any node, on the record."""
        if node is UNSEEN:
            raise TreeError(f"alpha-beta came to a branch that is UNSEEN, by way of {path!r}")
        if is_leaf(node):
            v, move = node, None
        elif isinstance(node, Max):
            v, move = self.max_value(node, path, alpha, beta)
        elif isinstance(node, Min):
            v, move = self.min_value(node, path, alpha, beta)
        else:
            raise unexpected(node, "alpha-beta", "MAX and MIN")
        self.visits[path] = Visit(alpha, beta, v)
        return v, move

    def max_value(self, node, path, alpha, beta):
        """The value of a node where MAX moves, who has `alpha` for certain elsewhere."""
        v, move = -inf, None
        for action, child in node.branches:
            v2, _ = self.value(child, path + (action,), alpha, beta)
            if v2 > v:
                v, move = v2, action
                alpha = max(alpha, v)
            if self.reaches(v, beta):
                break
        return v, move

    def min_value(self, node, path, alpha, beta):
        """The value of a node where MIN moves, who has `beta` for certain elsewhere."""
        v, move = inf, None
        for action, child in node.branches:
            v2, _ = self.value(child, path + (action,), alpha, beta)
            if v2 < v:
                v, move = v2, action
                beta = min(beta, v)
            if self.falls_to(v, alpha):
                break
        return v, move
