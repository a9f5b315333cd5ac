"""Tests the answers of the bench, and its signature, which benchmarks/ stores."""
from pathlib import Path

import pytest

import gamecore
from gamecore.laboratory.bench import TASKS, BenchTask, Measure, bench, quickest, signature, total

QUICK = TASKS[6:8]                   # endings of connect four
SIGNATURE = Path(__file__).parents[2] / "benchmarks" / "signature.txt"


def test_the_signature_is_the_one_that_was_committed():
    assert signature(bench()) == int(SIGNATURE.read_text())


def test_a_search_that_gives_another_answer_fails_the_bench():
    wrong = BenchTask("connect-four", gamecore.ConnectFour("44"), 3, 12345)
    with pytest.raises(AssertionError, match="'44' at depth 3 scores 12345"):
        bench(tasks=[wrong])


def test_every_repetition_visits_the_same_nodes():
    once, thrice = bench(tasks=QUICK[:1]), bench(3, tasks=QUICK[:1])
    assert once[QUICK[0].game].nodes == thrice[QUICK[0].game].nodes


def test_a_search_that_visits_other_nodes_the_second_time_fails_the_bench():
    measures = [bench(tasks=[task])[task.game] for task in QUICK]
    with pytest.raises(AssertionError, match="nodes"):
        quickest(measures)


def test_the_run_that_took_least_cpu_time_counts_and_a_rate_names_its_time():
    slow, fast = Measure(100, 1.0, 0.9, 2.0), Measure(100, 3.0, 0.5, 2.0)
    assert quickest([slow, fast]) is fast and fast.rates() == {"nps": 100 / 3, "nodes_per_cpu_second": 200}
    assert total([slow, fast]) == Measure(200, 4.0, 1.4, 2.0)


def test_plain_alpha_beta_gives_the_same_answers_to_the_endings():
    for task in [task for task in TASKS if task.game == "connect-four" and task.position.ply >= 24]:
        plain = gamecore.Engine(hash_mb=1).search(task.position, task.depth, switches="pruning,hint,table",
                                                  order="static")
        assert plain.score == task.score
