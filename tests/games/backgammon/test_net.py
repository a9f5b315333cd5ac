"""Tests backgammon's network: its inputs against a slow reference, its arithmetic against numpy's, and its files."""
import pickle
import random

import numpy
import pytest

import gamecore
from tests.games.backgammon import reference_net as reference
from gamecore import Backgammon
from gamecore.core.weight_files import Weights
from gamecore.errors import EvaluationError, PositionError
from gamecore.games.backgammon.arrays import successors
from gamecore.games.backgammon.logistic import logistic_table
from gamecore.games.backgammon.net import NETWORKS, SHAPES, BackgammonNet, features
from gamecore.games.backgammon.races import RaceNet
from gamecore.games.backgammon.shape import GROUPS, TERMS, shape
from gamecore.games.checkers.net import CheckersNet, shipped as checkers_net
from gamecore.games.checkers.patterns import CheckersPatterns
from tests.games.backgammon.tables import one_sided_win, side_at_home
from tests.refusals import refusals


def positions_of_play(games, seed):
    """Positions of random play, of all phases."""
    dice, found = random.Random(seed), []
    for _ in range(games):
        position = Backgammon()
        while not position.is_over():
            found.append(position)
            rolled = position.roll(dice.randint(1, 6), dice.randint(1, 6))
            position = rolled.play(dice.choice(rolled.legal_moves()))
    return found


def random_net(seed=1, scale=0.3):
    """A network of random weights."""
    numbers = numpy.random.default_rng(seed)
    return BackgammonNet.from_floats([numbers.normal(0, scale, size) for _, size, _ in SHAPES])


POSITIONS = positions_of_play(12, 1)
NET = random_net()


def test_features_are_those_of_the_slow_reference():
    races = 0
    for position in POSITIONS:
        found = features(position.to_array())
        assert found == reference.features(position.own, position.other), position
        races += not found
    assert 0 < races < len(POSITIONS) and len(features(Backgammon().to_array())) == len(GROUPS)


def test_a_position_is_worth_the_same_whatever_was_evaluated_before():
    """Plays of one roll are evaluated from each other, and share rows; alone, a position has no other to start from."""
    before = numpy.array([position.to_array() for position in POSITIONS[::9]])
    plays, _ = successors(before, [(6, 5), (4, 4), (2, 1)] * (len(before) // 3) + [(3, 1)] * (len(before) % 3))
    plays = plays[(plays[:, :, 0] < 15).all(axis=1)]
    for net in (NET, BackgammonNet.shipped()):
        alone = numpy.concatenate([net.evaluate(play[None]) for play in plays])
        assert (net.evaluate(plays) == alone).all() and (net.evaluate(plays[::-1])[::-1] == alone).all()
    assert len(plays) > 1000


def test_every_value_has_rows():
    whole = shape()
    for position in POSITIONS:
        assert all(0 <= value < group.size for value, group in zip(features(position.to_array()), GROUPS))
    assert whole.row.max() < whole.rows and len(whole.row) == sum(group.size for group in GROUPS)


@pytest.mark.parametrize("kind, scale, value, terms", [
    ("count", 5, 0, []), ("count", 5, 1, [(0, 1)]), ("count", 5, 5, [(4, 1)]), ("count", 5, 8, [(4, 1), (5, 1.5)]),
    ("count", 2, 3, [(1, 1), (2, 0.5)]),
    ("knots", 16, 0, [(0, 1)]), ("knots", 16, 32, [(2, 1)]), ("knots", 16, 36, [(2, 0.75), (3, 0.25)]),
    ("each", 1, 7, [(7, 1)]),
])
def test_a_value_selects_rows_of_its_kind(kind, scale, value, terms):
    assert TERMS[kind](value, scale) == terms


def kind_of(position):
    """Which network judges a position of contact; `other` has played."""
    if position.own[0] + position.other[0] > 0:
        return NETWORKS.index("late")
    if sum(position.other[19:]) == 0:
        return NETWORKS.index("ahead")
    return NETWORKS.index("behind" if sum(position.own[19:]) == 0 else "contact")


def slow_evaluate(net, position):
    """The five probabilities of the player not on roll, from the definition, in floats of the whole numbers."""
    values, kind = features(position.to_array()), kind_of(position)
    rows, bias, weights, biases = (array.astype(float) for array in net.weights[4 * kind:4 * kind + 4])
    whole = shape()
    sums = bias.copy()
    for group, value in enumerate(values):
        where = whole.offset[group] + value
        sums += numpy.rint(sum(rows[whole.row[where][i]] * whole.coefficient[where][i] for i in range(2)))
    sums /= 256
    tail = numpy.maximum(0, 1 - abs(sums) / 4) ** 2 / 2
    hidden = numpy.where(sums > 0, 1 - tail, tail)
    out = 1 / (1 + numpy.exp(-(weights @ hidden / 1024 + biases / 2**21)))
    if position.own[0]:
        out[1] = out[2] = 0
    if position.other[0]:
        out[3] = out[4] = 0
    out[1] = min(out[1], out[0])
    out[2] = min(out[2], out[1])
    out[3] = min(out[3], 1 - out[0])
    out[4] = min(out[4], out[3])
    return out


def test_probabilities_are_those_of_slow_arithmetic():
    chosen = [position for position in POSITIONS[::7] if features(position.to_array())]
    assert {kind_of(position) for position in chosen} == {0, 1, 2, 3}
    found = NET.evaluate(numpy.array([position.to_array() for position in chosen]))
    for position, five in zip(chosen, found):
        slow = slow_evaluate(NET, position)
        # int16 weights and a tabulated sigmoid against floats
        assert five == pytest.approx([1 - slow[0], slow[3], slow[4], slow[1], slow[2]], abs=0.003)


def test_probabilities_are_consistent():
    for net in (NET, random_net(2, 3.0)):
        boards = numpy.array([position.to_array() for position in POSITIONS])
        win, gammon, backgammon, lost, worse = net.evaluate(boards).T
        assert (0 <= backgammon).all() and (backgammon <= gammon).all() and (gammon <= win).all() and (win <= 1).all()
        assert (0 <= worse).all() and (worse <= lost).all() and (lost <= 1 - win).all()


def test_the_best_play_has_the_best_equity_from_scratch():
    """The plays of a roll are computed from each other: to the same bit as each alone."""
    dice = random.Random(5)
    for position in POSITIONS[::9]:
        rolled = position.roll(dice.randint(1, 6), dice.randint(1, 6))
        finals = rolled.successors()
        boards = numpy.array([final.to_array() for final in finals])
        win, gammon, backgammon, lost, worse = NET.evaluate(boards).astype(numpy.float64).T
        equities = -(2 * win - 1 + gammon + backgammon - lost - worse)
        own, other = NET.best_play(rolled.own, rolled.other, *rolled.dice)
        chosen = [i for i, final in enumerate(finals) if (list(final.other), list(final.own)) == (own, other)]
        assert len(chosen) == 1 and equities[chosen[0]] == equities.max()


def test_bear_offs_are_looked_up():
    first, second = [0, 0, 1, 6, 0, 0], [2, 1, 4, 0, 0, 1]                  # more than the two-sided tables have
    assert (NET.evaluate(numpy.array([[side_at_home(first), side_at_home(second)]]))[0]
            == pytest.approx([one_sided_win(first, second), 0, 0, 0, 0], abs=1e-6))


def test_finished_games_are_settled():
    lost = [0] * 26
    lost[6], lost[20] = 14, 1
    assert NET.evaluate(numpy.array([[lost, [15] + [0] * 25]]))[0].tolist() == [0, 0, 0, 1, 1]
    assert NET.evaluate(numpy.array([[[15] + [0] * 25, lost]]))[0].tolist() == [1, 1, 1, 0, 0]


def test_the_logistic_function_is_exact_to_its_unit():
    table = logistic_table()
    expected = numpy.rint(2**24 / (1 + numpy.exp(-numpy.arange(-12 * 128, 12 * 128 + 1) / 128)))
    assert abs(numpy.array(table[:-1]) - expected).max() <= 1


def test_a_file_holds_the_network(tmp_path):
    path = tmp_path / "net.bin"
    path.write_bytes(NET.to_bytes())
    read = BackgammonNet.read(path)
    assert read.digest == NET.digest and all((a == b).all() for a, b in zip(read.weights, NET.weights))


@pytest.mark.parametrize("shipped", [BackgammonNet.shipped, RaceNet.shipped, checkers_net,
                                     lambda: checkers_net().patterns])
def test_weights_pickle(shipped):
    again = pickle.loads(pickle.dumps(shipped()))
    assert type(again) is type(shipped()) and again.digest == shipped().digest


def test_a_pickled_network_brings_its_networks_of_races():
    arrays = RaceNet.shipped().weights
    net = BackgammonNet(BackgammonNet.shipped().weights, RaceNet([*arrays[:3], arrays[3] + 2**20, *arrays[4:]]))
    race = Backgammon.from_counts(*[[0, 2, 2, 2, 2, 2, 3, 0, 2] + 17 * [0]] * 2)
    assert pickle.loads(pickle.dumps(net)).probabilities(race) == net.probabilities(race)


def test_the_form_of_older_versions_is_refused_in_one_line(tmp_path):
    path = tmp_path / "net.bin"
    for read, old, kind in [(BackgammonNet.read, "backgammon net 6", "a backgammon network"),
                            (CheckersNet.read, "checkers net 3", "a checkers network"),
                            (CheckersPatterns.read, "checkers patterns 3", "checkers pattern weights")]:
        path.write_bytes(f"gamecore {old}\n".encode() + bytes(1000))
        for refused in (read, lambda path: gamecore.Engine(evaluation=path)):
            with pytest.raises(EvaluationError, match=f"net.bin' holds {kind} in another format: it begins with "
                                                      f"b'gamecore {old}', not with b'gamecore {old[:-1]}.'$"):
                refused(path)


def one_bias_short():
    weights = list(NET.weights)
    weights[1] = weights[1][:100]
    return BackgammonNet(weights)


def evaluated_with(side, point, count):
    array = Backgammon().to_array()
    array[side, point] = count
    return NET.evaluate(numpy.array([Backgammon().to_array(), array]))


def evaluated_as(change):
    return NET.evaluate(change(Backgammon().to_array())[None])


test_what_cannot_be_is_refused = refusals(
    *((EvaluationError, "these weights have 7 bytes, not [0-9]+", net, Weights(bytes(7), bytes(16)))
      for net in (BackgammonNet, RaceNet)),
    (EvaluationError, r"'contact bias' must be int16 of shape \(128,\), not int16 of shape \(100,\)", one_bias_short),
    *((PositionError, "position 1 of the array is impossible", evaluated_with, *change)
      for change in ((0, 6, 4), (0, 6, -5), (0, 6, 16), (1, 1, 3), (0, 19, 1))),
    (PositionError, r"shape \(n, 2, 26\), not of int8 and shape \(2, 26\)", NET.evaluate, Backgammon().to_array()),
    *((PositionError, wrong, evaluated_as, change)
      for wrong, change in (("float64", lambda array: array + 0.9),
                            ("not 256", lambda array: array.astype(int) + 256))),
    *((PositionError, f"a roll's array holds 1..6, not {max(dice)}", NET.best_play, *Backgammon().to_array(), *dice)
      for dice in ((7, 1), (1, 7))),
)


def test_no_positions_have_no_values():
    assert NET.evaluate(numpy.zeros((0, 2, 26), numpy.int8)).shape == (0, 5)
