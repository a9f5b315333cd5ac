"""Expectimax: MAX against chance."""

from math import inf

from gamecore.trees.nodes import Chance, Max, Tree, is_leaf
from gamecore.trees.result import Result, check_numbers, unexpected


def expectimax(root: Tree) -> Result:
    """Searches a tree of MAX and chance nodes, in any order of layers, by expectimax.

    The search does not prune, because without bounds on the leaves the last outcome may outweigh all the others. The
    value is exact if the leaves and probabilities are. Parameters, results and errors are otherwise those of `minimax`.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> expectimax(tree([[3, 12, 9], [2, 4, 6], [15, 6, 0]], layers="max chance"))
    Result(value=8, action=0, leaves=9)
    """
    check_numbers(root, "expectimax")
    visited = []
    value, action = dispatch(root, visited)
    return Result(value, action, len(visited))


def dispatch(node, visited):
    """Returns the value of a node, and MAX's action if MAX moves there."""
    if is_leaf(node):
        visited.append(node)
        return node, None
    match node:
        case Max():
            return max_value(node, visited)
        case Chance():
            return exp_value(node, visited), None
    raise unexpected(node, "expectimax", "MAX and CHANCE")


def max_value(node, visited):
    """Returns the value of a MAX node, and the action."""
    v, move = -inf, None
    for action, child in node.branches:
        v2, _ = dispatch(child, visited)
        if v2 > v:
            v, move = v2, action
    return v, move


def exp_value(node, visited):
    """Returns the value of a chance node: the mean of its children weighted by probability."""
    return node.mean([dispatch(child, visited)[0] for child in node.children])
