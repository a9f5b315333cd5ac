"""Tests that the compiled search accepts any tree as a game, with the same value, and that any game can be built into a
tree."""
from dataclasses import replace
from fractions import Fraction
from math import isclose

from tests import law
import numpy
import pytest
from games.oopsy_nim import OopsyNim

from tests.data.facts import trees as trees_facts
from gamecore import LOSS, Backgammon, ConnectFour, Engine, perft
from gamecore.errors import BoundsError, TreeError
from gamecore.trees import (Chance, Max, Min, TreePosition, alpha_beta, depth_limited, expectiminimax, from_position,
                            is_leaf, minimax, minimax_by_dispatch, tree, walk)
from hypothesis import given, settings, strategies as st
from tests.small_games import Choice, Coins, Draw, Nim, Swaps
from tests.trees.drawn import nodes_of, weighted

FACTS = vars(trees_facts)
DEEP = 60                             # more turns of MAX, MIN and chance than any tree here has

LEAVES = st.integers(-3, 3)
LARGE = st.integers(-10**6, 10**6)
FRACTIONS = st.fractions(-9, 9, max_denominator=12)
FLOATS = st.floats(-1e3, 1e3)

DYADIC = [(1,), (0.5, 0.5), (0.25, 0.75), (0.5, 0.25, 0.25), (0.125, 0.25, 0.5, 0.125), (0, 1)]

CHANCE_SWITCHES = ["none", "hint", "pruning", "pruning,star1", "pruning,star1,star2",
                   "pruning,star1,star2,deepening,evaluation,hint"]


@st.composite
def dyadic(draw, below):
    probabilities = draw(st.sampled_from(DYADIC))
    return Chance([draw(below) for _ in probabilities], probabilities)


def trees(leaves, *chances, size=30):
    return nodes_of(Max, Min, *chances, leaves=leaves, size=size)


def search(root, **options):
    """The position of a tree, and what a new engine finds there."""
    position = TreePosition(root)
    return position, Engine(hash_mb=1, **options).search(position, depth=DEEP)


def breadth(node):
    """An evaluation."""
    return len(node.children)


def exact_switches():
    """Any exact switches that go together."""
    return st.sets(st.sampled_from(law.EXACT)).map(lambda names: [*names, "pruning"] if {"pvs", "aspiration"} & names
                                                   else [*names])


# Negamax

@given(trees(LEAVES), exact_switches(), st.sampled_from(list(law.ORDERS)), st.integers(0, 2**64 - 1))
@settings(max_examples=150)
def test_a_tree_is_worth_to_the_engine_what_minimax_says(root, switches, order, seed):
    position, result = search(root, switches=switches, order=order, seed=seed)
    assert position.value(result.score) == minimax_by_dispatch(root).value
    assert result.stop == "complete"
    if result.move != "pass":
        assert minimax_by_dispatch(root[result.move]).value == minimax_by_dispatch(root).value


@given(trees(LEAVES))
def test_plain_alpha_beta_looks_at_the_leaves_that_the_textbook_looks_at(root):
    _, result = search(root, switches="pruning", order="none")
    assert result.leaves == alpha_beta(root).leaves


@given(trees(LARGE | FRACTIONS))
def test_leaves_that_share_a_step_are_exact(root):
    leaves = [node for _, node in walk(root) if is_leaf(node)]
    position, result = search(root)
    if all(leaf / position.unit == int(leaf / position.unit) for leaf in leaves):
        assert position.value(result.score) == minimax_by_dispatch(root).value


@given(trees(FLOATS | LARGE))
def test_leaves_without_a_common_step_are_rounded_to_a_unit(root):
    position, result = search(root)
    value = minimax_by_dispatch(root).value
    leaves = [abs(node) for _, node in walk(root) if is_leaf(node)]
    assert position.unit == float(max(leaves)) / 19999 or all(Fraction(leaf) % position.unit == 0 for leaf in leaves)
    most = 1 if 0 < abs(value) < position.unit / 2 else 1 / 2        # only 0 counts 0
    assert abs(position.value(result.score) - value) <= most * position.unit * (1 + 1e-9)
    if result.move != "pass":
        assert abs(minimax_by_dispatch(root[result.move]).value - value) <= position.unit * (1 + 1e-9)


@pytest.mark.parametrize("leaves, unit", [
    ((3, -12), 1), ((4, 8), 1), ((19999,), 1), ((20000, 10000), 10000), ((0.5, 3), Fraction(1, 2)),
    ((Fraction(1, 3), Fraction(1, 4)), Fraction(1, 12)),
    ((0, 0.0), 1), ((0.1, 19.9), 19.9 / 19999), ((20000, 1), 20000 / 19999),
])
def test_the_unit_of_a_tree(leaves, unit):
    assert TreePosition(Max(leaves)).unit == unit


@given(trees(LEAVES), trees(LEAVES))
def test_two_trees_in_one_table_do_not_mix(first, second):
    engine = Engine(hash_mb=1)
    for root in (first, second, first):
        position = TreePosition(root)
        assert position.value(engine.search(position, depth=DEEP).score) == minimax_by_dispatch(root).value


@given(trees(LEAVES), st.integers(1, 4), st.integers(-5, 5))
def test_a_tree_searched_to_a_depth_is_worth_what_depth_limited_says(root, depth, guess):
    engine = Engine(hash_mb=1)
    for position in (TreePosition(root, evaluation=lambda node: guess + breadth(node)), TreePosition(root)):
        assert engine.search(position, depth=depth).score == depth_limited(position, depth).value


# The engine counts layers of chance, the textbook choices, of which one may stand above all chance.
@given(trees(LEAVES, dyadic, size=40).filter(lambda root: TreePosition(root).whole.chance), st.integers(0, 3))
def test_a_tree_of_chance_searched_to_a_depth_is_worth_what_depth_limited_says(root, layers):
    position = TreePosition(root, evaluation=breadth)
    result = Engine(hash_mb=1, switches="evaluation").search(position, depth=layers)
    plies = layers + (not isinstance(root, Chance))
    trace = depth_limited(position, plies)
    assert isclose(trace.value, result.score, abs_tol=1e-9)
    assert trace.value == expectiminimax(from_position(position, plies)).value


@given(trees(LEAVES, dyadic, size=40), st.integers(0, 4))
def test_a_depth_limit_on_a_tree_of_chance_is_expectiminimax_of_what_is_left_of_it(root, depth):
    def cut(node, plies):
        if is_leaf(node):
            return node
        if plies == 0:
            return breadth(node)
        return node.alike([cut(child, plies - (not isinstance(node, Chance))) for child in node.children])

    trace, plain = depth_limited(root, depth, breadth), expectiminimax(cut(root, depth))
    assert (trace.value, trace.action) == plain[:2]
    assert trace.leaves <= plain.leaves
    assert expectiminimax(trace.root).value == plain.value or trace.pruned


def test_a_chance_node_at_the_horizon_is_evaluated_before_chance_has_acted():
    asked = []
    depth_limited(OopsyNim(2), 1, evaluate=lambda position: asked.append(str(position)) or 0)
    assert asked == ["1", "2?"]


def test_a_compiled_position_is_a_position():
    assert depth_limited(ConnectFour("112233"), 2).action == 4
    engine = Engine(hash_mb=1, switches="pruning,evaluation")
    for text in ("", "4455", "44455554221"):
        position = ConnectFour(text)
        assert depth_limited(position, 3, engine.evaluate).value == engine.search(position, depth=3).score
        assert minimax(from_position(position, 2, engine.evaluate)).value == engine.search(position, depth=2).score


def test_a_compiled_position_of_chance_is_a_position():
    engine = Engine(hash_mb=1, switches="evaluation", evaluation="linear")
    position = Backgammon().roll(3, 1)
    trace, result = depth_limited(position, 1, engine.evaluate), engine.search(position, depth=0)
    assert isclose(trace.value, result.score, abs_tol=1e-6) and trace.action == result.move


@pytest.mark.parametrize("root", [Max([4, 3]), Chance([4, 3]), Max([Chance([Min([4, 3]), 1])])])
def test_the_two_sides_of_a_tree_do_not_mix_in_one_table(root):
    engine = Engine(hash_mb=1)
    for sign in (1, -1, 1):
        position = TreePosition(root, sign)
        assert position.value(engine.search(position, depth=5).score) == expectiminimax(root).value


def test_a_depth_may_be_any_whole_number():
    assert depth_limited(ConnectFour("112233"), numpy.int64(2)).value == 29999
    assert from_position(Nim(2), numpy.uint8(1)) == from_position(Nim(2), 1)


def test_a_position_made_from_another_has_its_own_unit_and_key():
    first, node = TreePosition(Max([1, 2])), Max([Min([Fraction(1, 4), 1]), Min([Fraction(3, 4), 1])])
    second = replace(first, node=node)
    assert second.value(Engine(hash_mb=1).search(second, depth=2).score) == Fraction(3, 4)
    assert second.key() == TreePosition(node).key() != first.key() != replace(first, evaluation=len).key()


def test_equal_evaluations_of_different_functions_have_different_keys():
    one, two = (TreePosition(Max([1]), evaluation=lambda node, n=n: n) for n in (1, 2))
    assert one.key() != two.key() and TreePosition(Max([1])).key() == TreePosition(Max([1])).key()


# Expectiminimax

def successor(root, action):
    return expectiminimax(root[action]).value


@given(trees(LEAVES, dyadic, size=40).filter(lambda root: TreePosition(root).whole.chance))
@settings(max_examples=150)
def test_dyadic_chances_are_exact_whatever_is_pruned(root):
    value, leaves = expectiminimax(root).value, {}
    for switches in CHANCE_SWITCHES:
        position, result = search(root, switches=switches)
        assert position.value(result.score) == value
        assert result.move in (None, "pass") or successor(root, result.move) == value
        assert result.stop == "complete"
        leaves[switches] = result.leaves
    assert leaves["pruning,star1"] <= leaves["pruning"]


@given(trees(st.floats(-1, 1), weighted, size=40).filter(lambda root: TreePosition(root).whole.chance))
@settings(max_examples=150)
def test_any_chances_are_right_to_nine_digits_whatever_is_pruned(root):
    value = expectiminimax(root).value
    for switches in CHANCE_SWITCHES:
        position, result = search(root, switches=switches)
        assert isclose(position.value(result.score), value, abs_tol=1e-9)
        assert result.move in (None, "pass") or isclose(successor(root, result.move), value, abs_tol=1e-9)


@given(trees(LEAVES, Chance, size=40).filter(lambda root: TreePosition(root).whole.chance))
def test_integer_leaves_and_uniform_chances_give_the_same_bits_whatever_is_pruned(root):
    results = [search(root, switches=switches)[1] for switches in CHANCE_SWITCHES]
    assert len({result.score for result in results}) == 1


def test_an_evaluation_beyond_the_leaves_is_refused_where_it_could_be_cut():
    root = Max([Chance([Max([1, 2]), 3])])
    with pytest.raises(BoundsError, match="7"):
        Engine(hash_mb=1, switches="evaluation,pruning,star1").search(TreePosition(root, evaluation=lambda node: 7),
                                                                      depth=0)


# The facts, through the compiled engine

@pytest.mark.parametrize("switches", CHANCE_SWITCHES)
def test_scale_matters_under_chance(switches):
    fact = FACTS["SCALE_MATTERS"]
    for rescale, values, action in ((lambda leaf: leaf, fact["values"], 0),
                                    (fact["rescaled"].get, fact["rescaled values"], 1)):
        root = tree([[[rescale(leaf) for leaf in bottom] for bottom in middle] for middle in fact["tree"]],
                    layers="max chance min", probabilities=fact["probabilities"])
        _, result = search(root, switches=switches)
        assert isclose(result.score, values[action], abs_tol=1e-9) and result.move == action
        ranked = Engine(hash_mb=1, switches=switches).search(TreePosition(root), depth=DEEP, multipv=2).lines
        assert all(isclose(score, values[pv[0]], abs_tol=1e-9) for score, pv in ranked)


# Games that grow into trees

@given(trees(LEAVES, dyadic))
def test_a_tree_played_and_grown_again_keeps_its_value(root):
    position = TreePosition(root)
    assert position.sign * expectiminimax(from_position(position)).value == expectiminimax(root).value


@pytest.mark.parametrize("text", ["", "4455", "112233", "44455554221"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_connect_four_grows_into_a_tree_of_the_engines_value(text, depth):
    position = ConnectFour(text)
    root = from_position(position, depth, evaluate=lambda position: 0)
    result = Engine(hash_mb=1, switches="pruning").search(position, depth=depth)
    assert minimax(root)[:2] == (result.score, result.move)
    if text in ("", "4455") and depth < 3:
        assert minimax(root).leaves == perft(position, depth)


@pytest.mark.parametrize("position", [Coins((3.25, 1, 2.5, 4)), Swaps(), Nim(7)],
                         ids=lambda position: type(position).__name__)
def test_a_python_game_grows_into_a_tree_of_the_engines_value(position):
    for depth in range(1, 5):
        result = Engine(hash_mb=1, switches="pruning,evaluation").search(position, depth=depth)
        won = result.outcome is not None and result.plies_to_end
        assert minimax(from_position(position, depth)).value == result.score * (1 if won else position.unit)


def test_in_a_game_of_chance_a_win_is_worth_1():
    class Flip(Nim):
        def outcomes(self):
            return [(0, 0.25), (1, 0.75)] if self.coins == 2 else []

        def play_outcome(self, outcome):
            return Flip(outcome)

    root = from_position(Flip(3))
    assert root == Max({1: Chance({0: 1, 1: Min({1: -1})}, [0.25, 0.75]), 2: Min({1: -1})})
    assert Engine(hash_mb=1).search(Flip(3), depth=9).score == expectiminimax(root).value


@pytest.mark.parametrize("guess", [numpy.int8(-128), numpy.uint8(5), numpy.int16(7)], ids=repr)
def test_an_evaluation_of_a_tree_may_be_numpys(guess):
    position = TreePosition(Max([Min([1, 2]), Min([3, 4])]), evaluation=lambda node: guess)
    result = Engine(hash_mb=1).search(position, depth=1)
    assert position.value(result.score) == depth_limited(position, 1).value == int(guess)


class Prize(Choice):
    """A move wins, or leads to a prize of 50 units."""

    unit, results = 1000, {"win": LOSS, "prize": -50_000}


@pytest.mark.parametrize("search", [from_position, lambda position: depth_limited(position, 1)])
def test_a_prize_is_not_taken_for_more_than_a_win(search):
    """A win counts 30000 less its plies, whatever the scores beside it."""
    assert Engine(hash_mb=1).search(Prize(), depth=1).move == "win"
    with pytest.raises(TreeError, match="^Prize has wins, which count 30000 .* and scores of 20000 or more"):
        search(Prize())
    assert from_position(Prize("prize")) == -50_000


class Wheel(Draw):
    """A wheel on which 0 stands twice."""

    bounds, odds = (-10, 10), ((0, 0.25), (3, 0.5), (0, 0.25))


def test_an_outcome_that_is_listed_twice_has_the_sum_of_its_probabilities():
    read = from_position(Wheel())
    assert read.actions == (0, 3) and read.probabilities == (0.5, 0.5)
    assert expectiminimax(read).value == Engine(hash_mb=1).search(Wheel(), depth=1).score == 1.5


class Counts(Nim):
    """A game whose moves are numpy's."""

    def legal_moves(self):
        return list(numpy.array(super().legal_moves()))


def test_a_move_of_numpys_is_a_number_in_json():
    record = Engine(hash_mb=1).search(Counts(3), depth=3).as_dict()
    assert [type(move) for move in (record["move"], *record["pv"])] == [int] * (1 + len(record["pv"]))
