"""The result of a search of a tree."""

from typing import Any, Generic, NamedTuple

from gamecore.core.position import Move_co
from gamecore.errors import TreeError
from gamecore.trees.nodes import check_child, first_leaf, is_leaf, is_seen, players_below


class Result(NamedTuple, Generic[Move_co]):
    """The result of a search.

    Attributes
    ----------
    value : real or tuple
        The value of the root for MAX; with several players, the utility of each.
    action : hashable or None
        The action to choose at the root; None at a leaf or a chance node, where no player chooses.
    leaves : int
        The number of visits to leaves.
    """

    value: Any
    action: Move_co
    leaves: int


def check_numbers(root, algorithm):
    """Raises TreeError unless `root` is a tree whose leaves are numbers."""
    check_complete(root, algorithm)
    check_players(root, algorithm)


def check_complete(root, algorithm):
    """Raises TreeError unless every leaf of `root` has a value."""
    check_child(root)
    if not is_seen(root):
        raise TreeError(f"{algorithm} needs the whole tree, but this one has branches that are UNSEEN: {root!r:.80}")
    if not (is_leaf(root) or root.priced):
        raise TreeError(f"{algorithm} needs numbers, but this tree has prizes; with_utility(tree, utility) makes "
                        f"numbers of them: {root!r:.80}")


def check_players(root, algorithm):
    """Raises TreeError if the leaves of `root` are tuples of utilities."""
    if players_below(root) is not None:
        raise TreeError(f"{algorithm} accepts only numbers as leaves; this tree has {first_leaf(root)!r}")


def unexpected(node, algorithm, kinds):
    """Returns the error for a node for which `algorithm` has no rule."""
    return TreeError(f"{algorithm} accepts {kinds} only; this tree has a node of {node.kind}")
