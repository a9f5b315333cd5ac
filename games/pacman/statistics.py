"""Means and shares of games with their 95 % intervals."""
from math import sqrt
from statistics import fmean, stdev

Z = 1.96                             # standard deviations: 95 % of a normal distribution


def mean_interval(values):
    """Returns (mean, half of the interval); the half is None with fewer than two values."""
    return fmean(values), Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def share_interval(successes, n):
    """Returns the interval (low, high) of a probability by Wilson's score (Wilson 1927); it lies within 0..1 even if
    all games are won."""
    share, spread = successes / n, Z * Z / n
    middle, half = share + spread / 2, Z * sqrt(share * (1 - share) / n + spread / (4 * n))
    return max(middle - half, 0.0) / (1 + spread), min((middle + half) / (1 + spread), 1.0)
