"""Compares explicit trees with the textbooks: every row of tests/data/facts/trees.py, and its consequences."""

import random
from fractions import Fraction
from functools import partial
from math import inf

import pytest

from games.oopsy_nim import OopsyNim
from games.tic_tac_toe import TicTacToe
from tests.small_games import MisereNim

from tests.data.facts import trees as trees_facts
from gamecore.errors import BoundsError, TreeError
from gamecore.trees import (Chance, Max, Min, Player, alpha_beta, annotate, best_actions, depth_limited, expectimax,
                            expectiminimax, from_position, is_leaf, iterative_deepening, lookup_table, max_n, minimax,
                            minimax_by_dispatch, ordered, policy, replay, star1, star2, tree, walk)

FACTS = vars(trees_facts)
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


def test_three_players_each_for_himself():
    fact = FACTS["THREE_PLAYERS"]
    trace = annotate(tree(fact["tree"], layers="0 1 2"), max_n)
    for path, value in fact["values"].items():
        assert trace.visits[path].value == value


def test_minimax_by_turns_needs_alternation_and_by_dispatch_does_not():
    root = Max([Max([1, 5]), Min([9, 4])])
    assert minimax_by_dispatch(root) == (5, 0, 4)
    assert alpha_beta(root).value == 5
    with pytest.raises(ValueError, match="MAX and MIN in turn only; this tree has a node of MAX"):
        minimax(root)


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


# Issue 3: 21 outcomes with the probabilities of two dice, best replies first, probes counted.
def test_star2_in_a_good_order_looks_at_less_than_half_of_the_leaves_of_a_dice_game():
    dice = [Fraction(1 if i == j else 2, 36) for i in range(6) for j in range(i + 1)]
    leaf = partial(random.Random(1).randint, -100, 100)
    root = Max([Chance([Min(sorted(leaf() for _ in range(15))) for _ in dice], dice) for _ in range(15)])
    plain, star = expectiminimax(root), star2(root, -100, 100)
    assert (star.value, star.action) == plain[:2]
    assert star.leaves < plain.leaves / 2


class Nim(MisereNim):
    """The player who takes the last coin loses 1."""

    def final_score(self):
        return 1


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
    assert next(iterative_deepening(root)) == (1, 0, 0)
    assert list(iterative_deepening(root, max_depth=2)) == [(1, 0, 0), (2, 0, 0)]


def test_depth_zero_is_the_evaluation():
    root = tree([[3, 12], [2, 4]])
    assert answer(depth_limited(root, 0, evaluate=lambda node: 7)) == (7, None, 1)
    assert answer(depth_limited(5, 0)) == (5, None, 1)


# The synergy of an evaluation and alpha-beta: an upper bound on a MIN node prunes it before a look below.
def test_an_upper_bound_from_an_evaluation_prunes_a_whole_node():
    class Bounds(dict):              # empty, hence false
        def __call__(self, node):
            return -inf, 2 if node.children == (14, 5, 2) else inf

    trace = alpha_beta(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), bounds=Bounds())
    assert (trace.value, trace.action) == (3, 0)
    assert trace.visited_leaves == (3, 12, 8, 2) and trace.pruned_leaves == (4, 6, 14, 5, 2)
    assert trace.visits[2,].how == "bounded" and trace.bound((2,)) == "<="
    assert "2     MIN       3   inf    <=2  bounded" in str(trace)
    assert replay(trace)[-1].bound == "<="


def test_bounds_that_are_wrong_are_reported():
    with pytest.raises(BoundsError, match=r"bounds \(-inf, 1\) do not hold the value of Min\(\[2, 4, 6\]\)"):
        alpha_beta(tree([[3, 12, 8], [2, 4, 6]]), bounds=lambda node: (-inf, 1 if node.children == (2, 4, 6) else inf))


def test_all_best_actions_of_other_kinds_of_nodes():
    assert best_actions(Min([Max([1, 2]), Max([3]), 2])) == (0, 2)
    assert best_actions(tree({"A": [4, 6], "B": [5, 5], "C": [9, 0]}, layers="max chance")) == ("A", "B")
    assert best_actions(tree([(1, 6), (1, 7), (0, 9)], layers="0")) == (0, 1)
    for node in (Chance([1, 2]), 5):
        with pytest.raises(TreeError, match="no player chooses at"):
            best_actions(node)


def test_a_good_order_lets_alpha_beta_see_the_minimum():
    root = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    best_first = ordered(root, lambda child: minimax(child).value)
    assert alpha_beta(best_first).leaves == 3 + 3 - 1
    assert best_first.actions == (0, 1, 2) and best_first[2].actions == (2, 1, 0)
    worst_first = ordered(root, lambda child: -minimax(child).value)
    assert alpha_beta(worst_first).leaves == 9
    assert minimax(worst_first)[:2] == (3, 0)


def test_an_order_keeps_the_probabilities_of_chance():
    root = Max([1, Chance([Max([2, 4]), 8], [Fraction(1, 4), Fraction(3, 4)])])
    sorted_root = ordered(root, lambda child: expectiminimax(child).value)
    assert sorted_root.actions == (1, 0) and expectiminimax(sorted_root)[:2] == (7, 1)


# facts.md, "Small games": tic-tac-toe has 5,478 reachable positions, and its value is 0.
def test_the_policy_of_tic_tac_toe_is_a_table_of_5478_positions():
    table = lookup_table(TicTacToe())
    assert len(table) == 5478
    assert table["........."].score == 0 and table["........."].plies == 9 and len(table["........."].moves) == 9
    assert table["xx.oo...."] == (1, 1, (3,))
    assert table["xo......."].score == 1
    for key, advice in table.items():
        position = TicTacToe(key)
        if position.is_over():
            assert advice == (-1 if position.final_score() < 0 else 0, 0, ())
        else:
            worth = {move: -table[position.play(move).key()].score for move in position.legal_moves()}
            assert advice.score == max(worth.values())
            assert set(advice.moves) == {move for move in worth if worth[move] == advice.score}


def test_a_table_is_refused_where_play_can_come_back():
    class Back(Nim):
        def legal_moves(self):
            return [0]

    with pytest.raises(TreeError, match="the game comes back to"):
        lookup_table(Back(3))
    with pytest.raises(TreeError, match="has no key"):
        lookup_table(type("Nameless", (Nim,), {"key": None})(3))
    with pytest.raises(TreeError, match="without chance"):
        lookup_table(OopsyNim(3))


# Games in which sides do not alternate: no side has to pass.

class Greedy(Nim):
    """Nim in which the player who takes two moves again."""

    def same_player(self, take):
        return take == 2


# By hand: 1 coin is the last one; with 2, take one, and the other has it; with 3, you or the other gets that far.
def test_a_side_may_move_twice():
    values = [minimax_by_dispatch(from_position(Greedy(coins))).value for coins in range(1, 8)]
    table = lookup_table(Greedy(7))
    assert values == [table[coins].score for coins in range(1, 8)]
    assert values[:3] == [-1, 1, -1]


def test_chance_among_several_players_averages_the_utilities_of_each():
    root = Player(0, [Chance([(1, 4), (3, 0)]), (1, 9)])
    assert max_n(root) == ((2, 2), 0, 3)
    trace = depth_limited(root, 5)
    assert (trace.value, trace.action) == ((2, 2), 0)


def test_wins_are_plus_and_minus_1_in_a_tree_where_plies_are_not_counted():
    class Ending(Nim):
        def final_score(self):
            return inf

    assert str(from_position(Ending(2), count_plies=False)).splitlines() == [
        "MAX", "├── 1: MIN", "│   └── 1: 1", "└── 2: -1"]
    assert minimax(from_position(Ending(2))).value == 29998
    assert depth_limited(Ending(4), 9, count_plies=False).value == -1
    assert list(iterative_deepening(Ending(2), count_plies=False))[-1].value == 1


def test_alpha_beta_looks_at_eleven_of_25_leaves_of_the_notes():
    trace = alpha_beta(tree(FACTS["TREE_OF_25"]))
    leaves = {path: node for path, node in walk(trace.root) if is_leaf(node)}
    assert len(leaves) == 25
    assert [leaf for path, leaf in leaves.items() if path in trace.visits] == FACTS["LOOKED_AT_OF_25"]
    assert trace.value == minimax(trace.root).value == FACTS["VALUE_OF_25"]


def test_star2_shows_no_value_for_what_its_closed_window_cut():
    root = Chance([Min([Min([Chance([3, 5]), -5])]), 0])
    trace = star2(root, -5, 5)
    assert trace.value == expectiminimax(root).value and trace.visits[0, 0, 0].value == 4
