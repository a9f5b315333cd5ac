"""Max^n: several players, each for himself."""

from gamecore.trees.nodes import Chance, Player, Tree, is_leaf
from gamecore.trees.result import Result, check_complete, unexpected


def max_n(root: Tree) -> Result:
    """Searches a tree of several players, and perhaps chance, by max^n.

    Luckhardt & Irani, An algorithmic solution of N-person games (AAAI 1986). Each player takes the child that is best
    for himself and ignores the others; ties go to the first action, although with several players a tie may matter to
    the others.

    Parameters
    ----------
    root : Player, Chance or tuple
        The tree; its leaves are tuples with a utility for each player.

    Returns
    -------
    Result
        The utilities of all players, the action at the root, and the leaves visited, which are all.

    Raises
    ------
    TreeError
        The tree has nodes of another kind.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> max_n(tree([[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]], layers="0 1"))
    Result(value=(7, 2, 1), action=1, leaves=4)
    """
    check_complete(root, "max^n")
    visited = []
    value, action = dispatch(root, visited)
    return Result(value, action, len(visited))


def dispatch(node, visited):
    """Returns the utilities of a node, and the action of the player who moves there, if one does."""
    if is_leaf(node):
        visited.append(node)
        return node, None
    if not isinstance(node, (Player, Chance)):
        raise unexpected(node, "max^n", "players by number and CHANCE")
    utilities = [dispatch(child, visited)[0] for child in node.children]
    if isinstance(node, Chance):
        return node.mean(utilities), None
    value = max(utilities, key=lambda utility: utility[node.index])
    return value, node.actions[utilities.index(value)]
