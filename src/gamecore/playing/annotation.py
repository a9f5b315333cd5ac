"""Annotation of a game by the scores of each move and of the best one."""
from collections.abc import Iterator
from typing import Any, NamedTuple

from gamecore.games.outside.turns import legal_moves
from gamecore.playing.tree import GameTree, Point
from gamecore.result import score_text
from gamecore.search.iteration import outcome_of

RANKS = {"win": 1, None: 0, "loss": -1}          # of the outcome that a score proves
SLOW = {"win": "wins late", "loss": "loses early"}


class Verdict(NamedTuple):
    """The annotation of a move."""

    number: int                      # of the move, from 1
    side: int                        # that made it
    move: Any
    score: int | float               # of the move for that side
    best: Any                        # the best move, or `move` if it was as good
    best_score: int | float
    line: tuple[Any, ...] = ()           # of best play, if `move` was not as good

    @property
    def drop(self) -> tuple[int, int | float]:
        """Returns by how many ranks (win, unproved, loss) and by how much score the move is below the best."""
        return rank(self.best_score) - rank(self.score), self.best_score - self.score

    def remark(self) -> str:
        """Returns a description of the mistake, or "" for a move that is as good as the best."""
        steps, points = self.drop
        if not points:
            return ""
        if steps:
            harm = (f"misses a {score_text(self.best_score)}" if rank(self.score) == 0 else
                    f"throws a {score_text(self.best_score)} away" if rank(self.best_score) > 0 else "loses by force")
        else:
            harm = SLOW.get(outcome_of(self.score)[0]) or f"gives {amount(points)} away"
        return f"{harm}; {self.best} is worth {score_text(self.best_score)}"


def rank(score):
    return RANKS[outcome_of(score)[0]]


def amount(points):
    return f"{points:.3f}" if isinstance(points, float) else str(points)


def judged(tree: GameTree, player: Any, on_progress: Any = None) -> Iterator[Verdict]:
    """Yields a Verdict for every move of a game that had an alternative, at the score and the stake of that moment."""
    for number, (point, move) in enumerate(zip(tree.choices, tree.moves), 1):
        if len(legal_moves(point.position)) > 1:
            yield verdict_of(player, point, move, number, on_progress)


def verdict_of(player: Any, point: Point, move: Any, number: int, on_progress: Any = None) -> Verdict:
    """Returns the Verdict of a player on a move at a point of a game."""
    scores, line = player.compare(point.position, move, point.stake.match, on_progress)
    best = max(scores, key=scores.__getitem__)
    if scores[move] == scores[best]:
        best, line = move, ()
    return Verdict(number, point.side, move, scores[move], best, scores[best], line)
