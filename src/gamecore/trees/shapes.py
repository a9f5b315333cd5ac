"""The pieces of a drawing as SVG elements, coordinates in px."""

from html import escape

from .nodes import Chance, Max, Min, is_leaf

HEIGHT = 46  # px, of MAX, MIN, chance and player nodes
LEAF_HEIGHT = 28


def height(node):
    """The height of a node's outline."""
    return LEAF_HEIGHT if is_leaf(node) else HEIGHT


def outline(node, x, y, half, classes):
    """The outline of a node whose top edge has its middle at x, y."""
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
            f'height="{height(node)}" rx="4"/>')


def text_drop(node):
    """How far below its top edge a node's text has its baseline: where the outline is wide."""
    if is_leaf(node):
        return LEAF_HEIGHT / 2 + 5
    return {Max: HEIGHT - 8, Min: 19}.get(type(node), HEIGHT / 2 + 5)


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
