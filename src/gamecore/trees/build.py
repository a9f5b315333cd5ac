"""Trees from nested lists, in textbook notation: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from gamecore.errors import TreeError
from gamecore.trees.nodes import Chance, Max, Min, Player, Tree, check_child, check_height
from gamecore.trees.parse import parse

ALTERNATING = {"max": "max min", "min": "min max"}


def tree(nested: Any, root: str = "max", layers: Any = None, probabilities: Any = None) -> Tree:
    """Builds a tree from nested lists.

    Parameters
    ----------
    nested : str, list, mapping, number or tuple
        A list is a node and its children; a mapping is a node whose actions have names; a number is a leaf, and so is
        a tuple, the utilities of several players. Existing nodes keep their kind. A text is read by `parse`.
    root : {"max", "min"}, optional
        The player who moves at the root; the layers alternate from there.
    layers : str, optional
        The kinds of the layers from the root down, if they do not simply alternate: "max", "min", "chance" or a
        player's number, separated by spaces. The list repeats.
    probabilities : sequence of real, optional
        The probabilities of every chance layer; uniform if left out.

    Returns
    -------
    Max, Min, Chance, Player, or the leaf
        The root.

    Raises
    ------
    TreeError
        If a text does not parse, a layer's name is unknown, a list contains itself, or a node refuses its contents.

    Examples
    --------
    >>> tree([[3, 12], [2, 4]])
    Max([Min([3, 12]), Min([2, 4])])
    >>> tree("[[3, 12], [2, 4]]") == tree([[3, 12], [2, 4]])
    True
    >>> tree({"safe": [4], "bold": [0, 9]}, layers="max chance")
    Max({'safe': Chance([4]), 'bold': Chance([0, 9])})
    >>> tree([[(1, 6, 6), (7, 1, 2)], [(6, 1, 2)]], layers="0 1 2")
    Player(0, [Player(1, [(1, 6, 6), (7, 1, 2)]), Player(1, [(6, 1, 2)])])
    """
    if layers is None:
        if root not in ALTERNATING:
            raise TreeError(f"root {root!r} is neither 'max' nor 'min'; other trees need layers")
        layers = ALTERNATING[root]
    makers = [maker(name, probabilities) for name in layers.split()]
    if not makers:
        raise TreeError(f"layers {layers!r} name no layer")
    return grow(parse(nested) if isinstance(nested, str) else nested, makers, 0)


def maker(name, probabilities):
    """Returns a function that makes a node of the layer `name` from its children."""
    match name:
        case "max":
            return Max
        case "min":
            return Min
        case "chance":
            return partial(Chance, probabilities=probabilities)
    if name.isdecimal():
        return partial(Player, int(name))
    raise TreeError(f"layer {name!r} is none of max, min, chance, or a player's number")


def grow(nested, makers, depth):
    """Returns the node of `nested`, `depth` levels below the root."""
    check_height(depth)
    node_type = makers[depth % len(makers)]
    if isinstance(nested, Mapping):
        return node_type({action: grow(child, makers, depth + 1) for action, child in nested.items()})
    if isinstance(nested, list):
        return node_type([grow(child, makers, depth + 1) for child in nested])
    return check_child(nested)
