"""What is certain about the cube without any estimate."""
from itertools import product

import pytest

from gamecore import Backgammon, Cube, Engine, MatchScore

EVEN = (0.5, 0, 0, 0, 0)
ROUNDING = 1e-9                      # chances of a model are sums of products, each with an error of 1e-16


def for_side(score, side):
    return score.worth if side == 0 else lambda points: -score.worth(-points)


@pytest.mark.parametrize("cube", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("side", [0, 1])
def test_a_cube_is_dead_exactly_where_a_single_win_ends_the_match(cube, side):
    """A live cube of a side has a corner, where the other passes; a dead one is a straight line."""
    for length in range(1, 26):
        for points in product(range(length), repeat=2):
            score = MatchScore(*points, length, post_crawford=length - 1 in points)
            corners = Cube(EVEN, for_side(score, side)).corners(0, cube, (0,))
            assert (len(corners) == 2) == (points[side] + cube >= length), str(score)


@pytest.mark.parametrize("needed", range(2, 10))
@pytest.mark.parametrize("depth", [0, 1])
def test_a_trailer_doubles_at_once_after_the_crawford_game(needed, depth):
    """A lost game loses the match at every stake. The leader passes where that costs nothing."""
    trailing, leading = (MatchScore(*points, 10, post_crawford=True) for points in ((10 - needed, 9), (9, 10 - needed)))
    position = Backgammon("sGfwATDgc/ABMA")
    for here, score in (position, trailing), (position.swapped(), leading):
        told = Engine(hash_mb=1, match=score).decide(here, depth)
        assert told.action.startswith("double") and told.reason is None, (str(here), score)
        assert min(told.double_take, 1) > told.no_double - ROUNDING
    assert Engine(hash_mb=1, match=leading).decide(position, depth).reason == "a single game wins the match"
