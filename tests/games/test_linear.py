"""Tests the linear evaluation, which any game can use."""
import importlib
import re
from pathlib import Path

import pytest
import gamecore
from gamecore.errors import EvaluationError


class Race(gamecore.PythonGame):
    """Two players add 1 to 3 to their own sum in turn; three moves each. Ahead is good, and so is an even sum."""

    evaluate = gamecore.LinearEvaluation(
        {"lead": lambda p: p.own - p.other, "even": lambda p: (p.own % 2 == 0) - (p.other % 2 == 0)},
        {"lead": 10, "even": 3})

    def __init__(self, own=0, other=0, ply=0):
        self.own, self.other, self.ply = own, other, ply

    def legal_moves(self):
        return [1, 2, 3] if self.ply < 6 else []

    def play(self, move):
        return type(self)(self.other, self.own + move, self.ply + 1)

    def final_score(self):
        return self.own - self.other


def test_the_score_is_the_sum_of_its_terms():
    assert Race(5, 2).evaluate() == 10 * 3 + 3 * -1
    assert Race.evaluate.explain(Race(5, 2)) == [("lead", 3, 10), ("even", -1, 3)]


def test_the_compiled_search_asks_it_at_the_horizon():
    # From 0:0 the mover adds 1, 2 or 3; the opponent then sees a lead of -1, -2, -3 and the parities.
    result = gamecore.Engine(hash_mb=1).search(Race(), depth=1)
    assert (result.move, result.score) == (3, 10 * 3 + 3 * -1)


def test_the_command_explains_a_game_of_ones_own(run):
    assert "lead" in run(f"evaluate {__name__}:Race --explain")[1]


@pytest.mark.parametrize("game", ["connect_four", "checkers", "backgammon"])
def test_the_features_in_c_are_those_of_the_weights_in_their_order(game):
    text = (Path(__file__).parents[2] / "src" / "gamecore" / "games" / game / "linear.pxd").read_text(encoding="utf-8")
    enum = re.search(r"cdef enum:\n(.*?)    FEATURES\n", text, re.DOTALL).group(1)
    weights = importlib.import_module(f"gamecore.games.{game}.evaluation").WEIGHTS
    names = [name.lower().replace("_", " ") for name in re.findall(r"^    ([A-Z_]+)", enum, re.MULTILINE)]
    assert len(names) == len(weights)
    assert all(set(name.split()) & set(mine.split()) for name, mine in zip(names, weights)), (names, list(weights))


@pytest.mark.parametrize("features, weights, quoted", [
    ({"a": len}, {}, "'a' has no weight"),
    ({}, {"b": 1}, "'b' has no feature"),
    ({"a": len}, {"a": float("nan")}, "nan"),
    ({"a": len}, {"a": "1"}, "'1'"),
])
def test_weights_that_do_not_fit_are_refused(features, weights, quoted):
    with pytest.raises(EvaluationError, match=quoted):
        gamecore.LinearEvaluation(features, weights)


