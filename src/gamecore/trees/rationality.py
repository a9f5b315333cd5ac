"""Can an agent with these preferences be rational? Money pumps, and the Allais contradiction."""

from fractions import Fraction

from gamecore.trees.nodes import plain

# A float probability stands for the nearest fraction with a denominator up to this: 0.8 for 4/5.
DENOMINATOR_LIMIT = 10**9


def preference_cycle(preferences):
    """A cycle among strict preferences, which breaks transitivity.

    Parameters
    ----------
    preferences : iterable of pairs (better, worse)
        Anything hashable.

    Returns
    -------
    tuple or None
        (A, B, ..., A), each preferred to the next; None if there is no cycle.

    Examples
    --------
    >>> preference_cycle([("A", "B"), ("B", "C"), ("C", "A")])
    ('A', 'B', 'C', 'A')
    """
    worse_than = {}
    for better, worse in preferences:
        worse_than.setdefault(better, []).append(worse)
    finished = set()
    for start in worse_than:
        if cycle := find_cycle(start, worse_than, (), finished):
            return cycle
    return None


def find_cycle(item, worse_than, path, finished):
    """A cycle that the way down through `path` to `item` runs into, by depth-first search."""
    if item in path:
        return path[path.index(item):] + (item,)
    if item in finished:
        return None
    for worse in worse_than.get(item, ()):
        if cycle := find_cycle(worse, worse_than, path + (item,), finished):
            return cycle
    finished.add(item)
    return None


def money_pump(preferences, fee=1):
    """Trade an agent once round its cycle, each time for something it prefers.

    Parameters
    ----------
    preferences : iterable of pairs (better, worse)
        Strict preferences.
    fee : real, optional
        What the agent pays for each trade, in cents.

    Returns
    -------
    holdings : tuple
        What the agent holds, from first to last: the same thing again. Empty without a cycle.
    paid : real
        What it has paid by then, in cents.

    Examples
    --------
    >>> money_pump([("A", "B"), ("B", "C"), ("C", "A")])
    (('A', 'C', 'B', 'A'), 3)
    """
    cycle = preference_cycle(preferences)
    if cycle is None:
        return (), 0
    holdings = cycle[::-1]
    return holdings, fee * (len(holdings) - 1)


def contradiction(preferences):
    """Weights that prove that no utility function fits strict preferences between lotteries.

    Preferring one lottery to another says: sum over the prizes of (p - q) U(prize) > 0. If some
    of these inequalities, weighted, add up to 0 > 0, no U satisfies them; otherwise some U does
    (Gordan 1873). Decided by Fourier-Motzkin elimination in exact fractions, which suits the few
    lotteries of an argument.

    Parameters
    ----------
    preferences : sequence of pairs (better, worse)
        Lotteries.

    Returns
    -------
    tuple of int or Fraction, or None
        A weight, 0 or more, for each preference; None if a utility function fits.

    Examples
    --------
    Allais: most people prefer B to A and C to D. But the first says U(3k) > 0.8 U(4k) where
    U(0) = 0, and the second, four times over, says the reverse.

    >>> from gamecore.trees import Lottery
    >>> A, B = Lottery((0.8, 4000), (0.2, 0)), Lottery((1, 3000))
    >>> C, D = Lottery((0.2, 4000), (0.8, 0)), Lottery((0.25, 3000), (0.75, 0))
    >>> contradiction([(B, A), (C, D)])
    (1, 4)
    >>> contradiction([(B, A), (D, C)]) is None
    True
    """
    rows = [(difference(better, worse), {k: Fraction(1)})
            for k, (better, worse) in enumerate(preferences)]
    prizes = dict.fromkeys(prize for row, _ in rows for prize in row)
    for prize in prizes:
        rows = eliminate(prize, rows)
    if not rows:
        return None
    _, weights = rows[0]
    unit = min(weights.values())
    return tuple(plain(weights.get(k, 0) / unit) for k in range(len(preferences)))


def difference(better, worse):
    """The coefficient of each prize's utility in U(better) - U(worse) > 0."""
    p, q = exact_odds(better), exact_odds(worse)
    return {prize: p.get(prize, 0) - q.get(prize, 0) for prize in p | q}


def exact_odds(lottery):
    """The probability of each prize as a fraction."""
    return {prize: Fraction(p).limit_denominator(DENOMINATOR_LIMIT)
            for prize, p in lottery.flat().items()}


def eliminate(prize, rows):
    """Rows without `prize`: those that lack it, and each sum of a row for it and one against it.

    A row is (coefficients, weights): a weighted sum of the given inequalities.
    """
    lacking = [row for row in rows if row[0].get(prize, 0) == 0]
    gaining = [row for row in rows if row[0].get(prize, 0) > 0]
    losing = [row for row in rows if row[0].get(prize, 0) < 0]
    return lacking + [cancel(prize, up, down) for up in gaining for down in losing]


def cancel(prize, up, down):
    """The positive combination of two rows in which `prize` cancels out."""
    x, y = -down[0][prize], up[0][prize]
    return tuple({key: x * a.get(key, 0) + y * b.get(key, 0) for key in a | b}
                 for a, b in zip(up, down))
