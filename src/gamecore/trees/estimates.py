"""Leaves that are evaluations at a horizon, not results of a finished game."""

from fractions import Fraction
from numbers import Integral, Rational


class Estimate:
    """The base of all estimates. An estimate equals its number and prints like it, but is drawn with a ~ in front."""


class EstimatedInt(Estimate, int):
    """An estimate that is an int."""


class EstimatedFloat(Estimate, float):
    """An estimate that is a float."""


class EstimatedFraction(Estimate, Fraction):
    """An estimate that is a Fraction."""

    def __repr__(self):
        return repr(Fraction(self))


class EstimatedUtilities(Estimate, tuple):
    """A utility for each of several players."""


def estimate(score):
    """Returns a score, a number or a tuple of numbers, as an equal `Estimate`.

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
