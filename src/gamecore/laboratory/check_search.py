"""Checks of a student's search on random and worked trees, which also find the known mistake behind its answers."""
from collections.abc import Callable
from functools import cached_property
from random import Random

from gamecore.errors import SwitchError
from gamecore.laboratory.asked_tree import ProbeTree
from gamecore.laboratory.calls import Answer, CalledSearch, is_near
from gamecore.laboratory.check_order import examine_order
from gamecore.laboratory.mistakes import LAYERS, MISTAKES, learners
from gamecore.laboratory.probes import probes_of
from gamecore.laboratory.report import Finding, Report
from gamecore.laboratory.student import Endless, Fault
from gamecore.trees.sampling import smaller

TREES = 30                           # of each kind
TRIALS = 100                         # smaller trees to try before a failing one is shown
ALIKE = 0.9                          # least share of trees on which a mistake answers as the student does
KEPT = ("kept between calls", "a global variable or a default argument keeps what an earlier call has left there")
SMALL = ("a small infinity", "the best value begins at a number that values can pass, not at infinity")


def examine(function: Callable, task: str, seed: int = 0, count: int = TREES) -> Report:
    """Returns the Report on a search of trees, whose arguments and results docs/check-search.md describes.

    `count` is the number of random trees of each kind. The function may be one of this process, a SandboxedFunction, or
    another object with its `exchange`, through which all questions and answers go. Raises SwitchError for an unknown
    task, and ArgumentError for an argument without a default whose name is not understood.
    """
    if task not in LAYERS:
        raise SwitchError(f"unknown task {task!r}; known are {', '.join(LAYERS)}")
    student = CalledSearch(function)
    if task == "move-order":
        return examine_order(student, Random(seed), count)
    return SearchExamination(student, task, seed, count).report()


class SearchExamination:
    """A student's search compared with the right values, and with the searches of mistakes.toml."""

    def __init__(self, student, task, seed, count):
        self.student, self.task, self.answers = student, task, {}
        self.kinds = probes_of(task, Random(seed), count, student.function.is_agent)
        self.probes = [probe for probes in self.kinds.values() for probe in probes]
        small = [[[(3, 1, 2), (1, 2, 3)]], [[(2, 3, 1)]]] if task == "max-n" else [[30, 120, 93], [20, 40]]
        student.counted = task == "alpha-beta"
        student.calibrate(ProbeTree(small, LAYERS[task], 2 if task == "depth-limited" else None))

    @cached_property
    def opened(self):
        """Whether the search gives each move of the root an open window."""
        return all(answer.tree.is_open() for answer in map(self.asked, self.probes) if isinstance(answer, Answer))

    def report(self):
        checks = [(kind, probes, self.wrong_value) for kind, probes in self.kinds.items()]
        if any(getattr(self.asked(probe), "move", None) is not None for probe in self.probes[::7]):
            checks.append(("move", self.probes, self.wrong_move))
        if self.student.counted:
            checks.append(("leaves looked at", self.probes, self.wrong_leaves))
        checks.append(("the same again", self.probes[::3], self.wrong_again))
        findings = [self.finding(*check) for check in checks]
        wrong = [finding.check for finding in findings if finding.verdict == "wrong"]
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
        """Returns a smallest probe that fails as this one does: none of its smaller variants does."""
        trials = 0 if isinstance(self.asked(probe), Endless) else TRIALS
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
        """Returns the student's Answer, or the Fault in its place."""
        if repr(probe) not in self.answers:
            try:
                self.answers[repr(probe)] = self.student.answer(probe)
            except Fault as fault:
                self.answers[repr(probe)] = fault
        return self.answers[repr(probe)]

    # Complaints about a probe, each a text or None.

    def wrong_value(self, probe):
        answer = self.asked(probe)
        return str(answer) if isinstance(answer, Fault) else answer.wrong_value()

    def wrong_move(self, probe):
        answer = self.asked(probe)
        return None if isinstance(answer, Fault) else answer.wrong_move()

    def wrong_leaves(self, probe):
        if not (self.wrong_value(probe) or self.wrong_move(probe)):
            return self.asked(probe).tree.fault(self.opened)

    def wrong_again(self, probe):
        """Compares the value after other calls with that of a first call."""
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

    # The known mistake

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

        It is 0 where it is less than ALIKE.
        """
        probes, most = [probe for probe in self.probes if probe.layers == LAYERS[self.task]], 0
        for function in learners(self.task, mistake):
            other, unlike = CalledSearch(function), 0
            other.weighted, other.counted = self.student.weighted, self.student.counted
            for probe in probes:
                unlike += not is_alike(self.asked(probe), other, probe, with_leaves)
                if unlike > (1 - ALIKE) * len(probes):
                    break
            else:
                most = max(most, 1 - unlike / len(probes))
        return most


def is_alike(answer, other, probe, with_leaves):
    """Whether an answer is another student's; values and moves are compared only if both have one."""
    try:
        second = other.answer(probe)
    except Fault:
        return False
    return (isinstance(answer, Answer) and (answer.value is None or is_near(answer.value, second.value))
            and (None in (answer.move, second.move) or answer.move == second.move)
            and (not with_leaves or answer.tree.leaves == second.tree.leaves))
