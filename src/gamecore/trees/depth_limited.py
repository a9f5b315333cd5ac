"""Searching only so far: a cut-off test, an evaluation function, and iterative deepening."""

from math import inf
from operator import methodcaller
from typing import Any, NamedTuple

from .nodes import HEIGHT_LIMIT, Chance, check_height, walk
from .positions import check_depth, evaluation, final_score, moves_of
from .result import Result, unexpected
from .tree_position import TreePosition


def depth_limited(root, cutoff, evaluate=None):
    """Search by alpha-beta, and evaluate statically where the cut-off test says so.

    H-minimax of Russell & Norvig (Artificial Intelligence, 4th ed., sec. 6.3): the terminal test
    gives way to a cut-off test, the utility to an evaluation. Ties go to the first action.

    Parameters
    ----------
    root : position, Max or Min
        Any position (`positions` says which methods), whose side to move is MAX; or a tree.
    cutoff : int or callable
        The depth in plies; or a test (position, ply) -> bool, which may look further where the
        position is not quiet. In a tree, the position is a `TreePosition`.
    evaluate : callable, optional
        For a position, from the position to a number for the side to move; its own `evaluate()`
        if left out. For a tree, from an inner node to MAX's estimate; 0 if left out.

    Returns
    -------
    Result
        MAX's value, the action, and the leaves: evaluations and ends of the game. The action is
        None where the root itself is cut off or over.

    Raises
    ------
    LimitError
        A depth that is no number of plies.
    TreeError
        A score that is not a finite number, or a cut-off test that has not cut after 100 plies.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> root = tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
    >>> depth_limited(root, 2, evaluate=lambda node: sum(node.children) / 2)
    Result(value=8.0, action=0, leaves=3)
    """
    search = prepare(root, evaluate)
    value, action = search.run(cutoff)
    return Result(value, action, search.leaves)


class Iteration(NamedTuple):
    """One completed iteration: its depth in plies, MAX's value, and the action to choose."""

    depth: int
    value: Any
    action: Any


def iterative_deepening(root, max_depth=None, evaluate=None):
    """Search to depth 1, 2, 3, ...: an anytime algorithm, as a generator.

    Whoever runs out of time stops asking, and keeps the last answer.

    Parameters
    ----------
    root, evaluate
        As in `depth_limited`.
    max_depth : int, optional
        The last depth, 100 at most. Ends earlier once an iteration was never cut off.

    Yields
    ------
    Iteration
        The triple (depth, value, action).

    Raises
    ------
    LimitError, TreeError
        As in `depth_limited`, when the first answer is asked for.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> for depth, value, action in iterative_deepening(tree([[3, 12, 8], [2, 4, 6]])):
    ...     print(depth, value, action)
    1 0 0
    2 3 0
    """
    if max_depth is not None:
        check_depth(max_depth)
    last = HEIGHT_LIMIT if max_depth is None else min(max_depth, HEIGHT_LIMIT)
    search = prepare(root, evaluate)
    for depth in range(1, last + 1):
        value, action = search.run(depth)
        yield Iteration(depth, value, action)
        if search.complete:
            return


def prepare(root, evaluate):
    """A search of a position, or of a tree played as one."""
    if hasattr(root, "legal_moves"):
        return DepthLimited(root, evaluate or methodcaller("evaluate"))
    position = TreePosition(root, evaluation=evaluate)
    if position.outcomes is not None:
        first = next(node for _, node in walk(root) if isinstance(node, Chance))
        raise unexpected(first, "depth-limited search", "MAX and MIN")
    return DepthLimited(position, methodcaller("evaluate"))


class DepthLimited:
    """A search from `root`; `complete` says whether its last run was never cut off."""

    def __init__(self, root, evaluate):
        self.root = root
        self.evaluate = evaluate

    def run(self, cutoff):
        """MAX's value and the action, by one search as far as `cutoff` lets it."""
        if not callable(cutoff):
            check_depth(cutoff)
        self.is_cutoff = cutoff if callable(cutoff) else lambda _, ply: ply >= cutoff
        self.leaves, self.complete = 0, True
        min_moves = getattr(self.root, "sign", 1) < 0
        search = self.min_value if min_moves else self.max_value
        return search(self.root, 0, -inf, inf)

    def max_value(self, position, ply, alpha, beta):
        """The value of a position where MAX is to move, and his move."""
        moves = moves_of(position)
        if self.stops(position, moves, ply):
            return self.leaf(position, moves, ply), None
        v, best = -inf, None
        for move in moves:
            v2, _ = self.min_value(position.play(move), ply + 1, alpha, beta)
            if v2 > v:
                v, best = v2, move
                alpha = max(alpha, v)
            if v >= beta:
                break
        return v, best

    def min_value(self, position, ply, alpha, beta):
        """The value of a position where MIN is to move, and his move."""
        moves = moves_of(position)
        if self.stops(position, moves, ply):
            return -self.leaf(position, moves, ply), None
        v, best = inf, None
        for move in moves:
            v2, _ = self.max_value(position.play(move), ply + 1, alpha, beta)
            if v2 < v:
                v, best = v2, move
                beta = min(beta, v)
            if v <= alpha:
                break
        return v, best

    def stops(self, position, moves, ply):
        """Whether the game is over here, or the search is cut off."""
        if not moves:
            return True
        check_height(ply)
        cut = self.is_cutoff(position, ply)
        self.complete = self.complete and not cut
        return cut

    def leaf(self, position, moves, ply):
        """The score for the side to move, who has no moves or may not try them."""
        self.leaves += 1
        return evaluation(position, self.evaluate) if moves else final_score(position, ply)
