"""Tests the experiment that compares ordered with unordered pruning."""
import random
from dataclasses import replace
from functools import partial
from math import log
from statistics import fmean, stdev

import numpy
import pytest

import gamecore
from gamecore.errors import GameError, LimitError, SuiteError, SwitchError
from gamecore.laboratory import theory
from gamecore.laboratory.experiment import Experiment
from gamecore.laboratory.pruning import (ORDERS, depth_at, depth_ratio, depth_ratios, ebf, ebf_root, ebf_uniform,
                                         exact_switches, pruning, pruning_suite, pruning_uniform)
from games.oopsy_nim import OopsyNim
from tests.refusals import quoted, refusals
from tests.small_games import MisereNim

# Plain alpha-beta from the empty board, columns left to right, horizon worth 0: nodes at depth 1, 2, ... (shared facts,
# three programs agree).
PLAIN_NODES = [8, 21, 76, 173, 564, 1249, 7153, 12574, 90765]


class NamelessNim(MisereNim):
    key = None


class FickleNim(MisereNim):
    random = random.Random(1)

    def evaluate(self):
        return self.random.randrange(1000)


def by_order(rows):
    table = {}
    for row in rows:
        table.setdefault(row.order, []).append(row)
    return table


@pytest.fixture(scope="module")
def opening():
    return by_order(pruning(gamecore.ConnectFour(), 8, seeds=3))


def test_unordered_alpha_beta_visits_the_known_number_of_nodes():
    rows = pruning(gamecore.ConnectFour(), len(PLAIN_NODES), ["none"], evaluation=False)
    assert [row.nodes for row in rows] == PLAIN_NODES


def test_orders_agree_on_the_scores_and_need_the_minimal_leaves_and_minimax_every_line(opening):
    for depth in range(8):
        assert len({rows[depth].score for rows in opening.values()}) == 1
    assert all(row.leaves >= row.minimal_leaves > 0 for order, rows in opening.items() for row in rows
               if order != "full+table")
    assert ([row.leaves for row in opening["minimax"][:6]] == [row.lines for row in opening["minimax"][:6]]
            == [7**depth for depth in range(1, 7)])


def test_a_table_can_do_without_some_of_them():
    # connect four at depth 9: transpositions save more than imperfect order costs
    row = list(pruning(gamecore.ConnectFour(), 9, ["full+table"]))[-1]
    assert row.leaves < row.minimal_leaves


def test_full_prunes_far_better_than_no_order_and_worst_is_worst(opening):
    leaves = {order: rows[-1].leaves for order, rows in opening.items()}
    assert 4 * leaves["full"] < leaves["random"] < leaves["none"] < leaves["worst"] / 4 < leaves["minimax"] / 8


def test_a_row_counts_its_last_iteration_and_all_that_was_searched(opening):
    full, static = opening["full"], opening["static"]
    assert [row.leaves_all for row in full] == [sum(row.leaves for row in full[:depth]) for depth in range(1, 9)]
    assert [row.nodes_all for row in full] == [sum(row.nodes for row in full[:depth]) for depth in range(1, 9)]
    assert all((row.nodes_all, row.leaves_all) == (row.nodes, row.leaves) for row in static)
    assert full[7].leaves < static[7].leaves < full[7].leaves_all
    switches = exact_switches("full")
    result = gamecore.Engine(hash_mb=16).search(gamecore.ConnectFour(), 8, switches=switches)
    assert (full[7].nodes_all, full[7].leaves_all) == (result.nodes, result.leaves)
    for order in ("full", "random", "perfect"):
        row = opening[order][7]
        assert row.nps * row.seconds == pytest.approx(row.nodes_all) == row.nodes_per_cpu_second * row.cpu_seconds


def test_orders_are_compared_by_all_nodes_and_perfect_by_its_last_search(opening):
    assert opening["full"][7].compared("nodes") == (opening["full"][7].nodes_all, 0)
    assert opening["perfect"][7].compared("leaves") == (opening["perfect"][7].leaves, 0)
    assert opening["perfect"][7].leaves_all > 4 * opening["perfect"][7].leaves
    row = opening["random"][7]
    assert row.compared("leaves") == (row.leaves, row.leaves_error) and row.leaves_error > 0
    rows = [*opening["static"], *opening["none"], *opening["full"]]
    nodes = {order: {row.depth: row.nodes_all for row in opening[order]} for order in ("static", "none", "full")}
    assert depth_ratios(rows) == {order: depth_ratio(nodes[order], nodes["none"]) for order in ("static", "full")}


def test_a_suite_has_means_over_positions_and_their_errors():
    positions = [gamecore.ConnectFour(columns) for columns in ("", "44", "1234", "335")]
    suite = list(pruning_suite(positions, 5, ["full", "none", "minimax", "random"], seeds=3))
    singles = [list(pruning(position, 5, ["full", "none", "minimax", "random"], seeds=3)) for position in positions]
    assert [(row.depth, row.order) for row in suite] == [(row.depth, row.order) for row in singles[0]]
    for i, row in enumerate(suite):
        rows = [single[i] for single in singles]
        for count in ("nodes", "leaves", "nodes_all", "leaves_all"):
            values = [getattr(row, count) for row in rows]
            assert getattr(row, count) == pytest.approx(fmean(values))
            assert getattr(row, f"{count}_error") == pytest.approx(stdev(values) / 2)
        assert (row.positions, row.searches, row.score) == (4, 12 if row.order == "random" else 4, None)
        assert row.minimal_leaves == fmean(row.minimal_leaves for row in rows)
    last = {row.order: row for row in suite}
    exponents = [row.exponent for single in singles for row in single[-4:] if row.order == "none"]
    assert last["none"].exponent == pytest.approx(fmean(exponents))
    assert last["none"].exponent_error == pytest.approx(stdev(exponents) / 2)
    assert last["minimax"].exponent == 1 and last["minimax"].exponent_error == 0
    assert list(pruning_suite(positions[:1], 5, ["full"])) == list(pruning(positions[0], 5, ["full"]))
    bare = pruning_suite(positions, 5, ["full", "none", "minimax", "random"], seeds=3, minimal=False)
    assert list(bare) == [replace(row, minimal_leaves=None) for row in suite]


def test_a_finished_tree_of_a_suite_counts_with_its_last_row_and_a_dear_one_ends_the_order():
    short, long = MisereNim(4), MisereNim(7)
    suite = by_order(pruning_suite([short, long], 20, ["none", "minimax"]))
    singles = [by_order(pruning(position, 20, ["none", "minimax"])) for position in (short, long)]
    for order, rows in suite.items():
        assert len(rows) == len(singles[1][order]) > len(singles[0][order])
        assert rows[-1].nodes == (singles[0][order][-1].nodes + singles[1][order][-1].nodes) / 2
        assert [row.complete for row in rows] == [False] * (len(rows) - 1) + [True]
    cut = by_order(pruning_suite([gamecore.ConnectFour(), gamecore.ConnectFour("44")], 6, ["full", "minimax"],
                                 max_nodes=5000))
    assert cut["minimax"][-1].depth == 4 and cut["full"][-1].depth == 6


def test_random_is_the_mean_over_its_seeds():
    position = gamecore.ConnectFour("44")
    singles = [list(pruning(position, 5, ["random"], seed=seed, seeds=1))[-1] for seed in (7, 8, 9)]
    mean = list(pruning(position, 5, ["random"], seed=7, seeds=3))[-1]
    assert mean.nodes == pytest.approx(sum(row.nodes for row in singles) / 3)
    assert min(row.leaves for row in singles) <= mean.leaves <= max(row.leaves for row in singles)
    assert mean.searches == 3 and mean.leaves_error > 0
    assert singles[0].searches == 1 and singles[0].leaves_error == 0


def test_the_same_seeds_give_the_same_rows():
    assert list(pruning(gamecore.ConnectFour(), 5, seed=3)) == list(pruning(gamecore.ConnectFour(), 5, seed=3))
    assert (list(pruning(gamecore.ConnectFour(), 4, ["random"]))
            == list(pruning(gamecore.ConnectFour(), 4, ["random"], jobs=2)))


def test_random_takes_seeds_until_the_error_is_five_percent():
    for row in pruning(gamecore.ConnectFour(), 7, ["random"]):
        assert row.searches >= (100 if row.depth < 6 else 10) and row.leaves_error <= 0.05 * row.leaves


def test_depths_share_no_seeds(monkeypatch):
    seeds = {}
    search = Experiment.search
    monkeypatch.setattr(Experiment, "search", lambda self, order, depth, seed: seeds.setdefault(depth, set()).add(seed)
                        or search(self, order, depth, seed))
    list(pruning(gamecore.ConnectFour(), 3, ["random"], seeds=5))
    assert [len(seeds[depth]) for depth in (1, 2, 3)] == [5, 5, 5] and len(set.union(*seeds.values())) == 15


def test_exponents_are_powers_of_minimaxs_growth(opening):
    for depth, (perfect, everything) in enumerate(zip(opening["perfect"], opening["minimax"], strict=False), 1):
        assert everything.exponent == (pytest.approx(1) if depth > 2 else None)
        assert depth <= 2 or perfect.ebf == pytest.approx(everything.ebf ** perfect.exponent)


def test_the_exponents_of_uniform_trees_are_those_of_theory():
    rows = {row.order: row for row in pruning_uniform(4, 8, ["perfect", "random", "minimax"])}
    assert rows["minimax"].exponent == pytest.approx(1) and rows["minimax"].exponent_error == 0
    # a limit in the depth, here 8
    assert rows["perfect"].exponent == pytest.approx(0.5, abs=0.03)
    pearl = log(theory.random_branching(4), 4)           # Pearl 1982
    assert abs(rows["random"].exponent - pearl) < 0.06 and 0 < rows["random"].exponent_error < 0.02


def test_ebf_is_the_growth_of_an_orders_own_nodes(opening):
    nodes = [row.nodes for row in opening["none"]]
    assert opening["none"][0].ebf is None
    assert opening["none"][7].ebf == pytest.approx((nodes[7] / nodes[3]) ** 0.25)
    assert opening["none"][7].ebf == ebf(dict(enumerate(nodes, 1)))
    assert ebf_root(81, 4) == pytest.approx(3)


def test_rows_end_where_nothing_deeper_can_change_the_score():
    rows = by_order(pruning(MisereNim(7), 40))
    for of_order in rows.values():
        assert [row.complete for row in of_order] == [False] * (len(of_order) - 1) + [True]
        assert of_order[-1].depth <= 7 and of_order[-1].score < -29000


def test_a_game_without_keys_has_no_perfect_order_and_no_minimal_leaves():
    rows = list(pruning(NamelessNim(7), 3))
    assert "perfect" not in {row.order for row in rows}
    assert {row.minimal_leaves for row in rows} == {None}
    assert all(0 < row.exponent <= 1 for row in rows if row.depth == 3)


def test_an_order_may_be_any_object_that_is_called():
    class Upwards:
        def __call__(self, position, move):
            return -move

    names = [row.order for row in pruning(MisereNim(7), 1, [partial(Upwards()), Upwards()])]
    assert names == ["functools:partial", f"{__name__}:{Upwards.__qualname__}"]


def test_a_game_that_answers_in_two_ways_is_found_out():
    with pytest.raises(GameError, match="scores"):
        list(pruning(FickleNim(9), 3, ["none", "worst"]))


def test_each_search_is_announced():
    announced = []
    list(pruning(gamecore.ConnectFour(), 2, ["none", "full"],
                 on_search=lambda order, depth: announced.append((order, depth))))
    assert announced == [("none", 1), ("full", 1), ("none", 2), ("full", 2)]


test_what_cannot_be_is_refused_at_once = refusals(
    *((LimitError, quoted(depth), pruning, gamecore.ConnectFour(), depth) for depth in (0, "ten", 501)),
    (LimitError, "0", partial(pruning, seeds=0), gamecore.ConnectFour(), 3),
    (LimitError, "-1", partial(pruning, seed=-1), gamecore.ConnectFour(), 3),
    (LimitError, "0", partial(pruning, max_nodes=0), gamecore.ConnectFour(), 3),
    (SwitchError, "'upwards'", pruning, gamecore.ConnectFour(), 3, ["none", "upwards"]),
    (GameError, "game of chance.*gamecore.laboratory.chance", pruning, OopsyNim(), 3),
    (SwitchError, "unknown order 'evaluation'", exact_switches, "evaluation"),
    (SuiteError, r"not \[\]", pruning_suite, [], 3),
    (SwitchError, "'upwards'", pruning_suite, [gamecore.ConnectFour()], 3, ["upwards"]),
    (LimitError, "0", pruning_uniform, 0, 3),
    (LimitError, "0", pruning_uniform, 3, 0),
    (LimitError, "'green'", partial(pruning_uniform, leaves="green"), 3, 3),
    (LimitError, "0", partial(pruning_uniform, seeds=0), 3, 3),
    (LimitError, "4.12", partial(pruning_uniform, leaves="nested"), 4, 12),
)


# Budgets, uniform trees, and what is computed from rows.

def test_an_orders_rows_end_before_they_cost_too_much():
    rows = by_order(pruning(gamecore.ConnectFour(), 9, max_nodes=50_000))
    free = by_order(pruning(gamecore.ConnectFour(), 6))
    assert rows["full"][-1].depth == 9 and rows["minimax"][-1].depth == 5
    assert all(row.nodes <= 50_000 for of_order in rows.values() for row in of_order)
    assert rows["minimax"] == free["minimax"][:5] and rows["perfect"][:5] == free["perfect"][:5]


def test_every_order_that_there_is_finds_the_same_score_and_says_how_often_it_was_right():
    rows = by_order(pruning(gamecore.Checkers(), 5, ORDERS))
    assert set(rows) == set(ORDERS) and len({of_order[-1].score for of_order in rows.values()}) == 1
    assert rows["perfect"][-1].first_cut_rate == 1 and rows["minimax"][-1].first_cut_rate is None
    assert rows["hint"][-1].nodes == rows["static"][-1].nodes
    assert all(0 < of_order[-1].first_cut_rate <= 1 for order, of_order in rows.items() if order != "minimax")


def test_uniform_trees_are_measured_beside_their_theory():
    rows = by_order(pruning_uniform(4, 6, leaves="nested"))
    for depth in range(1, 7):
        at = {order: of_order[depth - 1] for order, of_order in rows.items()}
        assert (at["perfect"].leaves == at["static"].leaves == at["full+table"].minimal_leaves
                == theory.minimal_leaves(4, depth))
        assert at["worst"].leaves == at["minimax"].leaves == at["worst"].lines == 4**depth
        assert at["perfect"].leaves < at["random"].leaves < at["worst"].leaves or depth < 2


def test_orders_that_hints_would_make_are_left_out_where_there_are_none():
    assert {row.order for row in pruning_uniform(3, 2)} == {"perfect", "random", "none", "worst", "minimax"}
    assert {row.order for row in pruning_uniform(3, 2, leaves="incremental")} > {"static", "full"}


def test_three_effective_branching_factors_of_a_uniform_tree_are_its_branching():
    row = list(pruning_uniform(5, 6, ["minimax"]))[-1]
    assert row.ebf_uniform == pytest.approx(5)
    # nodes are leaves and inner nodes: 5 in the limit
    assert row.ebf == pytest.approx(5, rel=0.01) and row.ebf_root == pytest.approx(5, rel=0.05)
    assert ebf_uniform(1, 3) == pytest.approx(0, abs=1e-9) and ebf_uniform(4, 3) == pytest.approx(1)


@pytest.mark.parametrize("count", [theory.all_leaves, theory.minimal_leaves, theory.minimal_nodes])
def test_theory_counts_beyond_the_integers_of_numpy(count):
    """8^22 was 0 for a depth from numpy.arange."""
    depths = range(1, 60)
    assert [count(8, depth) for depth in numpy.arange(1, 60)] == [count(8, depth) for depth in depths]
    assert count(numpy.int64(8), 44) == count(8, 44) > 8 ** 22


def test_perfect_order_looks_twice_as_deep_as_minimax_in_the_limit():
    perfect, everything = ({depth: count(8, depth) for depth in range(1, 121)}
                           for count in (theory.minimal_leaves, theory.all_leaves))
    # a limit in the depth, here 120
    assert depth_ratio(perfect, everything) == pytest.approx(2, abs=0.02)


def test_depth_ratios_compare_orders_at_equal_nodes():
    ratios = depth_ratios(pruning(gamecore.ConnectFour(), 9, max_nodes=300_000))
    assert "none" not in ratios and ratios["minimax"] < ratios["worst"] < 1 < ratios["random"] < ratios["full"]


def test_a_depth_outside_what_was_measured_is_unknown():
    assert depth_at({1: 10, 2: 100}, 1000) is None
    assert depth_at({1: 10}, 10) is None
    assert depth_ratio({1: 5}, {1: 5}) is None
    assert depth_at({1: 10, 2: 10, 3: 20}, 10) == 2
