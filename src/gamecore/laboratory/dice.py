"""Plain expectiminimax, Star1 and Star2 on positions of a game with dice, in three orders of the replies."""
from gamecore.core.checks import in_range
from gamecore.engine import Engine
from gamecore.errors import SuiteError
from gamecore.laboratory.chance import HASH_MB, check, row_of, searched
from gamecore.laboratory.suites import read_suite

# The switches of each method; the others are compared with the first, which no order changes.
METHODS = {"plain": "evaluation", "star1": "evaluation,pruning,star1", "star2": "evaluation,pruning,star1,star2",
           "star2+table": "evaluation,pruning,star1,star2,table"}
ROWS = [("none", "plain"), ("none", "star1"), ("none", "star2"), ("random", "star2"), ("static", "star1"),
        ("static", "star2"), ("static", "star2+table")]
ROUNDS = {1: 5}                      # runs of the short searches of one layer, of which the fastest counts


def dice_experiment(suite=None, max_layers=2, *, evaluation=None, on_search=None):
    """Returns an iterator of ChanceRow: for each number of layers, the rows of ROWS over positions with dice.

    A case's depth is the number of layers of dice to search; the default suite is the shipped one. `evaluation` is
    "net" (the default), "linear", or a file of a network. `on_search` is called with (layers, number, count) before the
    searches of each position. The table is cleared before each search; searches of one layer never probe it, and have
    none. The methods take turns at each position, so that a slow phase of the processor affects all of them equally.

    Raises LimitError or SuiteError at once if the number of layers is invalid, or if the suite has no position of this
    depth, or has a position twice. Raises AssertionError if a method's value differs from plain expectiminimax's.
    """
    max_layers = in_range("the number of layers", max_layers, 1)
    suite = read_suite("backgammon") if suite is None else suite
    if max_layers > max((case.depth for case in suite), default=0):
        raise SuiteError(f"no position of the suite is to be searched through {max_layers} layers of dice")
    texts = [case.text for case in suite]
    for text in texts:
        if texts.count(text) > 1:
            raise SuiteError(f"{text!r} is in the suite twice")
    return rows(suite, max_layers, evaluation, on_search or (lambda layers, number, count: None))


def rows_of(layers):
    """Returns (order, method) of each row with this number of layers."""
    return [(order, method) for order, method in ROWS if layers > 1 or "table" not in method]


def rows(suite, max_layers, evaluation, on_search):
    for layers in range(1, max_layers + 1):
        positions = {case.text: case.position for case in suite if case.depth >= layers}
        found = {(order, method): {} for order, method in rows_of(layers)}
        bounded = all(getattr(position, "bounds", True) is not None for position in positions.values())
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
            yield row_of(searches, found[ROWS[0]], layers=layers, bounded=bounded, order=order, method=method)
