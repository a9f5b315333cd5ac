"""Explicit game trees as plain data. Leaves are numbers; nodes are MAX, MIN, chance and player i.

    Max([Min([3, 12, 8]), Min([2, 4, 6])])    MAX over MIN
    Max({"left": 3, "right": 5})              actions with names
    Chance([20, 30, 60], [0.25, 0.5, 0.25])   a chance node; uniform without the second list
    Player(0, [(1, 6, 6), (7, 1, 2)])         player 0 of three; a leaf has a utility for each

A node is validated when it is created, so an algorithm need not check it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite, lcm
from numbers import Integral, Rational, Real
from operator import is_
from typing import Any, TypeAlias

from gamecore.errors import TreeError

# A recursion uses up to four frames per level, and the interpreter allows a thousand in all.
HEIGHT_LIMIT = 100

# Rounding may shift a sum of floats from 1, as it does for six sixths; a mistake shifts it by far more than this.
PROBABILITY_TOLERANCE = 1e-9

# The types of exact numbers.
EXACT = {int, Fraction}


# The functions that show a tree or a trace as "text" and as "svg" are registered here, so that this module need not
# import them.
WAYS: dict[str, Callable] = {}


class Shown:
    """An object that prints as text and that a notebook shows as a picture."""

    def __str__(self):
        return WAYS["text"](self)

    def _repr_svg_(self):
        return WAYS["svg"](self)


class Unseen:
    """The class of UNSEEN, the leaf that stands for an unvisited branch."""

    def __repr__(self):
        return "UNSEEN"

    def __reduce__(self):
        return "UNSEEN"


UNSEEN = Unseen()

# A node or a leaf: a number, a tuple of utilities, or UNSEEN.
Tree: TypeAlias = Any


def is_leaf(node: Tree) -> bool:
    """Whether `node` is a leaf: a number, a tuple of utilities, or UNSEEN."""
    return not isinstance(node, InnerNode)


@dataclass(frozen=True, init=False, repr=False)
class InnerNode(Shown):
    """The base class of all inner nodes. They are immutable and hashable, and two nodes are equal if everything below
    them is equal.

    Attributes
    ----------
    children : tuple
        Numbers, utility tuples or nodes, at least one.
    actions : tuple
        The action that leads to each child: the keys of a mapping, or 0, 1, 2, ...
    height : int
        The number of edges on the longest path to a leaf, 1 to 100.
    players : int or None
        The length of the utility tuples below; None where the leaves are plain numbers.
    seen : bool
        Whether no leaf below is UNSEEN.
    priced : bool
        Whether no leaf below is a prize of a `Lottery` that needs a utility to become a number.

    Raises
    ------
    TreeError
        If there is no child, a leaf is not finite, utility tuples differ in length, or the tree is more than 100 levels
        high.
    """

    children: tuple
    actions: tuple

    def __init__(self, children: Any) -> None:
        if isinstance(children, Mapping):
            actions, children = tuple(children), tuple(children.values())
        else:
            children = tuple(children)
            actions = tuple(range(len(children)))
        if not children:
            raise TreeError(f"an empty {self.kind} node; a node needs at least one child")
        children = tuple(map(self._check_child, children))
        height = 1 + max(0 if is_leaf(child) else child.height for child in children)
        check_height(height)
        # The class is frozen, so its fields are set through its dictionary.
        vars(self).update(children=children, actions=actions, height=height)
        vars(self).update(players=self._common_players(children), seen=all(map(is_seen, children)),
                          priced=all(map(self._is_priced, children)))
        self._check_players()

    def _check_child(self, child):
        return check_child(child)

    def _common_players(self, children):
        return common_players(children)

    def _is_priced(self, child):
        return is_leaf(child) or child.priced

    def _check_players(self):
        if self.players is not None:
            raise TreeError(f"{self.kind} compares numbers, not utility tuples like {first_leaf(self)!r}; "
                            "use Player(i, children)")

    @property
    def kind(self) -> str:
        """The name of the node's kind in tables and messages: MAX, MIN, CHANCE, or PLAYER and its number."""
        return type(self).__name__.upper()

    @property
    def branches(self) -> Iterator[tuple[Any, Tree]]:
        """The pairs (action, child), in order."""
        return zip(self.actions, self.children, strict=True)

    @property
    def named(self) -> bool:
        """Whether the actions are names rather than 0, 1, 2, ..."""
        return self.actions != tuple(range(len(self.actions)))

    def __getitem__(self, action: Any) -> Tree:
        """Returns the child to which `action` leads."""
        try:
            return self.children[self.actions.index(action)]
        except ValueError:
            raise TreeError(f"no action {action!r} here; there are {self.actions!r}") from None

    def alike(self, children: Any) -> "InnerNode":
        """Returns a node of the same kind with other children, a sequence or a mapping."""
        return type(self)(children)

    def __repr__(self):
        return f"{type(self).__name__}({self._children_repr()})"

    def _children_repr(self):
        return repr(dict(self.branches) if self.named else list(self.children))


class Max(InnerNode):
    """A node at which MAX moves and chooses the child with the greatest value.

    Parameters
    ----------
    children : sequence or mapping
        Numbers and nodes; a mapping names the actions that lead to them.

    Examples
    --------
    >>> Max({"left": 3, "right": Min([5, 2])})
    Max({'left': 3, 'right': Min([5, 2])})
    """


class Min(InnerNode):
    """A node at which MIN moves and chooses the child with the least value. See `Max`."""


@dataclass(frozen=True, init=False, repr=False)
class Chance(InnerNode):
    """A node at which chance chooses each child with its probability.

    Parameters
    ----------
    children : sequence or mapping
        Numbers, utility tuples and nodes, as in `Max`.
    probabilities : sequence of real, optional
        One per child, none negative. They sum to 1, exactly if all are Fractions or integers, otherwise within 1e-9.
        Uniform (and exact) if left out.

    Raises
    ------
    TreeError
        As in `InnerNode`, or if the probabilities are too few, too many, negative, or do not sum to 1.

    Examples
    --------
    >>> Chance([20, 30, 60], [0.25, 0.5, 0.25]).mean([20, 30, 60])
    35.0
    >>> Chance([3, 12, 9]).mean([3, 12, 9])
    8
    """

    probabilities: tuple

    def __init__(self, children: Any, probabilities: Any = None) -> None:
        super().__init__(children)
        count = len(self.children)
        if probabilities is None:
            probabilities = (Fraction(1, count),) * count
        probabilities = check_probabilities(probabilities, count)
        vars(self).update(probabilities=probabilities)

    def _check_players(self):
        """Does nothing, because chance can average both numbers and utilities."""

    def alike(self, children: Any) -> InnerNode:
        return Chance(children, self.probabilities)

    def mean(self, values: Sequence[Any]) -> Any:
        """Returns the expected value of `values`, one per child; an integral Fraction becomes an int.

        For tuples of utilities, the result is the tuple of the players' means.
        """
        if isinstance(values[0], tuple):
            return tuple(self.mean(utilities) for utilities in zip(*values, strict=True))
        if self._weights is None or not EXACT.issuperset(map(type, values)):
            return plain(sum(p * in_python(v) for p, v in zip(self.probabilities, values, strict=True)))
        weights, whole = self._weights               # in integers, which is faster
        scale = lcm(*[v.denominator for v in values])
        parts = [w * v.numerator * (scale // v.denominator) for w, v in zip(weights, values, strict=True)]
        return quotient(sum(parts), whole * scale)

    @cached_property
    def _weights(self):
        """The least integers in the ratios of the probabilities, and their sum; None if a probability is a float."""
        if not all(isinstance(p, Fraction) for p in self.probabilities):
            return None
        whole = lcm(*[p.denominator for p in self.probabilities])
        return [p.numerator * (whole // p.denominator) for p in self.probabilities], whole

    def __repr__(self):
        uniform = Fraction(1, len(self.children))
        if all(p == uniform for p in self.probabilities):
            return super().__repr__()
        return f"Chance({self._children_repr()}, {list(self.probabilities)!r})"


@dataclass(frozen=True, init=False, repr=False)
class Player(InnerNode):
    """A node at which one of several players moves and chooses the child that is best for himself.

    Parameters
    ----------
    index : int
        The player's number, from 0, which is the index of his utility in each leaf.
    children : sequence or mapping
        Utility tuples, all of one length, and nodes over them.

    Examples
    --------
    >>> Player(0, [(1, 6, 6), (7, 1, 2)])
    Player(0, [(1, 6, 6), (7, 1, 2)])
    """

    index: int

    def __init__(self, index: int, children: Any) -> None:
        vars(self).update(index=index)
        super().__init__(children)

    def _check_players(self):
        if self.players is None:
            raise TreeError(f"{self.kind} needs tuples of utilities, not {first_leaf(self)!r}")
        if not isinstance(self.index, int) or not 0 <= self.index < self.players:
            raise TreeError(f"player {self.index!r} has no utility in {first_leaf(self)!r}")

    def alike(self, children: Any) -> InnerNode:
        return Player(self.index, children)

    @property
    def kind(self) -> str:
        return f"PLAYER {self.index}"

    def __repr__(self):
        return f"Player({self.index}, {self._children_repr()})"


def walk(root: Tree, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Tree]]:
    """Yields every node and leaf as a pair (path, node), parents first and left to right.

    A path is the tuple of actions that leads from the root to the node.

    Examples
    --------
    >>> [(path, node) for path, node in walk(Max([7, Min([1, 2])])) if is_leaf(node)]
    [((0,), 7), ((1, 0), 1), ((1, 1), 2)]
    """
    yield path, root
    if not is_leaf(root):
        for action, child in root.branches:
            yield from walk(child, path + (action,))


def descend(root, path):
    """Returns the node at the end of a path, a tuple of actions."""
    for action in path:
        root = root[action]
    return root


def quotient(number, divisor):
    """Returns an int if the division leaves no remainder, else a Fraction."""
    whole, rest = divmod(number, divisor)
    return Fraction(number, divisor) if rest else whole


def plain(number):
    """Returns `number`, or the equal int for an integral Fraction."""
    whole = isinstance(number, Fraction) and number.denominator == 1
    return int(number) if whole else number


def first_leaf(node: Tree) -> Any:
    return node if is_leaf(node) else first_leaf(node.children[0])


def check_child(child):
    """Returns a child, in which a leaf's numbers have Python's types; raises TreeError unless it is a node or a finite
    leaf."""
    if isinstance(child, InnerNode) or child is UNSEEN:
        return child
    if isinstance(child, (list, Mapping)):
        raise TreeError(f"{child!r} is not a node yet; tree(...) makes nodes of nested lists")
    if isinstance(child, tuple):
        if not child:
            raise TreeError("leaf () is an empty tuple of utilities")
        utilities = tuple([check_number(utility, f"utility {utility!r} in leaf {child!r}") for utility in child])
        return child if all(map(is_, utilities, child)) else utilities
    return check_number(child, f"leaf {child!r}")


def check_number(number, description):
    """Returns a number in Python's types; raises TreeError unless it is real and finite, since infinities have no
    mean."""
    if not isinstance(number, Real):
        raise TreeError(f"{description} is not a number")
    if not (isinstance(number, Rational) or isfinite(number)):
        raise TreeError(f"{description} is not a finite number")
    return in_python(number)


def in_python(number):
    """Returns a number as an int, a Fraction or a float, since numpy's integers overflow and its short floats round."""
    if isinstance(number, (int, float, Fraction)):
        return number
    return int(number) if isinstance(number, Integral) else float(number)


def check_height(height):
    """Raises TreeError if a recursion could run out of stack."""
    if height > HEIGHT_LIMIT:
        raise TreeError(f"a tree more than {HEIGHT_LIMIT} levels high; does it contain itself, or go on for ever?")


def check_probabilities(probabilities, count):
    """Returns the probabilities as a tuple; raises TreeError unless there are `count` of them, none is negative, and
    their sum is 1."""
    given = tuple(probabilities)
    if len(given) != count:
        raise TreeError(f"{len(given)} probabilities for {count} children: {given!r}")
    given = tuple([check_number(p, f"probability {p!r}") for p in given])
    for p in given:
        if p < 0:
            raise TreeError(f"probability {p!r} is negative")
    total = sum(given)
    exact = isinstance(total, Rational)
    if total != 1 and (exact or abs(total - 1) > PROBABILITY_TOLERANCE):
        quoted = ", ".join(map(str, given))
        raise TreeError(f"probabilities ({quoted}) sum to {total}, not to 1")
    return tuple(Fraction(p) if isinstance(p, Rational) else p for p in given)


def common_players(children):
    """Returns the length of the utility tuples below, or None for numbers; raises TreeError if they differ."""
    first, *others = children
    for other in others:
        if players_below(other) != players_below(first):
            raise TreeError(f"utilities of different lengths: {first_leaf(first)!r} and {first_leaf(other)!r}")
    return players_below(first)


def is_seen(node):
    """Whether no leaf of the tree is UNSEEN."""
    return node is not UNSEEN if is_leaf(node) else node.seen


def players_below(node):
    """Returns the number of utilities of a leaf below, or None for plain numbers."""
    if is_leaf(node):
        return len(node) if isinstance(node, tuple) else None
    return node.players
