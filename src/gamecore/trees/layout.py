"""What nodes look like, as SVG elements, and where each goes: subtrees side by side, parents centred above; in px."""

from dataclasses import dataclass
from html import escape

from gamecore.trees.estimates import Estimate
from gamecore.trees.nodes import Chance, Max, Min, is_leaf

HEIGHT = 46                          # px, of MAX, MIN, chance and player nodes
LEAF_HEIGHT = 28
LETTER_HEIGHT = 11                   # px, of a digit in the 14 px type of values
FOOT = 9                             # px between the base of a triangle and the text that stands on it
PAD = 5                              # px between the text in a triangle and its sides


def height(node):
    """The height of a node's outline."""
    return LEAF_HEIGHT if is_leaf(node) else HEIGHT


def breadth(node, letters):
    """The width of an outline, in px, around a text of `letters` px.

    Where a triangle ends its text at the narrow side, its sides are HEIGHT - FOOT - LETTER_HEIGHT px
    from the tip: the text with a pad on both sides has to fit there.
    """
    if isinstance(node, (Max, Min)):
        return max(52, (letters + 2 * PAD) * HEIGHT / (HEIGHT - FOOT - LETTER_HEIGHT)) if letters else 52
    return max(30, letters + (20 if isinstance(node, Estimate) else 12)) if is_leaf(node) else max(HEIGHT, letters + 16)


def outline(node, x, y, half, classes):
    """The outline of a node whose top edge has its middle at x, y; an estimate is round at its ends."""
    base = y + HEIGHT
    match node:
        case Max():
            return polygon(classes, (x, y), (x - half, base), (x + half, base))
        case Min():
            return polygon(classes, (x, base), (x - half, y), (x + half, y))
        case Chance():
            return (f'<ellipse class="{classes}" cx="{x:.1f}" cy="{y + HEIGHT / 2:.1f}" '
                    f'rx="{half:.1f}" ry="{HEIGHT / 2}"/>')
    return (f'<rect class="{classes}" x="{x - half:.1f}" y="{y:.1f}" width="{2 * half:.1f}" '
            f'height="{height(node)}" rx="{LEAF_HEIGHT / 2 if isinstance(node, Estimate) else 4:g}"/>')


def text_drop(node):
    """How far below its top edge a node's text has its baseline: where the outline is wide."""
    if is_leaf(node):
        return LEAF_HEIGHT / 2 + 5
    return {Max: HEIGHT - FOOT, Min: FOOT + LETTER_HEIGHT}.get(type(node), HEIGHT / 2 + 5)


def polygon(classes, *corners):
    """A closed outline through corners."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'<polygon class="{classes}" points="{points}"/>'


def line(classes, x0, y0, x1, y1):
    """A straight line."""
    return f'<line class="{classes}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def text(classes, x, y, words):
    """A line of text with its baseline at y."""
    return f'<text class="{classes}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def haloed(classes, x, y, words):
    """Text over a white halo, so that no line runs through it."""
    if words:
        yield text(classes + " halo", x, y, words)
        yield text(classes, x, y, words)


# Places.

GAP = 14  # px between the outlines of neighbouring subtrees
LEVEL = 104  # px from the top of one level to the top of the next


@dataclass(frozen=True)
class Place:
    """Where a node stands: the middle of its top edge, in px."""

    x: float
    y: float


def layout(root, extent):
    """The place of each path, and the drawing's width, in px.

    Parameters
    ----------
    root : node
        The tree.
    extent : callable
        From a path and its node to the px needed left and right of the node's axis.
    """
    offsets = {}
    left, right = measure(root, (), extent, offsets)
    places = {}
    settle(root, (), Place(left, 0), offsets, places)
    return places, left + right


def measure(node, path, extent, offsets):
    """The px that a subtree needs left and right of its root; notes each child's offset."""
    left, right = extent(path, node)
    if is_leaf(node):
        return left, right
    axes, edge = [], 0
    for action, child in node.branches:
        child_left, child_right = measure(child, path + (action,), extent, offsets)
        axes.append(edge + child_left)
        edge += child_left + child_right + GAP
    axis = (axes[0] + axes[-1]) / 2
    offsets[path] = [x - axis for x in axes]
    return max(left, axis), max(right, edge - GAP - axis)


def settle(node, path, place, offsets, places):
    """Turn offsets from the parent into places."""
    places[path] = place
    if is_leaf(node):
        return
    for (action, child), offset in zip(node.branches, offsets[path]):
        below = Place(place.x + offset, place.y + LEVEL)
        settle(child, path + (action,), below, offsets, places)
