"""The effect of each exact switch, measured over a suite by removing it from the full search and adding it to plain
alpha-beta."""
from dataclasses import dataclass
from math import prod

from gamecore.core.processes import in_processes
from gamecore.engine import Engine
from gamecore.errors import EvaluationError
from gamecore.laboratory.chance import ratio
from gamecore.laboratory.pruning import name_of
from gamecore.search.switches import SWITCHES

DEFINITION = ("evaluation", "quiescence")        # not repetition, whose draws depend on the path: the score must be
                                                 # the same in all rows
EXACT = tuple(name for name, switch in SWITCHES.items() if switch.kind == "exact" and not switch.chance)
SPAN = 4                             # plies over which growth is measured
HASH_MB = 16


@dataclass(frozen=True)
class AblationRow:
    """The measurements of one set of switches over all positions of a suite."""

    name: str                        # "full", "full without table", ..., "plain", "plain with table", ...
    switches: tuple[str, ...]        # the exact switches that are on
    nodes: int                       # of the last iterations, like leaves; summed over positions
    leaves: int
    nodes_all: int                   # of all iterations, by which rows are compared
    leaves_all: int
    times: float                     # nodes_all as a multiple of those of the row "full" or "plain" that it changes
    times_error: float               # standard error, as a ratio of two means over the same positions
    first_cut_rate: float | None     # share of the cut nodes, of all iterations, that their first move cut
    seconds: float                   # wall time of the searches
    cpu_seconds: float
    ebf: float                       # growth of `nodes` per ply over SPAN plies; geometric mean over positions


def settings():
    """Returns (name, switches, name of the row that it changes) of each row of the table."""
    yield "full", EXACT, "full"
    for switch in EXACT:
        on = tuple(name for name in EXACT if name != switch and switch not in SWITCHES[name].needs)
        yield f"full without {switch}", on, "full"
    yield "plain", ("pruning",), "plain"
    for switch in EXACT[1:]:
        yield f"plain with {switch}", ("pruning", switch), "plain"


def ablation(suite, on_row=None, jobs=1, evaluation=None, order=None):
    """Yields the table's rows, with DEFINITION on and a new engine for each search to the case's depth.

    `evaluation` and `order` are those of `Engine`; an order adds a row that is called "plain with" and its name.
    `on_row` is called with (rows done, rows in all, name) before each row. `jobs` is the number of processes; counts do
    not depend on it. Raises AssertionError if two rows differ in a position's score, which means that a switch is not
    exact.
    """
    table = [(*row, "full") for row in settings()]
    if order is not None:
        search((suite[0].position, 1, ("pruning",), {"evaluation": evaluation, "order": order}))     # checks them
        table.append((f"plain with {name_of(order)}", ("pruning",), "plain", order))
    searches = [(case.position, depth, switches, {"evaluation": evaluation, "order": own})
                for _, switches, _, own in table for case in suite for depth in (case.depth, case.depth - SPAN)]
    results = map(search, searches) if jobs == 1 else in_processes(search, searches, jobs, "searches")
    scores, nodes = {}, {}
    for done, (name, switches, base, _) in enumerate(table):
        if on_row is not None:
            on_row(done, len(table), name)
        yield measure(suite, name, switches, results, scores, nodes, base)


def measure(suite, name, switches, answers, scores, nodes, base):
    """Returns one row from the next of `answers`.

    `scores` collects the scores by the position's number. `nodes` collects the nodes by the row's name, and must
    contain those of `base`.
    """
    results, growths = [], []
    for number, case in enumerate(suite):
        result, before = next(answers), next(answers)
        expected = scores.setdefault(number, result.score)
        if result.score != expected:
            raise EvaluationError(f"{case.text!r} at depth {case.depth} scores {expected}, but {result.score} with "
                                  f"{name!r}: the evaluation or the rules depend on more than the position")
        results.append(result)
        growths.append((result.iterations[-1].nodes / before.iterations[-1].nodes) ** (1 / SPAN))
    nodes[name] = [result.nodes for result in results]
    last, cuts = [result.iterations[-1] for result in results], sum(result.cuts for result in results)
    return AblationRow(name, switches, sum(iteration.nodes for iteration in last),
                       sum(iteration.leaves for iteration in last), sum(nodes[name]),
                       sum(result.leaves for result in results), *ratio(nodes[name], nodes[base]),
                       sum(result.first_cuts for result in results) / cuts if cuts else None,
                       sum(result.seconds for result in results), sum(result.cpu_seconds for result in results),
                       prod(growths) ** (1 / len(growths)))


def search(wanted):
    position, depth, switches, options = wanted
    return Engine(hash_mb=HASH_MB, **options).search(position, depth, switches=[*DEFINITION, *switches])
