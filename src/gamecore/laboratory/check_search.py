"""Checks of a student's search on random and worked trees, which also find the known mistake behind its answers."""
from collections.abc import Callable
from functools import partial, reduce
from numbers import Integral
from operator import getitem
from random import Random
from typing import Any, NamedTuple

from gamecore import trees
from gamecore.errors import SwitchError
from gamecore.examples.nim import Nim
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.laboratory.mistakes import LAYERS, MISTAKES, learner
from gamecore.laboratory.sandbox import Endless, Fault, SandboxedFunction
from gamecore.trees.counting import as_nodes, as_tree, height_of
from gamecore.trees.sampling import random_tree, smaller, uniform
from gamecore.laboratory.student import Answer, Student, is_near

TREES = 30                           # of each kind
TRIALS = 300                         # smaller trees to try before a failing one is shown
ALIKE = 0.9                          # least share of trees on which a mistake answers as the student does

WORKED = [[[3, 12, 8], [2, 4, 6], [14, 5, 2]], [[2, 7], [1, 0]], [[10, 8], [4, 50]], [[10, 10], [10, 0]],
          [[[10, 6], [100, 8]], [[1, 2], [20, 4]]], [[3, 12, 9], [2, 4, 6], [15, 6, 0]], [[10, 10], [9, 100]],
          [[[7, 2], [9, 6]], [[5, 0], [8, -4]]]]
WORKED_FOR_THREE = [[[[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]],
                     [[(5, 1, 7), (1, 5, 2)], [(7, 7, 1), (5, 2, 5)]]]]
# Kinds of random trees, with the leaves' least and greatest value and the rate at which a branch ends early.
KINDS = {"random trees": (-9, 9, 0), "values above zero": (1, 20, 0), "values below zero": (-20, -1, 0),
         "ties": (0, 2, 0), "leaves at different depths": (-9, 9, 0.3), "great values": (-10 ** 7, 10 ** 7, 0)}
SMALL_GAMES = [*map(Nim, range(2, 8)), *map(TicTacToe, ("xoxo.x.o.", "xoxxo.o..", "x.ooxx..o", "xo..xo..."))]
SEARCHES = {"minimax": trees.minimax_by_dispatch, "alpha-beta": trees.alpha_beta, "expectimax": trees.expectimax,
            "expectiminimax": trees.expectiminimax, "max-n": trees.max_n}


class ProbeTree(NamedTuple):
    """A tree of nested lists and, for a search with a horizon, its depth."""

    nested: Any
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


def examine(function: SandboxedFunction | Callable, task: str, seed: int = 0, count: int = TREES) -> Report:
    """Returns the Report on a search of trees, whose arguments and results docs/check-search.md describes.

    `count` is the number of random trees of each kind. Raises SwitchError for an unknown task, and ArgumentError for an
    argument without a default whose name is not understood.
    """
    if task not in LAYERS:
        raise SwitchError(f"unknown task {task!r}; known are {', '.join(LAYERS)}")
    return SearchExamination(Student(function), task, seed, count).report()


class SearchExamination:
    """A student's search compared with the library's."""

    def __init__(self, student, task, seed, count):
        self.student, self.task, self.layers = student, task, LAYERS[task]
        self.kinds = probes_of(task, Random(seed), count)
        self.probes = [probe for probes in self.kinds.values() for probe in probes]
        self.answers, self.endless = {}, None    # answers by probe; after a call that did not end, no other is tried
        small = ProbeTree([[[(3, 1, 2), (1, 2, 3)]], [[(2, 3, 1)]]] if task == "max-n" else [[30, 120, 93], [20, 40]],
                          2 if task == "depth-limited" else None)
        student.calibrate(small.nested, self.layers, lambda weighted: right_answer(task, small, weighted).value,
                          small.depth)
        self.counts = task == "alpha-beta" and student.style != "plain lists"

    def report(self):
        checks = [(kind, probes, self.wrong_value) for kind, probes in self.kinds.items()]
        some = self.probes[::7]
        if any(getattr(self.asked(probe), "move", None) is not None for probe in some):
            checks.append(("move", self.probes, self.wrong_move))
        if self.counts:
            checks.append(("leaves looked at", self.probes, self.wrong_leaves))
            checks.append(("equal leaves", [ProbeTree(uniform(2, 4)), ProbeTree(uniform(3, 4))], self.wrong_leaves))
        checks.append(("the same again", some, self.wrong_again))
        findings = [self.finding(*check) for check in checks]
        wrong = any(finding.verdict == "wrong" for finding in findings)
        if self.task == "alpha-beta" and not self.counts:
            findings.append(Finding("leaves looked at", "note", "not counted, as the function asks for exactly int or "
                                                                "list; with isinstance(node, int) they are"))
        if "chance" in self.layers and not self.student.weighted:
            findings.append(Finding("probabilities", "note", "only equal ones; node.probabilities has others"))
        return Report(findings, self.likeness() if wrong else [], self.student.weighted)

    def finding(self, check, probes, complaint):
        """Returns the Finding of a check, with the smallest tree that fails."""
        for probe in sorted(probes, key=lambda probe: len(repr(probe.nested))):
            if complaint(probe):
                smallest = self.shrunk(probe, complaint)
                return Finding(check, "wrong", complaint(smallest), smallest)
        words = ""
        if complaint == self.wrong_leaves:
            traces = [shown(self.task, probe) for probe in probes]
            words = f", {sum(each.leaves for each in traces)} leaves, {sum(len(each.pruned) for each in traces)} cuts"
        return Finding(check, "right", f"{len(probes)} trees{words}")

    def shrunk(self, probe, complaint):
        """Returns a smallest probe that fails as this one does: none of its smaller variants does."""
        trials = 0 if self.endless else TRIALS
        while trials > 0:
            for nested in smaller(probe.nested):
                trials -= 1
                if complaint(ProbeTree(nested, probe.depth)):
                    probe = ProbeTree(nested, probe.depth)
                    break
            else:
                break
        return probe

    def asked(self, probe):
        """Returns the student's Answer, or the Fault in its place."""
        if repr(probe) not in self.answers:
            try:
                answer = self.endless or self.student.answer(probe.nested, self.layers, probe.depth)
            except Endless as fault:
                answer = self.endless = fault
            except Fault as fault:
                answer = fault
            self.answers[repr(probe)] = answer
        return self.answers[repr(probe)]

    # Complaints about a probe, each a text or None.

    def wrong_value(self, probe):
        answer, right = self.asked(probe), right_answer(self.task, probe, self.student.weighted)
        if isinstance(answer, Fault):
            return str(answer)
        if not is_near(answer.value, right.value):
            return f"value {answer.value}, where {trees.trace.numeral(right.value)} is right"

    def wrong_move(self, probe):
        move, right = getattr(self.asked(probe), "move", None), right_answer(self.task, probe, self.student.weighted)
        if move is None:
            return
        if not (isinstance(move, Integral) and 0 <= move < len(probe.nested)):
            return f"move {move!r:.80} is none of 0 to {len(probe.nested) - 1}"
        value, best = right_answer(self.task, probe, self.student.weighted, move).value, right.value
        if not is_near(*(each[0] if isinstance(each, tuple) else each for each in (value, best))):
            return f"move {move} is worth {value}, the best {best}"

    def wrong_leaves(self, probe):
        answer, right = self.asked(probe), right_answer(self.task, probe)
        if isinstance(answer, Fault) or answer.leaves == right.leaves:
            return
        words = [f"{len(answer.leaves)} leaves, where alpha-beta looks at {len(right.leaves)}"]
        for paths, what in ((answer.leaves - right.leaves, "could"), (right.leaves - answer.leaves, "must not")):
            if paths:
                leaves = (str(reduce(getitem, path, probe.nested)) for path in sorted(paths))
                words.append(f"{', '.join(leaves)} {what} be cut")
        return "; ".join(words)

    def wrong_again(self, probe):
        if isinstance(self.asked(probe), Fault):
            return
        function = self.student.source()
        try:
            values = [self.student.answer(probe.nested, self.layers, probe.depth, function).value for _ in range(2)]
        except Fault as fault:
            return f"at the second call: {fault}"
        if values[0] != values[1]:
            return f"value {values[0]}, and at the second call {values[1]}: what a call leaves behind (in a global " \
                   "variable, or in a default argument) changes the next"

    def likeness(self):
        """Returns the mistakes that behave most like the student's search, as pairs (name, reason)."""
        right_values = not any(map(self.wrong_value, self.probes))
        for with_leaves in (True,) if self.counts and right_values else (self.counts, False):
            shares = {name: self.share(name, with_leaves) for name in (None, *MISTAKES[self.task])}
            most = max(shares.values())
            if ALIKE <= most > shares.pop(None):
                return [(name, MISTAKES[self.task][name][0]) for name in shares if shares[name] == most]
        return []

    def share(self, mistake, with_leaves):
        """Returns the share of trees on which a learner's search with a mistake answers as the student does."""
        alike = []
        for hard in (False, True) if self.task == "alpha-beta" else (False,):
            other = Student(learner(self.task, mistake, hard))
            other.weighted = self.student.weighted
            alike.append(sum(is_alike(self.asked(probe), other.answer(probe.nested, self.layers, probe.depth),
                                      with_leaves) for probe in self.probes))
        return max(alike) / len(self.probes)


def is_alike(answer, other, with_leaves):
    """Whether two answers are the same; moves are compared only if both have one."""
    return (isinstance(answer, Answer) and is_near(answer.value, other.value)
            and (None in (answer.move, other.move) or answer.move == other.move)
            and (not with_leaves or answer.leaves == other.leaves))


def right_answer(task, probe, weighted=False, move=None):
    """Returns the library's Answer to a probe, or to one move of the root."""
    root, depth = as_tree(as_nodes(probe.nested, LAYERS[task], set(), weighted)), probe.depth
    if move is not None:
        root, depth = root[move], depth and depth - 1
    if trees.is_leaf(root):
        return Answer(root, None, frozenset())
    found = SEARCHES[task](root) if depth is None else trees.depth_limited(root, depth, estimate)
    leaves = [path for path, node in trees.walk(root) if trees.is_leaf(node) and path in getattr(found, "visits", ())]
    return Answer(found.value, found.action, frozenset(leaves))


def shown(task: str, probe: ProbeTree, weighted: bool = False) -> trees.Trace:
    """Returns the right search's trace of a probe, for drawing."""
    root = as_tree(as_nodes(probe.nested, LAYERS[task], set(), weighted))
    if task == "depth-limited":
        return trees.depth_limited(root, probe.depth, estimate)
    return SEARCHES[task](root) if task == "alpha-beta" else trees.annotate(root, SEARCHES[task])


def estimate(node):
    """Returns the value as Branch.evaluate does."""
    leaves = [leaf for _, leaf in trees.walk(node) if trees.is_leaf(leaf)]
    return round(sum(leaves) / len(leaves))


def probes_of(task, random, count):
    """Yields the trees of each kind of check."""
    several = task == "max-n"
    kinds = {"worked trees": WORKED_FOR_THREE if several else WORKED}
    for kind, (low, high, early) in KINDS.items():
        leaf = partial(random.randint, low, high) if not several else lambda: tuple(random.sample(range(100), 3))
        kinds[kind] = [random_tree(random, 1 + i % 4, leaf, early) for i in range(count)]
    if several:
        kinds = {kind: kinds[kind] for kind in ("worked trees", "random trees", "leaves at different depths")}
    elif "chance" not in LAYERS[task]:
        kinds["small games"] = [lists_of(trees.from_position(game, count_plies=False)) for game in SMALL_GAMES]
    return {kind: [ProbeTree(each, depth) for each in nested
                   for depth in (range(1 + height_of(each)) if task == "depth-limited" else (None,))]
            for kind, nested in kinds.items()}


def lists_of(node):
    return int(node) if trees.is_leaf(node) else [lists_of(child) for child in node.children]
