"""The full search on the positions of `gamecore bench`, and on one that it solves."""
import pytest

import gamecore
from gamecore.laboratory.bench import HASH_MB, TASKS


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.game}-{task.position or 'start'}-{task.depth}")
def test_a_search_of_the_bench(measure, task):
    nodes = gamecore.Engine(hash_mb=HASH_MB).search(task.position, task.depth).nodes
    result = measure(lambda engine: engine.search(task.position, task.depth), nodes, rounds=3,
                     setup=lambda: ((gamecore.Engine(hash_mb=HASH_MB),), {}))
    assert (result.score, result.nodes) == (task.score, nodes)


def test_twelve_empty_cells_are_solved(measure):
    position = gamecore.ConnectFour("514123767523364344653427411252")
    result = measure(lambda engine: engine.search(position, 12), 1, setup=lambda: ((gamecore.Engine(hash_mb=1),), {}))
    assert result.outcome == "draw"
