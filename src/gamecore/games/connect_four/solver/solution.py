"""The solver's result for a position."""
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from gamecore.core.shown import html_of
from gamecore.games.connect_four.position import ConnectFour

if TYPE_CHECKING:
    from gamecore.games.connect_four.solver.solver import Solver

WIN = 30000                          # core/score.pxd: a win in n plies is WIN - n
Stop = Literal["complete", "nodes", "time", "stop"]


class Solution:
    """The exact score of a position of connect four.

    Attributes
    ----------
    position : ConnectFour or str
    score : int or None
        The score for the side to move: 0 for a draw; on 7x6, 22 minus the number of stones that the winner will have,
        negative for a loss. After a weak solution it is 1, 0 or -1. None if a budget or stop() ended the call first.
    lower, upper : int
        Bounds of the score: the score itself unless it is None.
    stop : {"complete", "nodes", "time", "stop"}
        Why the solver ended.
    nodes : int
        Positions it expanded.
    seconds : float
        Time it took.
    plies_to_end : int or None
        The length of the win or loss against the best resistance; None for a draw, and if the score is unknown or a
        weak one.
    """

    def __init__(self, solver: "Solver", position: ConnectFour | str, stones: int, lower: int, upper: int, weak: bool,
                 stop: Stop, nodes: int, seconds: float) -> None:
        self.position, self.weak, self.stop, self.nodes, self.seconds = position, weak, stop, nodes, seconds
        self.lower, self.upper = lower, upper
        self._stones = stones
        self._solver: Solver | tuple[int, int] = solver      # or only its board, in an unpickled Solution

    def __getstate__(self) -> dict[str, Any]:
        """Returns the state with the board in place of the solver, since another process uses a solver of its own."""
        return vars(self) | {"_solver": self._board}

    @property
    def _board(self) -> tuple[int, int]:
        """The columns and rows of the board."""
        return self._solver if isinstance(self._solver, tuple) else (self._solver.columns, self._solver.rows)

    @property
    def solver(self) -> "Solver":
        """The solver that computes everything but the score."""
        if isinstance(self._solver, tuple):
            from gamecore.games.connect_four.solver import Solver, default_solver
            columns, rows = self._solver
            self._solver = default_solver() if self._solver == (7, 6) else Solver(columns=columns, rows=rows)
        return self._solver

    def __repr__(self) -> str:
        return (f"<Solution position={str(self.position)!r} score={self.score} nodes={self.nodes} "
                f"seconds={self.seconds:.3g}>")

    def _repr_html_(self):
        return html_of(self)

    @property
    def score(self) -> int | None:
        """The score for the side to move, or None if it is not known."""
        return self.lower if self.lower == self.upper else None

    @property
    def plies_to_end(self) -> int | None:
        """The length of the win or loss, or None."""
        if not self.score or self.weak:
            return None
        columns, rows = self._board
        return plies_to_end(self.score, self._stones, columns * rows)

    @property
    def outcome(self) -> Literal["win", "loss", "draw"] | None:
        """The result for the side to move, "win", "loss" or "draw", or None if it is not known."""
        if self.lower > 0 or self.upper < 0:
            return "win" if self.lower > 0 else "loss"
        return "draw" if self.score == 0 else None

    @cached_property
    def scores(self) -> dict[int, int]:
        """The scores of all moves by column from 1, solved at the first request."""
        return self.solver.scores(self.position, weak=self.weak)

    @property
    def best_moves(self) -> list[int]:
        """The columns with the best score, from the left, solved at the first request."""
        return [column for column, score in self.scores.items() if score == max(self.scores.values())]

    @property
    def move(self) -> int:
        """The best move nearest to the centre, solved at the first request."""
        return min(self.best_moves, key=lambda column: abs(2 * column - self._board[0] - 1))

    @cached_property
    def pv(self) -> list[int]:
        """The columns of best play by both sides to the end of the game, solved at the first request."""
        return self.solver.pv(self.position)


def plies_to_end(score: int, stones: int, cells: int) -> int:
    """Returns the plies of a win or a loss from a position with this number of stones."""
    last = cells - 2 * abs(score)                        # the stones before the last one: that number or the next
    return last + 1 - stones + (last - stones + (score < 0)) % 2


def engine_scores(scores: dict[int, int], position: ConnectFour, cells: int = 42) -> dict[int, int]:
    """Returns the scores of moves as a search counts them, with WIN - n for a win in n plies."""
    return {move: score and (WIN - plies_to_end(score, position.ply, cells)) * (1 if score > 0 else -1)
            for move, score in scores.items()}


def scores_by_centre(solver: Any, position: Any) -> Iterator[tuple[int, int | None]]:
    """Yields each column with its score, or with None after a stop, beginning with the middle columns."""
    for column in sorted(position.legal_moves(), key=lambda column: abs(column - 4)):
        child = position.play(column)
        if child.is_over():
            yield column, 0 if child.outcome == "draw" else 22 - (child.ply + 1) // 2
        else:
            score = solver.solve(child).score
            yield column, score if score is None else -score
