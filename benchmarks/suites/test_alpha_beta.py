"""Measures plain alpha-beta on the tree of benchmarks/peers, without a table or an order; positions at the horizon are
worth 0."""
import pytest

import gamecore


@pytest.mark.parametrize("depth, nodes", [(8, 12574), (11, 1769007), (12, 3189800)])
def test_plain_alpha_beta_of_connect_four(measure, depth, nodes):
    engine = gamecore.Engine(hash_mb=1, switches="pruning", order="none")
    assert measure(lambda: engine.search(gamecore.ConnectFour(), depth).nodes, nodes) == nodes


def test_the_call_of_a_search_to_depth_1(measure):
    engine = gamecore.Engine(hash_mb=1)
    position = gamecore.ConnectFour()
    assert measure(lambda: engine.search(position, 1).depth, 1, rounds=10000, unit="calls") == 1
