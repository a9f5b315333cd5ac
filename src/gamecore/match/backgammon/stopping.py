"""The stopping rules of a rollout, which ends when its mean is accurate enough, or when all plays but one are far
behind.

The rules are tested after fixed numbers of games, so a command stops after the same game with any number of processes.
"""
from collections.abc import Iterable, Iterator
from math import inf, sqrt
from operator import sub
from typing import Any

from gamecore.core.checks import real
from gamecore.errors import LimitError

BATCH = 36                           # games between two tests
FIRST_CHECK = 4 * BATCH              # games before the first test, since an error estimated from fewer is too uncertain


class Mean:
    """The mean of n values and its standard error, by Welford's recurrence."""

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.n = 0
        self.mean: float | None = None            # of no values
        self.squares = 0.0                       # of the differences from the mean
        for x in values:
            self.add(x)

    def add(self, x: float) -> None:
        self.n += 1
        before = 0.0 if self.mean is None else self.mean
        self.mean = before + (x - before) / self.n
        self.squares += (x - before) * (x - self.mean)

    @property
    def standard_error(self) -> float | None:
        """The standard error; None for fewer than two values."""
        return sqrt(self.squares / (self.n * (self.n - 1))) if self.n > 1 else None


def difference(values: Iterable[float], others: Iterable[float]) -> Mean:
    """Returns the Mean of the differences between values and other values of games with the same dice, if both
    exist."""
    return Mean(map(sub, values, others))


class Stopping:
    """The positions from which a rollout continues to play games.

    `until` is the standard error, in points per game, at which to stop. A position is dropped when it is `ahead`
    standard errors of the difference behind the best. Raises LimitError unless these are above 0.

    Attributes
    ----------
    wanted : list of int
        The indices of the positions that have not been dropped.
    reason : {"until", "ahead", None}
        Why the rollout has stopped; None if it played all games.
    """

    def __init__(self, positions: int, until: float | None = None, ahead: float | None = None) -> None:
        self.until, self.ahead = (value if value is None else above_zero(name, value)
                                  for name, value in (("until", until), ("ahead", ahead)))
        self.positions = positions
        self.begin()

    def begin(self) -> None:
        self.wanted = list(range(self.positions))
        self.values = [[] for _ in self.wanted]  # of the games of each position
        self.reason = None

    def batches(self, games: int) -> Iterator[range]:
        """Yields at most `games` game numbers in batches, and tests the rules when the next batch is requested."""
        self.begin()
        checks = self.until is not None or self.ahead is not None
        start, end = 0, min(FIRST_CHECK, games) if checks else games
        while start < games and not self.reason:
            yield range(start + 1, end + 1)
            start, end = end, min(end + BATCH, games)
            if checks:
                self.check()

    def add(self, games: Iterable[Any]) -> None:
        """Adds a game of each remaining position."""
        for i, game in zip(self.wanted, games, strict=True):
            self.values[i].append(game.points - game.luck)

    def check(self) -> None:
        best = max(self.wanted, key=lambda i: sum(self.values[i]))
        if self.ahead is not None:
            self.wanted = [i for i in self.wanted if i == best or not self.is_behind(i, best)]
            if len(self.wanted) == 1:
                self.reason = "ahead"
        if self.until is not None and all(self.is_known(i) for i in self.wanted):
            self.reason = "until"

    def is_behind(self, i: int, best: int) -> bool:
        gap = difference(self.values[best], self.values[i])
        return gap.n > 1 and gap.mean > self.ahead * gap.standard_error

    def is_known(self, i: int) -> bool:
        mean = Mean(self.values[i])
        return mean.n > 1 and mean.standard_error <= self.until


def above_zero(name, value):
    """Returns `value` as a float; raises LimitError unless it is positive and finite."""
    number = real(value)
    if number is None or not 0 < number < inf:
        raise LimitError(f"{name} must be a number above 0, not {value!r}")
    return number
