"""Oopsy-Nim, in which an attempt to take two coins may fail, so positions can repeat and the tree is infinite."""
from fractions import Fraction
from typing import Any, Self

from gamecore import WIN, PythonGame
from gamecore.errors import PositionError


class OopsyNim(PythonGame):
    """A position in which a player takes one coin or tries to take two; the last coin loses.

    One attempt in four fails, and the turn passes. The chance event of an attempt comes before the opponent chooses.

    >>> from gamecore.solving.loops import solve
    >>> print(solve(OopsyNim()).value)
    8/25
    """

    success: Fraction | float = Fraction(3, 4)             # of an attempt to take two

    def __init__(self, coins: int = 7, attempt: bool = False) -> None:
        self.coins = coins
        self.attempt = attempt           # whether the opponent's hand is on two of the coins

    @classmethod
    def from_text(cls, text: str) -> Self:
        coins = text.removesuffix("?")
        if not coins.isdecimal() or text.endswith("?") and int(coins) < 2:
            raise PositionError(f"{text!r} is not a position: expected a number of coins, such as '7', or '7?' with "
                                f"two of them at stake")
        return cls(int(coins), attempt=text.endswith("?"))

    def __str__(self) -> str:
        return f"{self.coins}?" if self.attempt else f"{self.coins}"

    def legal_moves(self) -> list[int]:
        return [take for take in (1, 2) if take <= self.coins]

    def play(self, take: int) -> Self:
        return type(self)(self.coins, attempt=True) if take == 2 else type(self)(self.coins - 1)

    def outcomes(self) -> list[tuple[str, Any]]:
        return [("success", self.success), ("failure", 1 - self.success)] if self.attempt else []

    def play_outcome(self, outcome: str) -> Self:
        return type(self)(self.coins - 2 if outcome == "success" else self.coins)

    def final_score(self) -> float:
        return WIN                       # no coin is left: the opponent has taken the last one

    def key(self) -> tuple[Any, ...]:
        return str(self.success), self.coins, self.attempt
