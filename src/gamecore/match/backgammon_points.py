"""What the results of a backgammon match say: points a game, how sure they are, and how often a side wins double and triple."""
from collections import Counter
from math import sqrt

WIN, GAMMON, BACKGAMMON = 1, 2, 3                # what they count


class Points:
    """The results so far, for the side called a.

    Parameters
    ----------
    duplicate : bool, default False
        The first and second game, third and fourth, ... have the same dice: only the sums of pairs are independent of each other.

    Attributes
    ----------
    counts : Counter
        How many games brought a so many points, -3..3.
    """

    def __init__(self, duplicate=False):
        self.duplicate = duplicate
        self.counts = Counter()
        self.units = Counter()                   # the points of what is independent: games or complete pairs
        self.waiting = None                      # the points of a pair's first game

    def add(self, points):
        """Counts a game that brought a so many points."""
        self.counts[points] += 1
        if not self.duplicate:
            self.units[points] += 1
        elif self.waiting is None:
            self.waiting = points
        else:
            self.units[self.waiting + points] += 1
            self.waiting = None

    @property
    def games(self):
        return self.counts.total()

    @property
    def points_per_game(self):
        """The mean; None before the first game."""
        return sum(points * n for points, n in self.counts.items()) / self.games if self.games else None

    @property
    def standard_error(self):
        """Of the points a game: sqrt(sum (x - m)^2 / (n (n - 1))) of n games, or of pairs' means; None for fewer than two of them."""
        n = self.units.total()
        if n < 2:
            return None
        total = sum(points * count for points, count in self.units.items())
        squares = sum(points * points * count for points, count in self.units.items())
        return sqrt((n * squares - total * total) / (n * n * (n - 1))) / (2 if self.duplicate else 1)

    def rates(self, sign):
        """How often a (sign 1) or b (sign -1) won at all, a gammon or more, and a backgammon, as shares of all games; None before the first."""
        if not self.games:
            return None
        return {kind: sum(n for points, n in self.counts.items() if sign * points >= least) / self.games
                for kind, least in (("win", WIN), ("gammon", GAMMON), ("backgammon", BACKGAMMON))}
