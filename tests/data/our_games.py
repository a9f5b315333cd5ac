"""Games as a user would write them, most with a fault; test_cli.py uses this module."""
from fractions import Fraction

import gamecore
from tests.small_games import Draw, MisereNim


class Nim(MisereNim):
    key = None

    def __str__(self):
        return str(self.coins)

    @classmethod
    def from_text(cls, text):
        return cls(int(text))


class Broken(Nim):
    def evaluate(self):
        return 1 / 0


class Endless(Nim):
    def evaluate(self):
        return float("inf")


class Unfair(Nim):
    def outcomes(self):
        return [("heads", 0.5), ("tails", 0.6)]

    def play_outcome(self, outcome):
        return self

    def key(self):
        return self.coins


class NoGame:
    pass


class Demanding(Nim):
    def __init__(self, coins):
        pass


class Half(Draw):
    """A coin: heads, the player has won; tails, it is a draw."""

    odds = (("heads", Fraction(1, 2)), ("tails", Fraction(1, 2)))

    def final_score(self):
        return gamecore.WIN if self.drawn == "heads" else 0

    def key(self):
        return self.drawn or "start"
