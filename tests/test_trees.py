"""Explicit trees against the textbooks: every row of tests/facts/trees.py, and what follows."""

import random
import runpy
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from gamecore.trees import (Chance, Max, Min, alpha_beta, annotate, depth_limited, expectimax, expectiminimax,
                            from_position, iterative_deepening, max_n, minimax, minimax_by_dispatch, policy,
                            select_first, select_full_window, select_naively, select_strict, star1, star2, tree)

FACTS = runpy.run_path(str(Path(__file__).parent / "facts" / "trees.py"))
SEARCHES = {"minimax": minimax, "expectimax": expectimax, "expectiminimax": expectiminimax}


def answer(trace):
    """What a `Result` would say."""
    return trace.value, trace.action, trace.leaves


def rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in FACTS[table]]


@pytest.mark.parametrize("nested, layers, algorithm, value, action", rows("VALUES"))
def test_textbook_values_and_actions(nested, layers, algorithm, value, action):
    root = tree(nested, layers=layers)
    assert SEARCHES[algorithm](root)[:2] == (value, action)
    assert expectiminimax(root)[:2] == (value, action)
    for star in (star1, star2):
        trace = star(root, -100, 100)
        assert (trace.value, trace.action) == (value, action)


@pytest.mark.parametrize("outcomes, probabilities, mean", rows("CHANCE_NODES"))
def test_a_chance_node_is_worth_its_mean(outcomes, probabilities, mean):
    assert expectimax(Chance(outcomes, probabilities)).value == mean


@pytest.mark.parametrize("nested, value, visited, pruned", rows("PRUNED"))
def test_alpha_beta_looks_at_exactly_these_leaves(nested, value, visited, pruned):
    trace = alpha_beta(tree(nested))
    assert trace.value == value
    assert trace.visited_leaves == visited
    assert trace.pruned_leaves == pruned
    assert trace.leaves == len(visited)


def test_the_second_bag_is_cut_whatever_its_second_ball():
    for x in (-1000, 0, 1, 2, 1000):
        trace = alpha_beta(tree([[2, 7], [1, x]]))
        assert (trace.value, trace.action, trace.pruned_leaves) == (2, 0, (x,))


def test_exercise_1_gives_8_and_at_most_4():
    trace = alpha_beta(tree([[10, 8], [4, 50]]))
    assert (trace.visits[0,].value, trace.bound((0,))) == (8, "")
    assert (trace.visits[1,].value, trace.bound((1,))) == (4, "<=")


def test_exercise_2_prunes_the_8_and_the_whole_node_20_4():
    trace = alpha_beta(tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]]))
    assert trace.pruned == ((0, 1, 1), (1, 1))
    assert trace.root[1][1] == Max([20, 4])
    assert trace.principal_variation == (0, 0, 0)


def test_exercise_2_has_these_windows():
    trace = alpha_beta(tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]]))
    inf = float("inf")
    windows = {path: visit[:2] for path, visit in trace.visits.items() if len(path) < 3}
    assert windows == {(): (-inf, inf), (0,): (-inf, inf), (0, 0): (-inf, inf),
                       (0, 1): (-inf, 10), (1,): (10, inf), (1, 0): (10, inf)}


def test_scale_matters_under_chance():
    fact = FACTS["SCALE_MATTERS"]
    layers = {"layers": "max chance min", "probabilities": fact["probabilities"]}
    root = tree(fact["tree"], **layers)
    assert tuple(expectiminimax(child).value for child in root.children) == fact["values"]
    assert expectiminimax(root).action == 0
    rescaled = tree([[[fact["rescaled"][leaf] for leaf in bottom] for bottom in middle]
                     for middle in fact["tree"]], **layers)
    values = tuple(expectiminimax(child).value for child in rescaled.children)
    assert values == fact["rescaled values"]
    assert expectiminimax(rescaled).action == 1


def test_three_players_each_for_himself():
    fact = FACTS["THREE_PLAYERS"]
    trace = annotate(tree(fact["tree"], layers="0 1 2"), max_n)
    for path, value in fact["values"].items():
        assert trace.visits[path].value == value


def test_max_n_breaks_ties_by_the_first():
    root = tree([(1, 6), (1, 7), (0, 9)], layers="0")
    assert max_n(root) == ((1, 6), 0, 3)


# facts.md: "pick the child whose value equals the root's" picks a wrong move on ties.
TIES = tree([[10, 10], [10, 0]])


def test_the_naive_selection_is_wrong_on_a_tie():
    trace = alpha_beta(TIES)
    assert [trace.visits[path].value for path in ((0,), (1,))] == [10, 10]
    wrong = select_naively(TIES)
    assert minimax(TIES[wrong]).value == 0 < minimax(TIES).value == 10


@pytest.mark.parametrize("select", [select_first, select_full_window, select_strict])
def test_the_three_cures_are_right_on_a_tie(select):
    assert minimax(TIES[select(TIES)]).value == 10


def test_the_strict_cut_looks_at_more_leaves_on_a_tie():
    assert alpha_beta(TIES, cut="equal").leaves == 3
    assert alpha_beta(TIES, cut="strict").leaves == 4


def test_minimax_by_turns_needs_alternation_and_by_dispatch_does_not():
    root = Max([Max([1, 5]), Min([9, 4])])
    assert minimax_by_dispatch(root) == (5, 0, 4)
    assert alpha_beta(root).value == 5
    with pytest.raises(ValueError, match="MAX and MIN in turn only; this tree has a node of MAX"):
        minimax(root)


def test_min_may_move_at_the_root():
    root = tree([[3, 12], [2, 4]], root="min")
    assert minimax(root) == (4, 1, 4)
    assert alpha_beta(root).action == select_full_window(root) == select_strict(root) == 1
    assert answer(depth_limited(root, 2)) == (4, 1, 4)


def test_chosen_actions_keep_their_names():
    root = Max({"left": Min({"up": 3, "down": 1}), "right": Min({"up": 2, "down": 9})})
    assert minimax(root).action == alpha_beta(root).action == "right"
    assert policy(root, minimax) == {(): "right", ("left",): "down", ("right",): "up"}
    assert root["left"]["up"] == 3


def test_a_policy_answers_in_states_that_the_search_pruned():
    root = tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
    assert policy(root, alpha_beta) == policy(root, minimax)
    assert policy(root, alpha_beta)[1, 1] == 0


def test_a_policy_has_no_word_at_chance_nodes():
    root = tree([[[7, 2], [9, 6]], [[5, 0], [8, -4]]], layers="max chance min")
    assert set(policy(root, expectiminimax)) == {(), (0, 0), (0, 1), (1, 0), (1, 1)}


def test_star2_proves_by_probes_what_star1_has_to_search():
    root = Max([5, Chance([Min([4, 9, 9])] * 3)])
    one, two = star1(root, 0, 10), star2(root, 0, 10)
    assert (one.value, one.action, one.leaves, one.probes) == (5, 0, 8, 0)
    assert (two.value, two.action, two.leaves, two.probes) == (5, 0, 4, 3)


# Issue 3: 21 outcomes with the probabilities of two dice, best replies first, probes counted.
def test_star2_in_a_good_order_looks_at_less_than_half_of_the_leaves_of_a_dice_game():
    dice = [Fraction(1 if i == j else 2, 36) for i in range(6) for j in range(i + 1)]
    leaf = partial(random.Random(1).randint, -100, 100)
    root = Max([Chance([Min(sorted(leaf() for _ in range(15))) for _ in dice], dice)
                for _ in range(15)])
    plain, star = expectiminimax(root), star2(root, -100, 100)
    assert (star.value, star.action) == plain[:2]
    assert star.leaves < plain.leaves / 2


def test_star1_prunes_where_expectimax_cannot():
    root = tree([[6, 6], [0, 1, 9, 9]], layers="max chance")
    assert expectimax(root).leaves == 6
    assert star1(root, 0, 9).leaves == 4


def test_an_outcome_of_probability_zero_decides_nothing():
    root = Max([1, Chance([9, 0], [0, 1])])
    for search in (star1, star2):
        trace = search(root, 0, 9)
        assert (trace.value, trace.action) == (1, 0)


class Nim:
    """Take one or two coins; whoever takes the last one loses."""

    def __init__(self, coins):
        self.coins = coins

    def legal_moves(self):
        return [take for take in (1, 2) if take <= self.coins]

    def play(self, take):
        return Nim(self.coins - take)

    def is_over(self):
        return self.coins == 0

    def final_score(self):
        return 1

    def evaluate(self):
        return 0


# facts.md, "Small games": the player to move loses exactly when n mod 3 = 1.
@pytest.mark.parametrize("coins", range(1, 12))
def test_nim_is_lost_with_one_coin_too_many(coins):
    value = -1 if coins % 3 == 1 else 1
    root = from_position(Nim(coins))
    assert minimax(root).value == alpha_beta(root).value == value
    *_, last = iterative_deepening(Nim(coins))
    assert last.value == value
    assert last.depth == coins
    assert value == -1 or (coins - last.action) % 3 == 1


def test_a_tree_grown_to_a_depth_has_evaluations_at_its_horizon():
    assert from_position(Nim(3), depth=1) == Max({1: 0, 2: 0})
    assert from_position(Nim(1)) == Max({1: -1})


def test_the_cutoff_may_be_a_test_of_the_position():
    answer = depth_limited(Nim(7), lambda position, ply: position.coins <= 4 and ply >= 1,
                           evaluate=lambda position: -1 if position.coins % 3 == 1 else 1)
    assert answer.value == -1


def test_iterative_deepening_ends_with_the_tree_and_can_be_left_early():
    root = tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
    assert list(iterative_deepening(root)) == [(1, 0, 0), (2, 0, 0), (3, 10, 0)]
    assert next(iterative_deepening(root)) == (1, 0, 0)
    assert list(iterative_deepening(root, max_depth=2)) == [(1, 0, 0), (2, 0, 0)]


def test_depth_zero_is_the_evaluation():
    root = tree([[3, 12], [2, 4]])
    assert answer(depth_limited(root, 0, evaluate=lambda node: 7)) == (7, None, 1)
    assert answer(depth_limited(5, 0)) == (5, None, 1)


def test_fractions_stay_exact():
    root = Chance([Fraction(1, 3), Fraction(2, 3), 1])
    assert expectimax(root).value == Fraction(2, 3)
