"""Calls of a student's search: its arguments by their names, the forms of its tree, and what it returns."""
import re
from collections.abc import Callable
from itertools import product
from math import inf, isclose
from numbers import Real
from typing import Any, NamedTuple

from gamecore.errors import ArgumentError
from gamecore.laboratory.asked_tree import AskedTree
from gamecore.laboratory.student import Endless, Fault, fault_of, parameters_of, search
from gamecore.trees.trace import numeral
from gamecore.trees.sampling import height_of

# Names by which an argument is recognised; one of more than two letters may be part of a longer name. The first match
# counts.
DEPTHS, EVALUATIONS = ("depth", "plies", "limit", "d", "horizon"), ("eval", "heuristic", "h")
PLAYERS = ("player", "turn", "color", "colour", "sign", "side", "agent", "mover")
HUGE = 1e300                         # beyond it values are compared exactly
MOVERS = {1: -1, "max": "min", "MAX": "MIN", 0: 1}       # possible names of the first player and of the second


class LocalFunction:
    """A function of this process that is called as one in a process of its own is: see SandboxedFunction."""

    is_agent = False

    def __init__(self, function: Callable) -> None:
        self.function, self.name = function, getattr(function, "__name__", "the function")
        try:
            self.parameters = parameters_of(function)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"{self.name}: its parameters cannot be read: {error}") from None

    def exchange(self, call, answer):
        """Returns the result of a call; `answer` maps each question, a list, to its answer."""
        try:
            return search(self.function, lambda *question: answer([*question]), **call["arguments"])
        except Exception as error:
            raise Fault(fault_of(error, "")) from None


class Answer(NamedTuple):
    """MAX's value and the move, None where the function returns none, and the tree after its questions."""

    value: Any
    move: Any
    tree: AskedTree

    def wrong_value(self):
        """Returns what is wrong with the value, or None."""
        if self.value is not None and not is_near(self.value, right := self.tree.value()):
            return f"value {self.value}, where {numeral(right)} is right"

    def wrong_move(self):
        move, children = self.move, self.tree.children[0]
        if move is None:
            return
        if isinstance(move, bool) or not (isinstance(move, int) and 0 <= move < len(children)):
            return f"move {move!r:.80} is none of 0 to {len(children) - 1}"
        value, best = self.tree.value(children[move]), self.tree.value()
        if self.tree.probe.depth != 0 and not is_near(*(
                each[0] if isinstance(each, tuple) else each for each in (value, best))):
            return f"move {move} is worth {value}, the best {best}"


class CalledSearch:
    """A student's search and the form of its calls.

    All questions and answers go through function.exchange(call, answer); another way than a process's pipe needs only
    an object with that method, `name`, `parameters` and `is_agent`.
    """

    def __init__(self, function):
        self.function = function if hasattr(function, "exchange") else LocalFunction(function)
        names = [name.lower() for name, *_ in self.function.parameters[:2]]
        game = "game, state" if names[:1] == ["game"] else "state, game" if "game" in names else None
        self.named_moves = self.function.is_agent or bool(game)          # which may be returned without a value
        self.forms = ("agent",) if self.function.is_agent else (game,) if game else ("nodes", "positions")
        self.parameters = self.function.parameters[2 if game else 1:]
        self.form, self.mover, self.value_last, self.weighted, self.counted = self.forms[0], 1, False, False, False
        self.asks, self.ordering = False, False  # whether it has asked for a node's kind; whether it is asked for order

    def calibrate(self, probe):
        """Finds the form of the function's calls by a small tree."""
        players, chance, works = probe.layers[0].isdecimal(), "chance" in probe.layers, None
        movers = (0, 1) if players else MOVERS if any(is_about(name, PLAYERS) for name in self.others(False)) else (1,)
        for settings in product(self.forms[:1] if players else self.forms, movers, (False, True),
                                (True, False) if chance else (False,)):
            self.form, self.mover, self.value_last, self.weighted = settings
            try:
                answer = self.answer(probe)
            except Endless:
                return
            except Fault:
                continue
            if not (answer.wrong_value() or answer.wrong_move()) and self.weighted == (chance and self.asks):
                return
            works = works or settings
        self.form, self.mover, self.value_last, _ = works or (self.forms[0], min(movers, key=str), False, False)
        self.weighted = chance and self.asks

    def answer(self, probe, fresh=True):
        """Returns the Answer to a tree; raises Fault if there is none."""
        tree, several = AskedTree(probe, self.weighted, self.counted), probe.layers[0].isdecimal()
        result = self.result(tree, 0, fresh)
        value, move = self.taken_apart(result, tree)
        if not (isinstance(value, list) and len(value) == 3 and all(map(is_number, value)) if several else
                is_number(value) or value is None and move is not None and self.named_moves):
            raise Fault(f"it returns {result!r:.80}, where " + (
                "a tuple of utilities" if several else "a number, or a pair (value, move)") + " is expected")
        return Answer(tuple(value) if several else value, move, tree)

    def result(self, tree, number, fresh=True):
        """Returns what the function returns for a node of a tree."""
        depth, height = tree.probe.depth, height_of(tree.nested[number])
        agents, top = len(tree.probe.layers), tree.kinds[number] != "min"
        if self.function.is_agent:
            named = {"depth": -(-height // agents)}
        else:
            deepest = height + height % 2 if depth is None else depth - (self.form == "state, game")
            named = {name: self.argument(name, deepest, top) for name in self.others(depth is not None)}
        call = {"call": "search", "fresh": fresh, "arguments": {
            "form": self.form, "root": tree.root(number), "named": named, "agents": agents}}
        try:
            return self.function.exchange(call, tree.answer)
        finally:
            self.asks |= tree.asks

    def others(self, limited):
        """Returns the names of the arguments to give besides the tree.

        They are those without a default and, in a search with a horizon, the depth and an evaluation that defaults to
        None.
        """
        return [name for name, has_default, is_none in self.parameters if not has_default
                or limited and (is_about(name, DEPTHS) or is_none and is_about(name, EVALUATIONS))
                or self.ordering and is_about(name, (*PLAYERS, "max", "min"))]

    def argument(self, name, depth, top):
        """Returns the value of an argument of this name, where MAX or MIN is to move."""
        for words, value in ((("alpha", "a", "α", "low"), -inf), (("beta", "b", "β", "high"), inf),
                             (EVALUATIONS, "evaluate"), (("ply", "level"), 0), (DEPTHS, depth),
                             (("max",), top), (("min",), not top), (("players", "count", "n"), 3),
                             (PLAYERS, self.mover if top else MOVERS[self.mover]),
                             (("kind", "layer"), "max" if top else "min")):
            if is_about(name, words):
                return value
        raise ArgumentError(f"{self.function.name}: unknown argument {name!r}; known are node, depth, alpha, beta, "
                            "maximizing, player, kind, evaluate, or state and game; others need a default")

    def taken_apart(self, result, tree):
        """Returns (value, move) of a result, which is a number, a move's name, or a pair with either or a line."""
        if result is None:
            raise Fault("it returns None: on some way through the function a `return` is missing")
        value, move = result if isinstance(result, list) and len(result) == 2 else (result, None)
        if self.value_last and value is not result or isinstance(value, str):
            value, move = move, value
        if isinstance(value, dict):              # a leaf
            value = tree.answer(["value", value.get("node")])
        if isinstance(move, list):
            move = move[0] if move else None
        if isinstance(move, dict) and (number := move.get("node")) in tree.children[0]:
            move = tree.children[0].index(number)
        return value, int(move[5:]) if isinstance(move, str) and re.fullmatch("move [0-9]", move) else move


def is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool) and value == value


def is_about(name, words):
    name = name.lower().strip("_")
    return any(name == word or len(word) > 2 and word in name for word in words)


def is_near(value, other):
    """Whether two values, or tuples of them, are equal up to rounding."""
    if isinstance(other, tuple):
        return isinstance(value, tuple) and len(value) == len(other) and all(map(is_near, value, other))
    return value == other or abs(value) < HUGE > abs(other) and isclose(value, other, rel_tol=1e-9, abs_tol=1e-9)
