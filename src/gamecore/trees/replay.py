"""Alpha-beta step by step: each window before and after, and the word for each cut.

A node is entered with a window. Each child that returns a value may raise alpha, at MAX, or lower
beta, at MIN. Once they meet, the rest of the children cannot matter:

    alpha cut   at a MIN node: its value has fallen to alpha, which MAX has for certain elsewhere
    beta cut    at a MAX node: its value has reached beta, which MIN has for certain elsewhere
"""

from collections.abc import Iterator
from math import inf
from typing import Any, NamedTuple

from gamecore.errors import TreeError
from gamecore.trees.labels import name, numeral, table
from gamecore.trees.nodes import Max, Min, Node, descend, is_leaf
from gamecore.trees.shown import WAYS
from gamecore.trees.trace import Trace


class Step(NamedTuple):
    """One step of a search: a node is entered, or a child returns its value to it.

    Attributes
    ----------
    path : tuple
        The node's.
    child : hashable or None
        The action whose child returns, or None on entering.
    value : real or None
        What the child returns.
    bound : {"", "<=", ">="}
        Whether that is a bound only.
    best : real or None
        The best value of the node so far.
    before, after : tuple of real
        The window (alpha, beta) of the node before and after the step.
    cut : {"", "alpha cut", "beta cut"}
        Whether the node's other children are pruned.
    pruned : tuple of tuple
        Their paths.
    """

    path: tuple
    child: Any
    value: Any
    bound: str
    best: Any
    before: tuple
    after: tuple
    cut: str
    pruned: tuple


class Steps(tuple):
    """The steps of a search, which print as a table; a notebook shows them as a drawing that moves.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> print(replay(alpha_beta(tree([[10, 8], [4, 50]]))))
    step  node  kind  event     best  before       after
       1  root  MAX   entered         [-inf, inf]  [-inf, inf]
       2  0     MIN   entered         [-inf, inf]  [-inf, inf]
       3  0     MIN   0.0 = 10    10  [-inf, inf]  [-inf, 10]
       4  0     MIN   0.1 = 8      8  [-inf, 10]   [-inf, 8]
       5  root  MAX   0 = 8        8  [-inf, inf]  [8, inf]
       6  1     MIN   entered         [8, inf]     [8, inf]
       7  1     MIN   1.0 = 4      4  [8, inf]     [8, 4]       alpha cut at 50
       8  root  MAX   1 <= 4       8  [8, inf]     [8, inf]
    value 8, action 0; 3 leaves visited, 1 pruned
    """

    def __new__(cls, steps, trace):
        self = super().__new__(cls, steps)
        self.trace = trace
        return self

    def __str__(self):
        head = ("step", "node", "kind", "event", "best", "before", "after", "")
        rows = [self.row(number, step) for number, step in enumerate(self, 1)]
        return f"{table(head, rows, '><<<><<<')}\n{self.trace.summary}"

    def _repr_svg_(self):
        return WAYS["steps"](self.trace)

    def row(self, number, step):
        """The table's row of a step."""
        kind = descend(self.trace.root, step.path).kind
        return (str(number), name(step.path), kind, event(step), numeral(step.best), window(step.before),
                window(step.after), cut_text(step, self.trace.root))

    def __reduce__(self):
        return Steps, (tuple(self), self.trace)


def replay(trace):
    """The steps of an alpha-beta search, in the order in which it took them.

    Parameters
    ----------
    trace : Trace
        Of `alpha_beta`, of `depth_limited` without chance, or of a recorded search of the engine.

    Returns
    -------
    Steps
        A tuple of `Step`, which prints as a table.

    Raises
    ------
    TreeError
        The trace has no windows, or chance nodes.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> steps = replay(alpha_beta(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    >>> [(step.path, step.cut, step.pruned) for step in steps if step.cut]
    [((1,), 'alpha cut', ((1, 1), (1, 2)))]
    """
    if not isinstance(trace, Trace):
        raise TreeError(f"a replay needs the trace of a search, such as alpha_beta(tree), not {trace!r:.200}")
    return Steps(steps_below(trace, (), trace.root), trace)


def steps_below(trace, path, node) -> Iterator[Step]:
    """The steps of the search at a node and below."""
    if is_leaf(node) or trace.visits[path].how != "visited":
        return
    check_followed(trace, path, node)
    alpha, beta, *_ = trace.visits[path]
    is_max = isinstance(node, Max)
    best = -inf if is_max else inf
    yield Step(path, None, None, "", None, (alpha, beta), (alpha, beta), "", ())
    seen = [action for action in node.actions if path + (action,) in trace.visits]
    for action in seen:
        below, before = path + (action,), (alpha, beta)
        yield from steps_below(trace, below, node[action])
        value = trace.visits[below].value
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        pruned = tuple(path + (other,) for other in node.actions if other not in seen) if action == seen[-1] else ()
        cut = ("beta cut" if is_max else "alpha cut") if pruned else ""
        yield Step(path, action, value, trace.bound(below), best, before, (alpha, beta), cut, pruned)


def check_followed(trace, path, node):
    """Raise TreeError at a node that is not one of alpha-beta's."""
    if trace.visits[path].alpha is None:
        raise TreeError(f"a replay needs windows, and the search of {trace.root!r:.80} had none")
    if not isinstance(node, (Max, Min)):
        raise TreeError(f"a replay follows MAX and MIN only; this search came to a node of {node.kind}")


def event(step):
    """What happens, in a few words."""
    if step.child is None:
        return "entered"
    return f"{name(step.path + (step.child,))} {step.bound or '='} {numeral(step.value)}"


def window(bounds):
    """A window in text."""
    return "[{}, {}]".format(*map(numeral, bounds))


def cut_text(step, root):
    """The word for a cut, and what it prunes: leaves by their values, other nodes by their names."""
    if not step.cut:
        return ""
    names = [name(path) if isinstance(node, Node) else numeral(node)
             for path, node in ((path, descend(root, path)) for path in step.pruned)]
    return f"{step.cut} at {' and '.join(names)}"
