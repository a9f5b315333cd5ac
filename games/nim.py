"""Nim, in which a player takes coins from one of several heaps, as a complete game for gamecore."""
from typing import Any, Self

from gamecore import LOSS, WIN, PythonGame
from gamecore.errors import PositionError

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"     # of the heaps


class Nim(PythonGame):
    """The misère game, in which a move takes 1 or 2 coins and the last coin loses.

    A move is a heap and a number, such as "A2". Other rules take two lines, `limit` and `misere`, as in ClassicNim.

    >>> import gamecore
    >>> gamecore.Engine(hash_mb=1).search(Nim(8), depth=8).move
    'A1'
    >>> gamecore.Engine(hash_mb=1).search(ClassicNim(3, 4, 5), depth=12).move
    'A2'
    """

    limit: int | None = 2                            # coins that a move takes at most; None: the whole heap
    misere = True                        # whether the last coin loses

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps or (7,)
        if len(heaps) > len(NAMES):
            raise PositionError(f"{len(heaps)} heaps are too many: expected up to {len(NAMES)}")

    @classmethod
    def from_text(cls, text: str) -> Self:
        heaps = text.split()
        if not 0 < len(heaps) <= len(NAMES) or not all(heap.isdecimal() for heap in heaps):
            raise PositionError(f"{text!r} is not a position: expected up to {len(NAMES)} numbers of coins, such as "
                                f"'3 4 5'")
        return cls(*map(int, heaps))

    def __str__(self) -> str:
        return " ".join(map(str, self.heaps))

    def legal_moves(self) -> list[str]:
        return [f"{name}{take}" for name, coins in zip(NAMES, self.heaps)
                for take in range(1, 1 + min(coins, self.limit or coins))]

    def play(self, move: str) -> Self:
        heap, take = NAMES.index(move[0]), int(move[1:])
        return type(self)(*self.heaps[:heap], self.heaps[heap] - take, *self.heaps[heap + 1:])

    def final_score(self) -> float:
        return WIN if self.misere else LOSS      # the opponent has taken the last coin

    def key(self) -> tuple[Any, ...]:
        return self.limit, self.misere, self.heaps


class ClassicNim(Nim):
    """Bouton's game (1901), in which a move takes any number of coins from one heap, and the last coin wins."""

    limit = None
    misere = False
