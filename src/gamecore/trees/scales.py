"""Scales of utility, which can be elicited by standard lotteries, normalised, and rescaled."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any

from gamecore.errors import TreeError
from gamecore.trees.axioms import Agent, indifference_point
from gamecore.trees.lotteries import utility_of
from gamecore.trees.nodes import check_number, in_python, plain
from gamecore.trees.utilities import UtilityCurve


def elicit(agent: Agent, prizes: Sequence[Any]) -> dict[Any, Any]:
    """Elicits an agent's utilities by asking for the standard lottery that is as good as each prize.

    The utility of the worst prize is 0, and that of the best prize is 1. The utility of any other prize S is the p at
    which the agent finds [p, best; 1-p, worst] as good as S.

    Parameters
    ----------
    agent : callable
        Maps two things, prizes or lotteries, to ">", "~" or "<".
    prizes : sequence
        At least two prizes, which are not all equally good.

    Returns
    -------
    dict
        The normalised utility of each prize.

    Raises
    ------
    TreeError
        If no prize is better than another, or no p makes a prize as good as a standard lottery.

    Examples
    --------
    >>> from gamecore.trees import by_utility
    >>> elicit(by_utility({0: 0, 10: 400, 100: 1000}), [0, 10, 100])
    {0: 0, 10: Fraction(2, 5), 100: 1}
    """
    prizes = tuple(prizes)
    best = worst = prizes[0] if prizes else None
    for prize in prizes:
        best = prize if agent(prize, best) == ">" else best
        worst = prize if agent(prize, worst) == "<" else worst
    if not prizes or agent(best, worst) != ">":
        raise TreeError(f"no scale for {prizes!r}: none of them is better than another")
    return {prize: standard(agent, best, prize, worst) for prize in prizes}


def standard(agent, best, prize, worst):
    """Returns the utility of a prize on the scale from 0, the worst, to 1, the best."""
    if agent(prize, best) == "~":
        return 1
    if agent(prize, worst) == "~":
        return 0
    p = indifference_point(agent, best, prize, worst)
    if p is None:
        raise TreeError(f"no standard lottery over {best!r} and {worst!r} is as good as {prize!r}")
    return p


def normalized(utility: Any) -> Any:
    """Returns the utilities on the scale on which the worst is 0 and the best is 1.

    Parameters
    ----------
    utility : mapping or UtilityCurve
        At least two different utilities.

    Returns
    -------
    dict or UtilityCurve
        Exact if the utilities are.

    Raises
    ------
    TreeError
        If all utilities are equal, there are none, or one is not a finite number.

    Examples
    --------
    >>> normalized({"now": 5, "now + 2.5M": 9, "now + 1M": 8})
    {'now': 0, 'now + 2.5M': 1, 'now + 1M': Fraction(3, 4)}
    """
    points = utility.points if isinstance(utility, UtilityCurve) else utility
    points = {prize: utility_of(prize, points) for prize in points}
    if len(set(points.values())) < 2:
        raise TreeError(f"no scale for {dict(points)!r}: it needs two different utilities")
    low, high = min(points.values()), max(points.values())
    span = Fraction(high - low) if isinstance(high - low, Rational) else high - low
    scaled = {prize: plain((value - low) / span) for prize, value in points.items()}
    return UtilityCurve(scaled) if isinstance(utility, UtilityCurve) else scaled


def rescaled(utility: Any, k1: float | Fraction, k2: float | Fraction) -> Any:
    """Returns the utility k1 * U + k2, which expresses the same preferences as U if k1 > 0.

    Parameters
    ----------
    utility : mapping, UtilityCurve or callable
    k1 : real
        Above 0.
    k2 : real

    Returns
    -------
    dict, UtilityCurve or callable
        Of the same kind as `utility`.

    Raises
    ------
    TreeError
        If `k1` is not positive, which would lose or reverse the preferences, or a number is not finite.

    Examples
    --------
    >>> rescaled({"now": 5, "more": 9}, 2, 1)
    {'now': 11, 'more': 19}
    """
    if not 0 < k1 < float("inf"):
        raise TreeError(f"the factor {k1!r} is not above 0, so k1 * U + k2 would not keep the preferences of U")
    k1, k2 = in_python(k1), check_number(k2, f"the constant {k2!r}")
    if isinstance(utility, UtilityCurve):
        return UtilityCurve(rescaled(utility.points, k1, k2))
    if isinstance(utility, Mapping):
        return {prize: k1 * utility_of(prize, utility) + k2 for prize in utility}
    return lambda prize: k1 * utility_of(prize, utility) + k2
