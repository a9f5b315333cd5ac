"""Threads without chance share the table, and take different moves. tests/laws/rounds.py compares their scores."""
import gamecore
from tests.small_games import Nim


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
