"""Tests uniform trees in the search of all games: an order visits the number of leaves that the theory predicts."""
import os
from functools import lru_cache
from itertools import pairwise

import pytest
from tests.data.facts.uniform import MINIMUM, PEARL
from hypothesis import given, settings, strategies as st

from tests import law, reference
import gamecore
from gamecore import UniformTree
from gamecore.errors import LimitError
from gamecore.games.synthetic.uniform import MODELS
from gamecore.laboratory import theory

# The most leaves that an order may look at in the suite; UNIFORM_LEAVES=6000000 counts all shapes.
MOST = int(os.environ.get("UNIFORM_LEAVES", 40_000))
EVERY = [(b, m) for b in range(2, 9) for m in range(1, 11)]

every_model = pytest.mark.parametrize("model", MODELS)


def last_pass(tree, order, switches="pruning", seed=0):
    return gamecore.Engine(hash_mb=1).search(tree, tree.depth, switches=switches, order=order, seed=seed).iterations[-1]


def leaves_of(*arguments, **options):
    return last_pass(*arguments, **options).leaves


def nested(branching, depth, seed=0):
    return UniformTree(branching, depth, leaves="nested", seed=seed)


def is_nested(branching, depth):
    try:
        return bool(nested(branching, depth))
    except LimitError:
        return False


NESTED = [shape for shape in EVERY if shape[0] ** shape[1] <= MOST and is_nested(*shape)]


@pytest.mark.parametrize("shape, leaves", MINIMUM.items())
def test_the_minimum_is_knuth_and_moores(shape, leaves):
    assert theory.minimal_leaves(*shape) == leaves


@every_model
def test_perfect_order_looks_at_the_minimum_and_nothing_else(model):
    shapes = [shape for shape in EVERY
              if theory.random_leaves(*shape) <= MOST and (model != "nested" or is_nested(*shape))]
    assert shapes
    for branching, depth in shapes:
        last = last_pass(UniformTree(branching, depth, leaves=model, seed=depth), "perfect")
        assert last.leaves == theory.minimal_leaves(branching, depth), (branching, depth)
        assert last.nodes == theory.minimal_nodes(branching, depth), (branching, depth)


@every_model
def test_the_minimal_tree_that_is_searched_for_is_the_formulas(model):
    for branching, depth in (2, 9), (3, 6), (4, 5), (8, 3):
        tree = UniformTree(branching, depth, leaves=model)
        found = gamecore.Engine(hash_mb=1).minimal_leaves(tree, depth)
        assert found == theory.minimal_leaves(branching, depth), (branching, depth)


def test_worst_order_on_nested_leaves_looks_at_all_of_them():
    assert len(NESTED) > 40
    for branching, depth in NESTED:
        assert leaves_of(nested(branching, depth, seed=branching), "worst") == branching ** depth, (branching, depth)


def test_the_hint_of_nested_leaves_is_the_perfect_order():
    for branching, depth in NESTED:
        found = leaves_of(nested(branching, depth), "static", "pruning,hint")
        assert found == theory.minimal_leaves(branching, depth), (branching, depth)


@pytest.mark.parametrize("seed", range(3))
def test_worst_order_on_independent_leaves_looks_at_less(seed):
    # no order of such leaves avoids every cut; worst to best looks at about 0.73 of them
    assert 0.6 * 4**8 < leaves_of(UniformTree(4, 8, seed=seed, noise=0), "worst") < 0.85 * 4**8


@pytest.mark.parametrize("branching, depth", [(2, 3), (3, 3), (2, 5)])
def test_no_order_at_all_looks_at_every_independent_leaf(branching, depth):
    looked_at = [leaves_of(UniformTree(branching, depth, seed=seed), "random", seed=again)
                 for seed in range(40) for again in range(5)]
    assert max(looked_at) <= branching ** depth and sum(looked_at) / len(looked_at) < 0.9 * branching ** depth


@pytest.mark.parametrize("order", ["none", "random", "worst", "static", "full"])
def test_constant_leaves_meet_the_minimum_in_any_order(order):
    tree = UniformTree(4, 6, leaves="constant")
    assert leaves_of(tree, order, "pruning,hint,killers,history") == theory.minimal_leaves(4, 6)


@pytest.mark.parametrize("branching, depth, trees", [(2, 18, 200), (3, 14, 60), (4, 13, 20)])
def test_random_order_grows_by_pearls_ratio_a_ply(branching, depth, trees):
    def total(plies):
        return sum(leaves_of(UniformTree(branching, plies, seed=seed), "random", seed=seed) for seed in range(trees))

    # a limit, met within 5 % at these depths (Pearl 1982)
    assert (total(depth) / total(depth - 2)) ** 0.5 == pytest.approx(PEARL[branching], rel=0.05)
    # given to three decimals
    assert theory.random_branching(branching) == pytest.approx(PEARL[branching], abs=5e-4)


@every_model
def test_minimax_looks_at_everything(model):
    assert leaves_of(UniformTree(3, 7, leaves=model), "none", "none") == theory.all_leaves(3, 7) == 3**7


# What a tree is.

@given(st.integers(1, 5), st.integers(1, 5), st.sampled_from(list(MODELS)), st.integers(0, 2**64 - 1))
@settings(max_examples=60, deadline=None)
def test_a_uniform_tree_is_searched_as_minimax_would(branching, depth, model, seed):
    search = law.Search(UniformTree(branching, depth, leaves=model, seed=seed), depth, ("evaluation", *law.EXACT),
                        "full")
    result = search.run(gamecore.Engine(hash_mb=1))
    expected = reference.scores_of_moves(search.position, depth, law.definition_of(search))
    assert result.score == max(score for _, score in expected)


def paths(tree):
    """Every node of a tree, in no order that matters."""
    yield tree
    for move in () if tree.is_over() else tree.legal_moves():
        yield from paths(tree.play(move))


@every_model
def test_every_node_has_its_own_key_and_as_many_children(model):
    nodes = list(paths(UniformTree(3, 6, leaves=model, seed=5)))
    assert len({node.key() for node in nodes}) == len(nodes) == (3**7 - 1) // 2
    assert sum(node.is_over() for node in nodes) == 3**6
    assert {len(node.legal_moves()) for node in nodes if not node.is_over()} == {3}
    assert {node.ply for node in nodes if node.is_over()} == {6}


@every_model
def test_seeds_make_different_trees_and_equal_seeds_equal_ones(model):
    def values(seed):
        return [node.final_score() for node in paths(UniformTree(3, 4, leaves=model, seed=seed)) if node.is_over()]

    assert values(1) == values(1) and all(value == int(value) and abs(value) < 20000 for value in values(1))
    assert (values(1) == values(2)) == (model == "constant")


def test_independent_leaves_are_spread_evenly():
    values = [node.final_score() for node in paths(UniformTree(4, 6)) if node.is_over()]
    assert abs(sum(values) / len(values)) < 1000
    # 4,096 draws: six standard errors
    assert sum(abs(value) > 10000 for value in values) == pytest.approx(len(values) / 2, rel=0.1)


def test_each_edge_of_nested_leaves_outweighs_everything_below_it():
    @lru_cache(None)
    def below(tree):
        """The leaves' values for MAX."""
        if tree.is_over():
            return [tree.final_score() * (-1) ** tree.ply]
        return [value for move in tree.legal_moves() for value in below(tree.play(move))]

    for tree in paths(nested(3, 6)):
        if tree.ply < 3:                                 # below, the worse moves share a value
            leaves = [below(tree.play(move)) for move in tree.legal_moves()]
            ranges = sorted((min(values), max(values)) for values in leaves)
            assert all(one[1] < other[0] for one, other in pairwise(ranges))


def test_an_incremental_leaf_is_the_sum_of_its_edges():
    tree, total = UniformTree(4, 6, leaves="incremental", seed=3), 0
    for move in (1, 3, 0, 2, 2, 1):
        child = tree.play(move)
        step = child.evaluate() * (-1) ** child.ply - tree.evaluate() * (-1) ** tree.ply
        assert abs(step) <= 19999 // 6
        total, tree = total + step, child
    assert tree.final_score() == total and tree.is_over()


@pytest.mark.parametrize("arguments, quoted", [
    ({"branching": 0}, "0"), ({"branching": 257}, "257"), ({"branching": "four"}, "'four'"),
    ({"depth": 0}, "0"), ({"depth": 61}, "61"), ({"depth": True}, "True"), ({"branching": 256, "depth": 9}, "256"),
    ({"leaves": "green"}, "'green'"), ({"branching": 4, "depth": 10, "leaves": "nested"}, "4.10"),
    ({"seed": -1}, "-1"), ({"noise": -1}, "-1"), ({"noise": "x"}, "'x'"), ({"noise": float("nan")}, "nan"),
])
def test_a_tree_that_cannot_be_is_refused(arguments, quoted):
    with pytest.raises(LimitError, match=quoted):
        UniformTree(**arguments)


def test_a_noisy_hint_is_between_the_truth_and_nothing():
    truth, near, far = (sum(leaves_of(UniformTree(4, 6, seed=seed, noise=noise), "static", "pruning,hint")
                            for seed in range(10)) for noise in (0, 3000, 300000))
    assert truth == 10 * theory.minimal_leaves(4, 6) < near < far
