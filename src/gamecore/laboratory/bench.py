"""The bench: fixed searches of fixed positions. The sum of their nodes is the signature of the search."""
from math import prod
from typing import NamedTuple

from gamecore.engine import Engine
from gamecore.games.checkers.position import Checkers
from gamecore.games.connect_four.position import ConnectFour
from gamecore.search.switches import SWITCHES as KNOWN

HASH_MB = 16                     # small, so that replacement is part of what is measured
EVALUATION = "linear"            # neither patterns nor databases: another file of weights must not change the signature
SWITCHES = [name for name, switch in KNOWN.items()
            if switch.kind in ("definition", "exact") and name != "databases" and not switch.chance]


class Task(NamedTuple):
    """A search with its answer."""

    game: str
    position: object
    depth: int                   # plies
    score: int                   # of the search; beyond the horizon it depends on the evaluation's weights


TASKS = (
    Task("connect-four", ConnectFour(), 17, 61),
    Task("connect-four", ConnectFour("4444"), 17, 73),
    Task("connect-four", ConnectFour("333264"), 19, 101),
    Task("connect-four", ConnectFour("341547"), 20, -9),
    Task("connect-four", ConnectFour("274552224131661"), 27, 0),                       # a draw, 27 cells to fill
    Task("connect-four", ConnectFour("5455174361263362"), 26, -29974),                 # a loss with the last stone
    Task("connect-four", ConnectFour("311162452567347653661244"), 18, -29982),         # another, 18 cells to fill
    Task("connect-four", ConnectFour("514123767523364344653427411252"), 12, 0),        # a draw, 12 cells to fill
    Task("checkers", Checkers(), 16, -1),
    Task("checkers", Checkers("W:W18,21,23-32:B1-8,11,12,13,15"), 15, 16),             # after 9-13 22-18 10-15
    Task("checkers", Checkers("W:W20-23,25-32:B1-7,9-12,16"), 15, 9),                  # after 12-16 24-20 8-12
    Task("checkers", Checkers("B:W19,21-23,25-27,29-32:B1-7,9-12"), 15, 5),            # with eleven men each
    Task("checkers", Checkers("B:W8,17,18,21,22,26,28,32:B1-3,5,7,9,13"), 18, -10),    # a middle game
    Task("checkers", Checkers("B:W11,19,22,23,32:B5,12-14,16"), 19, 12),               # an ending with men
    # ... with kings, where lines repeat
    Task("checkers", Checkers("W:WK1,K6,22,29:B5,12,K27,K32"), 17, 14),
    Task("checkers", Checkers("B:WK10,K18,30:BK3,21,K31"), 17, -11),
)


class Measure(NamedTuple):
    """What the tasks of one game took."""

    nodes: int
    seconds: float               # of wall time
    cpu_seconds: float           # of the searching thread
    ebf: float                   # geometric mean over the tasks

    @property
    def nps(self):
        """Nodes a second of CPU time."""
        return self.nodes / self.cpu_seconds if self.cpu_seconds > 0 else 0.0


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
    engine = Engine(hash_mb=HASH_MB, switches=SWITCHES, evaluation=EVALUATION)
    result = engine.search(task.position, task.depth)
    if result.score != task.score:
        raise AssertionError(
            f"{task.game} {str(task.position)!r} at depth {task.depth} scores {task.score}, not {result.score}")
    return Measure(result.nodes, result.seconds, result.cpu_seconds, result.ebf)


def quickest(measures):
    """Of several runs of one task, the one that was disturbed least."""
    if len({measure.nodes for measure in measures}) > 1:
        raise AssertionError(f"one search visited {[measure.nodes for measure in measures]} nodes")
    return min(measures, key=lambda measure: measure.cpu_seconds)


def total(measures):
    """The tasks of a game together."""
    growth = prod(measure.ebf for measure in measures) ** (1 / len(measures))
    return Measure(sum(measure.nodes for measure in measures), sum(measure.seconds for measure in measures),
                   sum(measure.cpu_seconds for measure in measures), growth)
