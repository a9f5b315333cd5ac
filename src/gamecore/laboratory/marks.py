"""Marks for students' files: which tasks each file has, and which of them it passes."""
import ast
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from gamecore.core.processes import in_processes
from gamecore.errors import GamecoreError, GameError
from gamecore.examples.pacman.trials import searcher
from gamecore.laboratory.check_players import examine_evaluation, examine_pacman
from gamecore.laboratory.check_search import TREES, examine
from gamecore.laboratory.mistakes import LAYERS
from gamecore.laboratory.report import Finding, Report
from gamecore.laboratory.sandbox import SECONDS, SandboxedFunction
from gamecore.laboratory.student import Fault

TASKS = (*LAYERS, "evaluation", "pacman-agent", "pacman-evaluation")
# Words in a function's name, and the tasks that they mean; the first word found counts.
WORDS = {"pacmaneval": "pacman-evaluation", "pacman": "pacman-agent", "expectiminimax": "expectiminimax",
         "expectimax": "expectimax", "depth": "depth-limited", "limited": "depth-limited", "cutoff": "depth-limited",
         "alphabeta": "alpha-beta", "maxn": "max-n", "minimax": "minimax", "agent": "pacman-agent",
         "negamax": "minimax", "order": "move-order", "eval": "evaluation", "heuristic": "evaluation"}
# The names, without underscores, by which a file's functions are found.
FOUND = re.compile("(minimax|negamax|alphabeta|alphabetacutoff|expectimax|expectiminimax|maxn|depthlimited|moveorder)"
                   "(search|decision|agent|move)?")


class MarkSettings(NamedTuple):
    """The settings of an examination: whether all tasks of a file are examined or only one, and the name of the
    function, if one is given."""

    task: str | None = None
    function: str | None = None
    seed: int = 0
    trees: int = TREES
    seconds: float = SECONDS
    start: Any = None                # of the game of an evaluation; by default connect four's


class Mark(NamedTuple):
    """The reports on a file by task."""

    file: str
    reports: dict

    @property
    def passed(self):
        return sum(not report.faults for report in self.reports.values())

    @property
    def finding(self):
        """A description of what is wrong."""
        faults = [f"{task}: {words_of(report)}" for task, report in self.reports.items() if report.faults]
        return "; ".join(faults) or ("no fault found" if self.reports else "no function of a known name")


def words_of(report: Report) -> str:
    """Returns a report in one line: the probable mistake, or the first fault."""
    if report.mistakes:
        return "looks like {}: {}".format(*report.mistakes[0])
    for fault in report.faults:
        return f"{fault.text} ({fault.probe.nested})" if fault.probe else fault.text
    return "no fault found"


def task_of(name: str) -> str:
    """Returns the task that a function's name states; raises GameError if the name states none."""
    plain = name.lower().replace("_", "")
    for word, task in WORDS.items():
        if word in plain:
            return task
    raise GameError(f"{name!r}: the name does not say what the function is; --task does: {', '.join(TASKS)}")


def functions_of(path: Path) -> dict[str, str]:
    """Returns a file's functions and classes by their tasks; for each task, the one with the shortest name."""
    try:
        body = ast.parse(path.read_bytes()).body
    except (OSError, SyntaxError, ValueError) as error:
        raise GameError(f"cannot read {path.name!r}: {type(error).__name__}: {error}") from error
    names = [each.name for each in body if isinstance(each, (ast.FunctionDef, ast.ClassDef))]
    return {task_of(name): name for name in sorted(names, key=lambda name: ("negamax" not in name, -len(name)))
            if FOUND.fullmatch(name.lower().replace("_", ""))}


def report_of(path: Path, job: MarkSettings) -> Report:
    """Examines a function; a fault that ends the function's process becomes a finding."""
    kind = "search" if job.task in LAYERS else "function"
    factory = searcher if job.task == "pacman-evaluation" else None
    with SandboxedFunction(f"{path}:{job.function}", job.seconds, kind, factory) as function:
        try:
            if job.task == "evaluation":
                return examine_evaluation(function, job.start, job.seed)
            if job.task in LAYERS:
                return examine(function, job.task, job.seed, job.trees)
            return examine_pacman(function, job.seed)
        except Fault as fault:
            return Report([Finding("an answer", "wrong", str(fault))], [])


def mark(path: Path, job: MarkSettings) -> Mark:
    """Returns the Mark of a file; a file that cannot be examined fails its task."""
    reports = {}
    try:
        names = {job.task or task_of(job.function): job.function} if job.function else functions_of(path)
    except GameError as error:
        return Mark(path.name, {"file": Report([Finding("file", "wrong", str(error))], [])})
    for task, name in names.items():
        if job.task in (None, task):
            try:
                reports[task] = report_of(path, job._replace(task=task, function=name))
            except (GamecoreError, OSError) as error:
                reports[task] = Report([Finding("an answer", "wrong", str(error))], [])
    return Mark(path.name, reports)


def files_of(folder: Path) -> list[Path]:
    """Returns the Python files of a folder in the order of their names, or the one file."""
    folder.stat()                                # an OSError, if there is none
    files = sorted(folder.glob("*.py")) if folder.is_dir() else [folder]
    if not files:
        raise GameError(f"{str(folder)!r} has no file whose name ends in .py")
    return files


def marks(files: list[Path], job: MarkSettings, jobs: int = 1) -> Iterator[Mark]:
    """Yields the Mark of each file."""
    examine_one = partial(mark, job=job)
    return map(examine_one, files) if jobs == 1 else in_processes(examine_one, files, jobs, "files")


def gradescope(marks: list[Mark]) -> dict:
    """Returns the results in the form of an autograder: one test, worth a point, for each task of each file."""
    tests = [{"name": f"{mark.file}: {task}", "score": int(not report.faults), "max_score": 1,
              "status": "failed" if report.faults else "passed", "output": words_of(report)}
             for mark in marks for task, report in mark.reports.items()]
    return {"score": sum(test["score"] for test in tests), "tests": tests}
