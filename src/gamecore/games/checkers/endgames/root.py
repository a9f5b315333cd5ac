"""What endgame databases tell about the position that a search begins with.

The search itself asks them only about positions with fewer pieces than the first: who knows that a position is won, and all that
come from it, does not know yet how to win it.
"""
from typing import NamedTuple

from gamecore.games.checkers.endgames.distance import OPPOSITE, Distances


class Advice(NamedTuple):
    """Either all there is to say, or what is left to search."""

    outcome: str                 # "win", "loss" or "draw" for the side to move
    lines: list                  # (score, line of moves) of the legal moves, best first; or empty
    moves: list                  # those legal moves that keep the result; or empty


class Adviser:
    """Answers for positions that databases know.

    Parameters
    ----------
    databases : Databases
    """

    def __init__(self, databases):
        self.databases = databases
        self.digest = databases.digest           # once: every search mixes it into its keys
        self.distances = Distances(databases)

    def advise(self, position, *, clock=True, seconds=None, multipv=1):
        """How to play a position.

        Parameters
        ----------
        position : Checkers
        clock : bool, default True
            Whether draws by the clock and by repetition count.
        seconds : float, optional
            The time there is. Unless that is enough to find the shortest way, the moves are left to a search.
        multipv : int, default 1
            Lines wanted.

        Returns
        -------
        Advice or None
            None: the databases do not know the position, or it has no legal move.
        """
        outcome = self.databases.probe(position, clock=clock)
        if outcome is None or not position.legal_moves():
            return None
        if outcome != "draw" and not (clock and has_repeated(position)) and self.has_time(position, seconds):
            return Advice(outcome, self.distances.lines(position, multipv), [])
        return Advice(outcome, [], [move for move in position.legal_moves()
                           if self.databases.probe(position.play(move), clock=False) == OPPOSITE[outcome]])

    def has_time(self, position, seconds):
        """Whether the shortest way can be found, and soon enough."""
        return self.distances.can_rank(position) and (seconds is None or self.distances.cost(position) < seconds)


def has_repeated(position):
    """Whether a position has come up twice since the latest move that cannot be taken back: a third time would be a draw."""
    return len(set(position.history)) < len(position.history)
