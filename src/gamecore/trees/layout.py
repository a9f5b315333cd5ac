"""Where each node of a drawing goes: subtrees side by side, parents centred above, no overlaps."""

from dataclasses import dataclass

from gamecore.trees.nodes import is_leaf

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
