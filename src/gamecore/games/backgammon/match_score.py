"""The score of a backgammon match, and the value of points at this score, by a model of match-winning chances.

The chances at longer matches are computed from those at shorter ones. The players are assumed to be equal, with the
shares of gammons and backgammons in the shipped network's rollouts of the opening position. The value of points follows
from the scores to which they lead, and the cube follows the model of cube.py. There is no cube at the Crawford score;
after it, the trailer doubles at once and the leader takes or passes. docs/backgammon.md compares these chances with a
table from rollouts.
"""
import re
from dataclasses import dataclass
from functools import cache

from gamecore.core.checks import integer, is_truth, real
from gamecore.errors import PositionError
from gamecore.games.backgammon.cube import Cube, check_cube

GAMMONS, BACKGAMMONS = 0.27, 0.01    # of all wins
EVEN = (0.5, GAMMONS / 2, BACKGAMMONS / 2, GAMMONS / 2, BACKGAMMONS / 2)
MAX_LENGTH = 64
TEXT = re.compile(r"(\d{1,9})-(\d{1,9})/(\d{1,9})(?:[ ,-]?(post)(?:-?crawford)?)?", re.IGNORECASE)


@dataclass(frozen=True)
class MatchScore:
    """MatchScore(white, black, length, post_crawford=False, cube=1)

    Parameters
    ----------
    white, black : int
        Points of both players, below `length`. White is the player on roll in a position from a text.
    length : int
        The points that win the match, 1..64.
    post_crawford : bool, default False
        Whether the Crawford game, the first after a player is one point away, has been played.
    cube : int, default 1
        The stake of the game, a power of two.

    Raises
    ------
    PositionError
        If a number is impossible.

    Examples
    --------
    >>> score = MatchScore.read("3-5/7")
    >>> round(score.chance(0), 3), round(score.chance(2), 3)
    (0.317, 0.5)
    >>> [round(points, 2) for points in score.points[0]]
    [1.0, 2.01, 3.75]
    """

    white: int
    black: int
    length: int
    post_crawford: bool = False
    cube: int = 1

    def __post_init__(self):
        self.check()
        for name in ("white", "black", "length", "cube"):      # a sum of numpy's integers may overflow
            object.__setattr__(self, name, int(getattr(self, name)))
        object.__setattr__(self, "post_crawford", bool(self.post_crawford))

    def check(self) -> None:
        text = f"{self.white}-{self.black}/{self.length}"
        if None in map(integer, (self.white, self.black, self.length)):
            raise PositionError(f"no match score {text!r}: points are integers")
        if not 1 <= self.length <= MAX_LENGTH:
            raise PositionError(f"no match score {text!r}: a match has 1..{MAX_LENGTH} points, not {self.length!r}")
        if not (0 <= self.white < self.length and 0 <= self.black < self.length):
            raise PositionError(f"no match score {text!r}: both players have fewer points than {self.length}")
        if not is_truth(self.post_crawford):
            raise PositionError(f"no match score {text!r}: post_crawford is True or False, not {self.post_crawford!r}")
        if self.post_crawford and self.length - 1 not in (self.white, self.black):
            raise PositionError(f"no match score {text!r} after the Crawford game: no player is one point away")
        check_cube(self.cube)

    @classmethod
    def read(cls, text: str, cube: int = 1) -> "MatchScore":
        """Returns the score in a text such as "3-5/7", or "6-5/7 post" after the Crawford game.

        Raises
        ------
        PositionError
            If the text is malformed, or a number is impossible.
        """
        found = TEXT.fullmatch(text.strip())
        if found is None:
            raise PositionError(f"{text!r} is not a match score: expected one such as '3-5/7', or '6-5/7 post' after "
                                "the Crawford game")
        return cls(*(int(number) for number in found.groups()[:3]), bool(found[4]), cube)

    @property
    def crawford(self) -> bool:
        """Whether this is the Crawford game, in which doubling is not allowed."""
        return not self.post_crawford and self.length - 1 in (self.white, self.black)

    def chance(self, points: int) -> float:
        """Returns White's match-winning chance after winning a number of points, or after losing points if the number
        is negative.

        Raises
        ------
        PositionError
            If the number is not whole.
        """
        number = real(points)
        if number is None or not number.is_integer():
            raise PositionError(f"points are a whole number, not {points!r}")
        won = int(number)
        white, black = self.length - self.white - max(won, 0), self.length - self.black + min(won, 0)
        if won == 0:
            return chance(white, black, self.post_crawford)
        return chance(white, black, self.crawford or self.post_crawford)

    def worth(self, points: int) -> float:
        """Returns 2 * chance - 1, the scale of Cube."""
        return 2 * self.chance(points) - 1

    @property
    def points(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The value to White and to Black of a win, a gammon and a backgammon, in units of a single win."""
        won, lost = self.worth(self.cube), self.worth(-self.cube)
        return tuple(tuple((2 * sign * self.worth(sign * kind * self.cube) - sign * (won + lost)) / (won - lost)
                           for kind in (1, 2, 3)) for sign in (1, -1))

    @property
    def unit(self) -> float:
        """The match-winning chance that corresponds to 1 on the scale of single wins."""
        return (self.chance(self.cube) - self.chance(-self.cube)) / 2

    def chance_of(self, equity: float, black: bool = False) -> float:
        """Returns the match-winning chance that corresponds to an equity on the scale of single wins."""
        won, lost = self.chance(self.cube), self.chance(-self.cube)
        middle = (won + lost) / 2
        return (1 - middle if black else middle) + equity * self.unit

    def __str__(self) -> str:
        return f"{self.white}-{self.black}/{self.length}" + " post" * self.post_crawford


@cache
def chance(away: int, other: int, post_crawford: bool = False) -> float:
    """Returns the match-winning chance of a player, given the points that the player and the opponent still need."""
    if away <= 0 or other <= 0:
        return float(away <= 0)
    if away == other:
        return 0.5
    if away < other:
        return 1 - chance(other, away, post_crawford)
    if other > 1:
        return (1 + Cube(EVEN, lambda points: 2 * after(away, other, points) - 1).value(1, (0, 1))) / 2
    if post_crawford:
        return min(chance(away - 1, 1, True), mean_win(away, 2) / 2)
    return mean_win(away, 1) / 2


def after(away: int, other: int, points: int) -> float:
    return chance(away - max(points, 0), other + min(points, 0))


def mean_win(away: int, stake: int) -> float:
    """Returns the mean value of the trailer's win in the Crawford game or after it."""
    single, double, triple = (chance(away - kind * stake, 1, True) for kind in (1, 2, 3))
    return (1 - GAMMONS) * single + (GAMMONS - BACKGAMMONS) * double + BACKGAMMONS * triple
