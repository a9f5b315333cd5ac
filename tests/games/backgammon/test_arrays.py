"""Compares the plays of many positions at once with those of one position at a time."""
import numpy
import pytest
from tests.games.backgammon.test_search import some_positions

import gamecore
from gamecore.errors import PositionError
from gamecore.games.backgammon.arrays import successors


def test_an_array_of_positions_has_the_plays_of_each():
    rolled = some_positions(7, 300, most=90)
    finals, first = successors([position.to_array() for position in rolled], [position.dice for position in rolled])
    assert (finals.dtype, first.dtype) == (numpy.int8, numpy.int64) and first[0] == 0 and first[-1] == len(finals)
    for i, position in enumerate(rolled):
        expected = numpy.array([child.to_array() for child in position.successors()])
        assert (finals[first[i]:first[i + 1]] == expected).all() and len(expected) == first[i + 1] - first[i]


def test_dice_may_come_in_any_order_and_no_position_at_all():
    board = gamecore.Backgammon().to_array()
    assert (successors([board], [(1, 3)])[0] == successors([board], [(3, 1)])[0]).all()
    finals, first = successors(numpy.empty((0, 2, 26)), numpy.empty((0, 2)))
    assert finals.shape == (0, 2, 26) and first.tolist() == [0]


def test_many_plays_make_the_buffer_grow():
    board = gamecore.Backgammon().to_array()
    finals, _first = successors([board] * 200, [(2, 2)] * 200)
    assert len(finals) == 200 * 75 and (finals.reshape(200, 75, 2, 26) == finals[:75]).all()


@pytest.mark.parametrize("positions, dice, fault", [
    (numpy.zeros((1, 2, 25), int), [(3, 1)], r"\(1, 2, 25\)"),
    (numpy.zeros((1, 2, 26), int), [(3, 1), (2, 1)], "1 positions, and 2 rolls"),
    (numpy.zeros((1, 2, 26), int) + 256, [(3, 1)], "-128..127, not 256"),
    (numpy.zeros((1, 2, 26)), [(3, 1)], "float64"),
    ([gamecore.Backgammon().to_array()], [(3.9, 1)], "float64"),
    ([gamecore.Backgammon().to_array()], [(True, True)], "bool"),
    ([gamecore.Backgammon().to_array()], [(7, 1)], "not 7"),
    ([gamecore.Backgammon().to_array()], [(1, 0)], "not 0"),
    (numpy.zeros((1, 2, 26), int), [(3, 1)], r"positions\[0\]"),
    ([gamecore.Backgammon.from_counts([15] + 25 * [0], [14, 1] + 24 * [0]).to_array()], [(3, 1)], r"positions\[0\]"),
    ([[[0] * 6 + [15] + [0] * 19, [0] * 19 + [15] + [0] * 6]], [(3, 1)], r"positions\[0\]"),
    ([[[-1, 16] + [0] * 24, [0] * 6 + [15] + [0] * 19]], [(3, 1)], r"positions\[0\]"),
])
def test_what_cannot_be_is_refused(positions, dice, fault):
    with pytest.raises(PositionError, match=fault):
        successors(positions, dice)
