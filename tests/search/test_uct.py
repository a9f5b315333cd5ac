"""Compares the compiled UCT with the one in Python and with the solver, and tests what it refuses;
tests/trees/test_uct.py tests both forms."""
from math import sqrt
from random import Random
from statistics import fmean, variance

import pytest

import gamecore
from gamecore.errors import GameError, LimitError, PositionError
from gamecore.examples.kalah import Kalah
from gamecore.examples.nim import Nim
from gamecore.examples.oopsy_nim import OopsyNim
from gamecore.examples.pig import Pig
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.games.checkers.position import restore
from gamecore.trees import TreePosition, tree, uct
from benchmarks.positions.make_connect_four import random_position
from tests.refusals import refusals
from tests.search.test_passing_turns import Wander, world_of, worth as exact_worth
from tests.small_games import Choice, Draw

ALIKE = [Nim(5), TicTacToe("xo..x...o"), Kalah(2, 2), OopsyNim(4), gamecore.ConnectFour("445544"),
         gamecore.Checkers("B:W18,19,26,27,25,11:BK15,10,9,K30"), gamecore.ChanceTree(3, 2, 2),
         TreePosition(tree([[[.5, 2], 1], [[3, 0.25], [-1, 2]]], layers="max min"))]
SEEDS = range(100)


@pytest.mark.parametrize("position", ALIKE, ids=lambda position: type(position).__name__)
def test_it_samples_as_the_search_in_python_does(position):
    """Per seed: the games, their mean, and the visits of each action, which all differ by chance alone."""
    def measured(search):
        for seed in SEEDS:
            found = search(position, nodes=300, seed=seed)
            total = sum(visits * mean for visits, mean in found.moves.values())
            yield found.visits, total / found.visits, *(
                found.moves.get(action, (0, 0))[0] for action in position.legal_moves())
    for fast, slow in zip(zip(*measured(gamecore.uct)), zip(*measured(uct))):
        error = sqrt((variance(fast) + variance(slow)) / len(SEEDS))
        # four standard errors
        assert fmean(fast) == pytest.approx(fmean(slow), abs=4 * error + 1e-9)


def worth(position):
    """1, 0 or -1 for the side that has just moved, by the solver."""
    score = position.final_score() if position.is_over() else gamecore.solve(position).score
    return (score < 0) - (score > 0)


def test_it_converges_to_the_solvers_moves_and_values_at_the_end_of_connect_four():
    distances, random = [], Random(3)
    for _ in range(50):
        position = random_position(random, 28)
        best = max(worth(position.play(move)) for move in position.legal_moves())
        found = gamecore.uct(position, nodes=200_000)
        assert worth(position.play(found.move)) == best, position
        distances.append(abs(found.value - best))
    assert max(distances) < 0.4 and fmean(distances) < 0.05


@pytest.mark.parametrize("position, action, line", [
    (gamecore.ConnectFour("112233"), 4, (4,)), (TicTacToe("xx.oo...."), 3, (3,)),
    (gamecore.Checkers("B:WK23:B9,12,K16"), "16-19", None), (Nim(2), "A1", ("A1", "A1"))], ids=str)
def test_it_finds_a_win(position, action, line):
    found = gamecore.uct(position, nodes=20_000)
    assert str(found.move) == str(action) and found.value > 0.9
    assert line in (None, found.pv)


class Payoffs(Choice):
    """A sure win or a sure half, whose results are counted in hundredths by negamax."""

    unit, results = 0.01, {"win": gamecore.LOSS, "half": -0.5}


def test_results_count_as_they_are_whatever_the_unit():
    found = gamecore.uct(Payoffs(), nodes=1000)
    assert (found.move, found.value) == ("win", 1) and found.moves["win"][0] > 900
    assert found.moves["half"][1] == .5


class Die(Draw):
    odds = tuple(enumerate((.2, .3, .5)))


def test_chance_draws_each_outcome_by_its_probability():
    found = gamecore.uct(Die(), nodes=20_000)
    for face, probability in Die.odds:
        visits, mean = found.moves[face]
        error = sqrt(probability * (1 - probability) / found.visits)
        assert visits / found.visits == pytest.approx(probability, abs=5 * error)        # chance, to 5 standard errors
        assert mean == face


def test_pig_is_worth_what_its_solution_is():
    """A 1 passes the turn: its games are lost by the side that rolled."""
    found = gamecore.uct(Pig(5), nodes=300_000)
    assert found.move == "roll"
    assert found.value == pytest.approx(2 * 216 / 271 - 1, abs=.05)      # what exploration costs


@pytest.mark.parametrize("seed", [*range(9), 10, 11])        # in 9 random games hide the best move, as in a trap
def test_where_chance_and_moves_pass_the_turn_or_not_it_finds_the_exact_value(seed):
    place = next(place for place in reversed(world_of(seed)) if place.kind == "chance")
    exact = exact_worth(place, 99)
    found = gamecore.uct(Wander(place), nodes=100_000)
    assert (-found.value if place.player else found.value) == pytest.approx(exact, abs=.3)     # scores are -3..3


@pytest.mark.parametrize("clock", [77, 78, 79])
def test_an_ending_of_kings_is_drawn_by_the_clock(clock):
    """The kings are too far apart to meet in three plies."""
    found = gamecore.uct(restore("B:WK1:BK32", clock, ()), nodes=2000)
    assert {mean for _, mean in found.moves.values()} == {found.value} == {0}


class Twice(Draw):
    odds = ((1, .25), (3, .5), (1, .25))


def test_an_outcome_that_is_listed_twice_is_one_action():
    found = gamecore.uct(Twice(), nodes=1000)
    assert sum(visits for visits, _ in found.moves.values()) == found.visits == 1000
    assert {face: mean for face, (_, mean) in found.moves.items()} == {1: 1, 3: 3}


def test_the_line_is_one_of_play_and_the_actions_are_legal():
    found = gamecore.uct(gamecore.Checkers(), nodes=200_000)
    position = gamecore.Checkers()
    assert set(found.moves) == set(position.legal_moves()) and len(found.pv) > 2
    assert found.move == found.pv[0] and found.value == found.moves[found.move][1]
    for move in found.pv:
        position = position.play(move)


def test_a_full_tree_grows_no_more():
    games = 2 * 2**20 // 32                      # more than one MiB has nodes for
    small, large = (gamecore.uct(gamecore.ConnectFour(), nodes=30 * games, tree_mb=mb) for mb in (1, 64))
    assert small.visits > games < large.visits
    assert len(small.pv) < len(large.pv) and small.move == large.move
    small, large = (gamecore.uct(gamecore.ConnectFour(), nodes=21 * 2**20 // 32, tree_mb=mb) for mb in (1, 64))
    assert small.moves == large.moves                # as long as it is not


class Failing(Nim):
    def play(self, move):
        if self.heaps[0] == 2:
            raise ZeroDivisionError("heap of two")
        return super().play(move)


class Three(Nim):
    def mover(self):
        return 0


test_what_cannot_be_is_refused = refusals(
    *((error, words, gamecore.uct, position, 1000) for position, error, words in (
        (gamecore.Backgammon(), GameError, "UCT does not search Backgammon"), (Three(3), GameError, "max_n"),
        (Failing(5), ZeroDivisionError, "heap of two"), (7, PositionError, "not 7"))),
    *((LimitError, name, lambda name, number: gamecore.uct(gamecore.ConnectFour(), **{"nodes": 10, name: number}),
       name, number) for name, number in (
        ("tree_mb", 0), ("tree_mb", 2**40), ("seed", -1), ("exploration", float("inf")), ("exploration", "1"),
        ("nodes", 1.5), ("seconds", float("nan")))))
