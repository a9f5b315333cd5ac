"""Lines of play counted per second."""
import pytest

import gamecore


@pytest.mark.parametrize("depth, lines", [(8, 5673234), (9, 39394572)])
def test_perft_of_connect_four(measure, depth, lines):
    assert measure(lambda: gamecore.perft(gamecore.ConnectFour(), depth), lines) == lines


def test_perft_of_connect_four_with_a_store(measure):
    assert measure(lambda: gamecore.perft(gamecore.ConnectFour(), 10, hash=True), 268031646) == 268031646
