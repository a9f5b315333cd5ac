"""Trees as self-contained SVG. MAX nodes point up, MIN nodes point down, and chance nodes are round. Parents are
centred above their subtrees.

The drawings can be printed in black and white: pruned branches are dashed and struck out, chosen branches are bold,
estimates have round ends, and no information depends on a colour alone.
"""

import re
from html import escape
from typing import NamedTuple

from gamecore.core.files import read_data
from gamecore.trees.estimates import Estimate
from gamecore.trees.nodes import UNSEEN, WAYS, Chance, Max, Min, Player, Tree, is_leaf, walk
from gamecore.trees.trace import branch, numeral, taken_apart

HEIGHT = 46                          # px, of inner nodes
LEAF_HEIGHT = 28
LETTER_HEIGHT = 11                   # px, of a digit in the 14 px type of values
FOOT = 9                             # px between the base of a triangle and the text that stands on it
PAD = 5                              # px between the text in a triangle and its sides
GAP = 14                             # px between the outlines of neighbouring subtrees
LEVEL = 104                          # px from the top of one level to the top of the next
MARGIN = 16
LETTER = 8.6                         # px, a digit in the 14 px type of values, in the widest of the fonts
SMALL = 6.9                          # px, a digit in the 11 px type of labels
STUB = 12                            # px, the length of a branch without a node at its end
LEADING = 13                         # px, from line to line beside a node
BESIDE, BESIDE_MIN = 16, 39          # px from the top edge to the text beside MAX and MIN, where the triangle is narrow
NARROW = 0.64                        # the share of a triangle's width at the height of the lines beside it
LABEL_AT, CUT_AT = 0.68, 0.5         # places of labels and cuts on a branch, as fractions from parent to child

STYLE = "\n" + read_data("pages/tree.css")


def svg(tree: Tree) -> str:
    """Draws a tree or a trace as SVG.

    Parameters
    ----------
    tree : node, leaf or Trace
        A trace shows values, windows beside visited nodes, the principal variation in bold, and
        pruned branches struck out. An evaluation at a horizon has round ends and a ≈ before it.

    Returns
    -------
    str
        A complete SVG document without scripts, fonts or external links.

    Raises
    ------
    TreeError
        If the argument has no tree, such as a `Result`.

    Examples
    --------
    >>> from gamecore.trees import alpha_beta, tree
    >>> document = svg(alpha_beta(tree([[10, 8], [4, 50]])))
    >>> document.startswith("<svg"), document.endswith("</svg>")
    (True, True)
    """
    root, trace = taken_apart(tree)
    view = TraceView(trace) if trace else TreeView()
    drawing = Drawing(root, [view])
    return drawing.document(drawing.body(view))


class Drawing:
    """The drawing of a tree: the place of each node, with room for the texts of all views."""

    def __init__(self, root, views):
        self.root, self.known = root, {}
        self.nodes = list(walk(root))
        # The text on the branch that leads to each node: an action, a probability, or both.
        self.labels = {(): ""} | {path + (action,): branch(node, index) for path, node in self.nodes
                                  if not is_leaf(node) for index, action in enumerate(node.actions)}
        self.halves = {path: self.half(path, node, views) for path, node in self.nodes}
        beside = {path: max((len(words) for view in views for words in view.beside(path, node)), default=0)
                  for path, node in self.nodes}
        self.places, self.width = layout(root, lambda path, node: self.extent(path, node, beside[path]))
        self.width = max(self.width, SMALL * max(len(view.caption) for view in views))
        self.floor = max(self.places[path].y + height(node) for path, node in self.nodes)
        self.captioned = any(view.caption for view in views)

    def document(self, body):
        wide = self.width + 2 * MARGIN
        high = self.floor + (3 if self.captioned else 2) * MARGIN
        return (f'<svg xmlns="http://www.w3.org/2000/svg" class="gamecore-tree" width="{wide:.0f}" '
                f'height="{high:.0f}" viewBox="0 0 {wide:.0f} {high:.0f}">\n'
                f'<style>{STYLE}</style>\n<rect width="100%" height="100%" fill="#fff"/>\n'
                f'<g transform="translate({MARGIN} {MARGIN})">\n{body}\n</g>\n</svg>')

    def body(self, view):
        return "\n".join(filter(None, self.pieces(view)))

    def pieces(self, view):
        """Returns the elements in the order in which they are painted, with branches first. Every view has the same
        number of pieces."""
        painted = [self.painted(path, node, view) for path, node in self.nodes]
        for begin, end in (0, 2), (2, 3), (3, 4):        # branches with cuts, labels, nodes
            yield from (piece for pieces in painted for piece in pieces[begin:end])
        yield text("beside", 0, self.floor + MARGIN, view.caption) if view.caption else ""

    def painted(self, path, node, view):
        """Returns the pieces of a node: its branch, the cut across it, the branch's label, and the node."""
        key = path, view.state(path), view.cut_at(path), view.inside(path, node), *view.beside(path, node)
        if key not in self.known:                        # a view differs from another in few nodes
            self.known[key] = ["\n".join(paint(path, node, view))
                                for paint in (self.edge, self.cut, self.label, self.node)]
        return self.known[key]

    # Room.

    def half(self, path, node, views):
        """Returns half of the width of a node's outline, in px."""
        if node is UNSEEN:
            return STUB / 2
        return breadth(node, LETTER * max(len(view.inside(path, node)) for view in views)) / 2

    def extent(self, path, node, beside):
        """Returns the px needed to the left and to the right of a node's axis, for its outline, its label and `beside`
        letters."""
        half = self.halves[path]
        above = SMALL * len(self.labels[path]) / 2 / LABEL_AT
        right = self.indent(path, node) + SMALL * beside if beside else 0
        return max(half, above), max(half, above, right)

    def indent(self, path, node):
        return 3 + self.halves[path] * (NARROW if isinstance(node, (Max, Min)) else 1)

    # Branches.

    def on_branch(self, path, fraction):
        """Returns the point at a fraction of the way from parent to child."""
        parent, child = self.places[path[:-1]], self.places[path]
        x0, y0 = parent.x, parent.y + HEIGHT
        return x0 + fraction * (child.x - x0), y0 + fraction * (child.y - y0)

    def edge(self, path, node, view):
        """Draws the branch that leads to a node."""
        if path:
            yield line(f"edge {view.state(path)}".strip(), *self.on_branch(path, 0), *self.on_branch(path, 1))

    def cut(self, path, node, view):
        """Draws the stroke across a branch that was pruned."""
        if path and view.cut_at(path):
            x, y = self.on_branch(path, CUT_AT)
            for shift in (-3, 3):
                yield line("strike", x - 6, y + shift + 3, x + 6, y + shift - 3)

    def label(self, path, node, view):
        """Draws the text on a branch."""
        if path:
            x, y = self.on_branch(path, LABEL_AT)
            yield from haloed("small", x, y + 4, self.labels[path])

    # Nodes.

    def node(self, path, node, view):
        """Draws a node's outline, struck out if it was pruned, and the text inside and beside it."""
        if node is UNSEEN:           # the branch ends without a node
            return
        x, y, half, state = self.places[path].x, self.places[path].y, self.halves[path], view.state(path)
        yield outline(node, x, y, half, f"shape {state}".strip())
        if state == "pruned":
            yield line("strike", x - half, y + height(node) + 2, x + half, y - 2)
            yield from haloed("", x, y + text_drop(node), view.inside(path, node))
        elif words := view.inside(path, node):
            yield text("waiting" if state == "waiting" else "", x, y + text_drop(node), words)
        lines = view.beside(path, node)
        middle = y + beside_drop(node)
        for row, words in enumerate(lines):
            lower = LEADING * (row - (len(lines) - 1) / 2)
            classes = "beside shut" if "≥ β" in words else "beside"
            yield text(classes, x + self.indent(path, node), middle + lower, words)


# The two classes below provide the texts at each node, for a tree alone or for a finished search.

BOUNDS = {"<=": "≤", ">=": "≥", "": ""}


class TreeView:
    """A view of a tree alone, with its leaves and its players."""

    caption = ""

    def inside(self, path, node):
        return leaf_text(node) if is_leaf(node) else ""

    def beside(self, path, node):
        return [f"player {node.index}"] if isinstance(node, Player) else []

    def state(self, path):
        """Returns the style of a node and the branch to it: a class of the style sheet, or nothing."""
        return ""

    def cut_at(self, path):
        return False


class TraceView(TreeView):
    """A view of a finished search, with values, windows, the principal variation, and pruned branches."""

    def __init__(self, trace):
        self.trace = trace
        self.chosen = trace.principal_variation
        self.caption = pretty(trace.summary)

    def inside(self, path, node):
        if is_leaf(node) or path not in self.trace.visits:
            return super().inside(path, node)
        return BOUNDS[self.trace.bound(path)] + pretty(self.trace.visits[path].value)

    def beside(self, path, node):
        """Returns the player, the window on arrival, and the kind of visit if there are several kinds."""
        lines = super().beside(path, node)
        if path in self.trace.visits and not is_leaf(node):
            alpha, beta, _, how = self.trace.visits[path]
            if alpha is not None:
                lines += window_lines(alpha, beta)
            if how != "visited":
                lines += [how]
        return lines

    def state(self, path):
        """Returns "pruned", "chosen", or nothing."""
        if path not in self.trace.visits:
            return "pruned"
        return "chosen" if path and self.chosen[:len(path)] == path else ""

    def cut_at(self, path):
        return self.trace.cut_at(path)


def leaf_text(leaf):
    return ("≈" if isinstance(leaf, Estimate) else "") + pretty(leaf)


def window_lines(alpha, beta):
    return [f"α {pretty(alpha)}", f"β {pretty(beta)}"]


def pretty(value):
    """Returns the text of a number, or of words that contain numbers, with a true minus sign and the symbol for
    infinity."""
    words = re.sub(r"\binf\b", "∞", numeral(value).replace("<=", "≤").replace(">=", "≥"))
    return re.sub(r"(?<!\w)-(?=[\d∞])", "−", words)


# Elements.

def height(node):
    return LEAF_HEIGHT if is_leaf(node) else HEIGHT


def breadth(node, letters):
    """Returns the width of an outline, in px, around a text of `letters` px.

    The text must fit between the sides of a triangle, with a pad on both, at HEIGHT - FOOT - LETTER_HEIGHT px from
    its tip.
    """
    if isinstance(node, (Max, Min)):
        return max(52, (letters + 2 * PAD) * HEIGHT / (HEIGHT - FOOT - LETTER_HEIGHT)) if letters else 52
    return max(30, letters + (20 if isinstance(node, Estimate) else 12)) if is_leaf(node) else max(HEIGHT, letters + 16)


def outline(node, x, y, half, classes):
    """Draws the outline of a node, with the middle of its top edge at (x, y); an estimate has round ends."""
    base = y + HEIGHT
    match node:
        case Max():
            return polygon(classes, (x, y), (x - half, base), (x + half, base))
        case Min():
            return polygon(classes, (x, base), (x - half, y), (x + half, y))
        case Chance():
            return (f'<ellipse class="{classes}" cx="{x:z.1f}" cy="{y + HEIGHT / 2:.1f}" '
                    f'rx="{half:.1f}" ry="{HEIGHT / 2}"/>')
    return (f'<rect class="{classes}" x="{x - half:z.1f}" y="{y:.1f}" width="{2 * half:.1f}" '
            f'height="{height(node)}" rx="{LEAF_HEIGHT / 2 if isinstance(node, Estimate) else 4:g}"/>')


def text_drop(node):
    """Returns the distance of a node's baseline from its top edge, at a height where the outline is wide."""
    if is_leaf(node):
        return LEAF_HEIGHT / 2 + 5
    return {Max: HEIGHT - FOOT, Min: FOOT + LETTER_HEIGHT}.get(type(node), HEIGHT / 2 + 5)


def beside_drop(node):
    """Returns the distance of the middle of the text beside a node from its top edge."""
    return BESIDE_MIN if isinstance(node, Min) else BESIDE


def polygon(classes, *corners):
    points = " ".join(f"{x:z.1f},{y:.1f}" for x, y in corners)
    return f'<polygon class="{classes}" points="{points}"/>'


def line(classes, x0, y0, x1, y1):
    return f'<line class="{classes}" x1="{x0:z.1f}" y1="{y0:.1f}" x2="{x1:z.1f}" y2="{y1:.1f}"/>'


def text(classes, x, y, words):
    """Draws a line of text with its baseline at y."""
    return f'<text class="{classes}" x="{x:z.1f}" y="{y:.1f}">{escape(words)}</text>'


def haloed(classes, x, y, words):
    """Draws text over a white halo, so that no line runs through it."""
    if words:
        yield text(classes + " halo", x, y, words)
        yield text(classes, x, y, words)


# Places.

class Place(NamedTuple):
    """The place of a node: the middle of its top edge, in px."""

    x: float
    y: float


def layout(root, extent):
    """Returns the place of each path, and the width in px; `extent` returns the px to the left and to the right of a
    node's axis."""
    places, left, right = settled((), root, extent)
    return {path: Place(place.x + left, place.y) for path, place in places.items()}, left + right


def settled(path, node, extent):
    """Returns the places in a subtree relative to its root, and the px that the subtree needs to the left and to the
    right of the root."""
    left, right = extent(path, node)
    places = {path: Place(0, 0)}
    if is_leaf(node):
        return places, left, right
    below, axes, edge = [], [], 0
    for action, child in node.branches:
        child_places, child_left, child_right = settled(path + (action,), child, extent)
        below.append(child_places)
        axes.append(edge + child_left)
        edge += child_left + child_right + GAP
    axis = (axes[0] + axes[-1]) / 2
    for x, child_places in zip(axes, below, strict=True):
        places.update((where, Place(place.x + x - axis, place.y + LEVEL)) for where, place in child_places.items())
    return places, max(left, axis), max(right, edge - GAP - axis)


WAYS["svg"] = svg
