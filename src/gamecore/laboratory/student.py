"""Calls a student's function for check-search: recognises arguments by name, converts results, and counts leaves."""
from functools import cached_property
from inspect import Parameter, signature
from itertools import product
from math import inf
from numbers import Real
from typing import Any, NamedTuple

from gamecore.errors import ArgumentError
from gamecore.laboratory.sandbox import Endless, Fault, SandboxedFunction
from gamecore.trees.tree_position import TreePosition
from gamecore.trees.counting import ASKED, Branch, Leaf, as_lists, as_nodes, as_tree, height_of

# Names by which an argument is recognised; one of more than two letters may be part of a longer name. The first match
# counts.
DEPTHS, EVALUATIONS = ("depth", "plies", "limit", "d", "horizon"), ("eval", "heuristic", "h")
PLAYERS = ("player", "turn", "color", "colour", "sign", "side", "agent", "mover")
HUGE = 1e300                         # beyond it values are compared exactly
MOVERS = (1, "max", "MAX", 0)        # possible names of the first player


# The forms of a tree argument: the first form that gives the right value of a small tree is used.
STYLES = {"nodes": lambda node: node, "gamecore.trees": as_tree,
          "positions": lambda node: TreePosition(as_tree(node)), "plain lists": as_lists}


class Answer(NamedTuple):
    """The result of a function, with MAX's value, the move or None, and the paths of the leaves that it used."""

    value: Any
    move: Any
    leaves: frozenset


class Student:
    """A user's function and the form of its calls; a plain callable is not reloaded for each call."""

    def __init__(self, function):
        if not isinstance(function, SandboxedFunction):
            function = SandboxedFunction(lambda plain=function: plain, getattr(function, "__name__", "the function"))
        self.name, self.source, self.call = function.name, function.source, function.call
        self.style, self.mover, self.value_last, self.weighted = "nodes", MOVERS[0], False, False
        self.asks = False                        # whether it asks for probabilities

    def answer(self, nested, layers, depth=None, function=None):
        """Returns the Answer to a tree of nested lists; raises Fault if there is none."""
        log = set()
        given = STYLES[self.style](as_nodes(nested, layers, log, self.weighted))
        height = height_of(nested)
        deepest = height + height % 2 if depth is None else depth
        named = {name: self.argument(name, deepest) for name in self.others(depth is not None)}
        log.clear()                              # a position reads all its leaves when it is created
        value, move = self.taken_apart(self.call(given, function=function, **named),
                                       len(layers) if layers[0].isdecimal() else 0)
        if isinstance(value, Leaf):
            value = value.value
        self.asks |= ASKED in log
        chosen = [i for i, child in enumerate(given) if child is move] if isinstance(given, list) else []
        return Answer(value, chosen[0] if chosen else move, frozenset(log - {ASKED}))

    @cached_property
    def parameters(self):
        """Returns the parameters that can be given by name, except the first, which is the tree."""
        kinds = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        try:
            found = self.call(function=lambda: signature(self.source()))
        except Fault as fault:
            raise ArgumentError(f"{self.name}: its parameters cannot be read: {fault}") from None
        return [each for each in found.parameters.values() if each.kind in kinds][1:]

    def others(self, limited):
        """Returns the names of the arguments to give besides the tree.

        They are those without a default and, in a search with a horizon, the depth and an evaluation that defaults to
        None.
        """
        return [each.name for each in self.parameters if each.default is Parameter.empty or limited and (
                is_about(each.name, DEPTHS) or each.default is None and is_about(each.name, EVALUATIONS))]

    def argument(self, name, depth):
        """Returns the value of an argument of this name."""
        for words, value in ((("alpha", "a", "α", "low"), -inf), (("beta", "b", "β", "high"), inf),
                             (EVALUATIONS, lambda node: node.evaluate()), (("ply", "level"), 0), (DEPTHS, depth),
                             (("max",), True), (("min",), False), (("players", "count", "n"), 3),
                             (PLAYERS, self.mover), (("kind", "layer"), "max")):
            if is_about(name, words):
                return value
        raise ArgumentError(f"{self.name}: unknown argument {name!r}; known are node, depth, alpha, beta, maximizing, "
                            f"player, kind, evaluate; others need a default")

    def taken_apart(self, returned, players):
        """Returns (value, move) of a result, which is a number, a pair, or an object with a value."""
        value, move = returned, None
        if returned is None:
            raise Fault("it returns None: on some way through the function a `return` is missing")
        if hasattr(returned, "action") and hasattr(returned, "value"):
            value, move = returned.value, returned.action
        elif isinstance(returned, (tuple, list)) and len(returned) == 2 and not isinstance(returned, Branch):
            value, move = reversed(returned) if self.value_last else returned
        numbers = value if players and isinstance(value, (tuple, list)) else (value,)
        if players and len(numbers) != players or any(
                not isinstance(number, Real) or isinstance(number, bool) or number != number for number in numbers):
            raise Fault(f"it returns {returned!r:.80}, where " + (
                "a tuple of utilities" if players else "a number, or a pair (value, move)") + " is expected")
        return (tuple(value) if players else value), move

    def calibrate(self, nested, layers, right, depth=None):
        """Finds the form of the function's calls by a small tree whose value is right(weighted)."""
        players, chance, works = layers[0].isdecimal(), "chance" in layers, None
        movers = (0, 1) if players else MOVERS if any(is_about(name, PLAYERS) for name in self.others(False)) else (1,)
        for settings in product([style for style in STYLES if not (players and style == "positions")], movers,
                                (False, True), (True, False) if chance else (False,)):
            if chance and not settings[-1] and (self.asks or settings[0] != "nodes"):
                continue                         # it uses probabilities
            self.style, self.mover, self.value_last, self.weighted = settings
            try:
                answer = self.answer(nested, layers, depth)
            except Endless:
                return
            except Fault:
                continue
            if is_near(answer.value, right(self.weighted)):
                return
            works = works or settings
        self.style, self.mover, self.value_last, self.weighted = works or ("nodes", movers[0], False, False)
        self.weighted = chance and (self.asks or self.style != "nodes")


def is_about(name, words):
    name = name.lower().strip("_")
    return any(name == word or len(word) > 2 and word in name for word in words)


def is_near(value, other):
    """Whether two values, or tuples of them, are equal up to rounding."""
    if isinstance(other, tuple):
        return isinstance(value, tuple) and len(value) == len(other) and all(map(is_near, value, other))
    if value == other:
        return True
    return abs(value) < HUGE > abs(other) and abs(value - other) <= 1e-9 * max(1, abs(value), abs(other))
