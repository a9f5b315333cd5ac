"""Tests that any limit stops a Python game that never ends, and that the result names this limit."""
import pytest
import gamecore
from gamecore import PythonGame
from gamecore.errors import LimitError


class Endless(PythonGame):
    """Two moves at every turn, and no end."""

    def __init__(self, number=1):
        self.number = number

    def legal_moves(self):
        return ["even", "odd"]

    def play(self, move):
        return type(self)(2 * self.number + (move == "odd"))

    def evaluate(self):
        return self.number % 7 - 3


class EndlessLine(Endless):
    """One move at every turn: no depth costs much, so that only depth can run out."""

    def legal_moves(self):
        return ["on"]


class EndlessRestless(Endless):
    """Never quiet: quiescence would never come to its end."""

    def is_quiet(self):
        return False


class EndlessDice(Endless):
    """Chance acts before every move."""

    thrown = False

    def outcomes(self):
        return () if self.thrown else [("heads", 0.5), ("tails", 0.5)]

    def play_outcome(self, outcome):
        position = type(self)(3 * self.number + (outcome == "heads"))
        position.thrown = True
        return position


GAMES = [Endless, EndlessLine, EndlessRestless, EndlessDice]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)


@every_game
def test_without_any_limit_the_search_does_not_begin(game):
    with pytest.raises(LimitError, match="a search needs a limit: depth, nodes or seconds"):
        gamecore.Engine(hash_mb=1).search(game())


@every_game
@pytest.mark.parametrize("nodes", [1, 100, 3000])
def test_a_budget_of_nodes_ends_it(game, nodes):
    result = gamecore.Engine(hash_mb=1).search(game(), nodes=nodes)
    assert (result.stop, result.nodes) == ("nodes", nodes)


@pytest.mark.parametrize("game", [Endless, EndlessRestless, EndlessDice], ids=lambda game: game.__name__)
def test_a_budget_of_time_ends_it(game):
    result = gamecore.Engine(hash_mb=1).search(game(), seconds=0.1)
    assert result.stop == "time"


def test_a_single_line_ends_with_the_greatest_depth():
    result = gamecore.Engine(hash_mb=1).search(EndlessLine(), seconds=60)
    assert (result.stop, result.depth) == ("depth", 500)


@pytest.mark.parametrize("switches", ["none", "pruning", "exact"])
def test_a_limit_of_depth_ends_it(switches):
    result = gamecore.Engine(hash_mb=1).search(Endless(), depth=5, switches=switches)
    assert (result.stop, result.depth) == ("depth", 5)


def test_the_command_needs_a_limit_too(records):
    assert records(f"search {__name__}:Endless --nodes 500")[-1]["stop"] == "nodes"


def test_a_game_without_an_evaluation_is_never_asked_for_one(monkeypatch):
    class Plain(Endless):
        evaluate = PythonGame.evaluate

    monkeypatch.setattr(PythonGame, "evaluate", Plain.evaluate)
    monkeypatch.setattr(PythonGame.evaluate, "__code__", (lambda self: 1 // 0).__code__)
    assert gamecore.Engine(hash_mb=1).search(Plain(), depth=3).score == 0
