"""Compares the nodes of searches that the bench does not cover with recorded ones. A change that is meant to alter the
nodes records them again."""
import random

import gamecore
import pytest
from gamecore import Backgammon, ChanceTree, Checkers, ConnectFour, UniformTree
from tests import reference


class Walk(gamecore.PythonGame):
    """A long game with few positions, not all of them quiet."""

    def __init__(self, place=1, ply=0):
        self.place, self.ply = place, ply

    def legal_moves(self):
        return [1, 2]

    def play(self, move):
        return Walk((7 * self.place + 13 * move + 5 * self.ply) % 41, self.ply + 1)

    def key(self):
        return 64 * self.place + self.ply

    def history_slot(self, move):
        return (4 * self.place + move) % 64

    def is_quiet(self):
        return self.place % 3 != 0

    def is_over(self):
        return self.ply == 40

    def evaluate(self):
        return 31 * self.place % 201 - 100

    def final_score(self):
        return self.place % 3 - 1


@pytest.mark.parametrize("position, depth, options, figures", [
    (Checkers(), 11, {"switches": "play"}, (12940, 3876, 246, "depth")),
    (Checkers(), 8, {"switches": "pruning,pvs,table,reductions", "order": "static"}, (653, 161, 18, "depth")),
    (Checkers(), 7, {"order": "perfect"}, (23140, 7236, 553, "depth")),
    (Checkers("B:WK18,K19,K20:BK3,K4"), 9, {}, (23034, 7321, 1218, "depth")),             # a win known from databases
    (ConnectFour(), 7, {"multipv": 3}, (10169, 2641, 505, "depth")),
    (ConnectFour("12724573133427557133324244466"), 13, {"switches": "pruning", "order": "none"},
     (9619, 3541, 0, "complete")),
    (UniformTree(4, 7, leaves="incremental", seed=1), 7, {}, (1338, 393, 62, "complete")),
    (ChanceTree(4, 3, 3, seed=5, noise=0.5), 3, {"switches": "pruning,star1", "order": "worst"},
     (7527, 1, 0, "complete")),
    (Backgammon().roll(3, 1), 1, {"order": "worst"}, (7453, 0, 0, "depth")),
    (Walk(), 2, {}, (28, 4, 1, "depth")),
    (Walk(), 40, {"switches": "pruning,table,history"}, (5980, 1815, 1845, "complete")),
])
def test_searches_visit_as_many_nodes_as_they_did(position, depth, options, figures):
    found = gamecore.Engine(hash_mb=1).search(position, depth, **options)
    assert (found.nodes, found.first_cuts, found.table_cuts, found.stop) == figures


@pytest.mark.parametrize("switches", ["pruning", "pruning,evaluation"])
def test_plain_search_knows_the_moves_that_win_or_fill_the_board(switches):
    random.seed(11)
    engine = gamecore.Engine(hash_mb=1)
    definition = reference.Definition(evaluation=engine.evaluate if "evaluation" in switches else None)
    for _ in range(60):
        position = ConnectFour()
        for _ in range(random.randint(30, 41)):
            position = position if position.is_over() else position.play(random.choice(position.legal_moves()))
        if not position.is_over():
            depth = min(42 - position.ply, 5)
            found = engine.search(position, depth, switches=switches, order="none")
            assert (found.score, found.nodes, found.leaves) == reference.alpha_beta(position, depth, definition)
            assert found.stop == "complete" or depth < 42 - position.ply


def test_a_full_table_keeps_what_is_deep_and_new():
    engine = gamecore.Engine(hash_mb=1)
    assert [engine.search(ConnectFour(moves), 11).nodes for moves in ("", "4", "44")] == [92023, 84664, 92893]


def test_a_full_table_of_values_keeps_what_cost_most_and_is_new():
    engine = gamecore.Engine(hash_mb=1)
    nodes = [engine.search(gamecore.ChanceTree(3, 5, 4, seed=seed), 5).nodes for seed in (1, 2, 1)]
    assert nodes == [575660, 448244, 2058]


def test_the_share_of_a_table_of_values_is_that_of_the_last_search():
    engine = gamecore.Engine(hash_mb=1)
    assert max(engine.search(gamecore.ChanceTree(3, 3, 3, seed=seed), 3).hash_used for seed in range(33)) < 0.01


@pytest.mark.parametrize("position, depth, least, generations", [
    (ConnectFour(), 11, 1, 256), (gamecore.ChanceTree(3, 3, 3), 3, 0, 32)])
def test_the_engine_counts_no_old_entries_as_those_of_its_last_search(position, depth, least, generations):
    engine = gamecore.Engine(hash_mb=1)
    used = engine.search(position, depth).hash_used
    assert used > 0
    for _ in range(generations):                 # entries of the first search pass for the last one's
        last = engine.search(position, least).hash_used
        assert engine.hash_used == last < used / 2

def test_a_shallow_plain_search_has_nothing_of_a_deeper_ones_line():
    engine = gamecore.Engine(hash_mb=1)
    engine.search(ConnectFour("5777"), 3, switches="none")
    assert engine.search(ConnectFour("5777"), 1, switches="pruning", order="none").pv == (1,)
