"""The record of custom games, with defaults for everything that a game leaves undefined."""
from typing import Any

from gamecore.games.outside.python_game import PythonGame
from gamecore.games.record import GameRecord


class OutsideGame(GameRecord):
    """Describes a custom game to the package."""

    folder = "outside"

    def from_text(self, text: str) -> Any:
        return self.position.from_text(text)


OUTSIDE = OutsideGame(name="a game of your own", position=PythonGame, evaluations=("own",), turns=("first", "second"))
