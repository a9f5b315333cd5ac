"""The policy that a search implies: what to do in every state, not at the root alone."""

from gamecore.trees.nodes import Chance, is_leaf, walk


def policy(root, search):
    """What `search` chooses at each node where somebody moves.

    Every such node is searched anew as a root, so that a search that prunes answers for the
    nodes that it would not have looked at, too.

    Parameters
    ----------
    root : node
        The tree.
    search : callable
        From a node to something with an `action`: `minimax`, `alpha_beta`, `expectimax`,
        `expectiminimax`, `max_n`; or a search with its bounds filled in, such as
        `functools.partial(star2, lower=-1, upper=1)`.

    Returns
    -------
    dict
        From a state, as the path from the root (a tuple of actions), to the action there.

    Examples
    --------
    >>> from gamecore.trees import minimax, tree
    >>> policy(tree([[3, 12, 8], [2, 4, 6]]), minimax)
    {(): 0, (0,): 0, (1,): 0}
    """
    return {path: search(node).action for path, node in walk(root)
            if not is_leaf(node) and not isinstance(node, Chance)}
