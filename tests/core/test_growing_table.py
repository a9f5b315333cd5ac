"""Tests that a growing table contains what it would contain if it had had its full size from the beginning."""
from itertools import pairwise
from random import Random

import pytest
import gamecore

SIZES = [1, 2, 3, 5, 16]                 # MiB


@pytest.mark.parametrize("values", [False, True], ids=["scores", "values"])
@pytest.mark.parametrize("mebibytes", SIZES)
def test_a_table_that_has_grown_has_the_entries_of_one_that_was_large_at_once(outside, mebibytes, values):
    random, shares = Random(mebibytes), []
    for number in (10, 1000, 10_000, 100_000):
        table = outside.tables.Growing(mebibytes, values)
        keys = [random.getrandbits(64) for _ in range(number)]
        for _ in range(3):
            table.search(random.choices(keys, k=number // 2), [random.randrange(60) for _ in keys])
        share, same = table.compare()
        assert same
        shares.append(share)
    assert shares[0] * mebibytes < (2 if values else 0.5)
    assert shares[-1] == 1               # and of those up to 3 MiB much has been replaced


@pytest.mark.parametrize("position, depth", [(gamecore.ConnectFour("4455"), 15), (gamecore.Checkers(), 11),
                                             (gamecore.Backgammon(), 2), (gamecore.UniformTree(5, 9), 9)])
def test_a_search_that_fits_visits_the_same_nodes_in_a_table_of_any_size(position, depth):
    switches = "evaluation,table,pruning" if isinstance(position, gamecore.UniformTree) else "exact"
    engines = [gamecore.Engine(hash_mb=size, switches=switches, evaluation="linear") for size in (24, 33, 64, 1000)]
    found = [[(result.nodes, result.table_hits, result.lines) for result in (
        engine.search(position, depth=depth - 1), engine.search(position, depth=depth))] for engine in engines]
    assert all(one == other for one, other in pairwise(found))


def test_a_search_that_ends_while_its_table_grows_leaves_nothing_wrong_behind():
    engine, truth = gamecore.Engine(hash_mb=256), {}
    for depth in range(8, 17):
        truth[depth] = gamecore.Engine(hash_mb=256).search(gamecore.ConnectFour(), depth=depth).score
    for attempt in range(16):
        engine.search(gamecore.ConnectFour(), seconds=0.001 * 1.35**attempt)
        engine.clear() if attempt % 3 == 0 else None
        depth = 8 + attempt % 9
        assert engine.search(gamecore.ConnectFour(), depth=depth).score == truth[depth]
