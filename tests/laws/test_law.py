"""THE LAW (law.py), over random positions, switches, orders, threads, and tables full of other searches' results."""
import os
from dataclasses import replace

from tests import law
import pytest
import gamecore
from gamecore.games.connect_four.evaluation import WEIGHTS
from hypothesis import given, settings, strategies as st
from tests.small_games import Detour, Nim
from tests.strategies import (connect_four, positions, sessions, some_checkers, some_connect_four, some_ending,
                              some_hurried_maze, some_maze)

THREADS = st.sampled_from([1, 1, 1, 2, 3])


def examples(number):
    """The number of examples in the suite; LAW_EXAMPLES if that is set, as by stress/law.py."""
    return settings(max_examples=int(os.environ.get("LAW_EXAMPLES", number)))


def quick_depth(position):
    """As deep as the reference looks in a moment."""
    return 4 if position.ply < 8 else 5 if position.ply < 24 else 7 if position.ply < 30 else 12


def keep_the_law(engine, searches, weights=None):
    for search in searches:
        result = search.run(engine)
        if search.is_lawful():
            law.check(search, result, weights)


def lawful(searches, number):
    """A test of searches by one engine."""
    @given(THREADS, searches)
    @examples(number)
    def test(threads, searches):
        keep_the_law(gamecore.Engine(hash_mb=1, threads=threads), searches)
    return test


test_a_random_game_is_searched_as_minimax_would = lawful(sessions(some_maze, lambda _: 7), 1500)
test_checkers_is_searched_as_minimax_would = lawful(sessions(some_checkers, lambda _: 4, most=4), 60)
test_a_random_game_in_which_a_side_may_move_twice_is_searched_as_minimax_would = lawful(
    sessions(some_hurried_maze, lambda _: 7), 1000)


@given(THREADS, sessions(some_connect_four, quick_depth, most=4),
       st.dictionaries(st.sampled_from(list(WEIGHTS)), st.integers(-90, 90)))
@examples(250)
def test_connect_four_is_searched_as_minimax_would(threads, searches, weights):
    keep_the_law(gamecore.Engine(hash_mb=1, threads=threads, evaluation=weights), searches, weights)


@given(THREADS, sessions(some_ending, lambda _: 8))
@examples(250)
def test_an_ending_in_which_play_goes_round_is_searched_as_without_a_table(threads, searches):
    """Where scores depend on the line: deeper than the reference looks in a moment."""
    engine, other = gamecore.Engine(hash_mb=1, threads=threads), gamecore.Engine(hash_mb=1)
    for search in searches:
        result = search.run(engine)
        if search.is_lawful():
            bare = replace(search, switches=(*{"pruning", *law.DEFINITION} & {"pruning", *search.switches},),
                           order="static", multipv=99)
            expected = {pv[0]: score for score, pv in bare.run(other).lines}
            assert [score for score, pv in result.lines] == sorted(expected.values(), reverse=True)[:search.multipv]
            assert all(expected[pv[0]] == score for score, pv in result.lines)


@given(THREADS, connect_four(), sessions(some_connect_four, quick_depth, most=2))
@examples(25)
def test_a_full_table_changes_no_score(threads, filler, searches):
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    engine.search(filler, nodes=200_000)
    keep_the_law(engine, searches)


@pytest.mark.parametrize("fen", ["W:W20,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15",
                                 "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,11,12,13,15"])
def test_what_a_selective_search_leaves_in_the_table_is_not_for_an_exact_one(fen):
    exact = "evaluation,quiescence,pruning,deepening,table,hint,killers,history,pvs,aspiration"
    engine, position = gamecore.Engine(hash_mb=8), gamecore.Checkers(fen)
    score = engine.search(position, 9, switches=exact).score
    engine.clear()
    engine.search(position, 9, switches=f"{exact},{','.join(law.SELECTIVE)}")
    assert engine.search(position, 9, switches=exact).score == score


@given(sessions(some_maze, lambda _: 6, most=3))
@examples(200)
def test_equal_searches_of_new_engines_visit_the_same_nodes(searches):
    def answers():
        engine = gamecore.Engine(hash_mb=1)
        return [(r.score, r.lines, r.nodes, r.leaves, r.stop) for r in (search.run(engine) for search in searches)]

    assert answers() == answers()


@pytest.mark.parametrize("switches",
                         [("quiescence",), ("quiescence", "table", "deepening"), (*law.DEFINITION, *law.EXACT)])
def test_a_win_that_quiescence_sees_beyond_the_depth_may_still_be_shortened(switches):
    for place in ("start", "before", "long before"):             # for the loser it is a loss that may come sooner
        keep_the_law(gamecore.Engine(hash_mb=1),
                     [law.Search(Detour(place), depth, switches) for depth in (1, 2, 3, 4, 5)])


@given(positions(), st.integers(1, 4), st.sets(st.sampled_from(law.DEFINITION)))
@examples(100)
def test_plain_alpha_beta_visits_the_textbooks_tree_of_any_random_game(position, depth, definition):
    law.check_plain(position, depth, definition)


class ProudNim(Nim):
    def evaluate(self):
        return 9000


@pytest.mark.parametrize("coins", [3, 4, 6])
def test_a_high_evaluation_of_the_root_narrows_no_window(coins):
    law.check_plain(ProudNim(coins), 8, ("evaluation",))


@pytest.mark.parametrize("plies", range(8))
def test_what_came_up_twice_in_the_game_is_a_draw_in_the_tree(plies):
    """A king and two go to and fro. The side with one wants the draw, the other does not."""
    position = gamecore.Checkers("B:WK1:BK32,K31")
    for move in ["32-27", "1-6", "27-32", "6-1", "32-27", "1-6", "27-32"][:plies]:
        position = position.play(move)
    keep_the_law(gamecore.Engine(hash_mb=1),
                 [law.Search(position, depth, ("evaluation", "pruning", "repetition"), multipv=9)
                                              for depth in (1, 2, 3, 4, 5)])
