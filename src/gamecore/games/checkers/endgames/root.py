"""Endgame databases as a root probe of the search.

The search itself probes only positions with fewer pieces than the root, because knowing that the root and its
successors are won is not enough to win.
"""
from typing import NamedTuple

from gamecore.games.checkers.endgames.distance import OPPOSITE, Distances


class Advice(NamedTuple):
    """Either the complete result or the moves left to search."""

    outcome: str                 # "win", "loss" or "draw" for the side to move
    lines: list                  # (score, line of moves) of the legal moves, best first; or empty
    moves: list                  # the legal moves that keep the result; or empty


class Adviser:
    """The root probe of positions in databases.

    Parameters
    ----------
    databases : Databases
    """

    def __init__(self, databases):
        self.databases = databases
        self.digest = databases.digest           # stored, since every search mixes it into its keys
        self.distances = Distances(databases)

    def advise(self, position, *, clock=True, seconds=None, multipv=1):
        """Returns how to play a position.

        Parameters
        ----------
        position : Checkers
        clock : bool, default True
            Whether draws by the clock and by repetition count.
        seconds : float, optional
            The time limit. If it is too short for finding the shortest way, the moves are left to a search.
        multipv : int, default 1
            The number of lines wanted.

        Returns
        -------
        Advice or None
            None if the databases lack the position or it has no legal move.
        """
        outcome = self.databases.probe(position, clock=clock)
        if outcome is None or not position.legal_moves():
            return None
        repeated = len(set(position.history)) < len(position.history)      # so that a third time is a draw
        if (outcome != "draw" and not (clock and repeated) and self.distances.can_rank(position)
                and (seconds is None or self.distances.cost(position) < seconds)):
            lines = self.distances.lines(position, multipv)
            if not clock or all(is_played_out(position, line) for _, line in lines):
                return Advice(outcome, lines, [])
        return Advice(outcome, [], [move for move in position.legal_moves()
                                    if self.databases.probe(position.play(move), clock=False) == OPPOSITE[outcome]])


def is_played_out(position, line):
    """Whether no draw interrupts a line: best play after a detour may come back to the position a third time."""
    return not line or not position.is_over() and is_played_out(position.play(line[0]), line[1:])
