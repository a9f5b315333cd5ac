"""Pig, in which a player may roll a die again and again; a 1 ends the turn, and its points are lost."""
from fractions import Fraction
from typing import Any, Self

from gamecore import LOSS, WIN, PythonGame
from gamecore.errors import PositionError


class Pig(PythonGame):
    """A position in which a player either rolls, which adds the die to the turn's total, or holds, which adds the total
    to the score. A 1 ends the turn without points. The first player to reach the target wins.

    Parameters
    ----------
    target : int, default 100
    own, other : int, default 0
        The scores of the side to move and of the opponent.
    total : int, default 0
        The total of this turn.
    rolling : bool, default False
        Whether the die is about to be rolled.

    Notes
    -----
    The game is that of T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig, UMAP Journal 25 (2004). In
    a game to 100 points the first player wins with probability .5306. As in their rules, a total that reaches the
    target wins at once.

    Examples
    --------
    >>> import gamecore
    >>> game = Pig(5)
    >>> game.play("roll").passes_turn(1), game.play("roll").play_outcome(3).legal_moves()
    (True, ['roll', 'hold'])
    >>> from gamecore.solving.loops import solve
    >>> solution = solve(game)
    >>> solution.value, solution.move
    (Fraction(216, 271), 'roll')
    >>> round((1 + gamecore.Engine(hash_mb=1).search(game, depth=30).score) / 2, 4), round(216 / 271, 4)
    (0.797, 0.797)
    """

    __slots__ = ("own", "other", "total", "rolling", "target")

    bounds = (-1, 1)

    def __init__(self, target: int = 100, own: int = 0, other: int = 0, total: int = 0, rolling: bool = False) -> None:
        self.target, self.own, self.other, self.total, self.rolling = target, own, other, total, rolling

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Reads the target, both scores and the turn's total: '100', '100 40 35 6?'; a final ? comes before a roll."""
        words = text.removesuffix("?").split()
        if not 1 <= len(words) <= 4 or not all(map(str.isdecimal, words)) or not int(words[0]):
            raise PositionError(f"{text!r} is not a position: expected the target, both scores and the turn's total, "
                                f"such as '100 40 35 6', or '100 40 35 6?' while the die falls")
        target, own, other, total = [*map(int, words), 0, 0, 0][:4]
        return cls(target, own, other, total, rolling=text.endswith("?"))

    def __str__(self) -> str:
        return f"{self.target} {self.own} {self.other} {self.total}{'?' * self.rolling}"

    def __repr__(self) -> str:
        return f"Pig.from_text({str(self)!r})"

    def legal_moves(self) -> list[str]:
        return ["roll", "hold"] if self.total else ["roll"]

    def play(self, move: str) -> Self:
        if move == "roll":
            return type(self)(self.target, self.own, self.other, self.total, rolling=True)
        return type(self)(self.target, self.other, self.own + self.total)

    def same_player(self, move: str) -> bool:
        return move == "roll"

    def outcomes(self) -> list[tuple[int, Fraction]]:
        return [(face, Fraction(1, 6)) for face in range(1, 7)] if self.rolling else []

    def play_outcome(self, face: int) -> Self:
        if face == 1:
            return type(self)(self.target, self.other, self.own)
        return type(self)(self.target, self.own, self.other, min(self.total + face, self.target - self.own))

    def passes_turn(self, face: int) -> bool:
        return face == 1

    def is_over(self) -> bool:
        return self.own + self.total >= self.target or self.other >= self.target

    def final_score(self) -> float:
        return LOSS if self.other >= self.target else WIN

    def evaluate(self) -> float:
        """Returns the lead as a share of the target."""
        return (self.own + self.total - self.other) / self.target

    def key(self) -> tuple[Any, ...]:
        return self.target, self.own, self.other, self.total, self.rolling
