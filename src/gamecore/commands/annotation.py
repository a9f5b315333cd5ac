"""Annotation of a game by the scores of each move and of the best one."""
from typing import NamedTuple

from gamecore.screen.console import ColumnPrinter
from gamecore.screen.text import score_text
from gamecore.search.iteration import outcome_of

RANKS = {"win": 1, None: 0, "loss": -1}          # of the outcome that a score proves
SLOW = {"win": "wins late", "loss": "loses early"}
SCORE_FORMAT = ">10"                             # "win in 100", a score with its sign


class Verdict(NamedTuple):
    """The annotation of a move."""

    number: int                      # of the move, from 1
    side: int                        # that made it, 0 for the one that began the game
    move: object
    score: int | float               # of the move for that side
    best: object                     # the best move, or `move` if it was as good
    best_score: int | float

    @property
    def drop(self):
        """Returns how many ranks (win, unproved, loss) the move is below the best, and by what difference in score."""
        return rank(self.best_score) - rank(self.score), self.best_score - self.score

    def remark(self):
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


def judge(history, move_scores):
    """Yields a Verdict for every move that was a choice; `move_scores` maps a position and the move made to {move:
    score for its side}."""
    for number, (position, side, move) in enumerate(zip(history.positions, history.sides, history.moves), 1):
        if len(list(position.legal_moves())) > 1:
            scores = move_scores(position, move)
            best = max(scores, key=scores.get)
            best = move if scores[move] == scores[best] else best
            yield Verdict(number, side, move, scores[move], best, scores[best])


def show(history, move_scores, names, console):
    """Prints a row for each choice, then the costliest move."""
    width = max((len(str(move)) for move in history.moves), default=0)
    played = f"<{max(width, len('played'))}"
    table = ColumnPrinter(console, {"move": ">4", "by": "<6", "played": played, "worth": SCORE_FORMAT, "": "<"})
    costliest = None
    for verdict in judge(history, move_scores):
        table.row(verdict.number, names[verdict.side], verdict.move, score_text(verdict.score), verdict.remark())
        if max(verdict.drop) > 0 and (costliest is None or verdict.drop > costliest.drop):
            costliest = verdict
    if costliest is None:
        console.print("No move gave anything away.")
    else:
        console.print(f"The costliest move is number {costliest.number}, ", (str(costliest.move), "bold"),
                      f": it {costliest.remark()}.")
