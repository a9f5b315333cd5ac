"""An estimate of a position's value with the doubling cube, from the five probabilities of the game without a cube.

Rick Janowski ("Take-Points in Money Games", 1993) considers two extremes. With a dead cube neither side doubles, and
the value is linear in the probability of winning. With a live cube this probability changes continuously, so each
player doubles exactly where the other is indifferent between taking and passing, and the value is piecewise linear
through those points. The estimate lies between these two values: (1 - x) dead + x live, where x, the cube's efficiency,
is about 2/3, or in a race a function of the number of remaining rolls. The shares of gammons and backgammons are
assumed not to depend on the probability of winning.

All values are for side 0, the player on roll, or side 1, the opponent. At a match score the values are 2 * chance - 1,
where chance is the chance of winning the match. The recursion is the same, but the cube is dead for a side whose win
already decides the match.
"""
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from gamecore.core.checks import in_range, is_truth, real
from gamecore.errors import LimitError, PositionError, SettingsError

EFFICIENCY = 2 / 3
MAX_CUBE = 1 << 12
MOST_POINTS = 3 * 4 * MAX_CUBE       # of a backgammon after a beaver
CENTRED, PLAYER, OPPONENT, NOBODY = "centred", "me", "you", "nobody"     # NOBODY: in the Crawford game
OWNERS = (PLAYER, OPPONENT, CENTRED)
ROUNDING = 1e-9                      # tolerance for equities, which are sums over rolls; real differences are larger
PASSED = 1.0                         # the equity after a pass, a single win
SLACK = 1e-6                         # tolerance for probabilities that are means of others


class Decision(NamedTuple):
    """The cube action, with the equities and probabilities behind it.

    Attributes
    ----------
    action : {"no double, take", "double, take", "double, pass", "too good, pass", "no cube", ...}
        The actions of the player on roll and of the opponent, whose answer may be "beaver" if that rule holds. "no
        cube" means that there is no decision.
    no_double, double_take, double_pass : float
        Equities for the player, scaled so that a single win with this cube is 1 and a single loss -1.
    take_point : float or None
        The probability of winning from which the player would take if the opponent doubled now. None in the Crawford
        game.
    double_point, cash_point : float or None
        The doubling window: the probability from which the player doubles, and the probability from which the opponent
        passes. None if there is no such probability, or no decision.
    too_good_point : float or None
        The probability above which playing on for a gammon is better than cashing.
    exact : bool
        Whether the equities come from the bear-off table.
    probabilities : sequence of 5 float
        The probabilities of the results without a cube, from which the points are computed.
    reason : str or None
        Why there is no decision.
    """

    action: str
    no_double: float
    double_take: float
    double_pass: float
    take_point: float | None
    double_point: float | None
    cash_point: float
    too_good_point: float | None
    exact: bool
    probabilities: Sequence[float]
    reason: str | None = None


def money(points: int) -> float:
    """Returns the value for money of winning some points."""
    return float(points)


class Cube:
    """The estimated values of a position with the cube, for the player on roll.

    Parameters
    ----------
    probabilities : sequence of 5 float
        Win, gammon won, backgammon won, gammon lost, backgammon lost, as Engine.probabilities returns them.
    worth : callable, default money
        The value for the player of winning a number of points, or of losing points if the number is negative, such as
        `money` or MatchScore.worth.
    efficiency : float, default 2/3
        0 for a dead cube, 1 for a live one.
    jacoby : bool, default False
        Whether gammons count only after a double.

    Raises
    ------
    PositionError
        If the probabilities are impossible: outside 0..1, or with more gammons than wins or losses.
    LimitError
        If the efficiency is not within 0..1.
    """

    between: list[tuple[float, float]] = []              # corners of a variable efficiency

    def __init__(self, probabilities: Sequence[float], worth: Callable[[int], float] = money,
                 efficiency: float = EFFICIENCY, jacoby: bool = False):
        self.five = win, gammon, backgammon, lost, worse = check_probabilities(probabilities)
        self.win = win
        self.jacoby = jacoby
        self.kinds = kinds(win, gammon, backgammon), kinds(1 - win, lost, worse)
        self.point_values = worth, lambda points: -worth(-points)
        self.is_money = worth is money
        self.efficiency = real(efficiency)
        if self.efficiency is None or not 0 <= self.efficiency <= 1:
            raise LimitError(f"the efficiency of a cube is a number from 0 to 1, not {efficiency!r}")

    def mean(self, side: int, stake: int) -> float:
        """Returns the mean value of a side's wins at this stake."""
        worth, (gammons, backgammons) = self.point_values[side], self.kinds[side]
        return ((1 - gammons) * worth(stake) + (gammons - backgammons) * worth(2 * stake)
                + backgammons * worth(3 * stake))

    def end(self, side: int, cube: int, owners: Sequence[int]) -> float:
        """Returns the mean value of a side's wins without doubles."""
        return self.point_values[side](cube) if self.jacoby and len(owners) == 2 else self.mean(side, cube)

    def live_take_point(self, side: int, cube: int) -> float:
        """Returns the least probability of winning at which a side accepts a live cube of this value."""
        if self.is_money:                    # Janowski 1993: (L - 1/2) / (W + L + 1/2)
            wins, losses = self.mean(side, 1), self.mean(1 - side, 1)
            return (losses - 0.5) / (wins + losses + 0.5)
        return crossing(self.corners(side, cube, (side,)), self.point_values[side](-cube // 2))

    def corners(self, side: int, cube: int, owners: Sequence[int]) -> list[tuple[float, float]]:
        """Returns the live cube's value for a side, as corners of a rising line over its probability of winning.
        `owners` are the sides that may double."""
        worth = self.point_values[side]
        points = [(0.0, -self.end(1 - side, cube, owners))]
        if 1 - side in owners and not is_dead(self.point_values[1 - side], cube):
            points.append((self.live_take_point(side, 2 * cube), worth(-cube)))
        if side in owners and not is_dead(worth, cube):
            points.append((1 - self.live_take_point(1 - side, 2 * cube), worth(cube)))
        return [*points, (1.0, self.end(side, cube, owners))]

    def value(self, cube: int, owners: Sequence[int], win: float | None = None) -> float:
        """Returns the value of the position for the player with this cube, perhaps with another probability of
        winning."""
        cube, win = in_range("the cube", cube, 1), self.win if win is None else win
        lost, won = -self.end(1, cube, owners), self.end(0, cube, owners)
        dead = lost + win * (won - lost)
        live = height(self.corners(0, cube, owners), win)
        return dead + self.efficiency_of(owners, win) * (live - dead)

    def efficiency_of(self, owners: Sequence[int], win: float) -> float:
        """Returns the efficiency if these sides may double."""
        return self.efficiency

    def equity(self, cube: int = 1, owner: str = CENTRED) -> float:
        """Returns the cubeful equity, on the scale on which a single win with this cube is 1 and a single loss -1.

        Raises
        ------
        LimitError, PositionError, SettingsError
            If a cube cannot show this value, or there is no such owner.
        """
        cube = check_cube(cube)
        return self.scaled(self.value(cube, sides(owner)), cube)

    def scaled(self, value: float, cube: int) -> float:
        won, lost = self.point_values[0](cube), self.point_values[0](-cube)
        return (2 * value - won - lost) / (won - lost)

    def decide(self, cube: int = 1, owner: str = CENTRED) -> Decision:
        """Returns the cube decision before the roll; the errors are those of `equity`."""
        cube, owners, worth = check_cube(cube), sides(owner), self.point_values[0]

        def keep(win=None):
            return self.scaled(self.value(cube, owners, win), cube)

        def turn(win=None):
            return self.scaled(self.value(2 * cube, (1,), win), cube)

        def answer(win):                 # to a double of the opponent
            return self.scaled(self.value(2 * cube, (0,), win), cube)

        kept, doubled = self.corners(0, cube, owners) + self.between, self.corners(0, 2 * cube, (1,))
        cash = root(lambda win: turn(win) - PASSED, doubled + self.between)
        window = (root(lambda win: turn(win) - keep(win), kept + doubled, cash)
                  if at_least(turn(cash), keep(cash)) else None)
        good = None if at_least(PASSED, keep(1.0)) else root(lambda win: keep(win) - PASSED, kept)
        take = root(lambda win: answer(win) + PASSED, self.corners(0, 2 * cube, (0,)) + self.between)
        reason = ("no doubling in the Crawford game" if not owners else
                  "the opponent owns it" if 0 not in owners else
                  "a single game wins the match" if is_dead(worth, cube) else
                  f"no cube shows more than {MAX_CUBE}" if cube == MAX_CUBE else None)
        action, window, cash, good = (("no cube", None, None, None) if reason else
                                      (action_of(keep(), turn()), window, cash, good))
        return Decision(action, keep(), turn(), PASSED, take if owners else None, window, cash, good, False, self.five,
                        reason)


class RaceCube(Cube):
    """A Cube in a race, whose efficiency depends on the volatility, and so on the number of remaining rolls.

    The formula was fitted to the exact equities, for money, of ideal races in which no pips are wasted. A leader uses
    the cube better than a trailer, and both use it better in a long race. `rolls` is the mean number that a side still
    needs.
    """

    between = [(i / 20, 0.0) for i in range(1, 20)]

    def __init__(self, rolls: float, *arguments, **options):
        super().__init__(*arguments, **options)
        self.rolls, self.trailing = rolls, max(0.75 - 1.3 / rolls, 0.25)

    def efficiency_of(self, owners: Sequence[int], win: float) -> float:
        ahead = min(max(win / 0.4 - 0.75, 0.0), 1.0)         # 0: the player on roll trails; 1: leads
        on_roll, waiting = 0.84 - 2.15 / self.rolls**2, (0.94 if len(owners) == 2 else 0.88) - 0.9 / self.rolls**2
        leading = max(waiting + ahead * (on_roll - waiting), 0.25)
        if len(owners) == 2:
            return leading
        return self.trailing + (ahead if owners == (0,) else 1 - ahead) * (leading - self.trailing)


def is_dead(worth: Callable[[int], float], cube: int) -> bool:
    """Whether doubling gains a side nothing, because a single win with this cube already wins the match."""
    return worth(cube) >= worth(MOST_POINTS)


def at_least(equity: float, other: float) -> bool:
    """Whether an equity is at least another one, up to rounding; all decisions use this comparison."""
    return equity >= other - ROUNDING


def action_of(keep: float, turn: float) -> str:
    """Returns the names of the best actions, given the equities of not doubling and of double/take."""
    if at_least(PASSED, turn):
        return "double, take" if at_least(turn, keep) else "no double, take"
    return "double, pass" if at_least(PASSED, keep) else "too good, pass"


def kinds(win: float, gammon: float, backgammon: float) -> tuple[float, float]:
    """Returns the shares of gammons, which include backgammons, and of backgammons among a side's wins."""
    return (gammon / win, backgammon / win) if win > 0 else (0.0, 0.0)


def sides(owner: str) -> tuple[int, ...]:
    """Returns the sides that may double."""
    if owner != NOBODY:
        check_owner(owner)
    return {PLAYER: (0,), OPPONENT: (1,), CENTRED: (0, 1), NOBODY: ()}[owner]


def check_probabilities(five: Sequence[float]) -> tuple[float, ...]:
    """Returns the five probabilities of the results; raises PositionError if they are impossible."""
    try:
        numbers = tuple(map(real, five))
    except TypeError:
        numbers = ()
    if len(numbers) != 5 or None in numbers:
        raise PositionError(f"no probabilities of a game, {five!r}: expected five numbers, those of a win, of a gammon "
                            "and a backgammon won, of a gammon and a backgammon lost")
    win, gammon, backgammon, lost, worse = numbers
    for least, most in (0, backgammon), (backgammon, gammon), (gammon, win), (0, worse), (worse, lost), (lost, 1 - win):
        if least > most + SLACK:
            raise PositionError(f"no probabilities of a game, {five!r}: each is at least 0, backgammons are among the "
                                "gammons, and those among the wins or losses of their side")
    return numbers


def check_cube(value: int) -> int:
    """Returns a cube's value; raises LimitError if it is out of range, and PositionError if it is not a power of
    two."""
    number = in_range("the cube", value, 1, MAX_CUBE)
    if number & (number - 1):
        raise PositionError(f"the cube shows a power of two, not {value!r}")
    return number


def cube_at(score: object, value: int | None) -> int:
    """Returns a cube's value, by default the stake of a MatchScore, or 1; raises the errors of check_cube."""
    return check_cube(value if value is not None else getattr(score, "cube", 1))


def check_owner(owner: str) -> None:
    if owner not in OWNERS:
        raise SettingsError(f"the owner of a cube is one of {', '.join(OWNERS)}, not {owner!r}")


def check_money_rules(score: object, jacoby: bool, beavers: bool) -> None:
    for name, value in (("jacoby", jacoby), ("beavers", beavers)):
        if not is_truth(value):
            raise SettingsError(f"{name} must be True or False, not {value!r}")
    if score is not None and (jacoby or beavers):
        raise SettingsError(f"jacoby and beavers are for money, not for a match at {score}")


def height(corners: Sequence[tuple[float, float]], x: float) -> float:
    """Returns the height at x of a line through corners, which are ordered from left to right."""
    for (left, low), (right, high) in pairwise(corners):
        if x <= right and right > left:
            return low + (x - left) / (right - left) * (high - low)
    return corners[-1][1]


def crossing(corners: Sequence[tuple[float, float]], y: float) -> float:
    """Returns the x at which a rising line reaches a height."""
    for (left, low), (right, high) in pairwise(corners):
        if y <= high and high > low:
            return left + max(y - low, 0.0) / (high - low) * (right - left)
    return 1.0


def root(rising: Callable[[float], float], corners: Sequence[tuple[float, float]], high: float = 1.0) -> float:
    """Returns the probability at which a function, which is linear between corners, reaches 0, or else the highest
    probability."""
    places = sorted({min(place, high) for place, _ in corners})
    return min(crossing([(place, rising(place)) for place in places], -ROUNDING), high)
