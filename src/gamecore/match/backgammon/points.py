"""The results of a backgammon match: points per game with their error, and the rates of gammons and backgammons."""
from collections import Counter
from collections.abc import Callable
from math import sqrt

WIN, GAMMON, BACKGAMMON = 1, 2, 3                # points


class Points:
    """The results so far for side a.

    With `duplicate`, games 1 and 2, 3 and 4, ... have the same dice, so only the sums of pairs are independent.
    """

    def __init__(self, duplicate: bool = False):
        self.duplicate = duplicate
        self.counts: Counter[int] = Counter()    # the number of games in which a scored -3..3 points
        self.units: Counter[tuple[int, ...]] = Counter()     # (the points of a game,), or with duplicate of a pair
        self.waiting: int | None = None          # the points of a pair's first game

    def add(self, points: int) -> None:
        self.counts[points] += 1
        if not self.duplicate:
            self.units[points,] += 1
        elif self.waiting is None:
            self.waiting = points
        else:
            self.units[self.waiting, points] += 1
            self.waiting = None

    @property
    def games(self) -> int:
        return self.counts.total()

    @property
    def points_per_game(self) -> float | None:
        """The mean number of points; None before the first game."""
        return self.mean_of(int)

    @property
    def standard_error(self) -> float | None:
        """The standard error of the points per game."""
        return self.error_of(int)

    def mean_of(self, function: Callable[[int], float]) -> float | None:
        """Returns the mean of `function`, a function of a's points in a game, or None before the first game."""
        return sum(function(points) * n for points, n in self.counts.items()) / self.games if self.games else None

    def error_of(self, function: Callable[[int], float]) -> float | None:
        """Returns the standard error of that mean, sqrt(sum (x - m)^2 / (n (n - 1))), or None for n below 2."""
        n = self.units.total()
        if n < 2:
            return None
        sums = [(sum(map(function, unit)), count) for unit, count in self.units.items()]
        total = sum(x * count for x, count in sums)
        squares = sum(x * x * count for x, count in sums)
        return sqrt(max(n * squares - total * total, 0) / (n * n * (n - 1))) / (2 if self.duplicate else 1)

    def rates(self, sign: int) -> dict[str, float] | None:
        """Returns the shares of games that a (`sign` 1) or b (-1) won, won by a gammon or more, and by a backgammon.

        None before the first game.
        """
        if not self.games:
            return None
        return {kind: sum(n for points, n in self.counts.items() if sign * points >= least) / self.games
                for kind, least in (("win", WIN), ("gammon", GAMMON), ("backgammon", BACKGAMMON))}
