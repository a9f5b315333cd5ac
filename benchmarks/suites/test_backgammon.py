"""Measures final positions of backgammon per second, and what Star1 and Star2 save with the linear evaluation."""
import numpy
import pytest

import gamecore
from gamecore.games.backgammon.arrays import successors
from gamecore.laboratory.suites import read_suite

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
SWITCHES = {"plain": "evaluation", "star1": "evaluation,pruning,hint,star1",
            "star2": "evaluation,pruning,hint,star1,star2"}


COUNTS = {1: 60, 2: 2}               # positions of the laboratory's suite, by layers


@pytest.mark.parametrize("depth, lines", [(2, 202_782), (3, 116_154_993)])
def test_perft_of_backgammon(measure, depth, lines):
    """The last roll's final positions are counted, not built."""
    assert measure(lambda: gamecore.perft(gamecore.Backgammon(), depth), lines, unit="lines") == lines


def test_final_positions_by_the_array(measure):
    start = gamecore.Backgammon().to_array()
    after_one, _ = successors([start] * len(ROLLS), ROLLS)
    positions, dice = numpy.repeat(after_one, len(ROLLS), axis=0), numpy.tile(ROLLS, (len(after_one), 1))
    assert measure(lambda: len(successors(positions, dice)[0]), 202_782, unit="positions") == 202_782


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("name", SWITCHES)
def test_a_search_through_the_dice(measure, name, layers):
    """Measures the nodes of the same positions, and asserts their values."""
    positions = [case.position for case in read_suite("backgammon") if case.depth >= layers][:COUNTS[layers]]
    engine = gamecore.Engine(hash_mb=1, evaluation="linear")

    def search(name=name):
        return [engine.search(position, layers, switches=SWITCHES[name]) for position in positions]

    results = measure(search, lambda results: sum(result.nodes for result in results), rounds=3)
    # means over the dice, in another order of additions
    assert [result.score for result in results] == pytest.approx([result.score for result in search("star2")], abs=1e-9)
