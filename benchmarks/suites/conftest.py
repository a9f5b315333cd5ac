"""The fixtures of `make benchmarks`, which measure the CPU time of calls and what they count, and the suites of both
games."""
from math import prod
from time import process_time

import pytest

import gamecore
from gamecore.core.about import about
from gamecore.laboratory.ablation import DEFINITION, SPAN
from gamecore.laboratory.suites import SEARCHED, read_suite

LESS = 3                                     # plies less than the suite says: each row takes well under a second


def pytest_collection_modifyitems(items):
    for item in items:
        if "measure" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.benchmark(timer=process_time))


@pytest.fixture
def measure(benchmark):
    """Times a call and records the build, the machine, what it counted and that by the least CPU time.

    `nodes` is a number or a function of the answer, and `unit` names it; further facts, such as `ebf`, are recorded.
    """
    def run(function, nodes, setup=None, rounds=5, unit="nodes", **facts):
        benchmark.extra_info.update(about())
        answer = benchmark.pedantic(function, setup=setup, rounds=rounds, warmup_rounds=0 if setup else 1)
        count = nodes(answer) if callable(nodes) else nodes
        benchmark.extra_info.update(facts, **{unit: count})
        if benchmark.stats is not None:                      # not under --benchmark-disable
            benchmark.extra_info[f"{unit}_per_cpu_second"] = count / benchmark.stats.stats.min
        return answer

    return run


@pytest.fixture(scope="session", params=SEARCHED)
def suite(request):
    """Returns a game's name, its cases, and their scores by plain minimax with a table."""
    cases = read_suite(request.param, reduction=LESS)
    return request.param, cases, [result.score for result in searched(cases, ("table",))]


def searched(cases, switches, order="full", less=0):
    """Returns the result of each case by a new engine."""
    return [gamecore.Engine(hash_mb=1).search(case.position, case.depth - less, switches=(*DEFINITION, *switches),
                                              order=order) for case in cases]


@pytest.fixture
def measure_cases(measure, suite):
    """Measures the searches of a suite, and asserts their scores; records nodes, leaves and ebf."""
    def run(switches, order="full"):
        _, cases, scores = suite
        results, before = searched(cases, switches, order), searched(cases, switches, order, SPAN)
        growth = [(result.iterations[-1].nodes / less.iterations[-1].nodes) ** (1 / SPAN)
                  for result, less in zip(results, before, strict=True)]
        again = measure(lambda: searched(cases, switches, order), sum(result.nodes for result in results), rounds=3,
                        leaves=sum(result.leaves for result in results), ebf=prod(growth) ** (1 / len(growth)))
        assert [result.score for result in again] == [result.score for result in results] == scores
        assert [result.nodes for result in again] == [result.nodes for result in results]

    return run
