"""The leaves that alpha-beta cannot cut, whatever the values."""
from collections.abc import Iterator
from typing import Any

from gamecore.trees.nodes import Max, Min, Tree, is_leaf
from gamecore.trees.result import unexpected


def never_cut(root: Tree) -> Iterator[Any]:
    """Yields the leaves that alpha-beta, from left to right, visits whatever the values of the leaves.

    A leaf can be cut if a node above it has an earlier child, which bounds that node's value, and a node of the other
    player further up has one too, which sets the other edge of the window. Parameters and errors are those of
    `minimax_by_dispatch`.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> list(never_cut(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    [3, 12, 8, 2, 14]
    """
    return below(root, frozenset(), False)


def below(node, bounding, closed):
    """Yields the leaves below `node` that are never cut.

    `bounding` holds the players with an earlier child above; `closed` says whether a window may be closed.
    """
    if is_leaf(node):
        if not closed:
            yield node
        return
    if not isinstance(node, (Max, Min)):
        raise unexpected(node, "alpha-beta", "MAX and MIN")
    kind = type(node)
    for place, child in enumerate(node.children):
        if place == 0:
            yield from below(child, bounding, closed)
        else:
            yield from below(child, bounding | {kind}, closed or bool(bounding - {kind}))
