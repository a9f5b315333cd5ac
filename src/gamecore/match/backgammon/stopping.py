"""When a rollout has seen enough: its mean is known well, or all plays but one are far behind.

It looks after fixed numbers of games, never at whatever has been finished by then, so that the same command stops at
the same game however many processes play.
"""
from math import inf, sqrt
from operator import sub

from gamecore.core.checks import real
from gamecore.errors import LimitError

BATCH = 36                           # games between two looks
FIRST_LOOK = 4 * BATCH               # ... and before the first: an error estimated from a few games is too uncertain


class Mean:
    """A mean of n values and its standard error, by Welford's recurrence."""

    def __init__(self, values=()):
        self.n = 0
        self.mean = None                         # of no values
        self.squares = 0.0                       # of the differences from the mean
        for x in values:
            self.add(x)

    def add(self, x):
        self.n += 1
        before = 0.0 if self.mean is None else self.mean
        self.mean = before + (x - before) / self.n
        self.squares += (x - before) * (x - self.mean)

    @property
    def standard_error(self):
        """None for fewer than two."""
        return sqrt(self.squares / (self.n * (self.n - 1))) if self.n > 1 else None


def difference(values, others):
    """The Mean of what games brought more than others with the same dice, as far as there are both."""
    return Mean(map(sub, values, others))


class Stopping:
    """Which positions a rollout still wants games from.

    Parameters
    ----------
    positions : int
        How many there are.
    until : float, optional
        The standard error, in points a game, at which a position is known well enough.
    ahead : float, optional
        A position that is this number of standard errors of their difference behind the best is given up.

    Raises
    ------
    LimitError
        A number is not above 0.
    """

    def __init__(self, positions, until=None, ahead=None):
        self.until, self.ahead = (value if value is None else above_zero(name, value)
                                  for name, value in (("until", until), ("ahead", ahead)))
        self.wanted = list(range(positions))     # the indices of the positions that have not been given up
        self.values = [[] for _ in self.wanted]  # of the games of each position
        self.reason = None                       # why the rollout is to stop: "until" or "ahead"

    def batches(self, games):
        """The numbers of the games to play before each look, at most this many games. It looks when the next batch is
        asked for."""
        looks = self.until is not None or self.ahead is not None
        start, end = 0, min(FIRST_LOOK, games) if looks else games
        while start < games and not self.reason:
            yield range(start + 1, end + 1)
            start, end = end, min(end + BATCH, games)
            if looks:
                self.look()

    def add(self, games):
        """Counts a game of each position that is wanted."""
        for i, game in zip(self.wanted, games, strict=True):
            self.values[i].append(game.points - game.luck)

    def look(self):
        best = max(self.wanted, key=lambda i: sum(self.values[i]))
        if self.ahead is not None:
            self.wanted = [i for i in self.wanted if i == best or not self.is_behind(i, best)]
            if len(self.wanted) == 1:
                self.reason = "ahead"
        if self.until is not None and all(self.is_known(i) for i in self.wanted):
            self.reason = "until"

    def is_behind(self, i, best):
        gap = difference(self.values[best], self.values[i])
        return gap.n > 1 and gap.mean > self.ahead * gap.standard_error

    def is_known(self, i):
        mean = Mean(self.values[i])
        return mean.n > 1 and mean.standard_error <= self.until


def above_zero(name, value):
    """The float that a value is, above 0 and finite."""
    number = real(value)
    if number is None or not 0 < number < inf:
        raise LimitError(f"{name} must be a number above 0, not {value!r}")
    return number
