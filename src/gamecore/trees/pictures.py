"""A replay in pictures: one SVG a step, or a single one that moves."""

from gamecore.errors import LimitError
from gamecore.trees.labels import name, numeral
from gamecore.trees.nodes import is_leaf
from gamecore.trees.replay import cut_text, replay, window
from gamecore.trees.shown import WAYS
from gamecore.trees.svg import Drawing
from gamecore.trees.views import BOUNDS, TraceView, View, leaf_text, pretty, window_lines

LAST = 3                             # steps that the last picture of a moving drawing stays


def pictures(trace):
    """The steps of an alpha-beta search as pictures.

    Parameters
    ----------
    trace : Trace
        As in `replay`.

    Returns
    -------
    list of str
        An SVG document for each step, then one of the finished search; all of one size. The node
        at work is grey, the nodes above it are thick, and what was not looked at yet is pale.

    Raises
    ------
    TreeError
        As in `replay`.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> len(pictures(alpha_beta(tree([[10, 8], [4, 50]]))))
    9
    """
    views = moments(trace)
    drawing = Drawing(trace.root, views)
    return [drawing.document(drawing.body(view)) for view in views]


def animation(trace, seconds=1.5):
    """The steps of an alpha-beta search as a single SVG that moves, over and over.

    It needs no script (SMIL), so that it moves in a page's `<img>` too. Viewers that show still
    pictures only show the finished search.

    Parameters
    ----------
    trace : Trace
        As in `replay`.
    seconds : float, optional
        How long each step is shown, above 0.

    Returns
    -------
    str
        A complete SVG document.

    Raises
    ------
    LimitError
        `seconds` is not above 0.
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
    films = zip(*map(drawing.pieces, views))
    return drawing.document("\n".join(scene for film in films for scene in scenes(film, times, seconds * steps)))


def scenes(frames, times, duration):
    """The elements of one piece of the drawing, each shown as long as it does not change."""
    first = 0
    for last in range(len(frames)):
        if last + 1 < len(frames) and frames[last + 1] == frames[first]:
            continue
        if frames[first]:
            yield shown(frames[first], times[first], times[last + 1], duration)
        first = last + 1


def shown(elements, begin, end, duration):
    """Elements that are seen from one moment to another, as fractions of the whole; what lasts stands still, too."""
    if (begin, end) == (0, 1):
        return elements
    values = ["hidden"] * (begin > 0) + ["visible"] + ["hidden"] * (end < 1)
    times = [0] + [begin] * (begin > 0) + [end] * (end < 1)
    return (f'<g visibility="{"visible" if end == 1 else "hidden"}">'
            f'<animate attributeName="visibility" calcMode="discrete" values="{";".join(values)}" '
            f'keyTimes="{";".join(f"{time:.5g}" for time in times)}" dur="{duration:g}s" repeatCount="indefinite"/>\n'
            f'{elements}\n</g>')


def moments(trace):
    """What each picture says: the moments of the search one after the other, and its end."""
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
    """A step in words."""
    if step.child is None:
        return f"node {name(step.path)} is entered with the window {window(step.before)}"
    change = f"the window of node {name(step.path)} " + ("stays" if step.after == step.before else "becomes")
    returned = f"node {name(step.path + (step.child,))} returns {step.bound}{numeral(step.value)}"
    return ", ".join(filter(None, [f"{returned}; {change} {window(step.after)}", cut_text(step, root)]))


class Moment(View):
    """A search after one of its steps.

    Attributes
    ----------
    current : tuple
        The path of the node at work.
    values, windows : dict
        By path: the text inside each node that was looked at, and the last window of inner nodes.
    pruned : frozenset
        The paths where the tree has been cut.
    """

    def __init__(self, current, values, windows, pruned, caption):
        self.current, self.values, self.windows, self.pruned, self.caption = current, values, windows, pruned, caption

    def inside(self, path, node):
        """A leaf, or the best value so far."""
        return leaf_text(node) if is_leaf(node) else self.values.get(path, "")

    def beside(self, path, node):
        """The window as it is by now."""
        return window_lines(*self.windows[path]) if path in self.windows else []

    def state(self, path):
        """Pruned, waiting, current, open (the way to the current node), or nothing: finished."""
        if any(path[:length] in self.pruned for length in range(1, len(path) + 1)):
            return "pruned"
        if path not in self.values:
            return "waiting"
        if path == self.current:
            return "current"
        return "open" if self.current[:len(path)] == path else ""

    def cut_at(self, path):
        """Whether the tree has been cut here."""
        return path in self.pruned


WAYS["steps"] = animation
