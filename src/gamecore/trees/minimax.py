"""Minimax in two forms: by max-value and min-value in turn, and by dispatch on the kind of node."""

from math import inf

from gamecore.trees.nodes import Max, Min, Tree, is_leaf
from gamecore.trees.result import Result, check_numbers, unexpected


def minimax(root: Tree) -> Result:
    """Searches a tree of alternating MAX and MIN by minimax.

    It consists of the two functions of Russell & Norvig (Artificial Intelligence, 4th ed., fig. 6.3): max-value calls
    min-value, and min-value calls max-value. Ties go to the first action.

    Parameters
    ----------
    root : Max, Min or real
        The tree; layers of MAX and MIN must alternate.

    Returns
    -------
    Result
        MAX's value, the action at the root, and the number of leaves.

    Raises
    ------
    TreeError
        If the tree has other nodes, or a player moves twice in a row; `minimax_by_dispatch` allows that.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> minimax(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Result(value=3, action=0, leaves=9)
    """
    check_numbers(root, "minimax")
    visited = []
    search = min_value if isinstance(root, Min) else max_value
    value, action = search(root, visited)
    return Result(value, action, len(visited))


def max_value(node, visited):
    """Returns the value of a MAX node, and the action."""
    if is_terminal(node, Max, visited):
        return node, None
    v, move = -inf, None
    for action, child in node.branches:
        v2, _ = min_value(child, visited)
        if v2 > v:
            v, move = v2, action
    return v, move


def min_value(node, visited):
    """Returns the value of a MIN node, and the action."""
    if is_terminal(node, Min, visited):
        return node, None
    v, move = inf, None
    for action, child in node.branches:
        v2, _ = max_value(child, visited)
        if v2 < v:
            v, move = v2, action
    return v, move


def is_terminal(node, mover, visited):
    """Whether `node` is a leaf; raises TreeError if it is neither a leaf nor a node of `mover`."""
    if isinstance(node, mover):
        return False
    if not is_leaf(node):
        raise unexpected(node, "minimax", "MAX and MIN in turn")
    visited.append(node)
    return True


def minimax_by_dispatch(root: Tree) -> Result:
    """Searches a tree of MAX and MIN in any order of layers by minimax.

    One function tests the kind of the node, with one line for each kind. Parameters, results and errors are those of
    `minimax`.

    Examples
    --------
    >>> from gamecore.trees import Max, Min
    >>> minimax_by_dispatch(Max([Max([1, 5]), Min([9, 4])]))
    Result(value=5, action=0, leaves=4)
    """
    check_numbers(root, "minimax")
    visited = []
    value, action = dispatch(root, visited)
    return Result(value, action, len(visited))


def dispatch(node, visited):
    """Returns the value of a node, and the action of the player who moves there."""
    if is_leaf(node):
        visited.append(node)
        return node, None
    values = {action: dispatch(child, visited)[0] for action, child in node.branches}
    match node:
        case Max():
            move = max(values, key=values.get)
        case Min():
            move = min(values, key=values.get)
        case _:
            raise unexpected(node, "minimax", "MAX and MIN")
    return values[move], move

