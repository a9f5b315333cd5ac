"""Threads without chance share the table, and take different moves: the scores of one thread, whatever they find."""
import os
from random import Random

from tests import law
import pytest
import gamecore
from gamecore.search.switches import SWITCHES
from tests.small_games import Nim
from tests.strategies import random_walk, search

EXAMPLES = int(os.environ.get("LAW_EXAMPLES", 25))


def searches(seed):
    """Searches in which threads help: without deepening from the beginning, otherwise after 10,000 nodes."""
    random = Random(seed)
    games = [(gamecore.ConnectFour(), 10), (gamecore.Checkers(), 8), (gamecore.UniformTree(4, 8, seed=seed), 8)]
    while True:
        start, depth = random.choice(games)
        asked = search(random, random_walk(random, start, 0 if isinstance(start, gamecore.UniformTree) else 10), depth)
        exact = {name for name, switch in SWITCHES.items() if switch.kind == "exact"}
        switches = {*asked.switches, "pruning", "table", "hint"} | random.choice([set(), exact, exact])
        switches -= random.choice([{"deepening"}, {"deepening"}, set()])
        limits = {"depth": depth, "switches": switches - {"repetition", *law.SELECTIVE},
                  "order": random.choice(["full", "full", "full", "static"]), "multipv": asked.multipv}
        yield asked.position, limits


@pytest.mark.parametrize("threads", [2, 4])
def test_several_threads_find_the_scores_of_one(threads):
    for _, (position, limits) in zip(range(EXAMPLES), searches(threads)):
        one, several = (gamecore.Engine(hash_mb=1, threads=n).search(position, **limits) for n in (1, threads))
        assert [score for score, _ in several.lines] == [score for score, _ in one.lines]
        assert all(a.score == b.score for a, b in zip(several.iterations, one.iterations))
        assert several.move in position.legal_moves()


def test_a_large_search_has_a_helping_thread():
    alone = gamecore.Engine(hash_mb=1).search(gamecore.Checkers(), depth=12)
    engines = (gamecore.Engine(hash_mb=1, threads=2) for _ in range(20))         # one may be over before it is helped
    results = (engine.search(gamecore.Checkers(), depth=12) for engine in engines)
    assert any(result.nodes != alone.nodes for result in results)


def test_small_searches_and_games_in_python_have_no_helping_threads():
    for position, depth in ((gamecore.ConnectFour(), 6), (Nim(60), 40)):
        one, several = (gamecore.Engine(hash_mb=1, threads=n).search(position, depth=depth) for n in (1, 3))
        assert (several.nodes, several.lines) == (one.nodes, one.lines)
    assert one.nodes > 200


def test_a_budget_of_nodes_holds_for_all_threads_together():
    engine = gamecore.Engine(hash_mb=1, threads=3)
    for nodes in (5_000, 50_000, 200_000):
        result = engine.search(gamecore.Checkers(), nodes=nodes)
        assert result.stop == "nodes" and nodes <= result.nodes <= nodes + 3 * 1024
        engine.clear()
