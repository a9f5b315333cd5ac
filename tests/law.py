"""THE LAW of the search, as a check that any search can be put to.

At a fixed depth and fixed definition switches, with repetition off or table off, the root score equals reference minimax, whatever
the exact switches, order, table size, table contents and thread count; and the chosen move attains that score.
"""
from dataclasses import dataclass
from functools import partial

import gamecore
import reference
from gamecore.knowledge import checkers_linear, checkers_patterns, connect_four_linear

LINEAR = {gamecore.ConnectFour: connect_four_linear, gamecore.Checkers: checkers_linear}

DEFINITION = ["evaluation", "quiescence", "repetition"]
EXACT = ["pruning", "deepening", "table", "hint", "killers", "history", "internal-deepening", "pvs", "aspiration"]
ORDERS = ["full", "static", "none", "random", "worst", "perfect"]


@dataclass(frozen=True)
class Search:
    """What is asked of an engine."""

    position: object
    depth: int
    switches: tuple = (*DEFINITION, *EXACT)
    order: str = "full"
    seed: int = 0
    multipv: int = 1

    def run(self, engine, **limits):
        return engine.search(self.position, depth=self.depth, switches=self.switches, order=self.order, seed=self.seed,
                             multipv=self.multipv, **limits)

    def is_lawful(self):
        """With repetition and table both on, scores hang on the path; only determinism is promised."""
        return not (reference.can_repeat(self.position) and {"repetition", "table"} <= set(self.switches))


class BareCheckers:
    """Checkers whose draws are left to the definition switches: over is only a game that is lost."""

    def __init__(self, position):
        self.position = position
        self.legal_moves = position.legal_moves
        self.key = position.key
        self.is_quiet = position.is_quiet
        self.is_reversible = position.is_reversible

    def play(self, move):
        return BareCheckers(self.position.play(move))

    def is_over(self):
        return not self.legal_moves()

    def is_stale(self):
        return self.position.clock >= 80         # plies: 40 moves of each side

    def final_score(self):
        return gamecore.LOSS


def seen_by_reference(position):
    """The position as the reference searches it, and the line that led to it."""
    if isinstance(position, gamecore.Checkers):
        return BareCheckers(position), reference.line_of_game(position.history)
    return position, ()


def static(weights, position):
    """A built-in game's evaluation: linear, from the features that the position is said to have, or what ships."""
    position = getattr(position, "position", position)
    if isinstance(position, gamecore.Checkers) and weights is None:
        return checkers_patterns.shipped().evaluate(position)
    knowledge = LINEAR[type(position)]
    return sum((weights or {}).get(name, knowledge.WEIGHTS[name]) * count for name, count, _ in knowledge.explain(position))


def definition_of(search, weights=None):
    evaluate = type(search.position).evaluate if hasattr(search.position, "evaluate") else partial(static, weights)
    return reference.Definition(
        evaluation=evaluate if "evaluation" in search.switches else None,
        quiescence="quiescence" in search.switches,
        repetition="repetition" in search.switches,
    )


def check(search, result, weights=None):
    """Asserts the law for a search and what an engine answered to it."""
    definition = definition_of(search, weights)
    memo = None if definition.repetition and reference.can_repeat(search.position) else {}
    position, line = seen_by_reference(search.position)

    def scores_at(depth):
        return dict(reference.scores_of_moves(position, depth, definition, line, memo))

    scores = scores_at(search.depth)
    ranking = sorted(scores.values(), reverse=True)
    assert result.score == ranking[0], "the score is not minimax's"
    assert scores[result.move] == ranking[0], "the move does not attain the score"
    assert [score for score, pv in result.lines] == ranking[:search.multipv], "these are not the best scores"
    assert all(scores[pv[0]] == score for score, pv in result.lines), "a line's move does not attain its score"
    assert len({pv[0] for score, pv in result.lines}) == min(search.multipv, len(scores)), "two lines begin alike"
    assert result.lines[0] == (result.score, result.pv) and result.pv[0] == result.move
    for score, pv in result.lines:
        assert_is_a_line(position, pv)
    for iteration in result.iterations:
        assert iteration.score == max(scores_at(iteration.depth).values()), "an iteration's score is not minimax's"
    assert (result.stop == "complete") or result.depth == search.depth
    if result.stop == "complete":
        for more in (1, 2):
            assert result.score == max(scores_at(result.depth + more).values()), "it was not complete"


def assert_is_a_line(position, moves):
    for move in moves:
        assert not position.is_over() and move in position.legal_moves(), "the line is not legal"
        position = position.play(move)
