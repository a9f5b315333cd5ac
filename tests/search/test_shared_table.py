"""Tests one table for several engines: no score changes, whatever the other engines have stored there, or store there
during the search."""
import gc
import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy, deepcopy
from random import Random

import pytest
import gamecore
from gamecore.errors import LimitError
from games.pig import Pig
from tests.processes import holds_in_a_fork
from tests.refusals import quoted, refusals
from tests.small_games import Nim
from tests.strategies import quick_depth, search, some_checkers, some_connect_four, some_maze
from tests.games.outside.test_failing_games import Dicing, Failure, Walk, failing
from tests.search.test_table_of_chance import Meeting

DEPTHS = (2, 3, 5)
EVALUATIONS = [None, "linear", {"centre": 7, "advance": 3, "pips": 2}]


def random_searches(random):
    """(method of an engine, its arguments, whether one score is right) of searches in several games."""
    makers = [(some_connect_four, quick_depth), (some_checkers, lambda _: 3), (some_maze, lambda _: 5)]
    make, depth_of = random.choice(makers)
    asked = search(random, position := make(random), depth_of(position))
    chances = [(gamecore.ChanceTree(4, 2, 3, seed=random.randrange(3)), 2), (gamecore.Backgammon(), 1),
               (Meeting(random.randrange(5), 5), 3), (gamecore.Backgammon().roll(6, 1), 1)]
    if random.random() < 0.3:
        position, depth = random.choice(chances)
        return {"position": position, "depth": depth, "switches": random.choice(["exact", "evaluation,table"])}, True
    return {"position": asked.position, "depth": asked.depth, "switches": asked.switches, "order": asked.order,
            "seed": asked.seed}, asked.is_lawful()


def score(engine, arguments):
    return round(engine.search(**arguments).score, 9)


@pytest.mark.parametrize("threads", [1, 2])
def test_engines_that_share_a_table_in_several_threads_find_the_scores_of_one_alone(threads):
    random = Random(threads)
    work = [[random_searches(random) for _ in range(40)] for _ in range(4)]
    evaluations = [random.choice(EVALUATIONS) for _ in work]
    first = gamecore.Engine(hash_mb=1, evaluation=evaluations[0])
    engines = [first, *(gamecore.Engine(table=first, evaluation=name, threads=threads) for name in evaluations[1:])]
    with ThreadPoolExecutor(len(work)) as executor:
        found = list(executor.map(lambda engine, searches: [score(engine, asked) for asked, _ in searches],
                                  engines, work))
    for searches, scores, evaluation in zip(work, found, evaluations):
        for (asked, lawful), answer in zip(searches, scores):
            if lawful:
                assert answer == score(gamecore.Engine(hash_mb=1, evaluation=evaluation), asked)


def test_what_one_engine_has_searched_the_others_need_not_search():
    first = gamecore.Engine(hash_mb=16)
    alone = first.search(gamecore.Checkers(), depth=10)
    shared = gamecore.Engine(table=first).search(gamecore.Checkers(), depth=10)
    assert shared.nodes < 0.8 * alone.nodes
    other = gamecore.Engine(table=first, evaluation="linear").search(gamecore.Checkers(), depth=10)
    assert other.nodes == gamecore.Engine(hash_mb=16, evaluation="linear").search(gamecore.Checkers(), depth=10).nodes


def test_the_table_outlives_the_engine_that_made_it():
    first = gamecore.Engine(hash_mb=1)
    alone = first.search(gamecore.ConnectFour(), depth=10)
    third = gamecore.Engine(table=gamecore.Engine(table=first), threads=2)
    del first
    gc.collect()
    assert third.hash_mb == 1 and third.hash_used == 0
    shared = third.search(gamecore.ConnectFour(), depth=10)
    assert shared.score == alone.score and third.hash_used > 0
    fourth = gamecore.Engine(**third.settings | {"threads": 1})
    assert fourth.search(gamecore.ConnectFour(), depth=10).nodes < alone.nodes


def test_to_clear_one_is_to_clear_all_even_in_the_middle_of_a_search():
    first = gamecore.Engine(hash_mb=1)
    second = gamecore.Engine(table=first)
    alone = second.search(gamecore.ConnectFour(), depth=12)
    assert first.search(gamecore.ConnectFour(), depth=12).nodes < alone.nodes
    first.clear()
    assert second.search(gamecore.ConnectFour(), depth=12).nodes == alone.nodes
    first.clear()
    emptied = second.search(gamecore.ConnectFour(), depth=12, on_iteration=lambda iteration: first.clear())
    assert emptied.score == alone.score and emptied.nodes > alone.nodes


def test_games_with_and_without_chance_keep_what_they_know_beside_each_other():
    engine = gamecore.Engine(hash_mb=1)
    alone, again = ([engine.search(position, depth=depth).nodes for position, depth in
                     ((gamecore.ConnectFour(), 10), (gamecore.Backgammon(), 1))] for _ in range(2))
    assert again[0] < alone[0] and again[1] < alone[1]


def test_two_versions_of_a_class_are_two_games_for_all_who_share():
    def version(worth):
        return type("Version", (Walk,), {"evaluate": lambda self: worth})

    first = gamecore.Engine(hash_mb=1)
    engines = [first, gamecore.Engine(table=first), gamecore.Engine(table=first)]
    games = [version(worth) for worth in (1, 2, 3)]
    for engine, game in zip(engines, games):
        engine.clear()
        lone = gamecore.Engine(hash_mb=1)
        assert engine.search(game(), depth=4).score == lone.search(game(), depth=4).score
    # one that is new after a clear in the middle of a search is not taken for the one that is being searched
    first.clear()
    first.search(games[0](), depth=4, on_iteration=lambda iteration: engines[1].clear() if iteration.depth == 1 else 0)
    assert engines[1].search(games[1](), depth=4).score == gamecore.Engine(hash_mb=1).search(games[1](), depth=4).score


def test_equal_evaluations_may_give_different_scores():
    class Lead:
        def __init__(self, weight):
            self.weight = weight

        def __eq__(self, other):
            return type(other) is Lead

        def __call__(self, position):
            return self.weight * position.evaluate()

    first = gamecore.Engine(hash_mb=1, evaluation=Lead(1))
    engines = [first, gamecore.Engine(table=first, evaluation=Lead(-1))]
    found = [engine.search(Pig(30), depth=4).score for engine in engines]
    assert found == [gamecore.Engine(hash_mb=1, evaluation=Lead(weight)).search(Pig(30), depth=4).score
                     for weight in (1, -1)]


@pytest.mark.parametrize("method", ["legal_moves", "play", "is_over", "final_score", "evaluate", "key"])
@pytest.mark.parametrize("game, start", [(Walk, (5,)), (Dicing, (3, 5))])
def test_a_game_that_fails_leaves_nothing_wrong_behind(game, start, method):
    lone = gamecore.Engine(hash_mb=1, switches="evaluation,quiescence,table")
    truth = [lone.search(game(*start), depth=depth).score for depth in DEPTHS]
    failures = 0
    for at in range(1, 40, 2):
        broken = failing(game, method, at, Failure(at))
        failed = gamecore.Engine(hash_mb=1, switches="evaluation,quiescence,table")
        for depth in DEPTHS:
            with suppress(Failure):
                failed.search(broken(*start), depth=depth)
        failures += broken.calls >= at
        broken.calls = -10**6                    # from now on it works
        other = gamecore.Engine(table=failed, switches=failed.switches)
        assert [other.search(broken(*start), depth=depth).score for depth in DEPTHS] == truth
    assert failures > 2


def test_a_failure_in_one_engine_costs_the_others_nothing():
    first = gamecore.Engine(hash_mb=4)
    alone = first.search(gamecore.ConnectFour(), depth=10)
    with pytest.raises(Failure):
        gamecore.Engine(table=first).search(failing(Nim, "play", 5, Failure())(9), depth=9)
    assert first.search(gamecore.ConnectFour(), depth=10).nodes < alone.nodes


FIRST = gamecore.Engine(hash_mb=1)

class Named(gamecore.Engine):
    """An engine with an attribute of its own."""


@pytest.mark.parametrize("copied", [deepcopy, lambda given: pickle.loads(pickle.dumps(given))])
def test_copies_share_a_table_among_themselves(copied):
    first = Named(hash_mb=1)
    first.name = "first"
    made, *others = copied([first, gamecore.Engine(table=first), gamecore.Engine(table=first)])
    assert made is not first and made.name == copy(first).name == "first" and type(made) is Named
    assert all(other.settings["table"] is made for other in others)
    assert copy(others[0]).settings["table"] is made


test_what_cannot_share_a_table_is_refused = refusals(
    *((LimitError, f"table must be an Engine.*{quoted(table)}", lambda table: gamecore.Engine(table=table), table)
      for table in (64, "engine", gamecore.Engine, gamecore.StopToken())),
    *((LimitError, f"hash_mb={size} and table=Engine", lambda size: gamecore.Engine(hash_mb=size, table=FIRST), size)
      for size in (1, 2)),
)


def test_a_table_has_a_size_by_itself():
    assert gamecore.Engine().hash_mb == gamecore.Engine(None).hash_mb == 64


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_after_a_fork_each_process_has_a_table_of_its_own():
    first = gamecore.Engine(hash_mb=1)
    second = gamecore.Engine(table=first)
    alone = first.search(gamecore.ConnectFour("44"), depth=10)

    def claim():
        second.clear()
        return all(engine.search(gamecore.ConnectFour("44"), depth=10).score == alone.score
                   for engine in (second, first))

    assert holds_in_a_fork(claim)
    assert second.search(gamecore.ConnectFour("44"), depth=10).nodes < alone.nodes


def test_engines_that_come_and_go_in_several_threads_leave_the_table_to_the_rest():
    first = gamecore.Engine(hash_mb=1)
    truth = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour("4455"), depth=8).score

    def come_and_go(_):
        return {gamecore.Engine(table=first).search(gamecore.ConnectFour("4455"), depth=8).score for _ in range(30)}

    with ThreadPoolExecutor(3) as executor:
        assert set().union(*executor.map(come_and_go, range(3))) == {truth}


def test_a_search_writes_no_more_entries_than_it_visits_nodes():
    entries = (1 << 20) / 16
    for depth in range(1, 13):
        result = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour(), depth=depth)
        assert 0 <= result.hash_used <= result.nodes / entries
    assert result.hash_used > 0.1
