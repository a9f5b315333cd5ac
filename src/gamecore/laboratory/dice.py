"""Expectiminimax on positions of backgammon: plain, Star1 and Star2, in three orders of the replies."""
from gamecore.core.checks import in_range
from gamecore.engine import Engine
from gamecore.errors import SuiteError
from gamecore.laboratory.chance import HASH_MB, check, row_of, searched
from gamecore.laboratory.suites import read_suite

# Method -> switches; the others are compared with the first, which no order changes.
METHODS = {"plain": "evaluation", "star1": "evaluation,pruning,star1", "star2": "evaluation,pruning,star1,star2",
           "star2+table": "evaluation,pruning,star1,star2,table"}
ROWS = [("none", "plain"), ("none", "star1"), ("none", "star2"), ("random", "star2"), ("static", "star1"),
        ("static", "star2"), ("static", "star2+table")]
ROUNDS = {1: 5}                      # of searches through one layer, which take no time: the fastest counts; elsewhere
                                     # one


def dice_experiment(suite=None, max_layers=2, *, evaluation=None, on_search=None):
    """Measures the share of the dice's tree that expectiminimax visits.

    Parameters
    ----------
    suite : list of gamecore.laboratory.suites.Case, optional
        The one that is shipped unless given. A position is searched through as many layers of dice as its depth.
    max_layers : int
        The rows go from 1 layer to max_layers.
    evaluation : str, optional
        "net" (the default), "linear", or a file of a network.
    on_search : callable, optional
        Called with (layers, number, count) before the searches of each position, number from 0 to count - 1.

    Returns
    -------
    iterator of ChanceRow
        By layers, those of ROWS. The table is cleared before each search, and left out at one layer, where no search
        probes it. The methods take turns at each position, so that a slow phase of the processor affects all of them.

    Raises
    ------
    LimitError, SuiteError
        There are no such layers, or no position of the suite has this depth. It is raised at once, not with the first
        row.
    AssertionError
        A method gives another value than plain expectiminimax.

    Examples
    --------
    >>> rows = list(dice_experiment(read_suite("backgammon"), 1, evaluation="linear"))
    >>> [row.method for row in rows], rows[0].share, round(rows[-1].share, 2)
    (['plain', 'star1', 'star2', 'star2', 'star1', 'star2'], 1.0, 0.11)
    """
    max_layers = in_range("the number of layers", max_layers, 1)
    suite = read_suite("backgammon") if suite is None else suite
    if max_layers > max((case.depth for case in suite), default=0):
        raise SuiteError(f"no position of the suite is to be searched through {max_layers} layers of dice")
    return rows(suite, max_layers, evaluation, on_search or (lambda layers, number, count: None))


def rows_of(layers):
    """Returns (order, method) of each row with this number of layers."""
    return [(order, method) for order, method in ROWS if layers > 1 or "table" not in method]


def rows(suite, max_layers, evaluation, on_search):
    for layers in range(1, max_layers + 1):
        positions = {case.text: case.position for case in suite if case.depth >= layers}
        found = {(order, method): {} for order, method in rows_of(layers)}
        engine, values = Engine(hash_mb=HASH_MB, evaluation=evaluation), {}
        for number, (name, position) in enumerate(positions.items()):
            on_search(layers, number, len(positions))
            for _ in range(ROUNDS.get(layers, 1)):
                for (order, method), searches in found.items():
                    result = searched(engine, position, layers, METHODS[method] + ",hint", order)
                    if name not in searches or result.cpu_seconds < searches[name].cpu_seconds:
                        searches[name] = result
        for (order, method), searches in found.items():
            check(searches, values, method, order)
            yield row_of(searches, found[ROWS[0]], layers=layers, bounded=True, order=order, method=method)
