"""Endgame databases as a root probe of the search.

The search itself probes only positions with fewer pieces than the root, because the knowledge that the root and its
successors are won is not enough to win. A result at the root takes the game so far into account: earlier positions that
have
occurred twice are draws, and the next capture or man's move must come before the clock runs out.
"""
from typing import NamedTuple

from gamecore.games.checkers.endgames.distance import OPPOSITE, Distances, preference, repeated, score_of, within_clock
from gamecore.games.checkers.position import Checkers


class ProbeResult(NamedTuple):
    """Either the complete result, or the moves that remain to be searched."""

    outcome: str | None          # "win", "loss" or "draw" for the side to move; None: not proved in this game
    lines: list                  # (score, line of moves) of the legal moves, best first; or empty
    moves: list                  # the legal moves that keep the result; or empty


class DatabaseProbe:
    """The root probe of positions in databases.

    Parameters
    ----------
    databases : Databases
    """

    def __init__(self, databases):
        self.databases = databases
        self.distances = Distances(databases)

    def probe(self, position, *, clock=True, seconds=None, multipv=1):
        """Returns the best moves of a position and their result.

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
        ProbeResult or None
            None if the databases lack the position or it has no legal move.
        """
        outcome = self.databases.probe(position, clock=False)
        if outcome is None or not position.legal_moves():
            return None
        drawn = repeated(position) if clock else frozenset()
        if outcome != "draw" and self.can_prove(position, clock) and (
                seconds is None or self.distances.cost(position, drawn) < seconds):
            ranked = self.distances.rank(position, drawn)
            if clock:
                ranked = sorted([within_clock(move, position.clock) for move in ranked], key=preference)
            if ranked[0].outcome == "draw":
                return ProbeResult("draw", [], [move.move for move in ranked if move.outcome == "draw"])
            lines = [(score_of(best), (best.move,) if best.outcome == "draw" else
                      self.distances.line(position, best.move, drawn)) for best in ranked[:multipv]]
            return ProbeResult(ranked[0].outcome, lines, [])
        after = {move: self.databases.probe(position.play(move), clock=False) for move in position.legal_moves()}
        moves = [move for move in after if after[move] == OPPOSITE[outcome]]
        if not moves:                            # those that keep the result lead to missing slices
            return ProbeResult(None, [], [move for move in after if after[move] is None])
        proved = not clock or outcome == "draw" or not drawn and self.databases.probe(position) is not None
        return ProbeResult(outcome if proved else None, [], moves)

    def can_prove(self, position, clock):
        """Whether distances prove a result; in some slices they do not, since the clock may run out."""
        return (self.distances.can_rank(position)
                and not (clock and self.databases.probe(Checkers(str(position))) is None))
