"""Tests that a token stops every call that received it, and nothing else."""
from concurrent.futures import ThreadPoolExecutor

import pytest

import gamecore
from games.oopsy_nim import OopsyNim
from gamecore.errors import ArgumentError, StoppedError
from gamecore.games.connect_four.solver import Solver

FOUR = gamecore.ConnectFour()


def test_a_background_search_is_stopped_by_its_callers_token_alone():
    token, engine = gamecore.StopToken(), gamecore.Engine(hash_mb=1)
    other = gamecore.Engine(hash_mb=1).start(FOUR, depth=60)
    search = engine.start(FOUR, depth=60, token=token, on_iteration=lambda iteration: token.stop())
    assert search.result().stop == "stop" and search.result().depth > 0 and not other.done()
    assert engine.start(FOUR, depth=60, token=token).result().depth == 0             # it has been stopped
    other.stop()
    assert other.result().stop == "stop" and engine.search(FOUR, depth=2).stop == "depth"


def test_stopping_a_background_search_leaves_its_callers_token():
    token = gamecore.StopToken()
    with gamecore.Engine(hash_mb=1).start(FOUR, depth=60, token=token):
        pass
    assert not token.stopped and gamecore.Engine(hash_mb=1).search(FOUR, depth=2, token=token).stop == "depth"


def test_a_token_ends_many_searches():
    token = gamecore.StopToken()
    results = gamecore.search_many([FOUR] * 4, nodes=2_000, jobs=1, chunk=1, token=token,
                                   progress=lambda done, total: done == 2 and token.stop())
    assert [result.stop for result in results] == ["nodes", "nodes", "stop", "stop"]
    results = gamecore.search_many([FOUR] * 4, nodes=2_000, jobs=2, token=token)
    assert [(result.stop, result.depth) for result in results] == [("stop", 0)] * 4
    with ThreadPoolExecutor(1) as executor, pytest.raises(ArgumentError, match="executor"):
        gamecore.search_many([FOUR], depth=1, executor=executor, token=token)


def test_a_token_ends_a_solver():
    token, solver = gamecore.StopToken(), Solver(hash_mb=2, book=False)
    solution = solver.solve("", token=token, on_progress=lambda solver: token.stop())
    assert solution.stop == "stop" and solution.lower < solution.upper
    assert solver.solve("444", token=token).stop == "stop"
    assert solver.solve("44455554221").score == -15
    with pytest.raises(StoppedError):
        gamecore.solve(OopsyNim(7), token=token)


@pytest.mark.parametrize("call", [
    lambda token: gamecore.Engine(hash_mb=1).start(FOUR, depth=1, token=token),
    lambda token: gamecore.search_many([FOUR], depth=1, token=token),
    lambda token: gamecore.solve(FOUR, token=token), lambda token: gamecore.solve(OopsyNim(3), token=token)])
def test_what_is_no_token_is_refused(call):
    with pytest.raises(ArgumentError, match="token must be a StopToken, or None, not 7"):
        call(7)
