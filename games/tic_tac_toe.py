"""Tic-tac-toe, as an example of a small game."""
from typing import Self

from gamecore import LOSS, PythonGame
from gamecore.errors import PositionError

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(PythonGame):
    """A position of nine cells, row by row, "x" (the first player), "o" or "."; a move is a cell, 1..9."""

    def __init__(self, cells: str = ".........") -> None:
        self.cells = cells

    @classmethod
    def from_text(cls, text: str) -> Self:
        position = cls(text.replace("/", ""))
        if len(position.cells) != 9 or not set(position.cells) <= set("xo."):
            raise PositionError(f"{text!r} is not a position: expected nine cells from 'xo.', such as 'xo./.x./..o'")
        second = position.cells.count("x") - position.cells.count("o")           # whether o is to move
        if second not in (0, 1):
            raise PositionError(f"{text!r} is not a position: x begins, and they take turns")
        if position.has_line("xo"[second]):
            raise PositionError(f"{text!r} is not a position: the side to move has three in a row already")
        return position

    def __str__(self) -> str:
        return "/".join(self.cells[row:row + 3] for row in (0, 3, 6))

    def rows(self) -> list[str]:
        return str(self).split("/")

    def cells_of(self, move: int) -> list[tuple[int, int]]:
        """Returns the cell (row, column) of a move, for pictures."""
        return [divmod(move - 1, 3)]

    def legal_moves(self) -> list[int]:
        return [cell + 1 for cell in range(9) if self.cells[cell] == "."]

    def play(self, move: int) -> Self:
        mark = "x" if self.cells.count(".") % 2 else "o"
        return type(self)(self.cells[:move - 1] + mark + self.cells[move:])

    def is_over(self) -> bool:
        return self.has_line() or "." not in self.cells

    def has_line(self, marks: str = "xo") -> bool:
        return any(self.cells[a] == self.cells[b] == self.cells[c] in marks for a, b, c in LINES)

    def final_score(self) -> float:
        return LOSS if self.has_line() else 0     # only the last mover can have made a line

    def key(self) -> str:
        return self.cells

    def hint(self, move: int) -> int:
        return sum(move - 1 in line for line in LINES)     # centre 4, corners 3, edges 2
