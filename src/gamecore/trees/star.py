"""Star1 and Star2: alpha-beta for trees with chance nodes, given bounds on the leaves.

What is known of the children of a chance node is an interval for each, at first [L, U]:

    low[i] <= value of child i <= high[i]        hence  mean(low) <= value <= mean(high)

Star1 searches the children in turn, and each exact value closes one interval. Star2 first
*probes*: it searches one grandchild below every child, which already bounds a MIN child from
above and a MAX child from below.

Ballard, The *-minimax search procedure for trees containing chance nodes (Artificial
Intelligence 21, 1983).
"""

from math import inf
from typing import Any, NamedTuple

from ..errors import BoundsError
from .nodes import Chance, Max, Min, check_number, is_leaf, walk
from .result import check_numbers, unexpected


class StarResult(NamedTuple):
    """The answer of `star1` or `star2`.

    Attributes
    ----------
    value, action
        As in `Result`: those of `expectiminimax`.
    leaves : int
        How many times a leaf was looked at, by probes too.
    probes : int
        How many grandchildren were probed; 0 in Star1.
    """

    value: Any
    action: Any
    leaves: int
    probes: int


def star1(root, lower, upper):
    """Search a tree of MAX, MIN and chance nodes by Star1.

    Parameters
    ----------
    root : Max, Min, Chance or real
        The tree; layers may come in any order.
    lower, upper : real
        Bounds on all leaves, the tighter the better; floats round the last digit of the cut-offs.

    Returns
    -------
    StarResult
        The value and action of `expectiminimax`, usually from fewer leaves.

    Raises
    ------
    BoundsError
        A leaf lies outside [lower, upper], looked at or not; or lower > upper.
    TreeError
        The tree has nodes of another kind.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> root = tree([[6, 6], [0, 1, 9, 9]], layers="max chance")
    >>> star1(root, lower=0, upper=9)
    StarResult(value=6, action=0, leaves=4, probes=0)
    """
    return run(root, Star(lower, upper, probing=False))


def star2(root, lower, upper):
    """Search a tree of MAX, MIN and chance nodes by Star2: as `star1`, but with probing.

    The probe looks at the first grandchild, so a good order of moves is worth a lot. Parameters,
    results and errors are those of `star1`.

    Examples
    --------
    Three probes that find a 4 prove that the chance node is worth no more than 4.

    >>> from gamecore.trees import Chance, Max, Min
    >>> root = Max([5, Chance([Min([4, 9, 9]), Min([4, 9, 9]), Min([4, 9, 9])])])
    >>> star1(root, 0, 10).leaves, star2(root, 0, 10).leaves
    (8, 4)
    """
    return run(root, Star(lower, upper, probing=True))


def run(root, search):
    """Check the tree, search it, and report."""
    search.check_bounds(root)
    value, action = search.value(root, search.lower, search.upper)
    return StarResult(value, action, search.leaves, search.probes)


class Star:
    """One search: the bounds on the leaves, and what was looked at so far."""

    def __init__(self, lower, upper, probing):
        self.lower = lower
        self.upper = upper
        self.probing = probing
        self.leaves = 0
        self.probes = 0

    def check_bounds(self, root):
        """Raise BoundsError for a leaf out of bounds: a cut-off would silently be wrong."""
        check_numbers(root, "*-minimax")
        for bound in (self.lower, self.upper):
            check_number(bound, f"bound {bound!r}")
        interval = f"[{self.lower}, {self.upper}]"
        if self.lower > self.upper:
            raise BoundsError(f"bounds {interval} hold no number")
        for _, node in walk(root):
            if is_leaf(node) and not self.lower <= node <= self.upper:
                raise BoundsError(f"leaf {node!r} lies outside the declared bounds {interval}")

    def value(self, node, alpha, beta):
        """The value of any node, and the action of whoever moves there."""
        if is_leaf(node):
            self.leaves += 1
            return node, None
        match node:
            case Max():
                return self.max_value(node, alpha, beta)
            case Min():
                return self.min_value(node, alpha, beta)
            case Chance():
                return self.chance_value(node, alpha, beta), None
        raise unexpected(node, "*-minimax", "MAX, MIN and CHANCE")

    def max_value(self, node, alpha, beta):
        """The value of a node where MAX moves, as in alpha-beta."""
        v, move = -inf, None
        for action, child in node.branches:
            v2, _ = self.value(child, alpha, beta)
            if v2 > v:
                v, move = v2, action
                alpha = max(alpha, v)
            if v >= beta:
                break
        return v, move

    def min_value(self, node, alpha, beta):
        """The value of a node where MIN moves, as in alpha-beta."""
        v, move = inf, None
        for action, child in node.branches:
            v2, _ = self.value(child, alpha, beta)
            if v2 < v:
                v, move = v2, action
                beta = min(beta, v)
            if v <= alpha:
                break
        return v, move

    def chance_value(self, node, alpha, beta):
        """The value of a chance node: the mean, or a bound on it that is outside the window."""
        low = [self.lower] * len(node.children)
        high = [self.upper] * len(node.children)
        for narrow in (self.probe, self.search) if self.probing else (self.search,):
            for i, child in enumerate(node.children):
                a, b = child_window(node, i, low, high, alpha, beta)
                low[i], high[i] = narrow(child, low[i], high[i], a, b)
                # min and max: rounding must not bring a mere bound back into the window.
                if high[i] <= a:
                    return min(node.mean(high), alpha)
                if low[i] >= b:
                    return max(node.mean(low), beta)
        return node.mean(low)

    def probe(self, child, low, high, a, b):
        """The child's interval after a look at one of its children, which bounds it one-sidedly."""
        match child:
            case Min():
                self.probes += 1
                return low, self.value(child.children[0], max(a, low), high)[0]
            case Max():
                self.probes += 1
                return self.value(child.children[0], low, min(b, high))[0], high
        return low, high

    def search(self, child, low, high, a, b):
        """The child's interval after a search of it: a point, or a bound that decides."""
        v, _ = self.value(child, max(a, low), min(b, high))
        return v, v


def child_window(node, i, low, high, alpha, beta):
    """The window of child i: at `a` the whole mean cannot exceed alpha, at `b` not fall below beta.

    Ballard 1983, eqs. for A_i and B_i: p[i] a + sum of p[j] high[j] over the others = alpha, and
    p[i] b + sum of p[j] low[j] = beta.
    """
    p = node.probabilities[i]
    if p == 0:
        return -inf, inf
    a = high[i] + (alpha - node.mean(high)) / p
    b = low[i] + (beta - node.mean(low)) / p
    return a, b
