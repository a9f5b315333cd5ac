"""Compares the networks for races with slow arithmetic, exact recursion and rollouts."""
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy
import pytest
from hypothesis import given, strategies as st

import gamecore
from benchmarks.studies import backgammon_races
from gamecore.errors import EvaluationError, PositionError
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.games.backgammon.races import SHAPES, RaceNet, moves_to_tables
from gamecore.games.backgammon.shape import RACE, shape_of_races
from tests.games.backgammon import tables
from tests.games.backgammon.reference import unfinished
from tests.refusals import refusals

NET = RaceNet.shipped()


def side_of(points):
    """A side with checkers on these points, the others off."""
    counts = [0] * 26
    for point in points:
        counts[point] += 1
    counts[0] = 15 - len(points)
    return counts


def any_sides(count, fewest, seed):
    """Random sides with a checker outside home, and at least this number on the board."""
    random = numpy.random.default_rng(seed)
    rears = random.integers(7, 25, count)
    return numpy.array([side_of([rear, *random.integers(1, rear + 1, random.integers(fewest - 1, 15))])
                        for rear in rears], numpy.int8)


SIDES, FULL_SIDES = any_sides(300, 1, 3), any_sides(300, 15, 4)


def test_the_page_names_the_shipped_networks():
    page = (Path(__file__).parents[3] / "docs" / "training-backgammon.md").read_text(encoding="utf-8")
    assert NET.digest.hex() in page and BackgammonNet.shipped().digest.hex() in page


@pytest.mark.parametrize("text", ["v/cgAAA//xAAAA", "AQAIuAsAAAAAAA", "07sHBABnAAAAAA"])
def test_the_mean_rolls_of_a_race_are_those_of_its_two_sides(text):
    race = gamecore.Backgammon(text)
    assert NET.mean_rolls(race) == NET.late(numpy.array([race.own, race.other], numpy.int8)).sum() / (2 * 65535)


@pytest.mark.parametrize("position, low, high", [
    # rollouts of 1,296 games: -0.093, +0.123; of the third 27 % of the games end in a gammon
    ("v/cgAAA//xAAAA", -0.13, -0.06), ("AQAIuAsAAAAAAA", 0.09, 0.15), ("07sHBABnAAAAAA", 1.24, 1.30),
])
def test_races_with_checkers_outside_home_have_the_values_of_rollouts(position, low, high):
    assert low <= gamecore.Engine(hash_mb=1).evaluate(gamecore.Backgammon(position)) <= high


def test_the_suite_of_races_is_judged_to_a_hundredth_of_a_point():
    """The benchmark prints the root mean squared error."""
    done = subprocess.run([sys.executable, backgammon_races.__file__], capture_output=True, text=True,
                          check=True).stdout
    assert done.startswith("250 races: root mean squared error ") and float(done.split()[6]) < 0.01, done


@cache
def fewer(needed, i, moves):
    """The probability that i rolls have fewer pips, or moves, than are needed: a double has four moves, others two."""
    if needed <= 0 or i == 0:
        return float(needed > 0)
    brought = [((4 if a == b else 2) if moves else (4 * a if a == b else a + b))
               for a in range(1, 7) for b in range(1, 7)]
    return sum(fewer(needed - n, i - 1, moves) for n in brought) / 36


def floors(side, first):
    """The probabilities that more than i rolls are needed if no pip and no move is wasted."""
    home = 6 if first else 0
    pips = first + sum(max(0, point - home) * int(n) for point, n in enumerate(side))
    moves = first + sum(-(-max(0, point - home) // 6) * int(n) for point, n in enumerate(side))
    return [max(fewer(int(pips), i, False), fewer(int(moves), i, True)) for i in range(32)]


def test_distributions_are_those_of_slow_arithmetic():
    whole = shape_of_races()
    for i, (sides, first) in enumerate([(SIDES, False), (FULL_SIDES, True)]):
        rows, bias, weights, biases = (array.astype(float) for array in NET.weights[4 * i:4 * i + 4])
        values = NET.values(sides, first)
        seen = sum(numpy.rint(sum(rows[whole.row[column, j]] * whole.coefficient[column, j, None] for j in range(2)))
                   for column in values.T)
        hidden = numpy.maximum(seen + bias, 0) / 1024
        slow = 1 / (1 + numpy.exp(-(hidden @ weights.T / 2048 + biases / 2**21)))
        slow[:, 0] = 1
        slow = numpy.maximum(slow, [floors(side, first) for side in sides])
        # int16 weights and shares of 1/65535 against floats
        assert NET.late(sides, first) / 65535 == pytest.approx(numpy.minimum.accumulate(slow, axis=1), abs=1e-4)


def test_values_name_rows_of_their_groups():
    ends = numpy.cumsum([group.size for group in RACE])
    for sides, first in ((SIDES, False), (FULL_SIDES, True)):
        values = NET.values(sides, first)
        assert (values < ends).all() and (values >= ends - [group.size for group in RACE]).all()


def test_at_home_the_tables_answer():
    late = NET.late([side_of([1] * 3 + [2] + [3] * 4 + [5] * 2 + [6] * 5)])[0] / 65535
    assert tables.late([3, 1, 4, 0, 2, 5]) == pytest.approx(late)


@given(st.lists(st.integers(1, 24), min_size=1, max_size=15))
def test_distributions_fall(points):
    for first in (False, True):
        late = NET.late([side_of(points)], first)[0].astype(int)
        assert late[0] == (0 if first and len(points) < 15 else 65535) and (numpy.diff(late) <= 0).all()


@cache
def ends(far, a, b):
    """Where checkers in the other's home, on points 1..6 from its edge, may stand after a roll; off are those out."""
    found = {far}
    for dice in ([(a,) * 4] if a == b else [(a, b), (b, a)]):
        here = {far}
        for die in dice:
            here = {tuple(sorted(x for x in (*side[:k], side[k] - die, *side[k + 1:]) if x > 0))
                    for side in here for k in range(len(side))} or {()}
        found |= here
    return found - {far}


@pytest.mark.parametrize("far", [(1,), (5,), (1, 5), (2, 4), (3, 3, 5)])
def test_a_backgammon_is_lost_with_a_checker_still_in_the_others_home(far):
    """The winner, with four checkers on its ace point, rolls first: before its roll i + 1 the loser has had i."""
    loser = [15 - len(far) if point == 7 else sum(point == 18 + x for x in far) for point in range(26)]
    winner = side_of([1] * 4)         # on the loser's point 24, which is therefore left out
    five = BackgammonNet.shipped().evaluate(numpy.array([[winner, loser]]))[0]
    done = NET.late([winner])[0] / 65535
    expected = sum((done[i] - done[i + 1]) * unfinished(far, i, ends) for i in range(4))
    # the winner's distribution is a network's
    assert five[1] == pytest.approx(1, abs=1e-3) and five[2] == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("points", [(7,), (1, 12), (3, 18), (2, 6, 9), (1, 1, 1, 1, 8)])
def test_a_side_with_one_checker_outside_has_the_exact_distribution(points):
    """The winner rolls first; it is done with roll i + 1 while the other has had i."""
    winner = side_of([1] * 6)
    five = BackgammonNet.shipped().evaluate(numpy.array([[winner, side_of(points)]]))[0]
    done = NET.late([winner])[0] / 65535
    # shares of 1/65535
    assert five[0] == pytest.approx(sum((done[i] - done[i + 1]) * unfinished(points, i) for i in range(8)), abs=1e-4)


@pytest.mark.parametrize("expected", [
    "engine.evaluate(position)", "engine.search(position, depth=0).score", "engine.search(position, depth=1).score",
    "engine.search(position, nodes=20).score", "engine.search(position, seconds=9, depth=1).score",
    "float(gamecore.Engine().evaluate_many([position])[0])",
    "2 * engine.probabilities(position)[0] - 1",
    "2 * float(BackgammonNet.shipped().evaluate([position.to_array()])[0, 0]) - 1"])
# the chances by the tables; without them 0.2463 and 0.8029
@pytest.mark.parametrize("own, other, chance", [((3, 4, 5, 6), (1, 3, 4), 0.239285), ((1,) * 7, (2, 3, 19), 0.774236)])
def test_what_evaluates_a_race_has_loaded_its_tables(expected, own, other, chance):
    """Each in a process of its own, in which nothing has loaded them before."""
    program = f"""if True:
        import gamecore
        from gamecore.games.backgammon.net import BackgammonNet
        position = gamecore.Backgammon.from_counts({side_of(own)}, {side_of(other)})
        engine = gamecore.Engine(hash_mb=1)
        print({expected})"""
    found = float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
    # enough to tell it from the chances without tables
    assert found == pytest.approx(2 * chance - 1, abs=1e-3)


def from_floats(wrong):
    floats = [numpy.zeros(size) for _, size, _ in SHAPES]
    floats[3][4] = wrong
    return RaceNet.from_floats(floats)


test_what_cannot_be_is_refused = refusals(
    *((PositionError, "", NET.late, [side])
      for side in ([0] * 26, side_of([1])[:25], [14, *[0] * 24, 1], [-1, 16, *[0] * 24],
                   [14.5, .5, *[0] * 24])),
    (PositionError, "a checker is off already", NET.values, [side_of([8])], True),
    (EvaluationError, "'done bias' must be int16", RaceNet, [NET.weights[0], NET.weights[1][:5], *NET.weights[2:]]),
    *((EvaluationError, "'done biases' must hold finite numbers", from_floats, wrong)
      for wrong in (numpy.nan, numpy.inf)),
)


def test_no_hidden_unit_overflows():
    whole = shape_of_races()
    for first in (0, 4):
        rows, bias = NET.weights[first].astype(float), NET.weights[first + 1].astype(float)
        sums = bias + sum(rows[whole.row[column, j]] * whole.coefficient[column, j, None]
                          for column in NET.values(FULL_SIDES, bool(first)).T for j in range(2))
        assert abs(sums).max() < 32767


def test_engines_with_other_networks_of_races_share_no_entries():
    arrays = RaceNet.shipped().weights
    other = BackgammonNet(BackgammonNet.shipped().weights, RaceNet([*arrays[:3], arrays[3] + 2**20, *arrays[4:]]))
    race = gamecore.Backgammon.from_counts(*[[0, 2, 2, 2, 2, 2, 3, 0, 2] + 17 * [0]] * 2)
    usual = gamecore.Engine(hash_mb=1)
    alone, shared = gamecore.Engine(hash_mb=1, evaluation=other), gamecore.Engine(table=usual, evaluation=other)
    assert usual.search(race, depth=1).score != alone.search(race, depth=1).score == shared.search(race, depth=1).score


def test_a_turn_comes_at_most_four_moves_nearer_to_a_table():
    reached = [0, 0]
    for seed in range(40):
        dice, position = random.Random(seed), gamecore.Backgammon()
        while position.outcome is None:
            own, other = position.to_array().tolist()
            before = moves_to_tables(position)
            for side, (paired, straggling) in zip((own, other), before):
                outside = sum(side[7:])
                assert (paired == 0) == (side[0] >= 9 and outside == 0)
                assert (straggling == 0) == (side[0] >= 5 and outside <= 1)
            reached = [n + (min(moves) == 0) for n, moves in zip(reached, zip(*before))]
            rolled = position.roll(dice.randint(1, 6), dice.randint(1, 6))
            position = rolled.play(dice.choice(rolled.legal_moves()))
            if position.outcome is None:
                after = moves_to_tables(position)
                assert all(a <= 4 + b for a, b in zip(before[0], after[1]))
                assert all(a <= b for a, b in zip(before[1], after[0]))
    assert min(reached) > 20
