"""Tests that everything that plays games allows a side to move twice: trees, matches, recordings, play and solvers."""
from random import Random

import gamecore
import pytest
from tests import reference
from gamecore.laboratory.recording import record
from gamecore.trees import Max, Min, depth_limited, from_position, minimax_by_dispatch
from games.kalah import Kalah
from tests.small_games import HurriedMaze
from tests.strategies import some_maze


def test_a_tree_grown_from_a_game_says_who_moves():
    assert from_position(Kalah(1, 1), depth=1) == from_position(Kalah(1, 1))
    root = from_position(Kalah(2, 1), depth=2)
    assert isinstance(root, Max) and isinstance(root[1], Min) and isinstance(root[2], Max)


@pytest.mark.parametrize("seed", range(40))
def test_trees_value_a_game_as_minimax_does(seed):
    position = some_maze(Random(seed), [HurriedMaze])
    score = reference.minimax(position, 5)
    # Scores are rounded to units; and at its horizon a search evaluates a game that ends with an empty list of moves.
    assert minimax_by_dispatch(from_position(position, depth=5)).value == pytest.approx(score * position.unit, abs=1)


def test_kalah_in_a_tree_is_worth_what_the_engine_says():
    for depth in (1, 2, 3, 4):
        score = gamecore.Engine(hash_mb=1).search(Kalah(3, 2), depth=depth).score
        tree = from_position(Kalah(3, 2), depth=depth)
        assert depth_limited(Kalah(3, 2), depth).value == minimax_by_dispatch(tree).value == score


@pytest.mark.parametrize("order", ["none", "full", "worst"])
def test_a_recording_follows_the_side_that_moves_again(order):
    trace = record(Kalah(3, 2), depth=5, order=order)
    assert trace.value == gamecore.Engine(hash_mb=1).search(Kalah(3, 2), depth=5).score


@pytest.mark.parametrize("holes, counters", [(1, 1), (2, 1), (2, 2), (2, 3)])
def test_the_solver_of_loops_follows_the_side_that_moves_again(holes, counters):
    score = gamecore.Engine(hash_mb=1).search(Kalah(holes, counters), depth=60).score
    assert gamecore.solve(Kalah(holes, counters)).value == score
