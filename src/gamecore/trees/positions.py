"""From games to trees: what trees ask of a position, and a tree grown from one.

A *position* is any object with

    legal_moves()   a sequence of moves, hashable; empty means the game is over
    play(move)      the new position; the other side is to move
    is_over()       whether the game is over
    final_score()   a number for the side to move, when it is over
    evaluate()      a number for the side to move, at a horizon

and, in a game of chance, outcomes() and play_outcome(outcome), as in `gamecore.PythonGame`. A score
for the side to move changes its sign when it is MIN's turn; values are always MAX's.
"""

from math import inf
from operator import methodcaller

from ..errors import LimitError, TreeError
from .nodes import Chance, Max, Min, check_height, check_number

# What the compiled search makes of a win in n plies is WIN - n (core/score.pxd).
WIN = 30000


def moves_of(position):
    """The legal moves as a tuple; none when the game is over."""
    return () if position.is_over() else tuple(position.legal_moves())


def evaluation(position, evaluate=methodcaller("evaluate")):
    """The evaluation for the side to move; a finite number."""
    return checked(evaluate(position), position)


def final_score(position, ply):
    """The result for the side to move, `ply` plies after the root: a win or a loss counts plies."""
    number = position.final_score()
    if number in (inf, -inf):
        return WIN - ply if number > 0 else ply - WIN
    return checked(number, position)


def checked(number, position):
    check_number(number, f"score {number!r} of {position!r}")
    return number


def check_depth(depth):
    """Raise LimitError unless `depth` is a number of plies."""
    if not isinstance(depth, int) or depth < 0:
        raise LimitError(f"depth {depth!r} is not a number of plies, 0 or more")


def from_position(position, depth=None, evaluate=methodcaller("evaluate")):
    """Grow the explicit tree below a position.

    Parameters
    ----------
    position : object
        A position as described above; the side to move is MAX.
    depth : int, optional
        Plies to grow; at the horizon stand evaluations. To the end of the game if left out.
    evaluate : callable, optional
        From a position to a number for the side to move; its own `evaluate()` if left out.

    Returns
    -------
    Max, Chance, or the leaf
        The tree, in MAX's values; its actions are the game's moves and outcomes. A win in n plies
        is 30000 - n, as `gamecore.Engine` scores it; in games of chance a win is 1 and a loss -1.

    Raises
    ------
    LimitError
        `depth` is negative.
    TreeError
        A score that is not a number, a move that occurs twice, or a game that goes on for more
        than 100 plies.

    Examples
    --------
    >>> from gamecore.trees import TreePosition, tree
    >>> from_position(TreePosition(tree([[3, 12], [2, 4]])))
    Max([Min([3, 12]), Min([2, 4])])
    """
    if depth is not None:
        check_depth(depth)
    return Growth(depth, evaluate, getattr(position, "outcomes", None) is not None).grow(position)


class Growth:
    """One tree as it grows: how far, who evaluates the horizon, and whether scores are averaged."""

    def __init__(self, depth, evaluate, averages):
        self.depth = depth
        self.evaluate = evaluate
        self.averages = averages

    def grow(self, position, ply=0, level=0):
        """The node of a position `ply` moves below the root, `level` with the events of chance."""
        check_height(level)
        outcomes = outcomes_of(position)
        moves = () if outcomes else moves_of(position)
        if not (outcomes or moves):
            return sign(ply) * self.result(position, ply)
        if ply == self.depth:
            return sign(ply) * evaluation(position, self.evaluate)
        if outcomes:
            children = {outcome: self.grow(position.play_outcome(outcome), ply, level + 1)
                        for outcome, _ in outcomes}
            return Chance(children, [probability for _, probability in outcomes])
        children = {move: self.grow(position.play(move), ply + 1, level + 1) for move in moves}
        if len(children) < len(moves):
            raise TreeError(f"a move occurs twice in {moves!r}")
        return Max(children) if sign(ply) > 0 else Min(children)

    def result(self, position, ply):
        """The final score; where scores are averaged a win cannot count plies."""
        if not self.averages:
            return final_score(position, ply)
        number = position.final_score()
        return (1 if number > 0 else -1) if number in (inf, -inf) else checked(number, position)


def sign(ply):
    """1 where MAX is to move, -1 where MIN is."""
    return -1 if ply % 2 else 1


def outcomes_of(position):
    """What chance may do before the side to move chooses: pairs (outcome, probability)."""
    outcomes = getattr(position, "outcomes", None)
    return () if outcomes is None or position.is_over() else tuple(outcomes() or ())
