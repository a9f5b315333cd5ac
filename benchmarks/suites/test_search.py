"""Measures the searches of `gamecore bench`, and a search that ends because the whole game is known."""
import pytest

import gamecore
from gamecore.laboratory.bench import EVALUATION, HASH_MB, SWITCHES, TASKS


def new_engine():
    return (gamecore.Engine(hash_mb=HASH_MB, switches=SWITCHES, evaluation=EVALUATION),), {}


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.game}-{task.position or 'start'}-{task.depth}")
def test_a_search_of_the_bench(measure, benchmark, task):
    result = measure(lambda engine: engine.search(task.position, task.depth), lambda result: result.nodes, new_engine,
                     rounds=3)
    assert (result.score, result.depth) == (task.score, task.depth)
    benchmark.extra_info.update(leaves=result.leaves, ebf=result.ebf)


def test_twelve_empty_cells_are_solved(measure):
    position = gamecore.ConnectFour("514123767523364344653427411252")
    result = measure(lambda engine: engine.search(position, 12), lambda result: result.nodes, new_engine)
    assert result.outcome == "draw" and result.nodes > 100
