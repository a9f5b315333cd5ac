"""Trees as games: a tree becomes a position, which game-playing programs can use."""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from hashlib import blake2b
from itertools import count
from math import gcd, lcm
from numbers import Rational
from sys import float_info
from typing import Any, NamedTuple, Self

from gamecore.errors import TreeError
from gamecore.games.outside.python_game import PythonGame
from gamecore.trees.nodes import Chance, InnerNode, Max, Min, check_child, check_number, is_leaf, plain, walk
from gamecore.trees.result import check_numbers

# A player's only move at a node that belongs to the other player or to chance.
PASS = "pass"

# In the compiled search, scores in units stay below this number (core/score.pxd).
MAX_EVALUATION = 20000

# This number distinguishes positions with different evaluations, since functions cannot be compared.
SERIAL = count(1)


class Whole(NamedTuple):
    """The constants of the tree to which a position belongs."""

    name: str                        # different for different trees
    chance: bool                     # whether there are chance nodes
    low: Any                         # the least of all leaves and of 0, the value of a horizon
    high: Any                        # ... and the greatest
    unit: Any                        # the step in which negamax counts the leaves


@dataclass(frozen=True)
class TreePosition(PythonGame):
    """A tree of MAX, MIN and chance as a position, which `gamecore.Engine` can search.

    In a game the players alternate. So if MAX follows MAX in the tree, MIN passes in between; if two chance nodes
    follow each other, the side to move passes.

    Parameters
    ----------
    node : Max, Min, Chance or real
        The current node.
    sign : {1, -1}, optional
        1 when MAX is to move, -1 when MIN is; by default the player at `node`.
    evaluation : callable, optional
        Maps an inner node to MAX's estimate of it, for searches that stop early; by default 0.

    Raises
    ------
    TreeError
        If the tree has nodes of several players.

    Notes
    -----
    A tree with chance is searched by expectiminimax. Its `bounds` span its leaves and 0, which is the value at the
    horizon; an `evaluation` must stay within these bounds.

    A tree without chance is searched by negamax, in integer scores that count `unit`s. The unit is 1 for integers
    below 20000, and for other leaves the largest step that divides them all. Leaves without such a step, such as 0.1
    and pi, are rounded to 1/20000 of the greatest leaf; only 0 is rounded to 0. `value(result.score)` converts a score
    to MAX's value.

    Examples
    --------
    >>> position = TreePosition(Max([Max([7, 3]), 5]))
    >>> position.play(0).legal_moves(), position.play(1).final_score()
    (('pass',), -5)
    """

    node: Any
    sign: int | None = None
    evaluation: Callable | None = None
    rolled: bool = field(default=False, init=False, repr=False)      # whether chance has just acted
    path: tuple = field(default=(), init=False, compare=False, repr=False)
    whole: Any = field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "node", check_child(self.node))
        object.__setattr__(self, "whole", survey(self.node, self.evaluation))
        if self.sign is None:
            object.__setattr__(self, "sign", -1 if isinstance(self.node, Min) else 1)
        if self.sign not in (1, -1):
            raise TreeError(f"sign {self.sign!r} is neither 1 nor -1")

    def legal_moves(self) -> tuple[Any, ...]:
        """Returns the actions in order, or only a pass if it is not this side's turn."""
        if is_leaf(self.node) or self._at_chance():
            return ()
        return self.node.actions if self._at_its_own_move() else (PASS,)

    def play(self, move: Any) -> Self:
        """Returns the position after an action, or after a pass."""
        if self._at_its_own_move():
            return self._at(*self._child(move), -self.sign, rolled=False)
        if move not in self.legal_moves():
            raise TreeError(f"no move {move!r} here; there are {self.legal_moves()!r}")
        return self._at(self.node, -1, -self.sign, rolled=False)

    @property
    def outcomes(self) -> Callable[[], tuple[tuple[Any, Any], ...]] | None:
        """Returns the chance outcomes as pairs (action, probability), or None in a tree without chance."""
        return self._outcomes if self.whole.chance else None

    def _outcomes(self):
        return tuple(zip(self.node.actions, self.node.probabilities, strict=True)) if self._at_chance() else ()

    def play_outcome(self, outcome: Any) -> Self:
        """Returns the position after a chance outcome."""
        return self._at(*self._child(outcome), self.sign, rolled=True)

    def is_over(self) -> bool:
        """Whether the position is a leaf."""
        return is_leaf(self.node)

    def final_score(self) -> Any:
        """Returns the leaf's value for the side to move."""
        return self.sign * self.node

    def evaluate(self) -> Any:
        """Returns the evaluation for the side to move."""
        if not self.evaluation:
            return 0
        score = self.evaluation(self.node)
        return self.sign * check_number(score, f"score {score!r} of {self.node!r:.200}")

    def key(self) -> tuple[Any, ...]:
        """Returns the tree, the side to move and the path to this node."""
        return (self.whole.name, self.sign, *self.path)

    @property
    def unit(self) -> Any:
        """The unit of scores in negamax."""
        return self.whole.unit

    @property
    def bounds(self) -> tuple[Any, Any]:
        """The bounds of every score for the side to move."""
        low, high = self.whole.low, self.whole.high
        return (low, high) if self.sign > 0 else (-high, -low)

    def value(self, score: float) -> Any:
        """Converts a score of the compiled search, which is for the side to move in this position, to MAX's value."""
        if self.whole.chance or self.unit == 1:
            return self.sign * score
        return plain(self.sign * score * self.unit)

    def _child(self, action):
        return self.node[action], self.node.actions.index(action)

    def _at(self, node, step, sign, rolled):
        position = object.__new__(TreePosition)
        vars(position).update(node=node, sign=sign, evaluation=self.evaluation, rolled=rolled, path=(*self.path, step),
                              whole=self.whole)
        return position

    def _at_chance(self):
        return isinstance(self.node, Chance) and not self.rolled

    def _at_its_own_move(self):
        return isinstance(self.node, Max if self.sign > 0 else Min)


def survey(root, evaluation):
    """Returns the constants of a whole tree; raises TreeError if it is not a game of two players."""
    check_numbers(root, "a position")
    nodes = [node for _, node in walk(root)]
    for node in nodes:
        if isinstance(node, InnerNode) and not isinstance(node, (Max, Min, Chance)):
            raise TreeError(f"a position has two players and chance, so no {node.kind}")
    leaves = [node for node in nodes if is_leaf(node)]
    for leaf in leaves:
        if abs(leaf) > float_info.max:
            raise TreeError(f"the leaf {Decimal(int(leaf)):.3e} is beyond the scores of a search, which are floats")
    chance = any(isinstance(node, Chance) for node in nodes)
    digest = blake2b(repr(root).encode(), digest_size=16).hexdigest()
    return Whole(name=f"{digest} {next(SERIAL)}" if evaluation else digest, chance=chance,
                 low=min(0, *leaves), high=max(0, *leaves), unit=1 if chance else step_of(leaves))


def step_of(leaves):
    """Returns the unit of these leaves in negamax, large enough that none is 20000 or more.

    Examples
    --------
    >>> step_of([3, 12]), step_of([0.5, 0.75]), step_of([Fraction(1, 3), 2]), step_of([10**6])
    (1, Fraction(1, 4), Fraction(1, 3), 1000000)
    """
    exact = [Fraction(leaf if isinstance(leaf, Rational) else float(leaf)) for leaf in leaves]
    greatest = max(map(abs, exact))
    common = lcm(*(leaf.denominator for leaf in exact))
    if common == 1 and greatest < MAX_EVALUATION:
        return 1
    step = Fraction(gcd(*(int(leaf * common) for leaf in exact)), common)
    if greatest < MAX_EVALUATION * step:
        return plain(step)
    return float(greatest) / (MAX_EVALUATION - 1)
