"""Annotation of backgammon games: the loss of each play and cube action against the best one, and the luck of each
roll.

All equities are for a stake of 1: a single win counts 1 and a single loss -1; a gammon counts 2 for money, and at
a match score its value for the match. The luck of a roll is the static value of its best play, minus the mean of that
over all 21 rolls. The opening roll also decides who begins, so its mean is over the rolls of both sides, and 0 for
money.
"""
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from gamecore.core.processes import in_processes
from gamecore.engine import Engine
from gamecore.errors import EvaluationError
from gamecore.games.backgammon.cube import CENTRED, PLAYER, Decision, at_least
from gamecore.games.backgammon.position import Backgammon
from gamecore.match.backgammon.games import OwnEngine
from gamecore.match.backgammon.mat_reader import MatGame, RecordedTurn
from gamecore.match.backgammon.rollout import roll_with_luck

OPENINGS = [(a, b) for a in range(2, 7) for b in range(1, a)]          # equally likely, for either side
MARKS = {"blunder": 0.08, "error": 0.04, "inaccuracy": 0.02}          # the least loss in points; the worst first


CLOSE = 0.16             # points: not doubling is judged if doubling loses less, as in GNU Backgammon
# GNU Backgammon's ratings (analysis.c) for errors per decision below these, in points.
RATINGS = {"supernatural": 0.002, "world class": 0.005, "expert": 0.008, "advanced": 0.012, "intermediate": 0.018,
           "casual player": 0.026, "beginner": 0.035, "awful": float("inf")}


class Loss:
    """The values that follow from a loss in points and the match-winning chance of a point."""

    @property
    def match_loss(self) -> float | None:
        """The loss as a match-winning chance; None for money."""
        return None if self.unit is None else self.loss * self.unit

    @property
    def mark(self) -> str | None:
        """The name of the mistake, a key of MARKS, or None."""
        return next((name for name, least in MARKS.items() if self.loss >= least), None)


@dataclass(frozen=True)
class CubeJudgement(Loss):
    """The annotation of a cube action."""

    action: str                      # double, beaver, take, drop or "no double"
    decision: Decision               # for the side that doubles or may double
    unit: float | None = None        # the match-winning chance of an equity of 1; None for money

    @property
    def loss(self) -> float:
        kept, taken, passed = self.decision.no_double, self.decision.double_take, self.decision.double_pass
        doubled = min(taken, passed)
        missed = -taken / 2 if self.best == "beaver" else 0.0
        loss = {"no double": doubled - kept, "double": kept - doubled, "take": max(taken - passed, missed),
                "drop": passed - taken, "beaver": 2 * taken - doubled}[self.action]
        return 0.0 if at_least(0, loss) else loss

    @property
    def best(self) -> str:
        """The best action in place of this one."""
        doubles, answer = self.decision.action.split(", ") if ", " in self.decision.action else ("no double", "take")
        if self.action in ("double", "no double"):
            return "double" if doubles == "double" else "no double"
        return "drop" if answer == "pass" else answer

    @property
    def counts(self) -> bool:
        """Whether this is a decision: not if a double is illegal, or was not made and would be far from right."""
        doubled = min(self.decision.double_take, self.decision.double_pass)
        return self.action != "no double" or (not self.decision.reason and self.decision.no_double - doubled < CLOSE)


@dataclass(frozen=True)
class Judgement(Loss):
    """The annotation of a play."""

    choices: int                     # legal plays
    equity: float                    # of the play, for the player
    best: object                     # a BackgammonMove, the play itself if none is better
    best_equity: float
    luck: float                      # of the roll, for the player
    unit: float | None = None        # the match-winning chance of an equity of 1; None for money

    @property
    def loss(self) -> float:
        return self.best_equity - self.equity

    @property
    def match_luck(self) -> float | None:
        """The luck as a match-winning chance; None for money."""
        return None if self.unit is None else self.luck * self.unit


class CubeItem(NamedTuple):
    """A cube action to judge."""

    position: Backgammon             # of the side that doubles or may double
    action: str
    cube: int                        # before the double
    owner: str                       # as for Engine.decide
    score: object                    # a MatchScore or None


NO_RULES = {}


class Judge(OwnEngine):
    """A judge of plays and cube actions by searches to a given depth.

    At a match score it uses an engine with the same settings. `rules` are the cube's rules for money, as keywords of
    Engine.decide.
    """

    def __init__(self, engine, plies, rules=NO_RULES):
        self.engine, self.score = engine, None   # the latest engine, and the score that it plays for
        self.plies, self.rules = plies, rules

    def __call__(self, item):
        """Returns the Judgement of (position before the dice, dice, play, is opening roll, score or None), or of a
        CubeItem."""
        score = item[-1]
        if score != self.score:
            self.engine, self.score = Engine(**self.engine.settings | {"match": score}), score
        unit = None if score is None else score.unit
        if isinstance(item, CubeItem):
            rules = self.rules if score is None else NO_RULES
            decision = self.engine.decide(item.position, self.plies, item.cube, item.owner, **rules)
            return CubeJudgement(item.action, decision, unit)
        before, dice, move, opens, _ = item
        rolled, luck = (opening_with_luck if opens else roll_with_luck)(before, self.engine, dice)
        choices = len(rolled.legal_moves())
        equity = self.value(rolled.play(move))
        best, best_equity = move, equity
        if choices > 1:
            found = self.engine.search(rolled, depth=self.plies)
            if found.score > equity:
                best, best_equity = found.move, found.score
        return Judgement(choices, equity, best, best_equity, luck, unit)

    def value(self, after):
        """Returns the value of `after` for the player whose play led there."""
        return -(self.engine.evaluate(after) if after.is_over() else self.engine.search(after, depth=self.plies).score)


def opening_with_luck(position, engine, roll):
    """Returns the position after the opening roll, and the luck of winning it with these dice."""
    own, other = (sum(engine.search(side.roll(*dice), depth=0).score for dice in OPENINGS)
                  for side in (position, position.swapped()))
    rolled = position.roll(*roll)
    return rolled, engine.search(rolled, depth=0).score - (own - other) / (2 * len(OPENINGS))


def annotate(games: Iterable[MatGame], engine: Engine, plies: int = 1, jobs: int = 1, *, jacoby: bool = False,
             beavers: bool = False) -> Iterator[tuple[MatGame, RecordedTurn, Judgement | CubeJudgement | None]]:
    """Judges all plays and cube decisions of MatGames, each at the score of its match.

    The engine is one for money; engines for match scores get its settings. Searches go through `plies` layers of
    chance; `jobs` processes share the work. `jacoby` and `beavers` are rules of money games, which also hold if
    one of the games declares them. Yields (MatGame, RecordedTurn, Judgement of a play or CubeJudgement) in order; a
    turn in which a double was possible has a judgement of "no double" before that of its play. Not doubling is not an
    error in a session for money without a double. The judgement of a cube action is None if the evaluation has no
    probabilities.

    Raises
    ------
    PositionError, EvaluationError
        If a match is longer than a MatchScore can be, or the engine's evaluation lacks the gammon rates that a score
        needs.
    """
    games = list(games)
    doubles = any(game.length or any(turn.action for turn in game.turns) for game in games) and judges_cube(engine)
    asked = [(game, turn, item) for game in games for turn, item in items_of(game, doubles and game.has_cube)]
    jacoby = jacoby or any(game.jacoby for game in games)
    beavers = beavers or any(game.beavers for game in games)
    judge = Judge(engine, plies, {"jacoby": jacoby, "beavers": beavers})
    items = [item for _, _, item in asked if item]
    verdicts = iter(map(judge, items) if jobs == 1 else in_processes(judge, items, jobs, "plays"))
    for game, turn, item in asked:
        judgement = item and next(verdicts)
        if not isinstance(judgement, CubeJudgement) or judgement.counts:
            yield game, turn, judgement


def judges_cube(engine):
    try:
        return bool(engine.probabilities(Backgammon()))
    except EvaluationError:
        return False


def items_of(game, doubles):
    """Yields (RecordedTurn, item to judge or None) for each turn of a game; `doubles` says whether to judge the
    cube."""
    owner = None                         # of the cube, before the turn
    for turn in game.turns:
        score = game.score_at(turn)
        cube = turn.cube // {"double": 2, "take": 2, "beaver": 4}.get(turn.action, 1)
        doubler = CENTRED if owner is None else PLAYER
        may_double = owner in (None, turn.side) and turn is not game.turns[0]
        if doubles and (turn.action or may_double):
            yield turn, CubeItem(turn.position, turn.action or "no double", cube, doubler,
                                 score and replace(score, cube=cube))
        elif turn.action:
            yield turn, None
        if turn.move:                    # a file whose first roll is a double has no opening roll
            opens = turn is game.turns[0] and turn.dice[0] != turn.dice[1]
            yield turn, (turn.position, turn.dice, turn.move, opens, score)
        owner = turn.owner


class Tally:
    """The sums over a player's plays, cube decisions and rolls."""

    def __init__(self) -> None:
        self.plays = self.decisions = 0                  # all plays, and those with a choice
        self.error = self.luck = 0.0                     # the sums, in points
        self.cube_decisions, self.cube_error = 0, 0.0
        self.match_error: float | None = None            # match-winning chances, of what was judged at a score
        self.match_luck: float | None = None
        self.marks = dict.fromkeys(reversed(MARKS), 0)   # the number of each mistake in plays
        self.wrong = dict.fromkeys(("no double", "double", "take", "drop"), 0)       # the number of wrong actions

    def add(self, judgement: Judgement | CubeJudgement) -> None:
        if judgement.unit is not None:
            self.match_error = (self.match_error or 0.0) + judgement.match_loss
            self.match_luck = self.match_luck or 0.0             # 0 without a roll
        if isinstance(judgement, CubeJudgement):
            self.cube_decisions += 1
            self.cube_error += judgement.loss
            if judgement.loss > 0:
                self.wrong["take" if judgement.action == "beaver" else judgement.action] += 1
            return
        self.plays += 1
        self.decisions += judgement.choices > 1
        self.error += judgement.loss
        self.luck += judgement.luck
        if judgement.unit is not None:
            self.match_luck += judgement.match_luck
        if judgement.mark:
            self.marks[judgement.mark] += 1

    @property
    def error_per_decision(self) -> float | None:
        """The error of plays over the number of decisions; None without a decision."""
        return self.error / self.decisions if self.decisions else None

    @property
    def error_rate(self) -> float | None:
        """The error of plays and of the cube over the number of decisions; None without a decision."""
        decisions = self.decisions + self.cube_decisions
        return (self.error + self.cube_error) / decisions if decisions else None

    @property
    def rating(self) -> str | None:
        """The rating of that error rate, a key of RATINGS; None without a decision."""
        rate = self.error_rate
        return None if rate is None else next(name for name, least in RATINGS.items() if rate < least)
