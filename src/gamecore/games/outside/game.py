"""The record of games from outside, with the defaults of everything that they do not define."""
from typing import Any

from gamecore.games.outside.python_game import PythonGame
from gamecore.games.record import Game, Level, deep


class OutsideGame(Game):
    """A game of one's own."""

    folder = "outside"

    def from_text(self, text: str) -> Any:
        return self.position.from_text(text)


OUTSIDE = OutsideGame(
    name="a game of your own", position=PythonGame, evaluations=("own",), turns=("first", "second"),
    levels=(deep(1, .7), deep(1, .4), deep(1, .2), deep(2, .1), deep(2), deep(3), deep(4), deep(6),
            Level({"depth": 60, "seconds": 0.5}), Level({"depth": 60, "seconds": 2.0})),
)
