"""Measures how many positions from arrays the backgammon network evaluates per second, and training games per
second."""
import numpy
import pytest

import gamecore
from gamecore.games.backgammon.net import BackgammonNet

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
GAMES, POSITIONS = 300, 5_000


def positions_of_games(net, count):
    """Returns distinct positions from games that the network plays against itself."""
    dice, found = numpy.random.default_rng(1), {}
    while len(found) < count:
        position = gamecore.Backgammon()
        own, other = position.own, position.other
        while own[0] < 15 and other[0] < 15:
            found[tuple(own), tuple(other)] = None
            other, own = net.best_play(own, other, *dice.integers(1, 7, 2).tolist())
    return numpy.array(list(found)[:count], numpy.int8)


def test_evaluations(measure):
    """The time includes encoding; the mean chance of winning shows that all positions were evaluated."""
    net = BackgammonNet.shipped()
    positions = positions_of_games(net, POSITIONS)
    five = measure(lambda: net.evaluate(positions), len(positions), unit="positions")
    assert five.shape == (POSITIONS, 5) and 0.45 < five[:, 0].mean() < 0.65
    assert (five[::500] == [net.evaluate(position[None])[0] for position in positions[::500]]).all()


def test_training(measure):
    """Plays games against itself by a network that has learnt from 500 games and hardly changes."""
    learner = pytest.importorskip("training.backgammon.learner", reason="needs make training").Learner(1)
    learner.play(1, 0, 500, 0.1, 0.7)
    learnt, seen = measure(lambda: learner.play(1, 500, GAMES, 1e-6, 0.5), GAMES, unit="games")
    assert 30 * GAMES < learnt < 120 * GAMES and seen > 5 * learnt
