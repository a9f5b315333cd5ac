"""Ten levels of play for each game, from a beginner's to the engine's full strength."""
from typing import NamedTuple

from gamecore.core.checks import in_range
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.position import Checkers
from gamecore.games.connect_four.position import ConnectFour


class Level(NamedTuple):
    """How a level plays.

    Attributes
    ----------
    limits : dict
        depth, nodes, seconds: those of Engine.search.
    slip : float
        The chance of a move at random.
    evaluation : str or None
        Of the engine; None: the best.
    perfect : bool
        Whether the solver of connect four plays, without a limit.
    """

    limits: dict
    slip: float = 0.0
    evaluation: str | None = None
    perfect: bool = False

    def slips(self, random):
        """Whether the next move is made at random."""
        return random.random() < self.slip


def deep(depth, slip=0.0):
    return Level({"depth": depth}, slip)


# docs/serve.md has what neighbours score against each other.
LEVELS = {
    ConnectFour: (deep(1, .7), deep(1, .4), deep(1, .2), deep(2, .1), deep(3, .05), deep(4), deep(6), deep(9), deep(14),
                  Level({}, perfect=True)),
    Checkers: (deep(1, .6), deep(1, .25), deep(1, .1), deep(2, .05), deep(3), deep(4), deep(5), deep(7), deep(10),
               Level({"seconds": 2.0})),
    Backgammon: (*(Level({"depth": 0}, slip, "linear") for slip in (.8, .5, .3, .15, 0.0)),
                 *(Level({"depth": 0}, slip) for slip in (.12, .06, .02, 0.0)), deep(2)),
}
OTHERS = (deep(1, .7), deep(1, .4), deep(1, .2), deep(2, .1), deep(2), deep(3), deep(4), deep(6),
          Level({"depth": 60, "seconds": 0.5}), Level({"depth": 60, "seconds": 2.0}))


def level_of(position, number):
    """The Level 1..10 of this position's game; LimitError for another number."""
    return LEVELS.get(type(position), OTHERS)[in_range("level", number, 1, 10) - 1]
