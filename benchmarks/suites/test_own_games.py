"""Compares games and functions in Python with built-in ones that do the same."""
import pytest

import gamecore
from games.kalah import Kalah
from games.tic_tac_toe import TicTacToe

LINEAR = gamecore.Engine(hash_mb=1, evaluation="linear")
LEAVES = 7**6                        # of minimax from the empty board: no column is full, no game over before


@pytest.mark.parametrize("evaluation", [lambda position: 0, LINEAR.evaluate, "linear"],
                         ids=["constant", "through an engine", "built in"])
def test_every_leaf_of_connect_four_is_evaluated(measure, evaluation):
    engine = gamecore.Engine(hash_mb=1, evaluation=evaluation, switches="evaluation")
    assert measure(lambda: engine.search(gamecore.ConnectFour(), depth=6).leaves, LEAVES, rounds=3,
                   unit="leaves") == LEAVES


@pytest.mark.parametrize("order", [lambda position, move: position.hint(move), "static"], ids=["own", "built in"])
def test_connect_four_in_the_order_of_its_hints(measure, order):
    engine = gamecore.Engine(hash_mb=1, order=order, switches="evaluation,pruning,hint")
    assert measure(lambda: engine.search(gamecore.ConnectFour(), depth=8).leaves, 6044, unit="leaves") == 6044


@pytest.mark.parametrize("position, depth, score", [(TicTacToe(), 9, 0), (Kalah(), 5, 2)],
                         ids=["tic-tac-toe", "kalah"])
def test_a_game_in_python(measure, position, depth, score):
    result = measure(lambda engine: engine.search(position, depth), lambda result: result.nodes,
                     lambda: ((gamecore.Engine(hash_mb=1),), {}), rounds=3)
    minimax = gamecore.Engine(hash_mb=1, switches="definition,table").search(position, depth)
    assert result.score == minimax.score == score
