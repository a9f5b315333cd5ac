"""Star1 and Star2: alpha-beta for trees with chance nodes, given bounds on the leaves.

Each child of a chance node has an interval, at first [L, U]:

    low[i] <= value of child i <= high[i]        and so  mean(low) <= value <= mean(high)

Star1 searches the children one after another, and each exact value closes one interval. Star2 first *probes* one
grandchild below every child. A probe bounds a MIN child from above, and a MAX child from below.

Ballard, The *-minimax search procedure for trees containing chance nodes (Artificial
Intelligence 21, 1983).
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import inf

from gamecore.errors import BoundsError
from gamecore.trees.alpha_beta import AlphaBeta
from gamecore.trees.nodes import Chance, Max, Min, Tree, check_number, descend, is_leaf, walk
from gamecore.trees.result import check_numbers
from gamecore.trees.trace import Trace, Visit


@dataclass(frozen=True)
class StarTrace(Trace):
    """The trace of `star1` or `star2`, a `Trace` that counts visits.

    A node that was visited both by a probe and by the later search has the window and value of the last visit.

    Attributes
    ----------
    log : tuple of (tuple, Visit)
        The path of each visit, including probes, in the order in which they ended.
    """

    log: tuple

    @cached_property
    def leaves(self):
        """The number of visits to leaves, including those of probes."""
        return sum(is_leaf(descend(self.root, path)) for path, _ in self.log)

    @property
    def probes(self):
        """The number of grandchildren that were probed; it is 0 in Star1."""
        return sum(visit.how == "probed" for _, visit in self.log)

    @cached_property
    def curtailed(self):
        """The set of paths of the nodes whose last visit may have skipped nodes below."""
        visits = Counter(path for path, _ in self.log)
        again = {path[:length] for path in visits if visits[path] > 1 for length in range(len(path) + 1)}
        probed = {path[:length] for path, visit in self.visits.items() if visit.how == "probed"
                  for length in range(len(path))}
        return super().curtailed | again | probed

    def bound(self, path):
        """Returns "<=" or ">=" of a bound, else "", like `Trace.bound`; the result of a probe is a bound on its node.

        A bound that equals the bound of all leaves, which is an edge of the root's window, is exact.
        """
        limits = {"<=": self.visits[()].alpha, ">=": self.visits[()].beta}
        mark = super().bound(path) if self.visits[path].how != "probed" else (
            "<=" if isinstance(descend(self.root, path), Min) else ">=")
        return "" if mark and self.visits[path].value == limits[mark] else mark

    @property
    def summary(self):
        return super().summary + (f", {self.probes} probe{'s' * (self.probes > 1)}" if self.probes else "")

    @property
    def looked(self):
        return f"{self.leaves} look{'s' * (self.leaves != 1)} at leaves"


def star1(root: Tree, lower: float, upper: float) -> Trace:
    """Searches a tree of MAX, MIN and chance nodes by Star1.

    Parameters
    ----------
    root : Max, Min, Chance or real
        The tree; layers may come in any order.
    lower, upper : real
        Bounds on all leaves; tighter bounds allow more cuts. With floats the last digit of a cut-off is rounded.

    Returns
    -------
    StarTrace
        The value and action that `expectiminimax` finds, usually from fewer leaves, and the visited, probed and pruned
        nodes.

    Raises
    ------
    BoundsError
        If a leaf, visited or not, lies outside [lower, upper], or lower > upper.
    TreeError
        If the tree has nodes of another kind.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> root = tree([[6, 6], [0, 1, 9, 9]], layers="max chance")
    >>> trace = star1(root, lower=0, upper=9)
    >>> trace.value, trace.action, trace.leaves, trace.pruned_leaves
    (6, 0, 4, (9, 9))
    """
    return run(root, Star(lower, upper, probing=False))


def star2(root: Tree, lower: float, upper: float) -> Trace:
    """Searches a tree of MAX, MIN and chance nodes by Star2, which is Star1 with probing.

    The probe searches the first grandchild, so Star2 profits from a good order of moves. Parameters, results and errors
    are those of `star1`.

    Examples
    --------
    In this tree, three probes that each find a 4 prove that the value of the chance node is at most 4.

    >>> from gamecore.trees import Chance, Max, Min
    >>> root = Max([5, Chance([Min([4, 9, 9]), Min([4, 9, 9]), Min([4, 9, 9])])])
    >>> star1(root, 0, 10).leaves, star2(root, 0, 10).leaves
    (8, 4)
    """
    return run(root, Star(lower, upper, probing=True))


def run(root, search):
    search.check_bounds(root)
    _, action = search.value(root, (), search.lower, search.upper)
    return StarTrace(root, action, search.visits, tuple(search.log))


class Star(AlphaBeta):
    """One search, which is alpha-beta at MAX and MIN nodes, with the bounds on the leaves and the record of visits."""

    def __init__(self, lower, upper, probing):
        super().__init__()
        self.lower, self.upper, self.probing, self.visits, self.log = lower, upper, probing, {}, []

    def check_bounds(self, root):
        """Raises BoundsError for a leaf out of bounds, which would make cut-offs wrong."""
        check_numbers(root, "*-minimax")
        self.lower, self.upper = [check_number(bound, f"bound {bound!r}") for bound in (self.lower, self.upper)]
        interval = f"[{self.lower}, {self.upper}]"
        if self.lower > self.upper:
            raise BoundsError(f"bounds {interval} hold no number")
        for _, node in walk(root):
            if is_leaf(node) and not self.lower <= node <= self.upper:
                raise BoundsError(f"leaf {node!r} lies outside the declared bounds {interval}")

    def value(self, node, path, alpha, beta):
        """Returns and records the value of any node, and the action of the player who moves there."""
        if isinstance(node, Chance):
            v, move = self.chance_value(node, path, alpha, beta), None
        else:
            v, move = super().value(node, path, alpha, beta)
        self.note(path, Visit(alpha, beta, v))
        return v, move

    def note(self, path, visit):
        self.visits[path] = visit
        self.log.append((path, visit))

    def chance_value(self, node, path, alpha, beta):
        """Returns the mean of a chance node, or a bound on it that lies outside the window."""
        low = [self.lower] * len(node.children)
        high = [self.upper] * len(node.children)
        for narrow in (self.probe, self.search) if self.probing else (self.search,):
            for i, (action, child) in enumerate(node.branches):
                a, b = child_window(node, i, low, high, alpha, beta)
                low[i], high[i] = narrow(child, path + (action,), low[i], high[i], a, b)
                # min and max prevent rounding from moving a bound back into the window.
                if high[i] <= a:
                    return min(node.mean(high), alpha)
                if low[i] >= b:
                    return max(node.mean(low), beta)
        return node.mean(low)

    def probe(self, child, path, low, high, a, b):
        """Searches one child of `child`; returns the interval of `child`, which is now bounded on one side."""
        if not isinstance(child, (Min, Max)):
            return low, high
        window = (max(a, low), high) if isinstance(child, Min) else (low, min(b, high))
        v, _ = self.value(child.children[0], path + (child.actions[0],), *window)
        self.note(path, Visit(*window, v, "probed"))
        return (low, v) if isinstance(child, Min) else (v, high)

    def search(self, child, path, low, high, a, b):
        """Returns the child's interval after its search, which is a point, or has a bound that suffices."""
        if low == high:                          # its probe found the least or the greatest value of all leaves
            return low, high
        v, _ = self.value(child, path, max(a, low), min(b, high))
        return v, v


def child_window(node, i, low, high, alpha, beta):
    """Returns the window (a, b) of child i: at `a` the mean cannot exceed alpha, at `b` it cannot fall below beta.

    Ballard 1983, eqs. for A_i and B_i: p[i] a + sum of p[j] high[j] over the others = alpha, and
    p[i] b + sum of p[j] low[j] = beta.
    """
    p = node.probabilities[i]
    if p == 0:
        return -inf, inf
    return high[i] + (alpha - node.mean(high)) / p, low[i] + (beta - node.mean(low)) / p
