"""Each switch off alone from the full search and on alone from plain alpha-beta, in one group per game."""
import pytest

import gamecore
from gamecore.laboratory.ablation import DEFINITION, settings
from gamecore.laboratory.suites import SEARCHED, read_suite

LESS = 3                                     # plies less than the suite says: each row takes well under a second


@pytest.fixture(scope="module", params=SEARCHED)
def suite(request):
    """Returns a game's name, its cases, and their scores by plain minimax with a table."""
    cases = read_suite(request.param, reduction=LESS)
    return request.param, cases, [score for score, _ in searched(cases, ("table",))]


def searched(cases, switches):
    """Returns (score, nodes) of each case."""
    results = [gamecore.Engine(hash_mb=1).search(case.position, case.depth, switches=(*DEFINITION, *switches))
               for case in cases]
    return [(result.score, result.nodes) for result in results]


@pytest.mark.parametrize("name, switches", [pytest.param(name, switches, id=name) for name, switches, _ in settings()])
def test_a_set_of_switches(measure, benchmark, suite, name, switches):
    game, cases, scores = suite
    benchmark.group = f"{game}, {name.split()[0]}"
    nodes = sum(nodes for _, nodes in searched(cases, switches))
    assert [score for score, _ in measure(lambda: searched(cases, switches), nodes, rounds=3)] == scores


@pytest.mark.parametrize("order", ["full", "static", "none", "random", "worst"])
def test_an_order(measure, benchmark, suite, order):
    game, cases, _ = suite
    benchmark.group = f"{game}, orders"

    def search():
        return [gamecore.Engine(hash_mb=1).search(case.position, case.depth - 1,
                                                  switches="pruning,hint,killers,history,evaluation", order=order)
                for case in cases]

    results = search()
    again = measure(search, sum(result.nodes for result in results), rounds=3)
    assert [(result.score, result.nodes) for result in again] == [(result.score, result.nodes) for result in results]
