"""Which move does alpha-beta recommend? Three right ways to read it off, and a wrong one.

Alpha-beta never changes the root's value. But a child that was cut off returns a bound, and the
bound may equal the root's value while the child's own value is worse. In

    MAX( MIN(10, 10), MIN(10, 0) )

the second MIN node is cut after its first 10: it returns 10, and is worth 0.
"""

from gamecore.trees.alpha_beta import alpha_beta
from gamecore.trees.nodes import Max


def select_first(root):
    """The first child that reaches the root's value: what `alpha_beta` itself remembers.

    Right, because whatever an earlier child returned when it was cut off was no better than the
    best so far, and that one came first.

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


def select_full_window(root):
    """The best child where each is searched with a full window and must strictly improve.

    Right, because with a full window each child's value is exact; dearer, because no child of
    the root learns from its elder siblings. Parameters and result as for `select_first`.
    """
    values = {action: alpha_beta(child).value for action, child in root.branches}
    best = max if isinstance(root, Max) else min
    return best(values, key=values.get)


def select_strict(root):
    """Any child that returned the root's value, after pruning on strict inequality only.

    Right, because a child that was cut off then returned strictly less than the best; dearer by
    the leaves under ties. Of the candidates this takes the last, to make the point. Parameters
    and result as for `select_first`.
    """
    return returned_the_value(alpha_beta(root, cut="strict"))[-1]


def select_naively(root):
    """WRONG, for study: any child that returned the root's value, after pruning on equality.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> root = tree([[10, 10], [10, 0]])
    >>> select_naively(root), root[1]
    (1, Min([10, 0]))
    """
    return returned_the_value(alpha_beta(root, cut="equal"))[-1]


def returned_the_value(trace):
    """The root's actions whose children returned the value that the root did."""
    return [action for action in trace.root.actions if trace.reached((), action)]
