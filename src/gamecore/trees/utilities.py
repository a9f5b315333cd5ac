"""The value of lotteries: expected utility, expected amounts of money, and certainty equivalents."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from numbers import Rational
from typing import Any

from gamecore.errors import TreeError
from gamecore.trees.lotteries import Lottery, utility_of
from gamecore.trees.nodes import check_number, in_python, plain


def expected_utility(lottery: Lottery, utility: Any) -> Any:
    """Returns the expected utility of a lottery, which is linear in the probabilities, not in the prizes.

    von Neumann & Morgenstern (1944).

    Parameters
    ----------
    lottery : Lottery
    utility : callable or mapping
        The utility of each prize.

    Returns
    -------
    real
        In the unit of `utility`; exact if the probabilities and utilities are.

    Raises
    ------
    TreeError
        If a mapping lacks one of the prizes, or a utility is not a finite number.

    Examples
    --------
    >>> from gamecore.trees import Lottery
    >>> expected_utility(Lottery((0.5, "now"), (0.5, "more")), {"now": 5, "more": 9})
    7.0
    """
    return lottery.expect(lambda prize: utility_of(prize, utility))


def expected_monetary_value(lottery: Lottery) -> Any:
    """Returns the mean amount of money (EMV) of a lottery over amounts.

    Examples
    --------
    >>> from gamecore.trees import Lottery
    >>> expected_monetary_value(Lottery((0.6, 0), (0.4, 100)))
    40.0
    """
    return lottery.expect(lambda amount: amount)


@dataclass(frozen=True)
class UtilityCurve:
    """A utility function of money that passes through a few points, and is linear between them.

    Parameters
    ----------
    points : mapping
        At least two utilities by amount; a greater amount must have a greater utility.

    Raises
    ------
    TreeError
        If the points do not increase or, later, an amount is outside their range.

    Examples
    --------
    >>> curve = UtilityCurve({0: 0, 10: 400, 100: 1000})
    >>> curve(10), curve(55), curve.amount(400)
    (400, 700, 10)
    """

    points: Mapping

    def __post_init__(self):
        object.__setattr__(self, "points", {
            check_number(amount, f"amount {amount!r}"): check_number(utility, f"utility {utility!r} of {amount!r}")
            for amount, utility in self.points.items()})
        if len(self.points) < 2:
            raise TreeError(f"a utility curve needs two points or more that increase: {list(self.points.items())!r}")
        for low, high in pairwise(sorted(self.points)):
            check_increase(self.points.__getitem__, low, high)

    def __call__(self, amount: Any) -> Any:
        """Returns the utility of an amount."""
        return interpolate(sorted(self.points.items()), amount)

    def amount(self, utility: Any) -> Any:
        """Returns the amount that has this utility."""
        return interpolate(sorted((u, x) for x, u in self.points.items()), utility)


def interpolate(points, x):
    """Returns the y at x on the polyline through `points`, sorted pairs (x, y)."""
    x = in_python(x)
    if not points[0][0] <= x <= points[-1][0]:
        raise TreeError(f"{x!r} is outside the curve, {points[0][0]!r} to {points[-1][0]!r}")
    right = bisect_right(points, x, key=lambda point: point[0])
    x0, y0 = points[right - 1]
    if x == x0:
        return y0
    x1, y1 = points[right]
    share = Fraction(x - x0) / (x1 - x0) if isinstance(x, Rational) and isinstance(x1 - x0, Rational) else (
        (x - x0) / (x1 - x0))
    return plain(y0 + (y1 - y0) * share)


def certainty_equivalent(lottery: Lottery, utility: Any) -> Any:
    """Returns the sure amount that is worth as much as a lottery over amounts.

    Parameters
    ----------
    lottery : Lottery
        A lottery over amounts of money.
    utility : UtilityCurve, mapping or callable
        Strictly increasing between the least and the greatest prize; a mapping becomes a `UtilityCurve`.

    Returns
    -------
    real
        An amount of money. It is found by the inverse of a curve, or else by bisection to the last bit of a float.

    Raises
    ------
    TreeError
        If the utility does not increase where it was evaluated, at the prizes and during the bisection. Then no
        amount, or more than one, is worth the lottery.

    Examples
    --------
    >>> from gamecore.trees import Lottery
    >>> curve = UtilityCurve({0: 0, 10: 400, 100: 1000})
    >>> certainty_equivalent(Lottery((0.6, 0), (0.4, 100)), curve)
    10
    """
    if isinstance(utility, Mapping):
        for prize in lottery.flat():
            utility_of(prize, utility)
        utility = UtilityCurve(utility) if len(utility) > 1 else utility.__getitem__
    prizes = sorted(prize for prize, p in lottery.flat().items() if p)
    # Rounding may move the mean of floats out of their range.
    target = min(max(expected_utility(lottery, utility), utility(prizes[0])), utility(prizes[-1]))
    if isinstance(utility, UtilityCurve):
        return utility.amount(target)
    for low, high in pairwise(prizes):
        check_increase(utility, low, high)
    if target == utility(prizes[0]):
        return prizes[0]
    return solve_increasing(utility, target, prizes[0], prizes[-1])


def solve_increasing(function, target, low, high):
    """Returns the x between `low` and `high` where an increasing function reaches `target`."""
    low, high = float(low), float(high)
    middle = low / 2 + high / 2          # the sum may be infinite
    while low < middle < high:
        if not function(low) <= function(middle) <= function(high):
            check_increase(function, low, middle)
            check_increase(function, middle, high)
        low, high = (middle, high) if function(middle) < target else (low, middle)
        middle = low / 2 + high / 2
    return high


def check_increase(utility, low, high):
    """Raises TreeError unless the utility of the higher of two amounts is higher."""
    if not utility(low) < utility(high):
        raise TreeError(f"utility does not increase from {utility(low)!r} to {utility(high)!r} between the amounts "
                        f"{low!r} and {high!r}")


def risk_premium(lottery: Lottery, utility: Any) -> Any:
    """Returns the price that an agent would pay to avoid the risk, which is the EMV minus the certainty equivalent.

    The premium is positive for an agent that is averse to risk and buys insurance (a concave curve), 0 for an insurer
    (a linear curve), and negative for an agent that seeks risk (a convex curve), for example one in debt.

    Examples
    --------
    >>> from gamecore.trees import Lottery
    >>> insured = UtilityCurve({0: 0, 400: 0.5, 1000: 1})
    >>> risk_premium(Lottery((0.5, 1000), (0.5, 0)), insured)
    100.0
    """
    return expected_monetary_value(lottery) - certainty_equivalent(lottery, utility)
