"""Tests how the search and the laboratory use the connect-four solver."""
import random

from tests import law
import pytest

import gamecore
from gamecore.errors import GameError
from gamecore.laboratory.pruning import pruning
from gamecore.search.switches import ORDERS
from benchmarks.positions.make_connect_four import random_position

WITHOUT = "evaluation,pruning,deepening,table,hint,killers,history,pvs"


@pytest.mark.parametrize("empty", [1, 5, 12, 19, 20, 21, 22, 23])
def test_the_law_holds_where_the_solver_is_asked(empty):
    generator = random.Random(empty)
    engine = gamecore.Engine(hash_mb=1)
    for _ in range(12):
        switches = (*law.DEFINITION, *(name for name in law.EXACT if name == "pruning" or generator.random() < 0.5))
        search = law.Search(random_position(generator, 42 - empty), generator.randint(1, 3), switches,
                            generator.choice(list(ORDERS)), multipv=generator.choice([1, 1, 3]))
        law.check(search, search.run(engine))


@pytest.mark.parametrize("empty", [4, 9, 14, 18, 22])
def test_a_search_to_the_end_finds_the_same_without_the_solver(empty):
    generator = random.Random(empty)
    alone, asking = gamecore.Engine(hash_mb=4, switches=WITHOUT), gamecore.Engine(hash_mb=4, threads=2)
    for _ in range(12):
        position = random_position(generator, 42 - empty)
        slow, quick = alone.search(position, depth=empty), asking.search(position, depth=empty)
        assert (quick.score, quick.outcome, quick.plies_to_end) == (slow.score, slow.outcome, slow.plies_to_end)
        assert quick.stop == "complete" and quick.nodes - quick.solver_nodes < 5_000


def test_a_cleared_engine_visits_the_nodes_of_a_new_one():
    """The solver's table, too, is as it was, although it had been full."""
    engine, position = gamecore.Engine(hash_mb=1), gamecore.ConnectFour("57721556536257347")
    for before in ("44444", "4444411", "44444", "4444411"):
        engine.search(gamecore.ConnectFour(before), nodes=400_000)
        engine.clear()
    new = gamecore.Engine(hash_mb=1).search(position, nodes=20_000)
    assert engine.search(position, nodes=20_000).nodes == new.nodes


def test_the_switch_turns_the_solver_off():
    """A win in 9 plies, which one ply does not show."""
    position = gamecore.ConnectFour("523617356626735551662")
    result = gamecore.Engine(hash_mb=1).search(position, depth=1)
    assert (result.score, result.plies_to_end, result.stop) == (29991, 9, "complete")
    assert gamecore.Engine(hash_mb=1, switches=WITHOUT).search(position, depth=1).outcome is None


def test_the_order_of_exact_scores_cuts_with_the_first_move():
    """To the end of the game the best move cuts wherever any does."""
    rows = list(pruning(gamecore.ConnectFour("45725615173613612757666142"), 16, ["solved", "random"], max_nodes=30_000))
    last = [row for row in rows if row.order == "solved"][-1]
    assert (last.depth, last.complete, last.first_cut_rate) == (14, True, 1.0)
    assert last.leaves < 3 * last.minimal_leaves


@pytest.mark.parametrize("position", [gamecore.Checkers(), gamecore.ConnectFour("444")], ids=str)
def test_the_order_of_exact_scores_is_for_late_connect_four(position):
    with pytest.raises(GameError, match="connect-four from ply 16 on"):
        pruning(position, 3, ["solved"])


# Budgets

HARD = "44444", "333264", "1234", "4", "2264"         # millions of nodes of the solver


@pytest.mark.parametrize("position", ["", *HARD])
@pytest.mark.parametrize("nodes", [999, 1000, 1001, 2000, 2001, 54_321, 200_000])
def test_solver_nodes_are_part_of_an_exact_budget(position, nodes):
    result = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour(position), nodes=nodes)
    if result.stop == "nodes":
        assert result.nodes == nodes and 2 * result.solver_nodes <= nodes
    assert result.nodes <= nodes and (result.solver_nodes > 0) == (nodes > 1000)


def test_the_same_budget_gives_the_same_answer_on_a_cleared_engine():
    engine = gamecore.Engine(hash_mb=4)
    for position in map(gamecore.ConnectFour, HARD):
        first = engine.search(position, nodes=300_000)
        engine.clear()
        again = engine.search(position, nodes=300_000)
        assert (first.pv, first.score, first.nodes, first.solver_nodes, first.stop) == (
            again.pv, again.score, again.nodes, again.solver_nodes, again.stop)
        engine.clear()


def test_a_search_by_depth_asks_the_solver_only_where_it_is_exact():
    position = gamecore.ConnectFour("1234554")
    for depth, solved in ((14, False), (15, True), (16, True)):
        result = gamecore.Engine(hash_mb=1).search(position, depth)
        assert (result.solver_nodes > 0) == solved
        assert [iteration.depth for iteration in result.iterations] == [*range(1, min(depth, 15) + 1)]


@pytest.mark.parametrize("limit", [{"nodes": 2_000_000}, {"seconds": 60}])
def test_a_limited_search_finds_what_the_solver_finds(limit):
    generator = random.Random(40)
    for stones in (10, 12, 14, 16, 18, 20):
        position = random_position(generator, stones)
        solution, result = law.SOLVER.solve(position), gamecore.Engine(hash_mb=8).search(position, **limit)
        assert (result.outcome, result.plies_to_end) == (solution.outcome, solution.plies_to_end)
        assert result.stop == "complete" and result.move in solution.best_moves
        if result.iterations[-1].leaves == 0:
            assert (result.move, result.depth) == (solution.move, 22 - stones)
            assert len(result.pv) == (solution.plies_to_end or 42 - stones)


@pytest.mark.parametrize("options", [{"multipv": 7}, {"multipv": 2}, {"root_moves": [1, 7]},
                                     {"root_moves": [2, 4, 6], "multipv": 2}], ids=str)
def test_the_solver_scores_the_lines_that_are_wanted(options):
    generator = random.Random(41)
    for stones in (13, 17, 20):
        position = random_position(generator, stones)
        scores = {move: score for move, score in law.SOLVER.solve(position).scores.items()
                  if move in options.get("root_moves", range(1, 8))}
        if not scores:
            continue
        options = options | {"root_moves": list(scores)}
        result = gamecore.Engine(hash_mb=8).search(position, nodes=50_000_000, **options)
        assert result.stop == "complete"
        found = [22 - (position.ply + 1 + 30000 - score) // 2 if score > 0 else
                 (position.ply + 1 + 30000 + score) // 2 - 22 if score < 0 else 0 for score, _ in result.lines]
        assert found == sorted(scores.values(), reverse=True)[:options.get("multipv", 1)]
        assert all(scores[pv[0]] == score for score, (_, pv) in zip(found, result.lines, strict=True))


def test_stop_and_a_callback_reach_the_solver():
    engine = gamecore.Engine(hash_mb=8)
    reports = []

    def report(iteration):
        reports.append(iteration)
        if not iteration.finished:
            engine.stop()

    result = engine.search(gamecore.ConnectFour(""), seconds=1000, on_iteration=report)
    assert result.stop == "stop" and reports[-1].nodes > result.iterations[-1].nodes

    with pytest.raises(ZeroDivisionError):
        engine.search(gamecore.ConnectFour(""), depth=41, switches="exact,extensions,reductions",
                      on_iteration=lambda iteration: iteration.finished or 1 / 0)


def test_the_answer_counts_no_iteration_of_the_search():
    result = gamecore.Engine(hash_mb=8).search(gamecore.ConnectFour("1234554"), depth=40)
    last = result.iterations[-1]
    assert (last.leaves, last.nodes, last.complete) == (0, result.solver_nodes, True)
    assert sum(iteration.nodes for iteration in result.iterations) == result.nodes
    assert result.as_dict()["solver_nodes"] == result.solver_nodes > 0
    assert result.ebf == gamecore.Engine(hash_mb=8).search(gamecore.ConnectFour("1234554"), depth=14).ebf
