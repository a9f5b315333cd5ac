"""Checks of a student's search on random and worked trees, which also find the known mistake behind its answers.

A tree answers the questions of the function's process and records them. In this way the leaves are counted, and each
leaf is judged by the values that are known when the function asks for it.
"""
import re
from collections.abc import Callable
from functools import cached_property, partial
from itertools import product
from math import inf
from numbers import Real
from random import Random
from typing import Any, NamedTuple

from gamecore import trees
from gamecore.errors import ArgumentError, SwitchError
from gamecore.examples.nim import Nim
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.laboratory.mistakes import LAYERS, MISTAKES, TREES_OF, learners
from gamecore.laboratory.sandbox import Endless, Fault, LocalFunction, SandboxedFunction
from gamecore.trees.sampling import height_of, leaves_of, random_tree, smaller, uniform

TREES = 30                           # of each kind
TRIALS = 100                         # smaller trees to try before a failing one is shown
ALIKE = 0.9                          # least share of trees on which a mistake answers as the student does
HUGE = 1e300                         # beyond it values are compared exactly

SMALL_GAMES = [*map(Nim, range(2, 8)), *map(TicTacToe, ("xoxo.x.o.", "xoxxo.o..", "x.ooxx..o", "xo..xo..."))]
SEARCHES = {"minimax": trees.minimax_by_dispatch, "alpha-beta": trees.alpha_beta, "expectimax": trees.expectimax,
            "expectiminimax": trees.expectiminimax, "max-n": trees.max_n, "move-order": trees.alpha_beta}

# The names by which an argument is recognised. A name of more than two letters may be part of a longer one. The first
# match counts.
DEPTHS, EVALUATIONS = ("depth", "plies", "limit", "d", "horizon"), ("eval", "heuristic", "h")
PLAYERS = ("player", "turn", "color", "colour", "sign", "side", "agent", "mover")
MOVERS = {1: -1, "max": "min", "MAX": "MIN", 0: 1}       # possible names of the first player and of the second
# The correct ways to prune, as pairs: whether a cut needs more than equality, and whether each move of the root has an
# open window.
WAYS = {(False, False): "", (True, False): "only past the window's edge, not on equality (strict cuts)",
        (False, True): "with an open window for each move of the root",
        (True, True): "only past the window's edge, with an open window for each move of the root"}
UNKNOWN = (-inf, inf)
QUESTIONS = ("again", "children", "evaluate", "kind", "probabilities", "value")
KEPT = ("kept between calls", "a global variable or a default argument keeps what an earlier call has left there")
SMALL = ("a small infinity", "the best value begins at a number that values can pass, not at infinity")


class ProbeTree(NamedTuple):
    """A tree of nested lists, the kinds of its layers and, for a search with a horizon, its depth."""

    nested: Any
    layers: tuple
    depth: int | None = None


class Finding(NamedTuple):
    """The verdict of a check ("right", "wrong" or "note"), a text, and the smallest probe that fails, or None."""

    check: str
    verdict: str
    text: str
    probe: ProbeTree | None = None


class Report(NamedTuple):
    """All findings, and the mistakes that would explain them as pairs (name, reason)."""

    findings: list
    mistakes: list
    weighted: bool = False           # whether the trees had different probabilities

    @property
    def faults(self):
        return [finding for finding in self.findings if finding.verdict == "wrong"]


class Answer(NamedTuple):
    """MAX's value and the move (each None if the function does not return it), and the tree after the function's
    questions."""

    value: Any
    move: Any
    tree: Any


class AskedTree:
    """A tree that answers questions about its nodes, which are numbered in the order of a walk from the root down.

    `bounds` holds each node's least and greatest possible value, given the leaves below it that were requested since
    the search last entered one of its ancestors. So a search may return to a node with another window.
    """

    def __init__(self, probe, weighted=False, counted=False):
        self.probe, self.weighted, self.counted = probe, weighted, counted
        self.nested, self.parents, self.levels, self.children = [probe.nested], [None], [0], []
        for number, nested in enumerate(self.nested):        # which grows
            below = nested if isinstance(nested, list) else []
            self.children.append([*range(len(self.nested), len(self.nested) + len(below))])
            self.nested += below
            self.parents += [number] * len(below)
            self.levels += [self.levels[number] + 1] * len(below)
        self.kinds = [probe.layers[level % len(probe.layers)] for level in self.levels]
        self.bounds, self.proven = [UNKNOWN] * len(self.nested), {}
        self.keys, self.words, self.leaves, self.dead = {}, set(), set(), {}

    def probabilities(self, number):
        count = len(self.children[number])
        parts = [1 + (number + i) % count if self.weighted else 1 for i in range(count)]
        return [part / sum(parts) for part in parts] if self.kinds[number] == "chance" else None

    def value(self, number=0):
        """Returns the right value of a node."""
        if not self.children[number]:
            return self.nested[number]
        if self.levels[number] == self.probe.depth:
            return estimate(self.nested[number])
        return self.backed_up(number, [self.value(child) for child in self.children[number]])

    def backed_up(self, number, values):
        """Returns an inner node's value from its children's."""
        match self.kinds[number]:
            case "max":
                return max(values)
            case "min":
                return min(values)
            case "chance":
                return sum(p * value for p, value in zip(self.probabilities(number), values))
        return max(values, key=lambda value: value[int(self.kinds[number])])

    def root(self, number=0):
        """Returns the data that the student's process needs for a node: its number, a key that equal trees share, and a
        leaf's value."""
        nested, leaf = self.nested[number], not self.children[number]
        return [number, None if leaf else self.keys.setdefault(repr(nested), number),
                nested if leaf and not self.counted else None]

    def answer(self, question):
        """Returns the answer to a question, [word, number]; raises Fault if it is not a question."""
        match question:
            case [str(word), int(number)] if word in QUESTIONS and 0 <= number < len(self.nested):
                self.words.add(word)
            case _:
                raise Fault(f"it writes {question!r:.80} into the checker's pipe")
        if not self.children[number] and word in ("value", "evaluate"):
            self.visit(number)
            return self.nested[number]
        match word:
            case "evaluate":
                return estimate(self.nested[number])
            case "again":                        # forgets what is known below the node
                self.proven[number], below = self.bounds[number], [*self.children[number]]
                for child in below:
                    self.bounds[child] = UNKNOWN
                    self.proven.pop(child, None)
                    below += self.children[child]
            case "children":
                self.judge(number)
                return [self.root(child) for child in self.children[number]]
            case "probabilities":
                return self.probabilities(number)
            case "kind":
                return self.kinds[number]

    def visit(self, number):
        """Records that the function asked for the value of a leaf."""
        if self.counted and number not in self.leaves:
            self.judge(number)
            self.leaves.add(number)
            self.bounds[number] = (self.nested[number],) * 2
            while (number := self.parents[number]) is not None:
                bounds = [self.backed_up(number, ends) for ends in zip(*map(self.bounds.__getitem__,
                                                                            self.children[number]))]
                self.bounds[number] = narrower(bounds, self.proven.get(number, UNKNOWN))

    def judge(self, number):
        """For each way to prune, records the first node that the function asks for although it could be cut."""
        alpha, beta, least, child = -inf, inf, -inf, number      # `least` without what the root's other moves show
        while self.counted and (parent := self.parents[child]) is not None:
            ends = [self.bounds[each][self.kinds[parent] == "min"] for each in self.children[parent] if each != child]
            least = alpha
            if self.kinds[parent] == "max":
                alpha = max([alpha, *ends])
            else:
                beta = min([beta, *ends])
            child = parent
        for strict, apart in WAYS:
            if (least if apart else alpha) > beta or not strict and (least if apart else alpha) == beta:
                self.dead.setdefault((strict, apart), (number, alpha, beta))

    def is_read(self):
        """Whether the function asked for every leaf."""
        return len(self.leaves) == sum(not below for below in self.children)

    def allows(self, way):
        """Whether the questions agree with a way to prune. With open windows the value of each of the root's moves is
        found."""
        return way not in self.dead and (not way[1] or all(low == high for low, high in map(
            self.shown().__getitem__, self.children[0])))

    def pruning_fault(self, way, move):
        """Returns a description of what is wrong with the function's questions, or None."""
        if way in self.dead:
            return "{} could be cut: MAX is sure of {}, MIN of {}".format(
                self.nested[self.dead[way][0]], *self.dead[way][1:])
        known = self.shown()
        child = 0 if move is None else self.children[0][move]
        for what, number in ("the value is", 0), (f"move {move} is worth", child):
            low, high = known[number]
            if low < known[0][1]:
                return f"the leaves that it looks at show only that {what} from {low} to {high}"

    def shown(self):
        """Returns the bounds on the nodes that follow from all requested leaves; equal trees share their bounds."""
        names = [(repr(nested), kind) if isinstance(nested, list) else number
                 for number, (nested, kind) in enumerate(zip(self.nested, self.kinds))]
        known = {leaf: (self.nested[leaf],) * 2 for leaf in self.leaves}
        for number in sorted(range(len(names)), key=lambda number: height_of(self.nested[number])):
            if self.children[number]:
                ends = zip(*(known.get(names[child], UNKNOWN) for child in self.children[number]))
                bounds = [self.backed_up(number, each) for each in ends]
                known[names[number]] = narrower(bounds, known.get(names[number], UNKNOWN))
        return [known.get(name, UNKNOWN) for name in names]


def narrower(bounds, others):
    return max(bounds[0], others[0]), min(bounds[1], others[1])


def estimate(nested):
    """Returns MAX's estimate of a node: the mean of the leaves below, rounded."""
    leaves = [*leaves_of(nested)]
    return round(sum(leaves) / len(leaves))


class Student:
    """A user's function, and the form in which it is called."""

    def __init__(self, function):
        self.function = function if isinstance(function, SandboxedFunction) else LocalFunction(function)
        first, second = [*(name for name, *_ in self.function.parameters), "", ""][:2]
        self.forms, given = ("nodes", "numbers", "positions", "lists"), 1
        if self.function.is_agent:
            self.forms = ("agent",)
        elif "game" in (first.lower(), second.lower()):
            self.forms, given = (("game, state",) if first.lower() == "game" else ("state, game",)), 2
        self.parameters = self.function.parameters[given:]
        self.form, self.mover, self.value_last, self.weighted, self.counted = self.forms[0], 1, False, False, False
        self.words, self.ordering = set(), False         # of all its questions; whether it is asked for an order

    @property
    def moves_are_text(self):
        """Whether moves are those of aima or Berkeley, which a function may return without a value."""
        return self.form not in ("nodes", "numbers", "positions", "lists")

    @property
    def asks(self):
        """Whether the function has asked for data that only a node has, so that it must take probabilities into
        account."""
        return bool({"kind", "probabilities"} & self.words)

    def answer(self, probe, fresh=True):
        """Returns the Answer to a tree; raises Fault if there is none."""
        tree, several = AskedTree(probe, self.weighted, self.counted), probe.layers[0].isdecimal()
        result = self.result(tree, 0, fresh)
        value, move = self.taken_apart(result)
        if isinstance(value, dict) and isinstance(value.get("leaf"), int):
            value = tree.answer(["value", value["leaf"]]) if value.get("value") is None else value["value"]
        if isinstance(move, dict) and (number := move.get("leaf", move.get("node"))) in tree.children[0]:
            move = tree.children[0].index(number)
        if isinstance(move, str) and self.moves_are_text and re.fullmatch("move [0-9]", move):
            move = int(move[5:])
        if not (value is None and move is not None and self.moves_are_text) and not (
                isinstance(value, list) and len(value) == 3 and all(map(is_number, value)) if several
                else is_number(value)):
            result = str(result.get("other", "a node")) if isinstance(result, dict) else repr(result)
            raise Fault(f"it returns {result:.80}, where " + (
                "a tuple of utilities" if several else "a number, or a pair (value, move)") + " is expected")
        return Answer(tuple(value) if several else value, move, tree)

    def result(self, tree, number, fresh=True):
        """Returns the function's result for a node of a tree."""
        depth, height = tree.probe.depth, height_of(tree.nested[number])
        agents, top = len(tree.probe.layers), tree.kinds[number] != "min"
        if self.form == "agent":
            named = {"depth": -(-height // agents)}
        else:
            deepest = height + height % 2 if depth is None else depth - (self.form == "state, game")
            named = {name: self.argument(name, deepest, top) for name in self.others(depth is not None)}
        call = {"call": "search", "fresh": fresh, "arguments": {
            "form": self.form, "root": tree.root(number), "named": named, "agents": agents}}
        try:
            return self.function.exchange(call, tree.answer)
        finally:
            self.words |= tree.words

    def others(self, limited):
        """Returns the names of the arguments to pass in addition to the tree.

        They are those without a default and, in a search with a horizon, the depth and an evaluation that defaults to
        None.
        """
        return [name for name, has_default, is_none in self.parameters if not has_default
                or limited and (is_about(name, DEPTHS) or is_none and is_about(name, EVALUATIONS))
                or self.ordering and is_about(name, (*PLAYERS, "max", "min"))]

    def argument(self, name, depth, top):
        """Returns the value to pass for an argument of this name at a node at which `top` is to move."""
        for words, value in ((("alpha", "a", "α", "low"), -inf), (("beta", "b", "β", "high"), inf),
                             (EVALUATIONS, "evaluate"), (("ply", "level"), 0), (DEPTHS, depth),
                             (("max",), top), (("min",), not top), (("players", "count", "n"), 3),
                             (PLAYERS, self.mover if top else MOVERS[self.mover]),
                             (("kind", "layer"), "max" if top else "min")):
            if is_about(name, words):
                return value
        raise ArgumentError(f"{self.function.name}: unknown argument {name!r}; known are node, depth, alpha, beta, "
                            "maximizing, player, kind, evaluate, or state and game; others need a default")

    def taken_apart(self, result):
        """Returns (value, move) from a result, which is a number, a move's name, or a pair that contains a move or a
        line of moves."""
        if result is None:
            raise Fault("it returns None: on some way through the function a `return` is missing")
        value, move = result if isinstance(result, list) and len(result) == 2 else (result, None)
        if self.value_last and value is not result or isinstance(value, str) and self.moves_are_text:
            value, move = move, value
        return value, (move or [None])[0] if isinstance(move, list) else move

    def calibrate(self, probe):
        """Finds the form in which the function is called, by means of a small tree."""
        players, chance, works = probe.layers[0].isdecimal(), "chance" in probe.layers, None
        movers = (0, 1) if players else MOVERS if any(is_about(name, PLAYERS) for name in self.others(False)) else (1,)
        for settings in product([form for form in self.forms if not (players and form == "positions")], movers,
                                (False, True), (True, False) if chance else (False,)):
            self.form, self.mover, self.value_last, self.weighted = settings
            if chance and not self.weighted and self.asks:
                continue
            try:
                answer = self.answer(probe)
            except Endless:
                return
            except Fault:
                continue
            if not wrong_value(answer) and not wrong_move(answer) and (not self.weighted or self.asks):
                return
            works = works or settings
        self.form, self.mover, self.value_last, self.weighted = works or (self.forms[0], min(movers, key=str), False,
                                                                          False)
        self.weighted = chance and self.asks


def is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool) and value == value


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


def wrong_value(answer):
    if answer.value is not None and not is_near(answer.value, right := answer.tree.value()):
        return f"value {answer.value}, where {trees.trace.numeral(right)} is right"


def wrong_move(answer):
    move, tree = answer.move, answer.tree
    if move is None:
        return
    if isinstance(move, bool) or not (isinstance(move, int) and 0 <= move < len(tree.children[0])):
        return f"move {move!r:.80} is none of 0 to {len(tree.children[0]) - 1}"
    if tree.probe.depth == 0:
        return
    value, best = tree.value(tree.children[0][move]), tree.value()
    if not is_near(*(each[0] if isinstance(each, tuple) else each for each in (value, best))):
        return f"move {move} is worth {value}, the best {best}"


def examine(function: SandboxedFunction | Callable, task: str, seed: int = 0, count: int = TREES) -> Report:
    """Returns the Report on a search of trees, whose arguments and results docs/check-search.md describes.

    `count` is the number of random trees of each kind. Raises SwitchError for an unknown task, and ArgumentError for an
    argument that has no default and an unknown name.
    """
    if task not in LAYERS:
        raise SwitchError(f"unknown task {task!r}; known are {', '.join(LAYERS)}")
    student = Student(function)
    if task == "move-order":
        return examine_order(student, Random(seed), count)
    return SearchExamination(student, task, seed, count).report()


class SearchExamination:
    """A student's search compared with the right values, and with the searches of mistakes.toml."""

    def __init__(self, student, task, seed, count):
        self.student, self.task = student, task
        self.kinds = probes_of(task, Random(seed), count, student.function.is_agent)
        self.probes = [probe for probes in self.kinds.values() for probe in probes]
        self.answers, self.endless = {}, None    # answers by probe; after a call that did not end, no other is tried
        small = [[[(3, 1, 2), (1, 2, 3)]], [[(2, 3, 1)]]] if task == "max-n" else [[30, 120, 93], [20, 40]]
        student.counted = task == "alpha-beta"
        student.calibrate(ProbeTree(small, LAYERS[task], 2 if task == "depth-limited" else None))

    @cached_property
    def way(self):
        """The first way to prune with which all trees agree, or a way with strict cuts."""
        trees = [answer.tree for answer in map(self.asked, self.probes) if isinstance(answer, Answer)]
        return next((way for way in WAYS if all(tree.allows(way) for tree in trees)), (True, False))

    def report(self):
        checks = [(kind, probes, self.wrong_value) for kind, probes in self.kinds.items()]
        if any(getattr(self.asked(probe), "move", None) is not None for probe in self.probes[::7]):
            checks.append(("move", self.probes, self.wrong_move))
        if self.student.counted:
            checks.append(("leaves looked at", self.probes, self.wrong_leaves))
        checks.append(("the same again", self.probes[::3], self.wrong_again))
        findings = [self.finding(*check) for check in checks]
        if self.student.counted and all(answer.tree.is_read() for answer in map(self.asked, self.probes)
                                        if isinstance(answer, Answer)):
            findings.append(Finding("pruning", "wrong", "it looks at every leaf of every tree"))
        wrong = [finding.check for finding in findings if finding.verdict == "wrong"]
        if self.student.counted and not wrong and WAYS[self.way]:
            findings.append(Finding("pruning", "note", f"it cuts {WAYS[self.way]}"))
        if "chance" in LAYERS[self.task] and not self.student.weighted:
            findings.append(Finding("probabilities", "note", "only equal ones; node.probabilities has others"))
        return Report(findings, self.likeness(wrong) if wrong else [], self.student.weighted)

    def finding(self, check, probes, complaint):
        """Returns the Finding of a check, with the smallest tree that fails."""
        for probe in sorted(probes, key=lambda probe: len(repr(probe.nested))):
            if text := complaint(probe):
                smallest = probe if complaint == self.wrong_again else self.shrunk(probe, complaint)
                return Finding(check, "wrong", text if smallest == probe else complaint(smallest), smallest)
        return Finding(check, "right", f"{len(probes)} trees")

    def shrunk(self, probe, complaint):
        """Returns a probe that fails in the same way as this one, and of which no smaller variant fails."""
        trials = 0 if self.endless else TRIALS
        while trials > 0:
            for nested in smaller(probe.nested):
                trials -= 1
                if complaint(probe._replace(nested=nested)):
                    probe = probe._replace(nested=nested)
                    break
            else:
                break
        return probe

    def asked(self, probe):
        """Returns the student's Answer, or the Fault that occurred instead."""
        if repr(probe) not in self.answers:
            try:
                if self.endless:
                    raise self.endless
                answer = self.student.answer(probe)
            except Fault as fault:
                answer, self.endless = fault, fault if isinstance(fault, Endless) else None
            self.answers[repr(probe)] = answer
        return self.answers[repr(probe)]

    # The functions below return a complaint about a probe, as text, or None.

    def wrong_value(self, probe):
        answer = self.asked(probe)
        return str(answer) if isinstance(answer, Fault) else wrong_value(answer)

    def wrong_move(self, probe):
        answer = self.asked(probe)
        return None if isinstance(answer, Fault) else wrong_move(answer)

    def wrong_leaves(self, probe):
        answer = self.asked(probe)
        if self.student.form == "lists":
            return "they cannot be counted, as the function asks for exactly list: isinstance(node, list) would do"
        if isinstance(answer, Answer) and not wrong_value(answer) and not wrong_move(answer):
            return answer.tree.pruning_fault(self.way, answer.move)

    def wrong_again(self, probe):
        """Compares the value of a call after other calls with the value of a first call."""
        first = self.asked(probe)
        if isinstance(first, Fault):
            return
        try:
            second = self.student.answer(probe, fresh=False)
        except Fault as fault:
            return f"after other calls: {fault}"
        if not (is_near(first.value, second.value) if None not in (first.value, second.value)
                else first.move == second.move):
            return f"value {first.value}, and after other calls {second.value}: what a call leaves behind (in a " \
                   "global variable, or in a default argument) changes the next"

    def likeness(self, wrong):
        """Returns the mistakes that behave most like the student's search, as pairs (name, reason)."""
        if wrong == ["the same again"]:
            return [KEPT]
        if {*wrong} & {*self.kinds} and {*wrong} & {*self.kinds} <= {"great values", "great values below zero"}:
            return [SMALL]
        right_values = not any(map(self.wrong_value, self.probes))
        counts = self.student.counted
        for with_leaves in (True,) if counts and right_values else (counts, False):
            shares = {name: self.share(name, with_leaves) for name in (None, *MISTAKES[self.task])}
            most = max(shares.values())
            if ALIKE <= most > shares.pop(None):
                names = [(name, MISTAKES[self.task][name]["reason"]) for name in shares if shares[name] == most]
                return names if len(names) < 3 else names[-1:]           # the most general one
        return []

    def share(self, mistake, with_leaves):
        """Returns the share of trees on which a learner's search with a mistake answers as the student does.

        A share below ALIKE counts as 0.
        """
        probes, most = [probe for probe in self.probes if probe.layers == LAYERS[self.task]], 0
        for function in learners(self.task, mistake):
            other, unlike = Student(function), 0
            other.weighted, other.counted = self.student.weighted, self.student.counted
            for probe in probes:
                unlike += not is_alike(self.asked(probe), other, probe, with_leaves)
                if unlike > (1 - ALIKE) * len(probes):
                    break
            else:
                most = max(most, 1 - unlike / len(probes))
        return most


def is_alike(answer, other, probe, with_leaves):
    """Whether an answer agrees with another; values and moves are compared only if both answers have them."""
    try:
        second = other.answer(probe)
    except Fault:
        return False
    return (isinstance(answer, Answer) and (answer.value is None or is_near(answer.value, second.value))
            and (None in (answer.move, second.move) or answer.move == second.move)
            and (not with_leaves or answer.tree.leaves == second.tree.leaves))


def examine_order(student, random, count):
    """Compares the leaves that alpha-beta visits in a student's order of moves with those in other orders."""
    student.ordering, leaves = True, []
    probes = [ProbeTree(random_tree(random, 4, partial(random.randint, -99, 99), 0), LAYERS["move-order"])
              for _ in range(count)]
    for order in partial(order_of, student), lambda tree, node: tree.children[node], backwards_at_min:
        leaves.append([count_leaves(AskedTree(probe), order) for probe in probes])
    own, given, backwards = leaves
    right = sum(own) < sum(given)
    text = f"{sum(own)} leaves, where the order of the tree needs {sum(given)}"
    return Report([Finding("leaves looked at", "right" if right else "wrong", text)],
                  [("MIN's moves are ordered as MAX's", "the greatest comes first for both")] * (own == backwards))


def backwards_at_min(tree, node):
    return sorted(tree.children[node], key=lambda child: -estimate(tree.nested[child]))


def order_of(student, tree, node):
    """Returns the children of a node in the student's order."""
    children, result = tree.children[node], student.result(tree, node)
    order = [each.get("leaf", each.get("node")) if isinstance(each, dict) else dict(enumerate(children)).get(each)
             for each in result if isinstance(each, (dict, int))] if isinstance(result, list) else []
    if sorted(map(str, order)) != sorted(map(str, children)):
        raise Fault(f"{result!r:.80} is not an order of the moves 0 to {len(children) - 1}, or of the children")
    return order


def count_leaves(tree, order):
    """Returns the number of leaves that alpha-beta visits in an order of the children."""
    def value(node, alpha, beta):
        if not tree.children[node]:
            tree.leaves.add(node)
            return tree.nested[node]
        for child in order(tree, node):
            found = value(child, alpha, beta)
            alpha, beta = (max(alpha, found), beta) if tree.kinds[node] == "max" else (alpha, min(beta, found))
            if alpha >= beta:
                break
        return alpha if tree.kinds[node] == "max" else beta
    value(0, -inf, inf)
    return len(tree.leaves)


def as_tree(tree: AskedTree, number: int = 0) -> Any:
    """Returns a node of gamecore.trees."""
    if not tree.children[number]:
        return tree.nested[number]
    return trees.tree([as_tree(tree, child) for child in tree.children[number]], layers=tree.kinds[number],
                      probabilities=tree.probabilities(number))


def shown(task: str, probe: ProbeTree, weighted: bool = False) -> trees.Trace:
    """Returns the trace of the correct search of a probe, for a drawing."""
    root = as_tree(AskedTree(probe, weighted))
    if task == "depth-limited":
        return trees.depth_limited(root, probe.depth, lambda node: estimate(lists_of(node)))
    return SEARCHES[task](root) if task == "alpha-beta" else trees.annotate(root, SEARCHES[task])


def probes_of(task, random, count, is_agent=False):
    """Returns the trees of each kind of check; every other tree of an agent has two opponents."""
    layers, several = LAYERS[task], task == "max-n"
    kinds = {"worked trees": [tuples(each) for each in TREES_OF["several"]] if several else TREES_OF["worked"]}
    for kind, (low, high, early, least) in TREES_OF["kinds"].items():
        leaf = partial(random.randint, low, high) if not several else lambda: tuple(random.sample(range(100), 3))
        if not several or low == -9:
            kinds[kind] = [random_tree(random, least + i % 4, leaf, early) for i in range(count)]
    if not several:
        kinds["equal subtrees"] = [repeating(random) for _ in range(count)]
    if set(layers) == {"max", "min"}:
        kinds["small games"] = [lists_of(trees.from_position(game, count_plies=False)) for game in SMALL_GAMES]
        kinds["equal leaves"] = [uniform(2, 4), uniform(3, 4)]
    return {kind: [ProbeTree(each, layers + layers[1:] * (is_agent and i % 2), depth) for i, each in enumerate(nested)
                   for depth in (range(1 + height_of(each)) if task == "depth-limited" else (None,))]
            for kind, nested in kinds.items()}


def tuples(nested):
    return [*map(tuples, nested)] if isinstance(nested[0], list) else tuple(nested)


def repeating(random):
    """Returns a tree in which equal subtrees occur at different places and heights."""
    a, b = sorted(random.sample(range(-9, 9), 2))
    p, q = (random_tree(random, 2, partial(random.randint, -9, 9), 0) for _ in range(2))
    return random.choice([[[p, q], p], [p, [q, p]], [[a, p], [b, p]], [[b, p], [a, q], [b, p]], [[[p], q], p, [q, p]]])


def lists_of(node):
    return int(node) if trees.is_leaf(node) else [lists_of(child) for child in node.children]
