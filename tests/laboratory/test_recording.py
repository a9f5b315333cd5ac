"""Tests gamecore.laboratory.recording, which records the nodes of a compiled search as a tree."""
import pickle
from ctypes import CFUNCTYPE, c_double, c_void_p, cast
from itertools import count

from tests import law
import numpy as np
import pytest
import gamecore
from gamecore.errors import GameError, GameOverError, LimitError, SwitchError, TreeError
from gamecore.games.synthetic.uniform import UniformTree
from gamecore.laboratory.pruning import ORDERS
from gamecore.laboratory.recording import first_levels, record
from gamecore.trees import (UNSEEN, Chance, Max, Min, TreePosition, alpha_beta, draw, from_position, is_leaf, svg,
                            tree, walk)
from gamecore.trees.estimates import Estimate
from hypothesis import given, settings, strategies as st
from tests.small_games import Coins, HurriedTwoWayMaze, NamelessMaze, Nim, Swaps, TwoWayMaze
from tests.strategies import connect_four, positions

EXERCISE_2 = tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
OTHERS = ["evaluation", "quiescence", "repetition", "hint"]


def is_part_of(node, whole):
    """Whether a recorded tree is the whole one with some branches unseen, its children in any order."""
    if node is UNSEEN or is_leaf(node):
        return node is UNSEEN or node == whole
    return (type(node) is type(whole) and set(node.actions) == set(whole.actions)
            and all(is_part_of(child, whole[action]) for action, child in node.branches))


@given(positions(), st.integers(1, 4), st.sets(st.sampled_from(OTHERS)), st.sampled_from(list(law.ORDERS)),
       st.integers(0, 5))
@settings(max_examples=150)
def test_a_recorded_search_is_the_engines_own_and_the_textbooks(position, depth, others, order, seed):
    if order == "perfect" and isinstance(position, NamelessMaze):
        return
    switches = [*others, "pruning"]
    trace = record(position, depth, switches=switches, order=order, seed=seed)
    result = gamecore.Engine(hash_mb=1, switches=switches, order=order, seed=seed).search(position, depth=depth)
    assert (trace.value, trace.action) == (result.score, result.move)
    assert (len(trace.visits), trace.leaves) == (result.iterations[-1].nodes, result.iterations[-1].leaves)
    assert trace.visits == alpha_beta(trace.root).visits


@given(positions(), st.integers(1, 5), st.sampled_from(["static", "random", "none", "worst", "perfect"]),
       st.integers(1, 3))
@settings(max_examples=60)
def test_the_first_levels_are_those_of_the_recorded_search(position, depth, order, levels):
    if order == "perfect" and isinstance(position, NamelessMaze):
        return
    switches, engine_order = ORDERS[order]
    trace = record(position, depth, switches=switches + ",evaluation", order=engine_order)
    found = set()

    def collect(children, position, path):
        found.add(path)
        for move, child in zip(position.legal_moves() if children else (), children):
            if child != 0:
                collect(child, position.play(move), (*path, move))
    collect(first_levels(position, depth, order, levels=levels), position, ())
    assert found == {path for path in trace.visits if len(path) <= levels}


def test_first_levels_of_a_search_that_was_cut_short_are_none():
    assert first_levels(gamecore.ConnectFour(), 8, "worst", max_nodes=1000) is None


@given(connect_four(), st.integers(1, 3), st.sampled_from(list(law.ORDERS)))
@settings(max_examples=30)
def test_a_recorded_tree_is_part_of_the_whole_one(position, depth, order):
    whole = from_position(position, depth, evaluate=gamecore.Engine(hash_mb=1).evaluate)
    assert is_part_of(record(position, depth, order=order).root, whole)


@pytest.mark.parametrize("position", [gamecore.Checkers(), gamecore.Checkers("B:W18,19,26,27,25,11:BK15,10,9,K30"),
                                      Swaps(), TwoWayMaze(3),
                                      Coins((3.25, 1, 2.5, 4)), Nim(7), TreePosition(EXERCISE_2)],
                                      ids=lambda position: type(position).__name__)
def test_any_game_can_be_recorded(position):
    trace = record(position, 3, switches=["definition", "pruning", "hint"])
    assert trace.value == gamecore.Engine(hash_mb=1).search(position, depth=3).score


def test_the_children_stand_in_the_engines_order_and_then_those_it_cut():
    trace = record(gamecore.ConnectFour(), 2, switches="pruning,hint")
    assert trace.root.actions[0] == 4 and sorted(trace.root.actions) == [1, 2, 3, 4, 5, 6, 7]
    for _, node in walk(trace.root):
        if not is_leaf(node):
            seen = [child is not UNSEEN for child in node.children]
            assert seen == sorted(seen, reverse=True)


def test_in_perfect_order_the_engine_looks_at_the_smallest_tree():
    position = gamecore.ConnectFour()
    trace = record(position, 3, order="perfect")
    assert trace.leaves == gamecore.Engine(hash_mb=1).minimal_leaves(position, 3)


@pytest.mark.parametrize("position", [gamecore.ConnectFour("12"), gamecore.Checkers(), Nim(5),
                                      HurriedTwoWayMaze(497555, 8)], ids=lambda position: type(position).__name__)
def test_functions_of_ones_own_are_asked_about_the_games_positions(position):
    """In the last game all moves lead to a horizon at which only the empty list of moves says that it is over."""
    own = {"evaluation": lambda here: len(here.legal_moves()), "order": lambda here, move: len(str(here.play(move)))}
    for functions in ({}, *({name: function} for name, function in own.items()), own):
        expected = gamecore.Engine(hash_mb=1, switches="evaluation,pruning,hint", **functions).search(position, depth=1)
        assert record(position, 1, **functions).value == expected.score


def test_functions_with_a_unit_or_in_c_are_asked_as_a_search_asks_them():
    def thirds(position):
        return 3
    thirds.unit = 0.5
    in_c = CFUNCTYPE(c_double, c_void_p)(lambda words: 7)
    for function, score in ((thirds, 6), (cast(in_c, c_void_p).value, 7)):
        assert record(UniformTree(2, 4), 2, evaluation=function).value == score


class Short(Nim):
    """Nim with numpy's short floats, of which .35 is less, and 3.5 of its units in their arithmetic."""

    unit = 0.1

    def evaluate(self):
        return np.float32(0.35)


def test_short_floats_are_rounded_as_a_search_rounds_them():
    assert record(Short(9), 2).value == gamecore.Engine(hash_mb=1).search(Short(9), depth=2).score == 3


def test_weights_of_the_evaluation_are_heeded():
    weights = {"centre": 0}
    trace = record(gamecore.ConnectFour("12"), 2, evaluation=weights)
    assert (trace.value
            == gamecore.Engine(hash_mb=1, evaluation=weights).search(gamecore.ConnectFour("12"), depth=2).score)


@pytest.mark.parametrize("options, error, words", [
    ({"switches": "pruning,table"}, SwitchError, "not 'table'"),
    ({"switches": ["pruning", "pvs"]}, SwitchError, "not 'pvs'"),
    ({"switches": "exact"}, SwitchError, "not 'exact'"),
    ({"switches": "pruning,magic"}, SwitchError, "not 'magic'"),
    ({"switches": "evaluation"}, SwitchError, "shows what pruning cuts, which is not among 'evaluation'"),
    ({"order": "best"}, SwitchError, "unknown order 'best'"),
    ({"depth": 0}, LimitError, "depth must be an integer 1..500, not 0"),
    ({"position": Nim(0)}, GameOverError, "the game is over"),
    ({"position": TreePosition(Max([Chance([1, 2])]))}, GameError,
     r"follows two players, not chance, which TreePosition.outcomes\(\) has"),
])
def test_what_cannot_be_followed_is_refused(options, error, words):
    with pytest.raises(error, match=words):
        record(**{"position": Nim(4), "depth": 2} | options)


def test_a_game_that_changes_its_mind_is_found_out():
    class Moody(Nim):
        mood = count()

        def evaluate(self):
            return next(self.mood)

    with pytest.raises(GameError, match="Moody does not answer the same question twice in the same way"):
        record(Moody(9), 2)


# UNSEEN

SOME = Max([Min([3, 5]), Min([2, UNSEEN])])


def test_alpha_beta_need_not_see_what_it_cuts():
    assert alpha_beta(SOME).value == 3
    with pytest.raises(TreeError, match=r"came to a branch that is UNSEEN, by way of \(0, 1\)"):
        alpha_beta(Max([Min([3, UNSEEN])]))


def test_there_is_one_unseen():
    assert pickle.loads(pickle.dumps(SOME)).children[1].children[1] is UNSEEN
    assert eval(repr(SOME)) == SOME and not SOME.seen and SOME[0].seen


def test_an_unseen_branch_is_drawn_struck_out_and_ends_in_nothing():
    trace = alpha_beta(SOME)
    assert draw(trace).endswith("└─x … pruned")
    picture = svg(trace)
    assert picture.count('class="strike"') == 2 and "1 pruned" in picture and "…" not in picture


def test_a_leaf_at_the_horizon_is_an_estimate_and_the_end_of_the_game_is_none():
    trace = record(gamecore.ConnectFour("112233"), depth=2, switches="pruning,evaluation", order="none")
    leaves = {path: node for path, node in walk(trace.root) if is_leaf(node) and path in trace.visits}
    assert leaves[4,] == 29999 and not isinstance(leaves[4,], Estimate)
    assert all(isinstance(leaf, Estimate) for path, leaf in leaves.items() if path != (4,))
    assert len(leaves) > 1
