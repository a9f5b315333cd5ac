"""Between trees and games: a tree grown from a position, and a tree played as a position.

A *position* is any object with

    legal_moves()   a sequence of moves, hashable; empty means the game is over
    play(move)      the new position; the other side is to move
    is_over()       whether the game is over
    final_score()   a number for the side to move, when it is over
    evaluate()      a number for the side to move, at a horizon

A score for the side to move changes its sign when it is MIN's turn; values are always MAX's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import methodcaller
from typing import Any

from ..errors import LimitError, TreeError
from .nodes import Max, Min, Node, check_height, check_number, is_leaf, walk

# The only move of a player in a tree where the other one moves twice running.
PASS = "pass"


def moves_of(position):
    """The legal moves as a tuple; none when the game is over."""
    return () if position.is_over() else tuple(position.legal_moves())


def score(position, over, evaluate=methodcaller("evaluate")):
    """The final score, or else the evaluation, for the side to move; a finite number."""
    number = position.final_score() if over else evaluate(position)
    check_number(number, f"score {number!r} of {position!r}")
    return number


def check_depth(depth):
    """Raise LimitError unless `depth` is a number of plies."""
    if not isinstance(depth, int) or depth < 0:
        raise LimitError(f"depth {depth!r} is not a number of plies, 0 or more")


def from_position(position, depth=None):
    """Grow the explicit tree below a position.

    Parameters
    ----------
    position : object
        A position as described above; the side to move is MAX.
    depth : int, optional
        Plies to grow; at the horizon stand evaluations. To the end of the game if left out.

    Returns
    -------
    Max, or the leaf
        The tree, in MAX's values; its actions are the game's moves.

    Raises
    ------
    LimitError
        `depth` is negative.
    TreeError
        A score that is not a finite number, a move that occurs twice, or a game that goes on
        for more than 100 plies.

    Examples
    --------
    >>> from gamecore.trees import TreePosition, tree
    >>> from_position(TreePosition(tree([[3, 12], [2, 4]])))
    Max([Min([3, 12]), Min([2, 4])])
    """
    if depth is not None:
        check_depth(depth)
    return grow(position, depth, 0)


def grow(position, depth, ply):
    """The node of a position `ply` moves after the root."""
    check_height(ply)
    moves = moves_of(position)
    mover, sign = (Max, 1) if ply % 2 == 0 else (Min, -1)
    if not moves or ply == depth:
        return sign * score(position, over=not moves)
    children = {move: grow(position.play(move), depth, ply + 1) for move in moves}
    if len(children) < len(moves):
        raise TreeError(f"a move occurs twice in {moves!r}")
    return mover(children)


@dataclass(frozen=True)
class TreePosition:
    """A tree of MAX and MIN as a position, so that whatever plays games can play trees.

    Players alternate in games. Where MAX stands below MAX, MIN passes in between.

    Parameters
    ----------
    node : Max, Min or real
        The node that the play has come to.
    sign : {1, -1}, optional
        1 when MAX is to move, -1 when MIN is; who moves at `node` if left out.
    evaluation : callable, optional
        From an inner node to MAX's estimate of it, for searches that stop early; 0 if left out.

    Raises
    ------
    TreeError
        The tree has nodes other than MAX and MIN.

    Examples
    --------
    >>> position = TreePosition(Max([Max([7, 3]), 5]))
    >>> position.play(0).legal_moves()
    ('pass',)
    >>> position.play(1).final_score()
    -5
    """

    node: Any
    sign: int | None = None
    evaluation: Callable | None = None

    def __post_init__(self):
        if self.sign is None:
            check_minimax_tree(self.node)
            object.__setattr__(self, "sign", -1 if isinstance(self.node, Min) else 1)

    def legal_moves(self):
        """The actions, in order; nothing but a pass where the other player moves again."""
        if is_leaf(self.node):
            return ()
        return self.node.actions if self._at_its_own_move() else (PASS,)

    def play(self, move):
        """The position after an action, or after a pass."""
        child = self.node[move] if self._at_its_own_move() else self.node
        return TreePosition(child, -self.sign, self.evaluation)

    def is_over(self):
        """Whether this is a leaf."""
        return is_leaf(self.node)

    def final_score(self):
        """The leaf, for the side to move."""
        return self.sign * self.node

    def evaluate(self):
        """The evaluation, for the side to move."""
        return self.sign * self.evaluation(self.node) if self.evaluation else 0

    def _at_its_own_move(self):
        return isinstance(self.node, Max if self.sign > 0 else Min)


def check_minimax_tree(root):
    """Raise TreeError unless all nodes are MAX or MIN."""
    for _, node in walk(root):
        if isinstance(node, Node) and not isinstance(node, (Max, Min)):
            raise TreeError(f"a position has two players and no chance, so no {node.kind}")
