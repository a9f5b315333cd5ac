"""The two bags, the smallest game with a cut-off: you choose a bag, and your opponent chooses a ball from it."""
from collections.abc import Sequence
from typing import Any, Self

from gamecore import PythonGame
from gamecore.errors import PositionError

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"     # of the bags


class TwoBags(PythonGame):
    """A position of integers in bags. The first move is a bag, A, B, ...; the second is a ball of that bag.

    The first bag is worth 2. The second is worth at most 1, whatever its other ball is, so alpha-beta never visits that
    ball.

    >>> from gamecore.trees import alpha_beta, from_position
    >>> trace = alpha_beta(from_position(TwoBags()))
    >>> trace.value, trace.action, trace.pruned_leaves
    (2, 'A', (100,))
    """

    def __init__(self, *bags: Sequence[int]) -> None:
        if len(bags) > len(NAMES):
            raise PositionError(f"{len(bags)} bags are too many: expected up to {len(NAMES)}")
        self.bags = dict(zip(NAMES, bags or [(2, 7), (1, 100)]))
        self.chosen: Any = None               # the balls of a bag, then a ball

    @classmethod
    def from_text(cls, text: str) -> Self:
        try:
            bags = [tuple(map(int, bag.split())) for bag in text.split("/")]
        except ValueError:
            bags = [()]
        if not all(bags) or len(bags) > len(NAMES):
            raise PositionError(f"{text!r} is not a position: expected up to {len(NAMES)} bags of whole numbers, such "
                                f"as '2 7 / 1 100'")
        return cls(*bags)

    def __str__(self) -> str:
        text = " / ".join(" ".join(map(str, bag)) for bag in self.bags.values())
        return text if self.chosen is None else f"{text}: {self.chosen}"

    def legal_moves(self) -> list[Any]:
        if self.is_over():
            return []
        if self.chosen is None:
            return list(self.bags)
        return list(dict.fromkeys(self.chosen))      # equal balls are one move

    def play(self, move: Any) -> Self:
        child = type(self)(*self.bags.values())
        child.chosen = self.bags[move] if self.chosen is None else move
        return child

    def is_over(self) -> bool:
        return isinstance(self.chosen, int)

    def final_score(self) -> Any:
        return self.chosen               # after two moves it is your turn, and the ball is yours

    def key(self) -> tuple[Any, ...]:
        return tuple(self.bags.values()), self.chosen
