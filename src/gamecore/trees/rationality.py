"""Tests of whether any utility function fits given preferences."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from gamecore.errors import ExtraError, TreeError
from gamecore.trees.nodes import plain
from gamecore.trees.preferences import as_lottery, exact_odds, read_preferences

# Margins and weights below this count as 0, since the solver works in floats.
MARGIN = 1e-7

# The weights of a contradiction are small fractions, which the solver's floats approximate.
WEIGHT_DENOMINATOR = 10**6


class Rationalization(NamedTuple):
    """The result of `rationalize`: a utility function, or preferences that no utility function fits.

    Attributes
    ----------
    utility : dict or None
        The utility of each prize, from 0 to 1; None if there is no such function.
    conflict : tuple of Preference
        The preferences that contradict each other; empty if there is a utility function.
    weights : tuple of int or Fraction
        A weight for each of these preferences; with these weights they add up to 0 > 0.
    """

    utility: Any
    conflict: tuple
    weights: tuple


def rationalize(preferences: Iterable[Any]) -> Rationalization:
    """Finds a utility function that fits preferences between lotteries, or else preferences that contradict each other.

    Parameters
    ----------
    preferences : sequence
        Pairs (better, worse) and triples (first, relation, second), as in `read_preferences`, of
        lotteries and prizes.

    Returns
    -------
    Rationalization
        If there is a utility function, the one with the greatest margin for the closest strict preference, divided by
        its greatest difference of two probabilities. Differences of expected utility are then positive for strict
        preferences, not negative for weak ones, and 0 for indifference, to 1e-7 of that difference.

    Raises
    ------
    ExtraError
        If scipy is not installed.
    TreeError
        If an element is not a preference, or only utilities closer than 1e-7 fit, which the solver cannot tell apart.

    Notes
    -----
    Expected utility is linear in the utilities of the prizes, so each preference is a linear inequality, and all of
    them together form a linear program. If it has no solution, a weighted sum of the inequalities states 0 > 0
    (Farkas's
    lemma). A second program finds the weights, which are checked in exact fractions.

    Examples
    --------
    In Allais's example most people prefer B to A and C to D. But with U(0) = 0 the first preference means U(3k) > 0.8
    U(4k), and four times the second means the opposite.

    >>> from gamecore.trees import Lottery
    >>> A, B = Lottery((0.8, 4000), (0.2, 0)), Lottery((1, 3000))
    >>> C, D = Lottery((0.2, 4000), (0.8, 0)), Lottery((0.25, 3000), (0.75, 0))
    >>> rationalize([(B, A), (C, D)]).weights
    (1, 4)
    >>> rationalize([(B, A), (D, C)]).utility[3000] > 0.8
    True
    """
    stated = read_preferences(preferences)
    rows = [difference(preference) for preference in stated]
    prizes = list(dict.fromkeys(prize for row in rows for prize in row))
    utility = fitted(stated, rows, prizes)
    if utility is not None:
        return Rationalization(utility, (), ())
    weights = contradictory_weights(stated, rows, prizes) or contradiction(stated)
    if weights is None:
        raise TreeError(f"only utilities that differ by less than {MARGIN:g} fit these {len(stated)} preferences")
    at = [k for k, weight in enumerate(weights) if weight]
    return Rationalization(None, tuple(stated[k] for k in at), tuple(weights[k] for k in at))


def solver():
    """Returns scipy's linprog; raises ExtraError without scipy."""
    try:
        from scipy.optimize import linprog
    except ImportError as error:
        raise ExtraError(f"rationalize() needs scipy ({error}): pip install 'gamecore[utilities]'") from error
    return linprog


def fitted(stated, rows, prizes):
    """Returns utilities in 0..1 with the greatest margin for the closest strict preference, or None."""
    count = len(prizes)
    solve = solver()
    if not prizes:
        return {}
    at_least, exactly = [], []
    for (_, relation, _), row in zip(stated, rows, strict=True):
        greatest = max(map(abs, row.values())) or 1      # the solver treats small coefficients as 0
        coefficients = [float(row.get(prize, 0) / greatest) for prize in prizes]
        if relation == "~":
            exactly.append([*coefficients, 0])
        else:                                            # sum of coefficients * U >= margin, or >= 0
            at_least.append([*(-c for c in coefficients), 1 if relation == ">" else 0])
    answer = solve([0] * count + [-1], A_ub=at_least or None, b_ub=[0] * len(at_least) or None, A_eq=exactly or None,
                   b_eq=[0] * len(exactly) or None, bounds=[(0, 1)] * (count + 1), method="highs")
    strict = any(relation == ">" for _, relation, _ in stated)
    if strict and answer.x[-1] <= MARGIN:
        return None
    return dict(zip(prizes, map(float, answer.x[:-1]), strict=True))


def contradictory_weights(stated, rows, prizes):
    """Returns weights by which the inequalities add up to 0 > 0, with as few of them as possible; None if the floats
    were too inexact to find them.

    An indifference is an inequality in both directions, so its weight may be negative.
    """
    signs = [(k, sign) for k, (_, relation, _) in enumerate(stated) for sign in ((1, -1) if relation == "~" else (1,))]
    equations = [[float(sign * rows[k].get(prize, 0)) for k, sign in signs] for prize in prizes]
    strict = [float(stated[k].relation == ">") for k, _ in signs]
    answer = solver()([1] * len(signs), A_eq=[*equations, strict], b_eq=[0] * len(prizes) + [1], bounds=(0, None),
                      method="highs")
    if answer.x is None:
        return None
    sums = [0.0] * len(stated)
    for (k, sign), weight in zip(signs, answer.x, strict=True):
        sums[k] += sign * weight
    unit = min((abs(weight) for weight in sums if abs(weight) > MARGIN), default=1)
    weights = [Fraction(weight / unit).limit_denominator(WEIGHT_DENOMINATOR) for weight in sums]
    return tuple(map(plain, weights)) if proves(weights, stated, rows, prizes) else None


def proves(weights, stated, rows, prizes):
    """Whether the weights turn the inequalities into 0 > 0, exactly."""
    used = [(weight, relation, row) for weight, (_, relation, _), row in zip(weights, stated, rows, strict=True)]
    return (all(sum(weight * row.get(prize, 0) for weight, _, row in used) == 0 for prize in prizes)
            and all(weight >= 0 or relation == "~" for weight, relation, _ in used)
            and any(weight > 0 and relation == ">" for weight, relation, _ in used))


def contradiction(preferences: Iterable[Any]) -> tuple[int | Fraction, ...] | None:
    """Returns weights that prove, without scipy, that no utility function fits preferences between lotteries.

    A preference between lotteries with probabilities p and q means that the sum of (p - q) U(prize) over the prizes is
    positive. If a weighted sum of these inequalities is 0 > 0, no U satisfies them; otherwise some U satisfies them
    (Gordan 1873). The method is Fourier-Motzkin elimination in exact fractions. It is practical for a few lotteries;
    `rationalize` handles many.

    Parameters
    ----------
    preferences : sequence
        Pairs (better, worse), or as in `read_preferences`, of lotteries and prizes.

    Returns
    -------
    tuple of int or Fraction, or None
        A weight for each preference, 0 or more, but of either sign for an indifference; None if a
        utility function fits.

    Examples
    --------
    >>> contradiction([("a", "~", "b"), ("a", ">", "b")])
    (-1, 1)
    """
    stated = read_preferences(preferences)
    rows = []
    for k, preference in enumerate(stated):
        row = difference(preference)
        rows.append((row, {k: Fraction(1)}))
        if preference.relation == "~":
            rows.append(({prize: -p for prize, p in row.items()}, {k: Fraction(-1)}))
    prizes = dict.fromkeys(prize for row, _ in rows for prize in row)
    for prize in prizes:
        rows = eliminate(prize, rows)
    for _, weights in rows:
        if any(stated[k].relation == ">" and weight for k, weight in weights.items()):
            unit = min(abs(weight) for weight in weights.values() if weight)
            return tuple(plain(Fraction(weights.get(k, 0)) / unit) for k in range(len(stated)))
    return None


def difference(preference):
    """Returns the coefficient of each prize's utility in U(first) - U(second)."""
    p, q = exact_odds(as_lottery(preference.first)), exact_odds(as_lottery(preference.second))
    return {prize: p.get(prize, 0) - q.get(prize, 0) for prize in p | q}


def eliminate(prize, rows):
    """Returns rows without `prize`: the rows that lack it, and for each row with a positive and each with a negative
    coefficient a sum in which it cancels out.

    A row is a weighted sum of the given inequalities, a pair (coefficients, weights).
    """
    lacking = [row for row in rows if row[0].get(prize, 0) == 0]
    gaining = [row for row in rows if row[0].get(prize, 0) > 0]
    losing = [row for row in rows if row[0].get(prize, 0) < 0]
    return lacking + [cancel(prize, up, down) for up in gaining for down in losing]


def cancel(prize, up, down):
    """Returns the positive combination of two rows in which `prize` cancels out."""
    x, y = -down[0][prize], up[0][prize]
    return tuple({key: x * a.get(key, 0) + y * b.get(key, 0) for key in a | b} for a, b in zip(up, down, strict=True))
