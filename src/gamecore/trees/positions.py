"""Trees of games: the methods that a position needs, and the tree below it.

A *position* is any object with

    legal_moves()   a sequence of moves, hashable; empty means the game is over
    play(move)      the new position
    is_over()       whether the game is over
    final_score()   a number for the side to move, when it is over
    evaluate()      a number for the side to move, at a horizon; by default 0, or 0 for each of several
                    players

and, in a game of chance, outcomes() and play_outcome(outcome), as in `gamecore.PythonGame`. The side that moves first
is MAX, and values are always from MAX's view. The two sides alternate unless the game has one of the methods

    same_player(move)   whether the side that makes the move is to move again after it, as in
                        `gamecore.PythonGame`; always, in a game of one player
    passes_turn(outcome)  whether the other side is to move after the outcome
    mover()             the number of the player to move, from 0, in a game of several players, whose
                        scores are tuples with a utility for each

With these methods a game needs no passing moves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from operator import index
from typing import Any

from gamecore.core.checks import integer
from gamecore.errors import LimitError, TreeError
from gamecore.games.outside.turns import is_several, legal_moves, moves_again, passes_turn, possible_outcomes
from gamecore.trees.build import maker
from gamecore.trees.estimates import estimate
from gamecore.trees.nodes import UNSEEN, Tree, check_child, check_height, check_number

# In the compiled search a win in n plies scores WIN - n (core/score.pxd).
WIN = 30000
LEAST_WIN = 20000

NEEDED = ("legal_moves", "play", "is_over")


def from_position(position: Any, depth: int | None = None, evaluate: Callable[[Any], Any] | None = None,
                  count_plies: bool = True) -> Tree:
    """Builds the explicit tree below a position.

    Parameters
    ----------
    position : object
        A position as described above; the side to move is MAX.
    depth : int, optional
        The number of plies, not counting chance events; by default the tree extends to the end of the game. Leaves at
        the horizon are evaluations, drawn with a ~.
    evaluate : callable, optional
        Maps a position to a number for the side to move; by default its own `evaluate()`.
    count_plies : bool, optional
        Whether a win in n plies is 30000 - n, as in `gamecore.Engine`, so that a quicker win is better. If not, or in
        games of chance, where scores are averaged, a win is 1 and a loss -1.

    Returns
    -------
    Max, Min, Chance, Player, or the leaf
        The tree, in MAX's values; its actions are the game's moves and outcomes.

    Raises
    ------
    LimitError
        If `depth` is negative.
    TreeError
        If a score is not a number, a move occurs twice, a mover is invalid, wins and scores of 20000 or more are
        compared, or a game lasts more than 100 plies.

    Examples
    --------
    >>> from gamecore.trees import TreePosition, tree
    >>> from_position(TreePosition(tree([[3, 12], [2, 4]])))
    Max([Min([3, 12]), Min([2, 4])])
    """
    return grow(GameNode.root(position, evaluate, count_plies), None if depth is None else plies(depth))


def grow(node, depth, level=0):
    """Returns the tree of a node that unfolds, `depth` plies deep."""
    check_height(level)
    if node.turn is None:
        return node.final()
    if node.ply == depth:
        return estimate(node.evaluation())
    return node.with_children({action: grow(node[action], depth, level + 1) for action in node.actions})


def plies(depth):
    """Returns `depth` as an int; raises LimitError unless it is a number of plies."""
    try:
        number = index(depth)
    except TypeError:
        number = -1
    if number < 0:
        raise LimitError(f"depth {depth!r} is not a number of plies, 0 or more")
    return number


@dataclass
class Reading:
    """The settings for reading the positions of one game."""

    evaluate: Callable | None        # maps a position to its score at a horizon; None for the position's own evaluate()
    counts_plies: bool               # whether wins count by their distance; not with chance, where scores are averaged
    several: bool                    # whether scores are tuples with a utility for each of several players
    players: int | None = None       # the number of players in a game of several, once a final position was seen
    won: bool = False                # whether a win has been seen
    large: bool = False              # whether another score has been seen that is as large as one


class GameNode:
    """A position as a node that unfolds when a child is requested."""

    def __init__(self, position, reading, ply=0, sign=1):
        self.subject, self.reading = position, reading
        self.ply = ply                   # moves since the root, not counting chance events
        self.sign = sign                 # 1 where MAX is the side to move, -1 where MIN is
        outcomes = {}                    # one that is listed twice has the sum of its probabilities
        for outcome, probability in possible_outcomes(position):
            outcomes[outcome] = outcomes.get(outcome, 0) + probability
        self.probabilities = list(outcomes.values())
        self.actions = tuple(outcomes) or tuple(legal_moves(position))
        if len(set(self.actions)) < len(self.actions):
            raise TreeError(f"a move occurs twice in {self.actions!r}")
        # The actor: "max", "min", "chance" or a player's number; None if the game is over.
        self.turn = "chance" if outcomes else self.mover() if self.actions else None

    @classmethod
    def root(cls, position, evaluate, count_plies):
        """Returns the node of the root position; raises TreeError unless it is a position."""
        for name in NEEDED:
            method_of(position, name)
        counts_plies = count_plies and getattr(position, "outcomes", None) is None
        return cls(position, Reading(evaluate, counts_plies, is_several(position)))

    def mover(self):
        """Returns the player to move: one of the two sides, or a player's number."""
        if not self.reading.several:
            return "max" if self.sign > 0 else "min"
        number = method_of(self.subject, "mover")()
        player = int(number) if isinstance(number, int) else integer(number)
        if player is None or player < 0:
            raise TreeError(f"mover() of {self.subject!r:.200} is {number!r}, but must be a player's number, 0 or more")
        return player

    def __getitem__(self, action):
        """Returns the child that `action` leads to."""
        if self.turn == "chance":
            sign = -self.sign if passes_turn(self.subject, action) else self.sign
            return GameNode(self.subject.play_outcome(action), self.reading, self.ply, sign)
        sign = self.sign if moves_again(self.subject, action) else -self.sign
        return GameNode(self.subject.play(action), self.reading, self.ply + 1, sign)

    @property
    def branches(self):
        return ((action, self[action]) for action in self.actions)

    def final(self):
        """Returns the result from MAX's view."""
        number = method_of(self.subject, "final_score")()
        won = number in (inf, -inf)
        if won:
            number = (1 if number > 0 else -1) * (WIN - self.ply if self.reading.counts_plies else 1)
        return self.for_max(number, won)

    def evaluation(self):
        """Returns the static evaluation from MAX's view."""
        evaluate = self.reading.evaluate
        if evaluate is not None:
            return self.for_max(evaluate(self.subject))
        score = self.subject.evaluate() if hasattr(self.subject, "evaluate") else 0
        if self.reading.several and isinstance(score, int) and score == 0:       # the default of PythonGame
            return (0,) * self.players()
        return self.for_max(score)

    def players(self):
        """Returns the number of players, which the scores at the end of the line of first actions show."""
        if self.reading.players is None:
            node, level = self, 0
            while node.turn is not None:
                check_height(level)
                node, level = node[node.actions[0]], level + 1
            self.reading.players = len(node.final())
        return self.reading.players

    def for_max(self, score, won=False):
        """Returns a score of the position from MAX's view, as a finite number or a tuple of utilities."""
        if self.reading.several:
            if not isinstance(score, tuple):
                raise TreeError(f"score {score!r} of {self.subject!r:.200} is not a tuple of utilities, "
                                "which mover() needs")
            return check_child(score)
        number, reading = check_number(score, f"score {score!r} of {self.subject!r:.200}"), self.reading
        reading.won |= won
        reading.large |= not won and abs(number) >= LEAST_WIN
        if reading.counts_plies and reading.won and reading.large:
            raise TreeError(f"{type(self.subject).__name__} has wins, which count {WIN} less their plies, and scores "
                            f"of {LEAST_WIN} or more, which may exceed them")
        return self.sign * number

    def with_children(self, children):
        """Returns the explicit node whose children are the trees in a mapping from actions."""
        return maker(str(self.turn), self.probabilities)(children)

    def unseen(self, action):
        """Returns the leaf that stands for an unvisited child."""
        return UNSEEN


def method_of(position, name):
    """Returns a method of a position; raises TreeError if it is missing."""
    method = getattr(position, name, None)
    if not callable(method):
        raise TreeError(f"{position!r:.200} is not a position: it has no {name}()")
    return method
