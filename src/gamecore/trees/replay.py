"""Alpha-beta step by step, with the window before and after each step, and the name of each cut.

A node is entered with a window. The value of a child may raise alpha at a MAX node, or lower beta at a MIN node. Once
alpha and beta meet, the remaining children cannot affect the result:

    alpha cut   at a MIN node: its value has fallen to alpha, which MAX has for certain elsewhere
    beta cut    at a MAX node: its value has reached beta, which MIN has for certain elsewhere
"""

from collections.abc import Iterator
from itertools import groupby
from math import inf
from typing import Any, NamedTuple

from gamecore.errors import LimitError, TreeError
from gamecore.trees.nodes import InnerNode, Max, Min, descend, is_leaf
from gamecore.trees.svg import BOUNDS, Drawing, TraceView, TreeView, leaf_text, pretty, window_lines
from gamecore.trees.trace import Trace, name, numeral, table

LAST = 3                             # steps for which an animation shows its last picture


class Step(NamedTuple):
    """One step of a search: a node is entered, or a child returns its value to it.

    Attributes
    ----------
    path : tuple
        The path of the node.
    child : hashable or None
        The action that leads to the child, or None when the node is entered.
    value : real or None
        The value that the child returns.
    bound : {"", "<=", ">="}
        Whether that value is only a bound.
    best : real or None
        The best value of the node so far.
    before, after : tuple of real
        The window (alpha, beta) of the node before and after the step.
    cut : {"", "alpha cut", "beta cut"}
        Whether the node's other children are pruned.
    pruned : tuple of tuple
        The paths of those children.
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
    """The steps of a search, which print as a table; a notebook shows them as an animation."""

    def __new__(cls, steps, trace):
        self = super().__new__(cls, steps)
        self.trace = trace
        return self

    def __str__(self):
        head = ("step", "node", "kind", "event", "best", "before", "after", "")
        rows = [self.row(number, step) for number, step in enumerate(self, 1)]
        return f"{table(head, rows, '><<<><<<')}\n{self.trace.summary}"

    def _repr_svg_(self):
        return animation(self.trace)

    def row(self, number: int, step: Any) -> tuple[str, ...]:
        kind = descend(self.trace.root, step.path).kind
        return (str(number), name(step.path), kind, event(step), numeral(step.best), window(step.before),
                window(step.after), cut_text(step, self.trace.root))

    def __reduce__(self):
        return Steps, (tuple(self), self.trace)


def replay(trace: Any) -> Steps:
    """Returns the steps of an alpha-beta search in order.

    Parameters
    ----------
    trace : Trace
        The trace of `alpha_beta`, of `depth_limited` without chance, or of a recorded search of the engine.

    Returns
    -------
    Steps
        A tuple of `Step`, which prints as a table.

    Raises
    ------
    TreeError
        If the trace has no windows, or has chance nodes.

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
    """Yields the steps of the search at a node and below."""
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
    """Raises TreeError at a node that is not one of alpha-beta's."""
    if trace.visits[path].alpha is None:
        raise TreeError(f"a replay needs windows, and the search of {trace.root!r:.80} had none")
    if not isinstance(node, (Max, Min)):
        raise TreeError(f"a replay follows MAX and MIN only; this search came to a node of {node.kind}")


def event(step):
    if step.child is None:
        return "entered"
    return f"{name(step.path + (step.child,))} {step.bound or '='} {numeral(step.value)}"


def window(bounds):
    return "[{}, {}]".format(*map(numeral, bounds))


def cut_text(step, root):
    """Returns a text for a cut that names what it prunes: leaves by their values, and other nodes by their names."""
    if not step.cut:
        return ""
    names = [name(path) if isinstance(node, InnerNode) else numeral(node)
             for path, node in ((path, descend(root, path)) for path in step.pruned)]
    return f"{step.cut} at {' and '.join(names)}"


# The functions below draw one SVG per step, or a single animated SVG.

def pictures(trace: Any) -> list[str]:
    """Returns the steps of an alpha-beta search as pictures. Parameters and errors are those of `replay`.

    Returns
    -------
    list of str
        An SVG document for each step and one for the finished search, all of the same size. The current node is grey,
        the nodes above it have thick outlines, and unvisited nodes are pale.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> len(pictures(alpha_beta(tree([[10, 8], [4, 50]]))))
    9
    """
    views = moments(trace)
    drawing = Drawing(trace.root, views)
    return [drawing.document(drawing.body(view)) for view in views]


def animation(trace: Any, seconds: float = 1.5) -> str:
    """Returns the steps of an alpha-beta search as one animated SVG that repeats.

    The animation uses SMIL and no scripts, so it also runs in a page's `<img>`. Viewers without animation show the
    finished search.

    Parameters
    ----------
    trace : Trace
        As in `replay`.
    seconds : float, optional
        The time for each step, above 0.

    Returns
    -------
    str
        A complete SVG document.

    Raises
    ------
    LimitError
        If `seconds` is not above 0.
    TreeError
        As in `replay`.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> "<animate" in animation(alpha_beta(tree([[10, 8], [4, 50]])))
    True
    """
    if not 0 < seconds < float("inf"):
        raise LimitError(f"a step of {seconds!r} seconds cannot be shown; expected a number above 0")
    views = moments(trace)
    drawing = Drawing(trace.root, views)
    steps = len(views) + LAST - 1
    times = [k / steps for k in range(len(views))] + [1]
    films = zip(*map(drawing.pieces, views), strict=True)
    return drawing.document("\n".join(scene for film in films for scene in scenes(film, times, seconds * steps)))


def scenes(frames, times, duration):
    """Yields the elements of one piece of the drawing; each is shown until the piece changes."""
    first = 0
    for elements, equal in groupby(frames):
        end = first + len(list(equal))
        if elements:
            yield shown(elements, times[first], times[end], duration)
        first = end


def shown(elements, begin, end, duration):
    """Returns elements that are shown from `begin` to `end`. The elements of the last period are also the still
    picture."""
    if (begin, end) == (0, 1):
        return elements
    values = ["hidden"] * (begin > 0) + ["visible"] + ["hidden"] * (end < 1)
    times = [0] + [begin] * (begin > 0) + [end] * (end < 1)
    return (f'<g visibility="{"visible" if end == 1 else "hidden"}">'
            f'<animate attributeName="visibility" calcMode="discrete" values="{";".join(values)}" '
            f'keyTimes="{";".join(f"{time:.5g}" for time in times)}" dur="{duration:g}s" repeatCount="indefinite"/>\n'
            f'{elements}\n</g>')


def moments(trace):
    """Returns the contents of each picture: the state of the search after each step, and at its end."""
    values, windows, pruned = {}, {}, frozenset()
    views = []
    for number, step in enumerate(replay(trace), 1):
        windows = windows | {step.path: step.after}
        values = values | {step.path: "" if step.best is None else pretty(step.best)}
        if step.child is not None:
            values |= {step.path + (step.child,): BOUNDS[step.bound] + pretty(step.value)}
        pruned = pruned.union(step.pruned)
        caption = pretty(f"step {number}: {sentence(step, trace.root)}")
        views.append(Moment(step.path, values, windows, pruned, caption))
    return [*views, TraceView(trace)]


def sentence(step, root):
    if step.child is None:
        return f"node {name(step.path)} is entered with the window {window(step.before)}"
    change = f"the window of node {name(step.path)} " + ("stays" if step.after == step.before else "becomes")
    returned = f"node {name(step.path + (step.child,))} returns {step.bound}{numeral(step.value)}"
    return ", ".join(filter(None, [f"{returned}; {change} {window(step.after)}", cut_text(step, root)]))


class Moment(TreeView):
    """The view of a search after one of its steps."""

    def __init__(self, current, values, windows, pruned, caption):
        self.current = current                           # the path of the node at work
        self.values, self.windows = values, windows      # by path, the text inside a node and its last window
        self.pruned, self.caption = pruned, caption      # the paths where the tree has been cut

    def inside(self, path, node):
        return leaf_text(node) if is_leaf(node) else self.values.get(path, "")

    def beside(self, path, node):
        return super().beside(path, node) + (window_lines(*self.windows[path]) if path in self.windows else [])

    def state(self, path):
        """Returns "pruned", "waiting", "current", "open" (for nodes above the current one), or nothing for a finished
        node."""
        if any(path[:length] in self.pruned for length in range(1, len(path) + 1)):
            return "pruned"
        if path not in self.values:
            return "waiting"
        if path == self.current:
            return "current"
        return "open" if self.current[:len(path)] == path else ""

    def cut_at(self, path):
        return path in self.pruned
