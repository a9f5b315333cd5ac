"""Tests laws that hold for every explicit tree, and counts on uniform trees."""

import pickle
import random
from fractions import Fraction
from math import inf
from operator import mul

import numpy as np
import pytest
from hypothesis import given, strategies as st

from gamecore import PythonGame
from gamecore.trees import (Chance, Lottery, Max, Min, Player, TreePosition, alpha_beta, depth_limited, expectimax,
                            expectiminimax, expected_utility, from_position, is_leaf, max_n, minimax,
                            minimax_by_dispatch, ordered, select_first, select_full_window, select_strict, star1, star2,
                            tree, walk, with_utility)
from gamecore.trees.nodes import descend
from tests.trees.drawn import trees_of, weighted

LEAVES = st.integers(-3, 3)  # few values, hence many ties


NESTED = st.recursive(LEAVES, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30)
ALTERNATING = st.tuples(NESTED, st.sampled_from(["max", "min"])).map(lambda args: tree(*args))
TWO_PLAYERS = trees_of(Max, Min, leaves=LEAVES)
WITH_CHANCE = trees_of(Max, Min, weighted, leaves=LEAVES, size=40)


# numpy's integers wrap, int8 from 127 on

def in_numpy(root):
    if is_leaf(root):
        return np.int8(root)
    children = [in_numpy(child) for child in root.children]
    return Chance(children, [np.int8(p) if p in (0, 1) else p for p in root.probabilities]
                  ) if isinstance(root, Chance) else root.alike(children)


@given(trees_of(Max, Min, weighted, leaves=st.integers(-128, 127)))
def test_numbers_of_numpy_count_as_pythons(root):
    other = in_numpy(root)
    assert expectiminimax(other) == expectiminimax(root) and (is_leaf(root) or alike(other, root))
    assert star2(other, np.int8(-128), np.int8(127)).value == expectiminimax(root).value
    assert not is_leaf(root) or TreePosition(other, -1).final_score() == -root


def alike(one, other):
    return all(a == b and type(a) is type(b) for (_, a), (_, b) in zip(walk(one), walk(other)) if is_leaf(b))


class Sum(PythonGame):
    """Two moves that add numbers of this type."""

    def __init__(self, number, left=2):
        self.number, self.left = number, left

    def legal_moves(self):
        return [0, 1] if self.left else []

    def play(self, move):
        return Sum(self.number, self.left - 1)

    def final_score(self):
        return self.number

    evaluate = final_score


@pytest.mark.parametrize("number", [np.int8(-128), np.uint8(3), np.int64(-2**63), np.float32(.5), np.float64(2.5)])
def test_scores_of_numpy_count_as_pythons(number):
    for depth in (1, None):
        sign = -1 if depth == 1 else 1
        assert minimax(from_position(Sum(number), depth)).value == sign * number.item()


@pytest.mark.parametrize("utility", [np.int8(100), np.uint8(255), np.float16(60000)])
def test_utilities_of_numpy_count_as_pythons(utility):
    lottery = Lottery((Fraction(1, 2), "a"), (Fraction(1, 2), "b"))
    assert expected_utility(lottery, {"a": utility, "b": utility}) == utility.item()
    assert minimax(with_utility(Lottery((1, "a")), {"a": utility})[0]).value == utility.item()
    assert max_n(Player(0, [(utility, utility)]), bound=120000).value == (utility.item(),) * 2


@given(ALTERNATING)
def test_both_ways_to_write_minimax_agree(root):
    assert minimax(root) == minimax_by_dispatch(root)


@given(TWO_PLAYERS, st.sampled_from(["equal", "strict"]))
def test_alpha_beta_never_changes_the_value_or_the_first_best_action(root, cut):
    trace = alpha_beta(root, cut)
    assert (trace.value, trace.action) == minimax_by_dispatch(root)[:2]
    assert trace.visits[()].value == trace.value
    recorded = alpha_beta(root, cut, bounds=lambda node: (-inf, inf))
    assert recorded == trace == pickle.loads(pickle.dumps(alpha_beta(root, cut))) and recorded != alpha_beta(9)
    assert repr(recorded) == repr(trace)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(-9, 9) | st.fractions()), min_size=1).filter(
    lambda pairs: any(weight for weight, _ in pairs)))
def test_the_mean_of_exact_numbers_is_exact(pairs):
    weights, values = zip(*pairs)
    probabilities = [Fraction(weight, sum(weights)) for weight in weights]
    mean = Chance(values, probabilities).mean(values)
    assert mean == sum(map(mul, probabilities, values)) and type(mean) is (int if mean == int(mean) else Fraction)


@given(TWO_PLAYERS)
def test_a_strict_cut_never_looks_at_fewer_leaves(root):
    assert alpha_beta(root, "equal").leaves <= alpha_beta(root, "strict").leaves


@given(TWO_PLAYERS)
def test_what_is_visited_and_what_is_pruned_make_up_the_tree(root):
    trace = alpha_beta(root)
    leaves = [node for _, node in walk(root) if is_leaf(node)]
    assert sorted(trace.visited_leaves + trace.pruned_leaves) == sorted(leaves)
    assert all(path[:-1] in trace.visits for path in trace.pruned)


@given(TWO_PLAYERS, WITH_CHANCE)
def test_a_bound_in_the_trace_is_a_bound_and_the_rest_is_exact(root, with_chance):
    for trace in (alpha_beta(root), star1(with_chance, -3, 3), star2(with_chance, -3, 3), star2(with_chance, -5, 9)):
        for path, visit in trace.visits.items():
            value = expectiminimax(descend(trace.root, path)).value
            assert {"<=": value <= visit.value, ">=": value >= visit.value, "": value == visit.value}[trace.bound(path)]


@pytest.mark.parametrize("root, lower, upper, path, bound", [
    (Min([0, Chance([2, Min([1])])]), -2, 2, (1,), ">="),          # worth 3/2: only a probe has seen the 1
    (Max([0, Chance([-2, Max([-1])])]), -2, 2, (1,), "<="),
    (Max([9, 3]), 0, 9, (), ""), (Min([0, 3]), 0, 9, (), ""), (Max([8, 3]), 0, 9, (), "")])
def test_a_value_is_exact_if_a_probe_or_a_limit_makes_it_so(root, lower, upper, path, bound):
    assert star2(root, lower, upper).bound(path) == bound


@given(TWO_PLAYERS.filter(lambda root: not is_leaf(root)),
       st.sampled_from([select_first, select_full_window, select_strict]))
def test_every_cure_selects_a_minimax_optimal_move(root, select):
    assert minimax_by_dispatch(root[select(root)]).value == minimax_by_dispatch(root).value


@given(TWO_PLAYERS)
def test_the_principal_variation_leads_to_the_value(root):
    node = root
    for action in alpha_beta(root).principal_variation:
        node = node[action]
    assert node == minimax_by_dispatch(root).value


@given(TWO_PLAYERS, st.integers(-4, 4), st.integers(0, 3))
def test_a_window_at_the_root_gives_the_value_or_a_bound(root, alpha, width):
    beta = alpha + width + 1
    value, found = minimax_by_dispatch(root).value, alpha_beta(root, alpha=alpha, beta=beta).value
    if found <= alpha:
        assert value <= found
    elif found >= beta:
        assert value >= found
    else:
        assert value == found


@given(TWO_PLAYERS)
def test_a_depth_beyond_the_leaves_is_no_limit(root):
    assert depth_limited(root, 99).value == minimax_by_dispatch(root).value


@given(WITH_CHANCE, st.sampled_from([(-3, 3), (-5, 4), (Fraction(-7, 2), 100)]))
def test_star1_and_star2_equal_expectiminimax_exactly(root, bounds):
    plain = expectiminimax(root)
    for star in (star1, star2):
        trace = star(root, *bounds)
        assert (trace.value, trace.action) == plain[:2]
    assert star1(root, *bounds).leaves <= plain.leaves


@given(WITH_CHANCE.map(lambda root: with_utility(root, lambda leaf: leaf / 7)))
def test_star1_and_star2_equal_expectiminimax_in_floats(root):
    plain = expectiminimax(root).value
    assert star1(root, -1, 1).value == pytest.approx(plain, abs=1e-12)
    assert star2(root, -1, 1).value == pytest.approx(plain, abs=1e-12)


# facts.md: minimax decisions survive every increasing transform, expectiminimax decisions only
# positive affine ones. The counter-example is test_scale_matters_under_chance of test_as_games.py.
@given(TWO_PLAYERS, st.lists(st.integers(1, 100), min_size=7, max_size=7))
def test_minimax_decisions_survive_every_increasing_transform(root, steps):
    image = {leaf: sum(steps[:leaf + 4]) for leaf in range(-3, 4)}
    before = minimax_by_dispatch(root)
    after = minimax_by_dispatch(with_utility(root, image.get))
    assert after == (image[before.value], before.action, before.leaves)


@given(WITH_CHANCE, st.fractions(Fraction(1, 9), 9), st.fractions(-9, 9))
def test_expectiminimax_decisions_survive_every_positive_affine_transform(root, a, b):
    before = expectiminimax(root)
    after = expectiminimax(with_utility(root, lambda leaf: a * leaf + b))
    assert after == (a * before.value + b, before.action, before.leaves)


@given(trees_of(Max, weighted, leaves=LEAVES))
def test_expectimax_is_expectiminimax_without_min(root):
    assert expectimax(root) == expectiminimax(root)


@given(TWO_PLAYERS)
def test_two_players_of_max_n_with_opposite_utilities_play_minimax(root):
    def as_players(node):
        if is_leaf(node):
            return (node, -node)
        return Player(int(isinstance(node, Min)), [as_players(child) for child in node.children])
    value, action, _ = max_n(as_players(root))
    assert (value[0], action) == minimax_by_dispatch(root)[:2]


def value_of(root):
    return minimax(root).value


# Uniform trees: branching b, depth d.

SIZES = [(b, d) for b in range(1, 6) for d in range(1, 9) if b**d <= 1024]


def uniform(b, d, leaf, mover=Max, path=()):
    """The uniform tree whose leaves are `leaf(path)`."""
    if d == 0:
        return leaf(path)
    other = Min if mover is Max else Max
    return mover([uniform(b, d - 1, leaf, other, path + (i,)) for i in range(b)])


def shuffled_leaves(b, d):
    """Distinct leaves in random order."""
    leaves = list(range(b**d))
    random.Random(b * 100 + d).shuffle(leaves)
    numbers = iter(leaves)
    return lambda path: next(numbers)


def nested_leaf(b, d):
    """A leaf where each branch outweighs everything below it; worst branch first, best last."""
    return lambda path: sum((-1)**ply * i * b**(d - ply) for ply, i in enumerate(path))


def knuth_moore(b, d):
    """The fewest leaves that prove a value: Knuth & Moore 1975, cor. of th. 1."""
    return b**((d + 1) // 2) + b**(d // 2) - 1


@pytest.mark.parametrize("b, d", SIZES)
def test_the_leaves_of_uniform_trees_are_those_of_the_theory(b, d):
    root = uniform(b, d, shuffled_leaves(b, d))
    assert minimax(root).leaves == b**d and alpha_beta(root).leaves >= knuth_moore(b, d)
    trace = alpha_beta(ordered(root, value_of))
    assert (trace.value, trace.leaves) == (value_of(root), knuth_moore(b, d))
    constant = uniform(b, d, lambda path: 7)             # meets the minimum in any order, but not with a strict cut
    assert (alpha_beta(constant).leaves, alpha_beta(constant, cut="strict").leaves) == (knuth_moore(b, d), b**d)
    nested = uniform(b, d, nested_leaf(b, d))            # worst first already
    assert ordered(nested, lambda child: -value_of(child)) == nested and alpha_beta(nested).leaves == b**d


# facts.md: on independent values, b = 4, d = 8, worst-first looks at about 0.73 b^d. Over 24 trees
# the mean is 0.74 and the standard deviation 0.02; this is one tree.
def test_worst_order_on_independent_values_still_prunes():
    root = ordered(uniform(4, 8, shuffled_leaves(4, 8)), lambda child: -value_of(child))
    assert 0.66 < alpha_beta(root).leaves / 4**8 < 0.82


def test_shared_subtrees_count_once_for_each_path():
    shared = Min([0, 1])
    assert minimax(Max([shared, shared])).leaves == 4
