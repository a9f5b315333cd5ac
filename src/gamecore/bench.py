"""The bench: fixed searches of fixed positions. Their nodes add up to the signature, which only a change of the search changes."""
from math import prod
from time import perf_counter
from typing import NamedTuple

from gamecore.boards.connect_four import ConnectFour
from gamecore.engine import Engine

HASH_MB = 16                     # small, so that replacement is part of what is measured


class Task(NamedTuple):
    """A search with its answer."""

    game: str
    position: object
    depth: int                   # plies
    score: int                   # what every exact search must find; beyond the horizon it hangs on the evaluation's weights


TASKS = (
    Task("connect-four", ConnectFour(), 17, 61),
    Task("connect-four", ConnectFour("4444"), 17, 73),
    Task("connect-four", ConnectFour("333264"), 19, 101),
    Task("connect-four", ConnectFour("341547"), 20, -9),
    Task("connect-four", ConnectFour("274552224131661"), 27, 0),                       # a draw, 27 cells to fill
    Task("connect-four", ConnectFour("5455174361263362"), 26, -29974),                 # a loss with the last stone
    Task("connect-four", ConnectFour("311162452567347653661244"), 18, -29982),         # another, 18 cells to fill
    Task("connect-four", ConnectFour("514123767523364344653427411252"), 12, 0),        # a draw, 12 cells to fill
)


class Measure(NamedTuple):
    """What the tasks of one game took."""

    nodes: int
    seconds: float
    ebf: float                   # geometric mean over the tasks

    @property
    def nps(self):
        return self.nodes / self.seconds


def bench(repeat=1, tasks=TASKS, on_task=None):
    """Runs the tasks, each on a new engine, and checks their answers.

    Parameters
    ----------
    repeat : int
        How often; the quickest run of each task counts, its nodes must always be the same.
    tasks : iterable of Task
    on_task : callable, optional
        Called with each task before it runs.

    Returns
    -------
    dict of str to Measure
        By game. The sum of their nodes is the signature.

    Raises
    ------
    AssertionError
        A search gave a wrong answer, or visited other nodes the second time.
    """
    runs = {}
    for task in tasks:
        if on_task is not None:
            on_task(task)
        runs.setdefault(task.game, []).append(quickest([run(task) for _ in range(repeat)]))
    return {game: total(measures) for game, measures in runs.items()}


def signature(measures):
    """The nodes of all games together."""
    return sum(measure.nodes for measure in measures.values())


def run(task):
    """One task's Measure."""
    engine = Engine(hash_mb=HASH_MB)
    start = perf_counter()
    result = engine.search(task.position, task.depth)
    seconds = perf_counter() - start
    if result.score != task.score:
        raise AssertionError(f"{task.game} {str(task.position)!r} at depth {task.depth} scores {task.score}, not {result.score}")
    return Measure(result.nodes, seconds, result.ebf)


def quickest(measures):
    """Of several runs of one task, the one that was disturbed least."""
    if len({measure.nodes for measure in measures}) > 1:
        raise AssertionError(f"one search visited {[measure.nodes for measure in measures]} nodes")
    return min(measures, key=lambda measure: measure.seconds)


def total(measures):
    """The tasks of a game together."""
    growth = prod(measure.ebf for measure in measures) ** (1 / len(measures))
    return Measure(sum(measure.nodes for measure in measures), sum(measure.seconds for measure in measures), growth)
