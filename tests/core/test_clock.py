"""Tests which share of a clock a move takes."""
import pytest

import gamecore
from gamecore.core.clock import seconds_for, seconds_within
from gamecore.errors import LimitError


@pytest.mark.parametrize("clock, increment, moves_to_go, seconds", [
    (50, 0, None, 2.0), (50, 1, None, 2.8), (1, 5, None, .5), (9, 0, 8, 1.0), (0, 0, None, .001)])
def test_a_move_takes_a_share_of_the_clock_and_of_the_increment(clock, increment, moves_to_go, seconds):
    assert seconds_for(clock, increment, moves_to_go) == pytest.approx(seconds)


def test_a_limit_of_seconds_is_kept_beside_a_clock():
    assert seconds_within(None, (50, 9, 1)) == pytest.approx(2.8)
    assert [seconds_within(seconds, (50, 9, 0)) for seconds in (.5, 3)] == [.5, 2.0]


@pytest.mark.parametrize("clock", [(-1, 1, 1), (1, 1), 5, (1, -1, 0), (1, 1, "x"), (1, 1, float("nan"))])
def test_an_impossible_clock_is_quoted(clock):
    for search in gamecore.Engine(hash_mb=1).search, gamecore.Engine(hash_mb=1).start:
        with pytest.raises(LimitError, match="a clock is"):
            search(gamecore.ConnectFour(), clock=clock)


def test_a_clock_that_has_run_out_leaves_a_moment():
    assert seconds_within(None, (0, 9, 0)) == .001
    game = gamecore.Game("connect-four", clock=(1e-9, 0))
    assert gamecore.Engine(hash_mb=1).search(game.position, clock=game.time()).move in game.position.legal_moves()


def test_a_search_ends_within_its_share():
    result = gamecore.Engine(hash_mb=1).search(gamecore.Checkers(), clock=(1, 60, 0))
    assert result.stop == "time" and result.depth > 0
