"""Kalah, in which counters are sown round a board, and a player whose last counter falls into his store moves again."""
from collections.abc import Sequence
from typing import Any, Self

from gamecore import PythonGame
from gamecore.errors import PositionError


class Kalah(PythonGame):
    """A position, with the counters in the holes and the store of the side to move and of the opponent.

    A move is the number of a hole, from 1. Its counters are sown one by one anticlockwise: along the player's own
    holes, into his store, along the opponent's holes, and on to his own holes again; the opponent's store is skipped.

    Parameters
    ----------
    holes : int, default 6
        Holes of each side.
    counters : int, default 4
        Counters in each hole at the start.

    Notes
    -----
    The rules and the values of the first positions are from G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA
    Journal 23 (2000).

    Examples
    --------
    >>> import gamecore
    >>> Kalah(2, 1).same_player(2), Kalah(2, 1).play(2)
    (True, Kalah.from_text('1 0 1 / 1 1 0'))
    >>> gamecore.Engine(hash_mb=1).search(Kalah(2, 1), depth=50).score
    2
    """

    __slots__ = ("board",)

    def __init__(self, holes: int = 6, counters: int = 4) -> None:
        side: tuple[int, ...] = (counters,) * holes + (0,)
        self.board = (side, side)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Reads the holes and the store of the side to move and of the opponent, such as '4 4 4 0 / 4 4 4 0'."""
        sides = [side.split() for side in text.split("/")]
        if (len(sides) != 2 or len(sides[0]) != len(sides[1]) or len(sides[0]) < 2
                or not all(n.isdecimal() for side in sides for n in side)):
            raise PositionError(f"{text!r} is not a position: expected the counters in the holes and the store of the "
                                "side to move, then the opponent's, such as '4 4 4 0 / 4 4 4 0'")
        return cls.of(*([int(n) for n in side] for side in sides))

    @classmethod
    def of(cls, own: Sequence[int], other: Sequence[int]) -> Self:
        position = object.__new__(cls)
        position.board = (tuple(own), tuple(other))
        return position

    def __str__(self) -> str:
        return " / ".join(" ".join(map(str, side)) for side in self.board)

    def __repr__(self) -> str:
        return f"Kalah.from_text({str(self)!r})"

    def legal_moves(self) -> list[int]:
        return [hole for hole, counters in enumerate(self.board[0][:-1], 1) if counters]

    def play(self, move: int) -> Self:
        own, other, last = self.sown(move)
        store = len(own) - 1
        # If the last counter falls into an empty hole of the player's own, opposite a hole with counters, both go into
        # his store.
        if last < store and own[last] == 1 and other[store - 1 - last]:
            own[store] += 1 + other[store - 1 - last]
            own[last] = other[store - 1 - last] = 0
        return self.of(own, other) if last == store else self.of(other, own)

    def sown(self, move: int) -> tuple[list[int], list[int], int]:
        """Returns both sides after the sowing, and the place of the last counter, 0 for the first own hole."""
        own, other = self.board
        holes = len(own) - 1
        ring = [*own, *other[:-1]]
        last = move - 1
        counters, ring[last] = ring[last], 0
        for _ in range(counters):
            last = (last + 1) % len(ring)
            ring[last] += 1
        return ring[:holes + 1], [*ring[holes + 1:], other[-1]], last

    def same_player(self, move: int) -> bool:
        """Whether the last counter falls into the mover's own store."""
        own = self.board[0]
        return (move - 1 + own[move - 1]) % (2 * len(own) - 1) == len(own) - 1

    def is_over(self) -> bool:
        """Whether the side to move has no counters in its holes."""
        return not any(self.board[0][:-1])

    def final_score(self) -> float:
        """Returns the lead when the side to move has no counters in its holes; the opponent keeps the counters in his
        holes."""
        own, other = self.board
        return own[-1] - sum(other)

    def evaluate(self) -> float:
        """Returns the lead of the stores."""
        own, other = self.board
        return own[-1] - other[-1]

    def key(self) -> tuple[Any, ...]:
        return self.board

    def hint(self, move: int) -> int:
        """Ranks moves that let the same side move again first, and then moves from holes near the store."""
        return 100 * self.same_player(move) + move
