"""Games of backgammon annotated: what each play cost against the best one, and what each roll brought.

All equities are those of a stake of 1. The luck of a roll is the static value of the best play it allows, minus the
mean of that over all 21 rolls. Of the opening roll, which decides who begins as well, that mean is 0: both sides are
alike.
"""
from dataclasses import dataclass

from gamecore.core.spread import in_processes
from gamecore.engine import Engine
from gamecore.match.backgammon_rollout import roll_with_luck

MARKS = {"blunder": 0.08, "error": 0.04, "inaccuracy": 0.02}          # from what loss on, in points; the worst first


@dataclass(frozen=True)
class Judgement:
    """What an annotation says about a play.

    Attributes
    ----------
    choices : int
        Legal plays.
    equity, best_equity : float
        Of the play and of the best one, for the player.
    best : BackgammonMove
        The play itself if none is better.
    luck : float
        Of the roll, for the player.
    """

    choices: int
    equity: float
    best: object
    best_equity: float
    luck: float

    @property
    def loss(self):
        return self.best_equity - self.equity

    @property
    def mark(self):
        """The name of the mistake: a key of MARKS, or None."""
        return next((name for name, least in MARKS.items() if self.loss >= least), None)


class Judge:
    """Judges plays, by searches as deep as it is told. In another process it has an engine of its own."""

    def __init__(self, engine, plies):
        self.engine, self.plies = engine, plies

    def __call__(self, item):
        """The Judgement on (position before the dice, dice, play, whether the roll opens the game)."""
        before, dice, move, opens = item
        rolled, luck = roll_with_luck(before, self.engine, dice)
        luck = self.engine.search(rolled, depth=0).score if opens else luck
        choices = len(rolled.legal_moves())
        equity = self.value(rolled.play(move))
        if choices == 1:
            return Judgement(1, equity, move, equity, luck)
        found = self.engine.search(rolled, depth=self.plies)
        if found.score <= equity:
            return Judgement(choices, equity, move, equity, luck)
        return Judgement(choices, equity, found.move, found.score, luck)

    def value(self, after):
        """For the player whose play led there."""
        return -(after.final_score() if after.is_over() else self.engine.search(after, depth=self.plies).score)

    def __getstate__(self):
        return self.engine.settings, self.plies

    def __setstate__(self, state):
        settings, self.plies = state
        self.engine = Engine(**settings)


def annotate(games, engine, plies=1, jobs=1):
    """Judges all plays of some games.

    Parameters
    ----------
    games : iterable of MatGame
    engine : Engine
    plies : int, default 1
        Layers of chance that its searches look ahead.
    jobs : int, default 1
        Processes that share the work.

    Yields
    ------
    (MatGame, Turn, Judgement or None)
        In the order of the games; None where the cube was turned, taken or refused.
    """
    turns = [(game, turn) for game in games for turn in game.turns]
    items = [(turn.position, turn.dice, turn.move, turn is game.turns[0]) for game, turn in turns if turn.move]
    judge = Judge(engine, plies)
    verdicts = iter(map(judge, items) if jobs == 1 else in_processes(judge, items, jobs, "plays"))
    for game, turn in turns:
        yield game, turn, next(verdicts) if turn.move else None


class Tally:
    """What a player's plays and rolls amount to.

    Attributes
    ----------
    plays, decisions : int
        All plays; those that were a choice.
    error, luck : float
        The sums, in points.
    marks : dict of str to int
        How many of each mistake.
    """

    def __init__(self):
        self.plays = self.decisions = 0
        self.error = self.luck = 0.0
        self.marks = dict.fromkeys(reversed(MARKS), 0)

    def add(self, judgement):
        self.plays += 1
        self.decisions += judgement.choices > 1
        self.error += judgement.loss
        self.luck += judgement.luck
        if judgement.mark:
            self.marks[judgement.mark] += 1

    @property
    def error_per_decision(self):
        """None without a decision."""
        return self.error / self.decisions if self.decisions else None
