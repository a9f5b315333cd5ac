"""How many nodes some searches visit that the bench has none of. Who changes them on purpose records them anew."""
import gamecore
import pytest


@pytest.mark.parametrize("switches, order, depth, nodes, first_cuts", [
    ("play", "full", 11, 24916, 6952),
    ("pruning,pvs,table,reductions", "static", 8, 653, 161),
    ("exact", "perfect", 7, 23140, 7236),
])
def test_searches_of_checkers(switches, order, depth, nodes, first_cuts):
    result = gamecore.Engine(hash_mb=1, switches=switches, order=order).search(gamecore.Checkers(), depth)
    assert (result.nodes, result.first_cuts) == (nodes, first_cuts)


def test_a_full_table_of_values_keeps_what_cost_most_and_is_new():
    engine = gamecore.Engine(hash_mb=1)
    nodes = [engine.search(gamecore.ChanceTree(3, 5, 4, seed=seed), 5).nodes for seed in (1, 2, 1)]
    assert nodes == [575660, 448244, 2058]
