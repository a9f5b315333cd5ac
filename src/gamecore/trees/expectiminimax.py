"""Expectiminimax: MAX against MIN, with chance between them."""

from gamecore.trees.nodes import Chance, Max, Min, Tree, is_leaf
from gamecore.trees.result import Result, check_numbers, unexpected


def expectiminimax(root: Tree) -> Result:
    """Searches a tree of MAX, MIN and chance nodes, in any order of layers, by expectiminimax.

    This is the plain definition (Michie 1966; Russell & Norvig, Artificial Intelligence, 4th ed., sec. 6.5), whose
    value `star1` and `star2` must find. The value is exact if the leaves and probabilities are. Parameters, results and
    errors are otherwise those of `minimax`.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> coins = tree({"A": [[7, 2], [9, 6]], "B": [[5, 0], [8, -4]]}, layers="max chance min")
    >>> expectiminimax(coins)
    Result(value=4, action='A', leaves=8)
    """
    check_numbers(root, "expectiminimax")
    visited = []
    value, action = dispatch(root, visited)
    return Result(value, action, len(visited))


def dispatch(node, visited):
    """Returns the value of a node, and the action of the player who moves there."""
    if is_leaf(node):
        visited.append(node)
        return node, None
    values = [dispatch(child, visited)[0] for child in node.children]
    match node:
        case Max():
            value = max(values)
        case Min():
            value = min(values)
        case Chance():
            return node.mean(values), None
        case _:
            raise unexpected(node, "expectiminimax", "MAX, MIN and CHANCE")
    return value, node.actions[values.index(value)]
