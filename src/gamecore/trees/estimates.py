"""Leaves that are evaluations at a horizon, not ends of a game: numbers with a mark."""

from fractions import Fraction
from numbers import Integral, Rational


class Estimate:
    """The base of all estimates: equal to their numbers, printed like them, and drawn with a ~ before."""


class EstimatedInt(Estimate, int):
    """A whole number."""


class EstimatedFloat(Estimate, float):
    """A float."""


class EstimatedFraction(Estimate, Fraction):
    """A Fraction."""

    def __repr__(self):
        return repr(Fraction(self))


class EstimatedUtilities(Estimate, tuple):
    """A utility for each of several players."""


def estimate(score):
    """Returns an evaluated score: the same number, or tuple of numbers, as an `Estimate`.

    Examples
    --------
    >>> leaf = estimate(7)
    >>> leaf, leaf == 7, isinstance(leaf, Estimate), isinstance(-leaf, Estimate)
    (7, True, True, False)
    """
    if isinstance(score, tuple):
        return EstimatedUtilities(score)
    if isinstance(score, Integral):
        return EstimatedInt(score)
    return EstimatedFraction(score) if isinstance(score, Rational) else EstimatedFloat(score)
