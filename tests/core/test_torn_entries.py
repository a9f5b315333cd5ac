"""Tests the table without locks: threads may mix the halves of two entries, but no probe accepts such a mixture.

The tests can fail: in a table whose first word was the bare key, 6,926 of 20 million rounds of scores and 257 of values
found a mixture, on two processors. TABLE_ROUNDS is the number of each thread's rounds.
"""
import os
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

THREADS = 4
ROUNDS = int(os.environ.get("TABLE_ROUNDS", 5_000_000))           # of each thread: a probe or a store


every_table = pytest.mark.parametrize("values", [False, True], ids=["scores", "values"])


def hammer(table, *arguments):
    """Threads fill and read a table: what they count apart from the entries found, none of them wrong."""
    seeds = [random.getrandbits(64) for _ in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as executor:
        counts = list(executor.map(lambda seed: table.hammer(seed, *arguments), seeds))
    assert min(hits for hits, *_ in counts) > ROUNDS / 1000
    assert sum(wrong for _, wrong, *_ in counts) == 0, f"seeds {seeds}"
    return [rest for _, _, *rest in counts]


@every_table
def test_threads_that_fill_and_read_a_crowded_table_find_only_what_was_stored(outside, values):
    hammer(outside.tables.Crowded(), ROUNDS, values)


@every_table
def test_halves_of_two_entries_are_no_entry(outside, values):
    pairs, accepted = outside.tables.mixed(values)
    assert pairs > 10_000 and accepted == 0


@every_table
def test_threads_find_only_what_was_stored_while_the_table_grows(outside, values):
    buckets = hammer(outside.tables.Growing(16, values), ROUNDS // 5, 1 << 18)
    assert max(buckets) == [1 << 18]
