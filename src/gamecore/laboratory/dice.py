"""Expectiminimax on positions of backgammon: plain, Star1 and Star2, which probe the replies by the game's hint or as they come."""
from gamecore.errors import LimitError, SuiteError
from gamecore.laboratory.chance import measure
from gamecore.laboratory.suites import read_suite

# What is on; what is measured against the first, which no order changes.
METHODS = {"plain": "evaluation", "star1": "evaluation,pruning,star1", "star2": "evaluation,pruning,star1,star2"}
ROWS = [("none", "plain"), ("none", "star1"), ("none", "star2"), ("static", "star1"), ("static", "star2")]
ROUNDS = {1: 5}                      # of searches through one layer, which take no time; elsewhere one


def dice_experiment(suite=None, max_layers=2, *, evaluation=None, on_search=None):
    """How much of the dice's tree expectiminimax looks at.

    Parameters
    ----------
    suite : list of gamecore.laboratory.suites.Case, optional
        Of backgammon; the one that is shipped unless given. A position is searched through 1, 2, ... layers of dice, as many as its depth.
    max_layers : int
        The rows go from 1 layer to max_layers.
    evaluation : str, optional
        "net", "linear", or a file of a network; the net unless given.
    on_search : callable, optional
        Called with (order, method, layers) before each row's searches.

    Returns
    -------
    iterator of ChanceRow
        By layers: plain expectiminimax, then Star1 and Star2 with the replies as they come (order "none") and by the hint ("static").

    Raises
    ------
    LimitError, SuiteError
        There are no such layers; no position of the suite is to be searched so deep. At once, not with the first row.
    AssertionError
        A method gives another value than plain expectiminimax.

    Examples
    --------
    >>> rows = list(dice_experiment(read_suite("backgammon"), 1, evaluation="linear"))
    >>> [row.method for row in rows], rows[0].share, round(rows[-1].share, 2)
    (['plain', 'star1', 'star2', 'star1', 'star2'], 1.0, 0.11)
    """
    if not isinstance(max_layers, int) or max_layers < 1:
        raise LimitError(f"the number of layers must be an integer from 1 on, not {max_layers!r}")
    suite = read_suite("backgammon") if suite is None else suite
    if max_layers > max((case.depth for case in suite), default=0):
        raise SuiteError(f"no position of the suite is to be searched through {max_layers} layers of dice")
    return rows(suite, max_layers, evaluation, on_search or (lambda order, method, layers: None))


def rows(suite, max_layers, evaluation, on_search):
    for layers in range(1, max_layers + 1):
        positions, values, plain = {case.text: case.position for case in suite if case.depth >= layers}, {}, None
        for order, method in ROWS:
            on_search(order, method, layers)
            row = measure(positions, values, plain, METHODS[method] + (",hint" if order == "static" else ""), ROUNDS.get(layers, 1), evaluation,
                          layers=layers, bounded=True, order=order, method=method)
            plain = plain or row
            yield row
