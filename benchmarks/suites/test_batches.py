"""Measures batches: positions in arrays, and many searches or solutions in one call."""
import numpy
import pytest

import gamecore
from benchmarks.studies.arrays import scattered
from benchmarks.studies.many import random_positions
from gamecore import arrays

GAMES = [gamecore.ConnectFour, gamecore.Checkers, gamecore.Backgammon]
N = {gamecore.ConnectFour: 20_000, gamecore.Checkers: 20_000, gamecore.Backgammon: 2_000}
SAMPLE = slice(None, None, 97)


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.__name__)
def batch(request):
    return scattered(request.param, N[request.param])


def test_evaluations(measure, batch):
    engine = gamecore.Engine(hash_mb=1)
    scores = measure(lambda: engine.evaluate_many(batch), len(batch), unit="positions")
    assert scores[SAMPLE].tolist() == pytest.approx(
        [engine.evaluate(position) for position in arrays.unpack(batch[SAMPLE])], abs=1e-6)     # float32 of equities


def test_legal_moves(measure, batch):
    first = measure(lambda: arrays.legal_moves(batch), len(batch), unit="positions")[1]
    assert numpy.diff(first)[SAMPLE].tolist() == [len(position.legal_moves())
                                                  for position in arrays.unpack(batch[SAMPLE])]


def test_playouts(measure, batch):
    starts = batch[:200]
    scores, plies = measure(lambda: arrays.playouts(starts), lambda answer: int(answer[1].sum()), unit="plies")
    again = arrays.playouts(starts)
    assert (scores == again[0]).all() and (plies == again[1]).all() and plies.min() > 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_searches(measure, jobs):
    positions = random_positions(300)
    results = measure(lambda: gamecore.search_many(positions, depth=6, hash_mb=1, jobs=jobs),
                      lambda results: sum(result.nodes for result in results), rounds=3)
    assert [result.score for result in results[::30]] == [
        gamecore.Engine(hash_mb=1).search(position, depth=6).score for position in positions[::30]]


def test_many_solutions(measure):
    positions = [position for position in random_positions(300) if position.ply >= 14]
    answers = measure(lambda: gamecore.solve_many(positions, jobs=1), len(positions), rounds=3, unit="positions")
    assert [answer.score for answer in answers[::10]] == [
        gamecore.solve(position).score for position in positions[::10]]
