"""Fixed searches of fixed positions. The total number of their nodes is the signature of the search."""
from math import prod
from typing import NamedTuple

from gamecore.core.branching import rate
from gamecore.engine import Engine
from gamecore.games.all import GAMES
from gamecore.search.switches import SWITCHES as KNOWN

HASH_MB = 16                     # small, so that replacement is measured, too
EVALUATION = "linear"            # not patterns or databases, so that no file of weights changes the signature
SWITCHES = [name for name, switch in KNOWN.items()
            if switch.kind in ("definition", "exact") and name != "databases" and not switch.chance]


class BenchTask(NamedTuple):
    """A search with its expected answer."""

    game: str
    position: object
    depth: int                   # plies
    score: int                   # of the search; beyond the horizon it depends on the evaluation's weights


TASKS = [BenchTask(game.name, game.from_text(text), depth, score) for game in GAMES.values()
         for text, depth, score in game.bench]


class Measure(NamedTuple):
    """The measurements of the tasks of one game."""

    nodes: int
    seconds: float               # of wall time
    cpu_seconds: float           # of the searching thread
    ebf: float                   # geometric mean over the tasks

    def rates(self):
        """Returns the nodes per second of wall time and of CPU time."""
        return {"nps": rate(self.nodes, self.seconds), "nodes_per_cpu_second": rate(self.nodes, self.cpu_seconds)}


def bench(repeat=1, tasks=TASKS, on_task=None):
    """Runs the tasks, each on a new engine, checks their answers, and returns a Measure by game.

    The fastest of `repeat` runs of a task counts. `on_task` is called with each task before it runs. Raises
    AssertionError if a search gives a wrong answer, or visits other nodes in another run.
    """
    runs = {}
    for task in tasks:
        if on_task is not None:
            on_task(task)
        runs.setdefault(task.game, []).append(quickest([run(task) for _ in range(repeat)]))
    return {game: total(measures) for game, measures in runs.items()}


def signature(measures):
    return sum(measure.nodes for measure in measures.values())


def run(task):
    engine = Engine(hash_mb=HASH_MB, switches=SWITCHES, evaluation=EVALUATION)
    result = engine.search(task.position, task.depth)
    if result.score != task.score:
        raise AssertionError(
            f"{task.game} {str(task.position)!r} at depth {task.depth} scores {task.score}, not {result.score}")
    return Measure(result.nodes, result.seconds, result.cpu_seconds, result.ebf)


def quickest(measures):
    """Returns the fastest of several runs of one task."""
    if len({measure.nodes for measure in measures}) > 1:
        raise AssertionError(f"one search visited {[measure.nodes for measure in measures]} nodes")
    return min(measures, key=lambda measure: measure.cpu_seconds)


def total(measures):
    growth = prod(measure.ebf for measure in measures) ** (1 / len(measures))
    return Measure(sum(measure.nodes for measure in measures), sum(measure.seconds for measure in measures),
                   sum(measure.cpu_seconds for measure in measures), growth)
