"""Annotation of backgammon games: the loss of each play against the best one, and the luck of each roll.

All equities are for a stake of 1: a single win is worth 1 and a single loss -1; a gammon is worth 2 for money, and at
a match score its worth for the match. The luck of a roll is the static value of its best play, minus the mean of that
over all 21 rolls. The opening roll also decides who begins, so its mean is over the rolls of both sides, and 0 for
money.
"""
from dataclasses import dataclass

from gamecore.core.spread import in_processes
from gamecore.engine import Engine
from gamecore.match.backgammon.rollout import roll_with_luck

OPENINGS = [(a, b) for a in range(2, 7) for b in range(1, a)]          # equally likely, for either side
MARKS = {"blunder": 0.08, "error": 0.04, "inaccuracy": 0.02}          # the least loss in points; the worst first


@dataclass(frozen=True)
class Judgement:
    """The annotation of a play."""

    choices: int                     # legal plays
    equity: float                    # of the play, for the player
    best: object                     # a BackgammonMove, the play itself if none is better
    best_equity: float
    luck: float                      # of the roll, for the player
    unit: float | None = None        # the match-winning chance of an equity of 1; None for money

    @property
    def loss(self):
        return self.best_equity - self.equity

    @property
    def match_loss(self):
        """The loss as a match-winning chance; None for money."""
        return None if self.unit is None else self.loss * self.unit

    @property
    def match_luck(self):
        """The luck as a match-winning chance; None for money."""
        return None if self.unit is None else self.luck * self.unit

    @property
    def mark(self):
        """The name of the mistake, a key of MARKS, or None."""
        return next((name for name, least in MARKS.items() if self.loss >= least), None)


class Judge:
    """A judge of plays by searches to a given depth.

    In another process it creates its own engines; at a match score it uses one with the same settings.
    """

    def __init__(self, engine, plies):
        self.settings, self.plies = engine.settings, plies
        self.engine, self.score = engine, None   # the latest one, and what it plays for

    def __call__(self, item):
        """Returns the Judgement of (position before the dice, dice, play, is opening roll, score or None)."""
        before, dice, move, opens, score = item
        if score != self.score:
            self.engine, self.score = Engine(**self.settings | {"match": score}), score
        unit = None if score is None else score.unit
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

    def __getstate__(self):
        return self.settings, self.plies

    def __setstate__(self, state):
        settings, plies = state
        self.__init__(Engine(**settings), plies)


def opening_with_luck(position, engine, roll):
    """Returns the position after the opening roll, and the luck of winning it with these dice."""
    own, other = (sum(engine.search(side.roll(*dice), depth=0).score for dice in OPENINGS)
                  for side in (position, position.swapped()))
    rolled = position.roll(*roll)
    return rolled, engine.search(rolled, depth=0).score - (own - other) / (2 * len(OPENINGS))


def annotate(games, engine, plies=1, jobs=1):
    """Judges all plays of MatGames, each at the score of its match.

    The engine is one for money; engines for match scores get its settings. Searches go through `plies` layers of
    chance; `jobs` processes share the work. Yields (MatGame, Turn, Judgement or None for a cube action) in order.

    Raises
    ------
    PositionError, EvaluationError
        If a match is longer than a MatchScore can be, or the engine's evaluation lacks the gammon rates that a score
        needs.
    """
    turns = [(game, turn) for game in games for turn in game.turns]
    items = [(turn.position, turn.dice, turn.move, turn is game.turns[0], game.score_at(turn))
             for game, turn in turns if turn.move]
    judge = Judge(engine, plies)
    verdicts = iter(map(judge, items) if jobs == 1 else in_processes(judge, items, jobs, "plays"))
    for game, turn in turns:
        yield game, turn, next(verdicts) if turn.move else None


class Tally:
    """The sums over a player's plays and rolls."""

    def __init__(self):
        self.plays = self.decisions = 0                  # all plays, and those with a choice
        self.error = self.luck = 0.0                     # the sums, in points
        self.match_error = self.match_luck = None        # match-winning chances, of plays judged at a score
        self.marks = dict.fromkeys(reversed(MARKS), 0)   # the number of each mistake

    def add(self, judgement):
        self.plays += 1
        self.decisions += judgement.choices > 1
        self.error += judgement.loss
        self.luck += judgement.luck
        if judgement.unit is not None:
            self.match_error = (self.match_error or 0.0) + judgement.match_loss
            self.match_luck = (self.match_luck or 0.0) + judgement.match_luck
        if judgement.mark:
            self.marks[judgement.mark] += 1

    @property
    def error_per_decision(self):
        """The error over the number of decisions; None without a decision."""
        return self.error / self.decisions if self.decisions else None
