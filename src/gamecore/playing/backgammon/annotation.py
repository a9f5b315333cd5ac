"""Annotation of backgammon games: the loss of each play and cube action against the best one, and the luck of each
roll.

All equities are for a stake of 1: a single win counts 1 and a single loss -1; a gammon counts 2 for money, and at
a match score its value for the match. The luck of a roll is the static value of its best play, minus the mean of this
value over all 21 rolls. The opening roll also decides which side begins, so its mean is taken over the rolls of both
sides, and is 0 for money.
"""
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from gamecore.core.processes import in_processes
from gamecore.engine import Engine
from gamecore.errors import EvaluationError
from gamecore.games.backgammon.cube import CENTRED, PLAYER, at_least
from gamecore.games.backgammon.position import Backgammon
from gamecore.match.backgammon.mat_reader import MatGame, RecordedTurn
from gamecore.match.backgammon.rollout import roll_with_luck
from gamecore.playing.annotation import MARKS, Verdict, verdict_of
from gamecore.playing.players import EnginePlayer, engine_for

OPENINGS = [(a, b) for a in range(2, 7) for b in range(1, a)]          # equally likely, for either side
CLOSE = 0.16             # points: not doubling is judged if doubling loses less, as in GNU Backgammon
# GNU Backgammon's ratings (analysis.c) for errors per decision below these limits, in points.
RATINGS = {"supernatural": 0.002, "world class": 0.005, "expert": 0.008, "advanced": 0.012, "intermediate": 0.018,
           "casual player": 0.026, "beginner": 0.035, "awful": float("inf")}
CUBE_DEPTH = 1                   # of a judge without a depth, and the most of one with a limit of nodes or seconds


class Item(NamedTuple):
    """A play or a cube action to judge."""

    number: int
    side: int
    step: Any                        # the play; double, beaver, take, pass or "no double"
    score: Any                       # a MatchScore, for a cube action before the double, or None
    position: Backgammon | None      # before the dice, of the side that plays, doubles or may double, if it is known
    rolled: Backgammon | None = None         # of a play: with the dice
    opens: bool = False              # whether they are the opening roll
    cube: Any = None                 # of a cube action: the arguments of Engine.decide


class Judge:
    """A judge of plays and cube actions, by the searches of an EnginePlayer."""

    def __init__(self, player, on_progress=None):
        self.player, self.on_progress = player, on_progress

    def __call__(self, item):
        """Returns the Verdict on an Item; None if it is not doubling where there was no decision."""
        player, unit = self.player, item.score and item.score.unit
        player.engine = engine_for(player.engine, item.score)
        if item.rolled is None:
            depth = player.limits.get("depth", CUBE_DEPTH)
            depth = depth if set(player.limits) <= {"depth"} else min(depth, CUBE_DEPTH)
            decision = player.engine.decide(item.position, depth, **item.cube)
            return Verdict(item.number, item.side, item.step, *cube_scores(item.step, decision), unit=unit,
                           decision=decision, in_points=True) if is_decision(item.step, decision) else None
        verdict = verdict_of(player, item.rolled, item.step, item.number, item.side, item.score, self.on_progress)
        luck_of = opening_with_luck if item.opens else roll_with_luck
        luck = item.position and luck_of(item.position, player.engine, item.rolled.dice)[1]
        return verdict._replace(luck=luck, unit=unit)


def is_decision(action, decision):
    """Whether a cube action was a decision. Not doubling is no decision if a double is illegal, or would be far from
    right."""
    doubled = min(decision.double_take, decision.double_pass)
    return action != "no double" or (not decision.reason and decision.no_double - doubled < CLOSE)


def cube_scores(action, decision):
    """Returns the score of a cube action, the best action in its place, and the score of the best action."""
    taken, passed = decision.double_take, decision.double_pass
    doubles, answer = decision.action.split(", ") if ", " in decision.action else ("no double", "take")
    beavered = answer == "beaver"            # then double_take is the value after it
    scores = {"no double": decision.no_double, "double": min(taken, passed), "pass": -passed,
              "take": -taken / 2 if beavered else -taken, "beaver": -taken if beavered else -2 * taken}
    best = answer if action in ("take", "pass", "beaver") else "double" if doubles == "double" else "no double"
    score, best_score = scores[action], scores[best]
    return score, best, score if at_least(score, best_score) else best_score


def opening_with_luck(position, engine, roll):
    """Returns the position after the opening roll, and the luck of winning the opening roll with these dice."""
    own, other = (sum(engine.search(side.roll(*dice), depth=0).score for dice in OPENINGS)
                  for side in (position, position.swapped()))
    rolled = position.roll(*roll)
    return rolled, engine.search(rolled, depth=0).score - (own - other) / (2 * len(OPENINGS))


def annotate(games: Iterable[MatGame], engine: Engine, plies: int = 1, jobs: int = 1, *, jacoby: bool = False,
             beavers: bool = False) -> Iterator[tuple[MatGame, RecordedTurn, Verdict | None]]:
    """Judges all plays and cube decisions of MatGames, each at the score of its match.

    The engine is one for money; engines for match scores get its settings. Searches go through `plies` layers of
    chance; `jobs` processes share the work. `jacoby` and `beavers` are rules of money games, which also hold if
    one of the games declares them. Yields (MatGame, RecordedTurn, Verdict) in order; a turn in which a double was
    possible has a verdict on "no double" before that on its play. Not doubling is not an error in a session for
    money without a double. The verdict on a cube action is None if the evaluation has no probabilities.

    Raises
    ------
    PositionError, EvaluationError
        If a match is longer than a MatchScore can be, or the engine's evaluation lacks the gammon rates that a score
        needs.
    """
    games = list(games)
    doubles = any(game.length or any(turn.action for turn in game.turns) for game in games) and judges_cube(engine)
    rules = {"jacoby": jacoby or any(game.jacoby for game in games),
             "beavers": beavers or any(game.beavers for game in games)}
    asked = [(game, turn, item) for game in games for turn, item in items_of(game, doubles and game.has_cube, rules)]
    items = [item for _, _, item in asked if item]
    for score in {None} | {item.score for item in items}:
        EnginePlayer(Engine(**engine.settings | {"match": score}), {"depth": plies}).check(Backgammon())
    judge = Judge(EnginePlayer(engine, {"depth": plies}))
    verdicts = iter(map(judge, items) if jobs == 1 else in_processes(judge, items, jobs, "plays"))
    for game, turn, item in asked:
        verdict = item and next(verdicts)
        if verdict or turn.action:
            yield game, turn, verdict


def judges_cube(engine):
    try:
        return bool(engine.probabilities(Backgammon()))
    except EvaluationError:
        return False


def items_of(game, doubles, rules):
    """Yields (RecordedTurn, Item or None) for each turn of a MatGame; the cube is judged if `doubles`."""
    number, owner = 1, None              # of the next play; of the cube, before the turn
    for turn in game.turns:
        score = game.score_at(turn)
        cube = turn.cube // {"double": 2, "take": 2, "beaver": 4}.get(turn.action, 1)
        may_double = owner in (None, turn.side) and turn is not game.turns[0]
        if doubles and (turn.action or may_double):
            arguments = {"cube": cube, "owner": CENTRED if owner is None else PLAYER} | (rules if score is None else {})
            yield turn, Item(number, turn.side, {None: "no double", "drop": "pass"}.get(turn.action, turn.action),
                             score and replace(score, cube=cube), turn.position, cube=arguments)
        elif turn.action:
            yield turn, None
        if turn.move:                    # a file whose first roll is a double has no opening roll
            opens = turn is game.turns[0] and turn.dice[0] != turn.dice[1]
            yield turn, Item(number, turn.side, turn.move, score, turn.position, turn.position.roll(*turn.dice), opens)
            number += 1
        owner = turn.owner


def judged(game, player, on_progress, numbers):
    """Yields the Verdicts of an EnginePlayer on a Game, as playing.annotation.judged does."""
    judge = Judge(player, on_progress)
    used = game.root.stake.match or any(point.kind == "cube" for point in game.line)
    for item in steps_of(game, game.cube and used and judges_cube(player.engine)):
        if (numbers is None or item.number in numbers) and (verdict := judge(item)):
            yield verdict


def steps_of(game, doubles):
    """Yields the Items of a Game; the cube is judged if `doubles`."""
    number, start = 1, game.game.start()
    for point in game.line[1:]:
        before = point.parent
        stake, side, position = before.stake, before.side, before.position
        if doubles and (point.kind == "cube" or point.kind == "chance" and "double" in stake.actions(side)
                        and (number > 1 or position != start)):
            action = point.step if point.kind == "cube" else "no double"
            yield Item(number, side ^ stake.offered, action, stake.match, position, cube=stake.cube_arguments(side))
        if point.kind == "move":
            first = before.parent if before.kind == "chance" else None           # before the dice
            opens = first is game.root and first.position == start
            unrolled = first and (first.position.swapped() if first.side != side else first.position)
            yield Item(number, side, point.step, stake.match, unrolled, position, opens)
            number += 1


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

    def add(self, verdict: Verdict) -> None:
        if verdict.unit is not None:
            self.match_error = (self.match_error or 0.0) + verdict.match_loss
            self.match_luck = (self.match_luck or 0.0) + (verdict.match_luck or 0.0)
        if verdict.decision:
            self.cube_decisions += 1
            self.cube_error += verdict.loss
            if verdict.loss > 0:
                self.wrong[{"beaver": "take", "pass": "drop"}.get(verdict.move, verdict.move)] += 1
            return
        self.plays += 1
        self.decisions += verdict.choices > 1
        self.error += verdict.loss
        self.luck += verdict.luck or 0.0
        if verdict.mark:
            self.marks[verdict.mark] += 1

    @property
    def error_per_decision(self) -> float | None:
        """The error of the plays divided by the number of decisions; None without a decision."""
        return self.error / self.decisions if self.decisions else None

    @property
    def error_rate(self) -> float | None:
        """The error of the plays and of the cube divided by the number of decisions; None without a decision."""
        decisions = self.decisions + self.cube_decisions
        return (self.error + self.cube_error) / decisions if decisions else None

    @property
    def rating(self) -> str | None:
        """The rating of that error rate, a key of RATINGS; None without a decision."""
        rate = self.error_rate
        return None if rate is None else next(name for name, least in RATINGS.items() if rate < least)
