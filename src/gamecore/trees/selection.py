"""All best actions, and the action that alpha-beta recommends, found by three correct methods and a wrong one.

Alpha-beta never changes the root's value. But a child in which a cut occurred returns only a bound, which may equal the
root's value although the child's own value is worse. In the tree

    MAX( MIN(10, 10), MIN(10, 0) )

the second MIN node is cut after its first 10: it returns 10, but its value is 0.
"""

from collections.abc import Callable
from typing import Any
from gamecore.errors import TreeError
from gamecore.trees.alpha_beta import alpha_beta
from gamecore.trees.expectiminimax import expectiminimax
from gamecore.trees.max_n import max_n
from gamecore.trees.nodes import Chance, Max, Min, Player, Tree, is_leaf, players_below


def best_actions(root: Tree, search: Callable[[Any], Any] | None = None) -> tuple[Any, ...]:
    """Returns all actions at the root that have the root's value.

    Parameters
    ----------
    root : Max, Min or Player
        The tree.
    search : callable, optional
        Maps a node or leaf to a result with an exact `value`: `minimax`, `alpha_beta`, `expectimax`, ... By default
        `expectiminimax`, or `max_n` with several players.

    Returns
    -------
    tuple
        The actions, in order; floats are compared exactly.

    Raises
    ------
    TreeError
        If no player chooses at the root.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> best_actions(tree([[10, 10], [10, 0], [12, 10]]))
    (0, 2)
    """
    if is_leaf(root) or isinstance(root, Chance):
        raise TreeError(f"no player chooses at {root!r:.200}")
    search = search or (expectiminimax if players_below(root) is None else max_n)
    values = [search(child).value for child in root.children]
    if isinstance(root, Player):
        values = [utilities[root.index] for utilities in values]
    best = min(values) if isinstance(root, Min) else max(values)
    return tuple(action for action, value in zip(root.actions, values, strict=True) if value == best)


def ordered(root: Tree, estimate: Callable[[Any], Any]) -> Tree:
    """Returns the tree with each node's children sorted by `estimate`, so that the best child for the player to move is
    first.

    A good order finds a good alternative early, so that alpha-beta prunes more. An evaluation that is a bound can also
    prune directly (see `bounds` of `alpha_beta`).

    Parameters
    ----------
    root : node or leaf
        A tree of MAX, MIN and chance.
    estimate : callable
        Maps a child, a node or a leaf, to MAX's estimate of it.

    Returns
    -------
    node or leaf
        The tree with the same actions in another order; equal children and chance outcomes keep their order.

    Examples
    --------
    With the best possible evaluation, minimax itself, the search visits only Knuth and Moore's minimum, which in this
    tree is 3 + 3 - 1.

    >>> from gamecore.trees import alpha_beta, minimax, tree
    >>> root = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> alpha_beta(root).leaves, alpha_beta(ordered(root, lambda child: minimax(child).value)).leaves
    (7, 5)
    """
    if is_leaf(root):
        return root
    children = {action: ordered(child, estimate) for action, child in root.branches}
    if isinstance(root, (Max, Min)):
        by_estimate = sorted(root.branches, key=lambda branch: estimate(branch[1]), reverse=isinstance(root, Max))
        children = {action: children[action] for action, _ in by_estimate}
    return root.alike(children)


def select_first(root: Tree) -> Any:
    """Returns the first child that reaches the root's value, as `alpha_beta` does.

    This is correct because a child that was cut off was no better than an earlier child.

    Parameters
    ----------
    root : Max or Min
        The tree.

    Returns
    -------
    hashable
        An action whose minimax value is the root's.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> select_first(tree([[10, 10], [10, 0]]))
    0
    """
    return alpha_beta(root).action


def select_full_window(root: Tree) -> Any:
    """Returns the best child, after searching each child with a full window; a later child must be strictly better.

    This is correct because a full window makes each child's value exact. It is slower because the search of a child of
    the root does not profit from earlier children. Parameters and result are those of `select_first`.
    """
    values = {action: alpha_beta(child).value for action, child in root.branches}
    best = max if isinstance(root, Max) else min
    return best(values, key=values.get)


def select_strict(root: Tree) -> Any:
    """Returns any child that returned the root's value, after pruning on strict inequality only.

    This is correct because a child that was cut off then returned strictly less than the best. The search visits more
    leaves if there are ties. To show that any candidate is correct, the function returns the last one. Parameters and
    result are those of `select_first`.
    """
    return returned_the_value(alpha_beta(root, cut="strict"))[-1]


def select_naively(root: Tree) -> Any:
    """WRONG, for study: returns any child that returned the root's value, after pruning on equality.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> root = tree([[10, 10], [10, 0]])
    >>> select_naively(root), root[1]
    (1, Min([10, 0]))
    """
    return returned_the_value(alpha_beta(root, cut="equal"))[-1]


def returned_the_value(trace):
    """Returns the root's actions whose children returned the root's value."""
    return [action for action in trace.root.actions if trace.reached((), action)]
