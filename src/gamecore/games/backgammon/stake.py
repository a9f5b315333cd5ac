"""The stake of a game in progress: the doubling cube, the rules for it, and the score of the match."""
from dataclasses import replace
from typing import Any

from gamecore.errors import MoveError, SettingsError
from gamecore.games.backgammon.cube import (CENTRED, MAX_CUBE, OPPONENT, PLAYER, at_least, check_cube,
                                            check_money_rules)
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.text import read_stakes


class Stake:
    """The stake of a game between sides 0 and 1. The side on roll may double.

    Parameters
    ----------
    score : MatchScore, optional
        White is side 0. Without one the game is for money.
    value : int, default 1
    owner : {0, 1, None}
        The side that owns the cube; None if it is in the middle.
    jacoby, beavers : bool
        The rules for money, as for Engine.decide.

    Attributes
    ----------
    offered : bool
        Whether a double waits for its answer.
    winner : {0, 1, None}
        The side whose double was passed.

    Raises
    ------
    SettingsError, PositionError, LimitError
        If the cube, its owner or a rule is impossible.
    """

    def __init__(self, score: MatchScore | None = None, value: int = 1, owner: int | None = None, jacoby: bool = False,
                 beavers: bool = False):
        if owner not in (None, 0, 1):
            raise SettingsError(f"the owner of a stake is side 0 or 1, or None, not {owner!r}")
        check_money_rules(score, jacoby, beavers)
        self.score, self.value, self.owner, self.jacoby, self.beavers = score, check_cube(value), owner, jacoby, beavers
        self.offered, self.winner = False, None

    @classmethod
    def read(cls, text: str | None) -> "Stake":
        """Returns the stake in an XGID or a match ID, whose player on roll is side 0; returns the default for any other
        text."""
        stakes = {"cube": 1, "owner": CENTRED} | read_stakes(text or "")
        score = stakes.get("score") and MatchScore.read(stakes["score"])
        stake = cls(score, stakes["cube"], {PLAYER: 0, OPPONENT: 1}.get(stakes["owner"]),
                    stakes.get("jacoby", False), stakes.get("beavers", False))
        stake.offered = stakes.get("doubled", False)
        return stake

    @property
    def is_usual(self) -> bool:
        """Whether the stake is the default: a game for money, with the cube in the middle at 1, and no further rule."""
        return vars(self) == vars(Stake())

    @property
    def match(self) -> MatchScore | None:
        """The score with the stake of the game, for an Engine, or None."""
        return self.score and replace(self.score, cube=self.value)

    @property
    def goes_on(self) -> bool:
        """Whether dice may be rolled and checkers moved."""
        return not self.offered and self.winner is None

    def cube_arguments(self, side: int) -> dict[str, Any]:
        """Returns the arguments of Engine.decide before a roll of this side."""
        owner = CENTRED if self.owner is None else PLAYER if self.owner == side else OPPONENT
        return {"cube": self.value, "owner": owner, "jacoby": self.jacoby, "beavers": self.beavers}

    def actions(self, side: int) -> list[str]:
        """Returns the possible cube actions before a roll of this side; there are none if the cube is dead."""
        if self.offered:
            return ["take", *["beaver"] * (self.beavers and 4 * self.value <= MAX_CUBE), "pass"]
        may = self.winner is None and self.owner in (None, side) and self.value < MAX_CUBE
        if score := self.score:
            may &= not score.crawford and (score.white, score.black)[side] + self.value < score.length
        return ["double"] * may

    def act(self, action: str, side: int) -> None:
        """Doubles, or answers a double, before a roll of this side."""
        if action not in self.actions(side):
            raise MoveError(f"cube action {action!r} is not allowed now")
        self.offered = action == "double"
        if action in ("take", "beaver"):
            self.owner, self.value = 1 - side, self.value * (4 if action == "beaver" else 2)
        elif action == "pass":
            self.winner = side

    @property
    def counts_gammons(self) -> bool:
        return self.owner is not None or not self.jacoby

    def counted(self, points: int) -> int:
        """Returns points, which are negative for a loss, in units of the cube; under the Jacoby rule a gammon may count
        1."""
        return points if self.counts_gammons else max(-1, min(points, 1))

    def points(self, points: int) -> int:
        """Returns the value of a win of 1, 2 or 3 points before the cube counts, or of a loss if the number is
        negative."""
        return self.value * self.counted(points)

    def mark(self, names: tuple[str, str]) -> str:
        """Returns the mark for a picture, which contains the value and the owner's name."""
        owner = "" if self.owner is None or self.offered else f" {names[self.owner]}"
        return f"{self.value * (2 if self.offered else 1)}{owner}"

    def text(self, names: tuple[str, str]) -> str:
        """Returns the cube, the score and the rules in words."""
        owner = "in the middle" if self.owner is None else f"owned by {names[self.owner]}"
        rules = [rule for rule, holds in (("the Jacoby rule", self.jacoby), ("beavers", self.beavers)) if holds]
        score = self.score
        return f"cube {self.value} {owner}; " + (
            f"for money{' with ' * bool(rules)}{' and '.join(rules)}" if score is None else
            f"match to {score.length}, {names[0]} {score.white}, {names[1]} {score.black}"
            + (", the Crawford game" if score.crawford else ", after the Crawford game" * score.post_crawford))


def at_score(position, match):
    """Returns the XGID of a game's first position, in a match to a number of points or at a score."""
    if not isinstance(match, MatchScore):
        match = MatchScore.read(match) if isinstance(match, str) else MatchScore(0, 0, match)
    return position.xgid(match)


def advice(decision, offered):
    """Returns an engine's cube action, "double", "roll", "take", "beaver" or "pass", and its reason in words."""
    taken, passed = decision.double_take, decision.double_pass
    if offered:
        action = ("pass" if not at_least(passed, taken) else "beaver" if decision.action.endswith("beaver") else "take")
    else:
        action = "double" if decision.action.startswith("double") else "roll"
    return action, (f"no double {decision.no_double:+z.3f}, double and take {taken:+z.3f}, double and pass "
                    f"{passed:+z.3f}")
