"""Measures the table: a search in which nearly every node is found there, and the time to clear it."""
import pytest

import gamecore

DEPTH = 9
SWITCHES = "pruning,table"                   # one search to the full depth, no order: the table alone


@pytest.mark.parametrize("hash_mb", [1, 64])
def test_a_search_repeated_finds_everything_in_the_table(measure, hash_mb):
    engine = gamecore.Engine(hash_mb=hash_mb, switches=SWITCHES, order="none")
    first = engine.search(gamecore.ConnectFour(), DEPTH)
    again = measure(lambda: engine.search(gamecore.ConnectFour(), DEPTH), 8, rounds=1000)
    assert (again.score, again.nodes, again.table_cuts) == (first.score, 8, 7)


@pytest.mark.parametrize("hash_mb", [1, 64])
def test_a_search_that_fills_the_table(measure, hash_mb):
    nodes = gamecore.Engine(hash_mb=hash_mb, switches=SWITCHES, order="none").search(gamecore.ConnectFour(), 12).nodes
    result = measure(lambda engine: engine.search(gamecore.ConnectFour(), 12), nodes,
                     setup=lambda: ((gamecore.Engine(hash_mb=hash_mb, switches=SWITCHES, order="none"),), {}))
    assert result.table_hits > 0 and result.nodes == nodes


def test_clearing_costs_what_was_used(measure):
    engine = gamecore.Engine(hash_mb=64)

    def used():
        engine.search(gamecore.ConnectFour(), 8)
        return (), {}

    measure(engine.clear, 1, setup=used, unit="calls")
    assert engine.hash_used == 0
