"""Depth-limited search: a cut-off test, an evaluation function, and iterative deepening."""

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, NamedTuple

from gamecore.trees.alpha_beta import AlphaBeta
from gamecore.trees.estimates import estimate
from gamecore.trees.nodes import (Tree, HEIGHT_LIMIT, Chance, Player, check_child, check_height, check_number, is_leaf,
                                  players_below)
from gamecore.trees.positions import GameNode, plies
from gamecore.trees.result import check_complete
from gamecore.trees.trace import Trace, Visit


def depth_limited(root: Tree, cutoff: int | Callable[[Any, int], bool], evaluate: Callable[[Any], Any] | None = None,
                  count_plies: bool = True) -> Trace:
    """Searches by alpha-beta, and evaluates nodes statically if the cut-off test is true for them.

    This is the H-minimax of Russell & Norvig (Artificial Intelligence, 4th ed., sec. 6.3), in which a cut-off test
    replaces the terminal test, and an evaluation replaces the utility. Ties go to the first action.

    In a tree with chance nodes the search is depth-limited expectiminimax, which opens a full window below each chance
    node. With several players it is depth-limited max^n, without windows.

    Parameters
    ----------
    root : position or node
        A position with the methods of `positions`, whose side to move is MAX; or a tree.
    cutoff : int or callable
        The depth in plies; or a test (position, ply) -> bool, which may extend the search where the position is not
        quiet. In a tree its argument is a node. A ply is a move; a chance event is not. A chance node at the horizon
        is evaluated before chance has acted.
    evaluate : callable, optional
        Maps a position to a number for the side to move; by default its own `evaluate()`, or 0 if it has none. For a
        tree, maps an inner node to MAX's estimate; by default 0. With several players an estimate is a tuple of
        utilities, by default 0 for each.
    count_plies : bool, optional
        As in `from_position`.

    Returns
    -------
    Trace
        MAX's value, the action (None where no player chooses), the leaves visited, and the tree as far as it was
        searched: its leaves at the horizon are estimates, and the pruned branches of a game are UNSEEN.

    Raises
    ------
    LimitError
        If the depth is not a number of plies.
    TreeError
        If a score is not a finite number, or the cut-off test has not cut after 100 levels.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> root = tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
    >>> trace = depth_limited(root, 2, evaluate=lambda node: sum(node.children) / 2)
    >>> trace.value, trace.action, trace.leaves
    (8.0, 0, 3)
    """
    search = DepthLimited(cutoff)
    _, action = search.value(unfold(root, evaluate, count_plies), (), -inf, inf)
    return Trace(search.seen[()], action, search.visits)


class Iteration(NamedTuple):
    """A completed iteration, with its depth in plies, MAX's value, and the action to choose."""

    depth: int
    value: Any
    action: Any


def iterative_deepening(root: Tree, max_depth: int | None = None, evaluate: Callable[[Any], Any] | None = None,
                        count_plies: bool = True) -> Iterator[Iteration]:
    """Searches to depth 1, 2, 3, ... and yields the result of each depth, as an anytime algorithm.

    Stop the iteration when the time is up, and keep the last result.

    Parameters
    ----------
    root, evaluate, count_plies
        As in `depth_limited`.
    max_depth : int, optional
        The last depth, at most 100. The search ends earlier after an iteration that was never cut off.

    Yields
    ------
    Iteration
        Its depth, value and action.

    Raises
    ------
    LimitError, TreeError
        As in `depth_limited`, when the first result is requested.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> for depth, value, action in iterative_deepening(tree([[3, 12, 8], [2, 4, 6]])):
    ...     print(depth, value, action)
    1 0 0
    2 3 0
    """
    last = HEIGHT_LIMIT if max_depth is None else min(plies(max_depth), HEIGHT_LIMIT)
    for depth in range(1, last + 1):
        search = DepthLimited(depth)
        yield Iteration(depth, *search.value(unfold(root, evaluate, count_plies), (), -inf, inf))
        if search.complete:
            return


def unfold(root, evaluate, count_plies):
    """Returns the root, a position or a tree, as a node that unfolds."""
    if hasattr(root, "legal_moves"):
        return GameNode.root(root, evaluate, count_plies)
    check_complete(root, "depth-limited search")
    return TreeNode(root, evaluate, 0)


class TreeNode:
    """A node of a tree, with the interface of a `GameNode`."""

    def __init__(self, node, evaluate, ply):
        self.subject, self.evaluate, self.ply = node, evaluate, ply
        self.turn = turn_of(node)
        self.actions = () if is_leaf(node) else node.actions
        self.probabilities = getattr(node, "probabilities", ())

    def __getitem__(self, action):
        return TreeNode(self.subject[action], self.evaluate, self.ply + (self.turn != "chance"))

    @property
    def branches(self):
        return ((action, self[action]) for action in self.actions)

    def final(self):
        return self.subject

    def evaluation(self):
        """Returns MAX's estimate of the node's value."""
        players = players_below(self.subject)
        score = self.evaluate(self.subject) if self.evaluate else 0 if players is None else (0,) * players
        if players is None or not isinstance(score, tuple):
            return check_number(score, f"score {score!r} of {self.subject!r:.200}")
        return check_child(score)

    def with_children(self, children):
        return self.subject.alike(children)

    def unseen(self, action):
        """Returns an unvisited child, which in a tree is already known."""
        return self.subject[action]


def turn_of(node):
    """Returns the player to act at a node of a tree, as a `GameNode` does."""
    if is_leaf(node):
        return None
    if isinstance(node, Player):
        return node.index
    return "chance" if isinstance(node, Chance) else node.kind.lower()


class DepthLimited(AlphaBeta):
    """A single depth-limited search, alpha-beta at MAX and MIN, with its visits and its estimates."""

    def __init__(self, cutoff):
        super().__init__()
        limit = None if callable(cutoff) else plies(cutoff)
        self.is_cutoff = cutoff if limit is None else lambda _, ply: ply >= limit
        self.complete = True                     # whether the search was never cut off
        self.visits = {}                         # by path
        self.seen = {}                           # from a path to the tree that was seen

    def value(self, node, path, alpha, beta):
        """Returns and records the value and the action of any node."""
        check_height(len(path))
        how, move = "visited", None
        if node.turn is None:
            v = self.seen[path] = node.final()
        elif self.is_cutoff(node.subject, node.ply):
            v = self.seen[path] = estimate(node.evaluation())
            how, self.complete = "evaluated", False
        else:
            search = {"max": self.max_value, "min": self.min_value, "chance": self.chance_value}
            v, move = search.get(node.turn, self.player_value)(node, path, alpha, beta)
            self.seen[path] = node.with_children({
                action: self.seen[below] if (below := path + (action,)) in self.seen else node.unseen(action)
                for action in node.actions})
        window = (None, None) if isinstance(v, tuple) else (alpha, beta)
        self.visits[path] = Visit(*window, v, how)
        return v, move

    def chance_value(self, node, path, alpha, beta):
        """Returns the mean of a chance node, whose children are searched with a full window."""
        values = [self.value(node[action], path + (action,), -inf, inf)[0] for action in node.actions]
        return Chance(values, node.probabilities).mean(values), None

    def player_value(self, node, path, alpha, beta):
        """Returns the utilities of a node at which one of several players is to move, and this player's move."""
        values = {action: self.value(node[action], path + (action,), -inf, inf)[0] for action in node.actions}
        Player(node.turn, values)                        # raises TreeError for a leaf without his utility
        best = max(values, key=lambda action: values[action][node.turn])
        return values[best], best
