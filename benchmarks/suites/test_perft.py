"""Measures how many lines of play are counted per second."""
import pytest

import gamecore


@pytest.mark.parametrize("depth, lines", [(8, 5673234), (9, 39394572)])
def test_perft_of_connect_four(measure, depth, lines):
    assert measure(lambda: gamecore.perft(gamecore.ConnectFour(), depth), lines, unit="lines") == lines


def test_perft_of_connect_four_with_a_store(measure):
    lines = 268031646
    assert measure(lambda: gamecore.perft(gamecore.ConnectFour(), 10, hash=True), lines, unit="lines") == lines


@pytest.mark.parametrize("depth, lines", [(8, 845931), (10, 18391564)])      # with jumps that end alike counted once
def test_perft_of_checkers(measure, depth, lines):
    assert measure(lambda: gamecore.perft(gamecore.Checkers(), depth), lines, unit="lines") == lines
