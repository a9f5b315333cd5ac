"""Annotation of a game by the scores of each move and of the best move; in backgammon also of the luck and the cube."""
from collections.abc import Iterator
from typing import Any, NamedTuple

from gamecore.games.all import game_of
from gamecore.games.outside.turns import legal_moves
from gamecore.playing.names import part
from gamecore.playing.players import EnginePlayer
from gamecore.playing.tree import GameTree
from gamecore.result import score_text
from gamecore.search.iteration import outcome_of

RANKS = {"win": 1, None: 0, "loss": -1}          # of the outcome that a score proves
SLOW = {"win": "wins late", "loss": "loses early"}
MARKS = {"blunder": 0.08, "error": 0.04, "inaccuracy": 0.02}     # the least loss in points; the worst first
SHARES = {"blunder": .3, "error": .2, "inaccuracy": .1}          # the same of `share`, in games without points
SIGNS = {"blunder": "??", "error": "?", "inaccuracy": "?!", None: ""}


class Verdict(NamedTuple):
    """The annotation of a move, or of a cube action of backgammon."""

    number: int                      # of the move, from 1; of a cube action that of the next move
    side: int                        # that made it
    move: Any                        # or "double", "beaver", "take", "pass", or "no double" where one was possible
    score: int | float               # of the move for that side; in backgammon points at a stake of 1
    best: Any                        # the best move, or `move` if it was as good
    best_score: int | float
    line: tuple[Any, ...] = ()       # of best play, if `move` was not as good
    choices: int = 2                 # legal moves
    luck: float | None = None        # in backgammon that of the roll before the move, in points
    unit: float | None = None        # in a match of backgammon the match-winning chance of a point
    decision: Any = None             # of a cube action, the Decision of the side that doubles or may double
    in_points: bool = False          # whether the scores are points of backgammon

    @property
    def loss(self) -> int | float:
        """The score that the move lost."""
        return self.best_score - self.score

    @property
    def mark(self) -> str | None:
        """The name of the mistake, "blunder", "error" or "inaccuracy", or None."""
        lost, least = (self.loss, MARKS) if self.in_points else (share(self.best_score) - share(self.score), SHARES)
        return next((name for name in least if lost >= least[name]), None)

    @property
    def match_loss(self) -> float | None:
        """The loss as a match-winning chance; None outside a match."""
        return None if self.unit is None else self.loss * self.unit

    @property
    def match_luck(self) -> float | None:
        """The luck as a match-winning chance; None outside a match, or without a roll."""
        return None if self.unit is None or self.luck is None else self.luck * self.unit

    @property
    def drop(self) -> tuple[int, int | float]:
        """The number of ranks (win, unproved, loss) and the score by which the move is below the best."""
        return rank(self.best_score) - rank(self.score), self.loss

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


def share(score):
    """Returns a score as a number within -1..1. A proved result is at an edge, and an advantage of about a man is half
    way to it."""
    if isinstance(score, float):
        return max(-1.0, min(1.0, score / 2))
    outcome, _ = outcome_of(score)
    return {"win": 1.0, "loss": -1.0, None: score / (abs(score) + 200)}[outcome]


def amount(points):
    return f"{points:.3f}" if isinstance(points, float) else str(points)


def judged(game: GameTree, player: Any, on_progress: Any = None, numbers: Any = None) -> Iterator[Verdict]:
    """Yields a Verdict for every move of a game that had an alternative, at the score and the stake of that moment.

    In backgammon, if an EnginePlayer judges, it also yields one for every other play, since its roll has luck, and for
    each decision about the cube; in a game for money without any double, not doubling is no decision. With `numbers`,
    such as a range, only these moves and the cube before each of them are judged.
    """
    if game.game.probabilities and isinstance(player, EnginePlayer):
        yield from part(game.game, "annotation").judged(game, player, on_progress, numbers)
        return
    for count, (point, move) in enumerate(zip(game.choices, game.moves), 1):
        if (numbers is None or count in numbers) and len(legal_moves(point.position)) > 1:
            yield verdict_of(player, point.position, move, count, point.side, point.stake.match, on_progress)


def verdict_of(player: Any, position: Any, move: Any, number: int, side: int, match: Any = None,
               on_progress: Any = None) -> Verdict:
    """Returns the Verdict of a player on a move of a game."""
    scores, line = player.compare(position, move, match, on_progress)
    best = max(scores, key=scores.__getitem__)
    if scores[move] == scores[best]:
        best, line = move, ()
    return Verdict(number, side, move, scores[move], best, scores[best], line, len(legal_moves(position)),
                   in_points=game_of(position).probabilities)
