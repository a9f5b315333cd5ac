"""Tests that expectiminimax on synthetic chance trees gives the same values from fewer leaves if there are bounds."""
import csv
import os
from statistics import fmean

import pytest

import gamecore
from gamecore import ChanceTree
from gamecore.errors import LimitError
from gamecore.laboratory.ablation import settings
from gamecore.laboratory.chance import METHODS, ORDERS, chance_experiment


def expected(tree):
    """Expectiminimax as a textbook has it."""
    if tree.is_over():
        return tree.final_score()
    outcomes = tree.outcomes()
    if outcomes:
        return sum(probability * expected(tree.play_outcome(event)) for event, probability in outcomes)
    return max(-expected(tree.play(move)) for move in tree.legal_moves())


def leaves_below(tree):
    if tree.is_over():
        return [tree.final_score()]
    nodes = ([tree.play_outcome(event) for event, _ in tree.outcomes()] or
             [tree.play(move) for move in tree.legal_moves()])
    return [leaf for node in nodes for leaf in leaves_below(node)]


SHAPES = [(3, 1, 2), (2, 2, 3), (4, 1, 4), (2, 3, 2), (1, 2, 3), (3, 2, 1)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("noise", [None, 0, 20])
def test_every_method_finds_the_textbooks_value(shape, noise):
    for seed in range(3):
        tree = ChanceTree(*shape, seed=seed, noise=noise)
        for switches in METHODS.values():
            result = gamecore.Engine(hash_mb=1).search(tree, depth=shape[1], switches=f"{switches},hint")
            assert result.score == pytest.approx(expected(tree), abs=1e-9) and result.stop == "complete"


@pytest.mark.parametrize("shape", SHAPES)
def test_a_chance_tree_has_the_leaves_that_it_says(shape):
    tree = ChanceTree(*shape)
    leaves = leaves_below(tree)
    branching, layers, outcomes = shape
    assert len(leaves) == tree.leaves == branching * (branching * outcomes) ** layers
    assert len(set(leaves)) == len(leaves) and all(-100 <= leaf <= 100 for leaf in leaves)
    assert gamecore.Engine(hash_mb=1).search(tree, depth=layers, switches="none").leaves == tree.leaves
    assert leaves == leaves_below(ChanceTree(*shape)) != leaves_below(ChanceTree(*shape, seed=1))


@pytest.mark.parametrize("shape", [(3, 16, 1), (7, 12, 1), (255, 6, 1)])
def test_the_first_choice_counts_in_the_highest_of_trees(shape):       # its numbers have more than 64 bits
    def leaf(position):
        while not position.is_over():
            position = position.play_outcome(0) if position.outcomes() else position.play(1)
        return position.final_score()

    assert len({leaf(ChanceTree(*shape).play(move)) for move in range(3)}) == 3


def test_a_chance_event_has_equal_outcomes_after_which_the_other_side_chooses():
    tree = ChanceTree(3, 2, 4)
    assert tree.outcomes() == [] and tree.legal_moves() == [0, 1, 2]
    child = tree.play(1)
    assert child.outcomes() == [(event, 0.25) for event in range(4)]
    assert child.play_outcome(2).outcomes() == [] and child.play_outcome(2).legal_moves() == [0, 1, 2]


@pytest.fixture(scope="module")
def rows():
    return {(row.layers, row.bounded, row.order, row.method): row for row in chance_experiment(8, 6, 2, seeds=6)}


def test_without_bounds_nothing_can_be_pruned(rows):
    unbounded = [row for (_, bounded, _, _), row in rows.items() if not bounded]
    assert {row.method for row in unbounded} == set(METHODS)
    assert all(row.share == 1 and row.probes == 0 for row in unbounded)


def test_with_bounds_it_can(rows):
    for layers in (1, 2):
        for order in ORDERS:
            at = {method: rows[layers, True, order, method].share for method in METHODS}
            assert at["plain"] == at["alpha-beta"] == 1 > at["star1"]
        perfect, static, random = (rows[layers, True, order, "star2"].share
                                   for order in ("perfect", "static", "random"))
        assert perfect <= static < random and perfect < rows[layers, True, "perfect", "star1"].share / 2
    assert rows[2, True, "perfect", "star2"].share < rows[1, True, "perfect", "star2"].share / 1.5


def test_probes_save_leaves_even_in_a_random_order():              # for what they find is not looked for again
    shares = {row.method: row.share for row in chance_experiment(6, 21, 1, seeds=10) if row.order == "random"
              and row.bounded}
    assert shares["star2"] < shares["star1"] < 1


def test_a_row_is_the_mean_over_its_trees():
    singles = [next(row for row in chance_experiment(4, 3, 1, seed=seed, seeds=1) if row.method == "star2")
               for seed in (5, 6)]
    both = next(row for row in chance_experiment(4, 3, 1, seed=5, seeds=2) if row.method == "star2")
    assert both.leaves == fmean(row.leaves for row in singles) and both.searches == 2 and singles[0].share_error == 0


def test_shares_are_within_their_errors_of_what_others_counted():
    """Ballard's methods on 8 moves and 6 outcomes, counted by another program."""
    rows = {(row.order, row.method): row for row in chance_experiment(8, 6, 1) if row.bounded}
    for order, star1, star2 in (("perfect", 0.867, 0.234), ("random", 0.917, 0.857)):
        for method, share in (("star1", star1), ("star2", star2)):
            row = rows[order, method]
            assert abs(row.share - share) < 4 * row.share_error < 0.05, (order, method, row.share, row.share_error)


@pytest.mark.parametrize("arguments, quoted", [
    ({"branching": 0}, "0"), ({"layers": 21}, "21"), ({"outcomes": 257}, "257"), ({"seed": -1}, "-1"),
    ({"noise": "loud"}, "'loud'"),
    ({"branching": 100, "layers": 9, "outcomes": 100}, "100"), ({"layers": 1.5}, "1.5"),
])
def test_a_chance_tree_that_cannot_be_is_refused(arguments, quoted):
    with pytest.raises(LimitError, match=quoted):
        ChanceTree(**arguments)


@pytest.mark.parametrize("words, printed, count, fields", [
    ("chance --branching 3 --outcomes 2 --layers 1", ("perfect", "100.0"), 16, "branching outcomes bounded share"),
    ("chance backgammon --layers 1 --positions 3 --evaluation linear",
     ("3 positions of backgammon, evaluation linear", "choice share"), 6,
     "game evaluation choices probes share choices_share cpu_share cpu_seconds"),
    ("ablation connect-four --suite SUITE", ("1 position,", "1st cuts", "- table", "+ killers"), len([*settings()]),
     "game name nodes times first_cut_rate ebf"),
])
def test_an_experiment_prints_a_table_or_json_and_writes_its_rows_and_a_picture(
        tmp_path, monkeypatch, shown, records, words, printed, count, fields):
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "suite.txt").write_text("middle 6 44  # mine\n")
    words, file = words.replace("SUITE", str(tmp_path / "suite.txt")), tmp_path / "rows.csv"
    out, lines = shown(f"{words} --csv {file}"), records(words)
    assert all(text in out for text in printed)
    assert [line["leaves"] for line in lines] == [float(row["leaves"]) for row in csv.DictReader(file.open())]
    assert len(lines) == count and lines[-1].keys() >= {*fields.split(), "leaves", "seconds", "about"}
    if words.startswith("chance"):
        pytest.importorskip("matplotlib")
        shown(f"{words} --plot {tmp_path / 'picture.svg'}")
        assert sorted(os.listdir(tmp_path)) == ["picture.svg", "rows.csv", "suite.txt"]
