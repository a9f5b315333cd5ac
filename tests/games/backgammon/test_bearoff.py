"""Tests the bear-off tables by known means, by brute force, by comparing the two tables, and by their laws."""
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import numpy
import pytest
from hypothesis import given, strategies as st

import gamecore
from gamecore.errors import DatabaseError, LimitError, PositionError
from gamecore.games.backgammon.bearoff import SHIPPED, ship
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.games.backgammon.two_sided import TwoSided
from tests.games.backgammon import reference
from tests.games.backgammon.tables import late, one_sided_win, side_at_home
from tests.refusals import refusals

TWO_SIDED = TwoSided()
FEW, SOME = (st.lists(st.integers(1, 6), min_size=1, max_size=most).map(
    lambda points: [points.count(point) for point in range(1, 7)]) for most in (6, 15))


@pytest.mark.parametrize("checkers, mean", [
    # shared facts: by the play that makes the mean smallest
    ([1, 0, 0, 0, 0, 0], 1), ([2, 0, 0, 0, 0, 0], 1), ([3, 0, 0, 0, 0, 0], 11 / 6), ([4, 0, 0, 0, 0, 0], 11 / 6),
    ([5, 0, 0, 0, 0, 0], 2.69444),
    ([10, 0, 0, 0, 0, 0], 4.40818), ([15, 0, 0, 0, 0, 0], 6.979592), ([0, 0, 0, 0, 0, 1], 1.25),
    ([0, 0, 0, 0, 0, 15], 12.266187),
])
def test_mean_rolls_are_the_known_ones(checkers, mean):
    # up to 32 shares, each rounded to 1/65535
    assert sum(late(checkers)) == pytest.approx(mean, abs=3e-4)


def points_of(checkers):
    return tuple(point for point, count in enumerate(checkers, 1) for _ in range(count))


@pytest.mark.parametrize("checkers", [(1, 1, 1, 0, 0, 0), (0, 0, 0, 0, 2, 1), (0, 1, 0, 1, 0, 1), (2, 0, 1, 0, 0, 1)])
def test_rolls_are_those_of_a_brute_force(checkers):
    exact = [reference.unfinished(points_of(checkers), i) for i in range(9)]
    # rounded to 1/65535
    assert late(checkers)[:9] == pytest.approx(exact, abs=0.51 / 65535)


@given(SOME)
def test_more_rolls_are_needed_with_a_falling_probability(checkers):
    chances = late(checkers)
    assert chances[0] == 1 and chances[-1] == 0 and chances == sorted(chances, reverse=True)


@given(SOME, SOME)
def test_chances_are_consistent(first, second):
    sides = numpy.array([[side_at_home(first), side_at_home(second)]])
    win, gammon, _, lost, _ = BackgammonNet.shipped().evaluate(sides)[0]
    assert 0 <= gammon <= win <= 1 and 0 <= lost <= 1 - win + 1e-4
    assert gammon == 0 or sum(second) == 15
    assert lost == 0 or sum(first) == 15


@cache
def slow_win(first, second):
    """The exact probability for the side on roll, in fractions."""
    return sum(max(1 - slow_win(second, end) if end else 1 for end in reference.race_plays(first, a, b))
               for a in range(1, 7) for b in range(1, 7)) / Fraction(36)


def test_two_sided_chances_are_those_of_a_brute_force():
    for first in [(0, 0, 0, 0, 1, 1), (0, 0, 2, 0, 0, 0), (1, 0, 0, 0, 0, 0)]:
        for second in [(0, 2, 0, 0, 0, 0), (0, 0, 0, 1, 0, 1)]:
            slow = slow_win(points_of(first), points_of(second))
            assert TWO_SIDED.win(first, second) == pytest.approx(float(slow), abs=1e-12)
    assert TWO_SIDED.win((1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 6)) == 1


def test_seven_checkers_are_beyond_the_two_sided_table():
    gamecore.Engine(hash_mb=1).prepare(gamecore.Backgammon)
    sides = numpy.array([[side_at_home((1, 0, 0, 0, 0, 0)), side_at_home((7, 0, 0, 0, 0, 0))]])
    assert BackgammonNet.shipped().evaluate(sides)[0][0] == 1


@cache
def slow_cube(first, second, plane):
    """The equity for the side on roll before the roll, with the cube centred, its own (1) or the other's (2)."""
    total = 0
    for a, b in product(range(1, 7), repeat=2):
        total += max(1 if not end else -slow_turn(second, end, (0, 2, 1)[plane])
                     for end in reference.race_plays(first, a, b))
    return total / 36


def slow_turn(first, second, plane):
    kept = slow_cube(first, second, plane)
    return kept if plane == 2 else max(kept, min(2 * slow_cube(first, second, 2), 1))


def test_equities_with_the_cube_are_those_of_a_slow_recursion():
    """700 bear-offs of at most three checkers, the decisions of which follow from the three equities."""
    draw = Random(1)
    sides = [points for n in (1, 2, 3) for points in combinations_with_replacement(range(1, 7), n)]
    for _ in range(700):
        first, second = draw.choice(sides), draw.choice(sides)
        slow = [slow_cube(first, second, plane) for plane in range(3)]
        assert TWO_SIDED.cubeful(*([side.count(point) for point in range(1, 7)] for side in (first, second))
                                 ) == pytest.approx(slow, abs=1e-12)


def test_what_ships_is_what_is_computed(tmp_path):
    ship(tmp_path / "bearoff.bin")
    assert (tmp_path / "bearoff.bin").read_bytes() == Path(SHIPPED).read_bytes()


def test_other_threads_run_while_the_tables_are_computed():
    """No thread is asked to give the GIL away, so that the other one runs only if the computation releases it. It may
    miss the moment if the machine is busy, but not every time."""
    program = """if True:
        import sys, threading
        from gamecore.games.backgammon.two_sided import TwoSided
        def compute():
            order.append("begun")
            TwoSided().win([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0])
            order.append("done")
        order, thread = [], threading.Thread(target=compute)
        sys.setswitchinterval(1000)
        thread.start()
        order.append("other")
        thread.join()
        print(*order)"""
    orders = (subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
              for _ in range(10))
    assert "begun other done\n" in orders


def test_the_table_of_six_checkers_has_924_positions_a_side():
    array = TWO_SIDED.to_array()
    assert array.shape == (924, 924) and array.min() == 0 and array.max() == 1 and array[1:, -1].min() > 0
    assert (TwoSided(2).to_array() == array[:28, :28]).all()


@given(FEW, FEW)
def test_one_sided_chances_are_close_to_two_sided_ones(first, second):
    # no equality: a side that looks at the other's checkers plays for fewer rolls or for a better chance
    assert one_sided_win(first, second) == pytest.approx(TWO_SIDED.win(first, second), abs=0.015)


@given(FEW, FEW)
def test_who_has_the_roll_is_better_off(first, second):
    assert TWO_SIDED.win(first, second) + TWO_SIDED.win(second, first) >= 1


@given(FEW, FEW)
def test_the_network_s_evaluation_has_the_two_sided_chances(first, second):
    position = gamecore.Backgammon.from_counts(side_at_home(first), side_at_home(second))
    # a float32, doubled
    assert (gamecore.Engine(hash_mb=1).evaluate(position)
            == pytest.approx(2 * TWO_SIDED.win(first, second) - 1, abs=2**-22))


test_what_the_tables_have_not_is_refused = refusals(
    *((PositionError, "bear-off has up to 15 checkers on 6 points", TWO_SIDED.win, checkers, [1, 0, 0, 0, 0, 0])
      for checkers in ([1, 2], [16, 0, 0, 0, 0, 0], [-1, 2, 0, 0, 0, 0], [], [1.9, 1, 0, 0, 0, 0], "110000",
                       numpy.array([100, 100, 0, 0, 0, 60], numpy.int8))),
    (DatabaseError, "1..6 checkers a side", TWO_SIDED.win, [7, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
    (DatabaseError, "1..2 checkers a side", TwoSided(2).cubeful, [1, 0, 0, 0, 0, 0], [0, 0, 0, 3, 0, 0]),
    (LimitError, "not 7", TwoSided, 7),
)
