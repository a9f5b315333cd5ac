"""What the solver knows of a position."""
from functools import cached_property


class Solution:
    """The exact score of a position of connect four.

    Attributes
    ----------
    position : ConnectFour or str
    score : int or None
        For the side to move: 0 for a draw; on 7x6, 22 minus the number of stones the winner will have, negative for a loss. After a
        weak solution 1, 0 or -1. None if a budget or stop() came first.
    lower, upper : int
        Bounds of the score: the score itself unless it is None.
    stop : {"complete", "nodes", "time", "stop"}
        Why the solver ended.
    nodes : int
        Positions it expanded.
    seconds : float
        Time it took.
    """

    def __init__(self, solver, position, lower, upper, weak, stop, nodes, seconds):
        self.position = position
        self.score = lower if lower == upper else None
        self.lower, self.upper = lower, upper
        self.weak = weak
        self.stop = stop
        self.nodes = nodes
        self.seconds = seconds
        self._solver = solver

    def __repr__(self):
        return f"<Solution position={str(self.position)!r} score={self.score} nodes={self.nodes} seconds={self.seconds:.3g}>"

    @property
    def outcome(self):
        """For the side to move: "win", "loss" or "draw"; None if it is not known."""
        if self.lower > 0 or self.upper < 0:
            return "win" if self.lower > 0 else "loss"
        return "draw" if self.score == 0 else None

    @cached_property
    def scores(self):
        """The scores of all moves by column from 1: solved when they are first asked for."""
        return self._solver.scores(self.position, weak=self.weak)

    @property
    def best_moves(self):
        """The columns with the best score, from the left: solved when they are first asked for."""
        return [column for column, score in self.scores.items() if score == max(self.scores.values())]

    @cached_property
    def pv(self):
        """Columns to the end of the game without a mistake by either side: solved when they are first asked for."""
        return self._solver.pv(self.position)
