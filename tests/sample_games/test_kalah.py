"""Tests Kalah, in which a side may move twice: published values, the rules against a slow second implementation, and
the search against minimax."""
from random import Random

from tests import law, reference
import pytest
from tests.data.facts.kalah import MARGINS
from tests.strategies import random_walk
from gamecore import Engine
from gamecore.errors import PositionError
from games.kalah import Kalah
from hypothesis import given, strategies as st

STARTS = [(holes, counters, margin) for holes, margins in MARGINS.items() for counters, margin in enumerate(margins, 1)]
SMALL = [start for start in STARTS if start[0] * start[1] <= 12 and start[0] + start[1] < 7]


@pytest.mark.parametrize("holes, counters, margin", SMALL)
def test_the_starts_have_the_known_margins(holes, counters, margin):
    result = Engine(hash_mb=16).search(Kalah(holes, counters), depth=200)
    assert (result.score, result.stop) == (margin, "complete")


@pytest.mark.parametrize("holes, counters, margin", SMALL)
def test_the_starts_have_the_known_margins_behind_a_table_of_functions(outside, holes, counters, margin):
    result = Engine(hash_mb=16).search(outside.kalah.Kalah(holes, counters), depth=200)
    assert (result.score, result.stop) == (margin, "complete")


class SlowKalah:
    """The rules once more: cups in a ring, hole by hole from the first player's, and whose turn it is."""

    def __init__(self, cups, holes, turn=0):
        self.cups, self.holes, self.turn = cups, holes, turn

    @classmethod
    def of(cls, position):
        own, other = position.board
        return cls([*own, *other], len(own) - 1)

    def store(self, turn):
        return self.holes + turn * (self.holes + 1)

    def row(self, turn):
        return range(turn * (self.holes + 1), self.store(turn))

    def legal_moves(self):
        return [hole - self.row(self.turn)[0] + 1 for hole in self.row(self.turn) if self.cups[hole]]

    def play(self, move):
        cups, own, other = list(self.cups), self.store(self.turn), self.store(1 - self.turn)
        hole = self.row(self.turn)[move - 1]
        hand, cups[hole] = cups[hole], 0
        while hand:
            hole = (hole + 1) % len(cups)
            if hole != other:
                cups[hole] += 1
                hand -= 1
        opposite = 2 * self.holes - hole
        if hole in self.row(self.turn) and cups[hole] == 1 and cups[opposite]:
            cups[own] += cups[hole] + cups[opposite]
            cups[hole] = cups[opposite] = 0
        return SlowKalah(cups, self.holes, self.turn if hole == own else 1 - self.turn)

    def is_over(self):
        return not self.legal_moves()

    def sides(self):
        """What the side to move has in his holes and his store, and the other one."""
        cups = [self.cups[i] for i in (*self.row(self.turn), self.store(self.turn))]
        others = [self.cups[i] for i in (*self.row(1 - self.turn), self.store(1 - self.turn))]
        return tuple(cups), tuple(others)

    def margin(self):
        """Of the first player: what lies in a player's holes and store is his."""
        return sum(self.cups[:self.holes + 1]) - sum(self.cups[self.holes + 1:])

    def minimax(self, depth):
        """The first player's margin, or that of the stores at the horizon."""
        if self.is_over():
            return self.margin()
        if depth == 0:
            return self.cups[self.store(0)] - self.cups[self.store(1)]
        return (max if self.turn == 0 else min)(self.play(move).minimax(depth - 1) for move in self.legal_moves())


def random_position(random):
    return random_walk(random, Kalah(random.randint(2, 6), random.randint(1, 6)), 25)


def test_the_engine_agrees_with_a_slow_reference_on_1000_random_positions():
    random, engine, again = Random(1), Engine(hash_mb=1), 0
    for _ in range(1000):
        position, depth = random_position(random), random.randint(1, 4)
        result, slow = engine.search(position, depth=depth), SlowKalah.of(position)
        assert result.score == slow.minimax(depth)
        assert slow.play(result.move).minimax(depth - 1) == result.score
        again += position.same_player(result.move)
    assert again > 100                   # it is about moves after which the same side moves again


@pytest.mark.parametrize("seed", range(60))
def test_the_rules_are_those_of_the_slow_reference(seed):
    random = Random(seed)
    position = Kalah(random.randint(1, 6), random.randint(1, 6))
    slow = SlowKalah.of(position)
    while moves := position.legal_moves():
        move = random.choice(moves)
        after = slow.play(move)
        assert position.same_player(move) == (after.turn == slow.turn)
        position, slow = position.play(move), after
        assert position.board == slow.sides() and position.legal_moves() == slow.legal_moves()
        assert Kalah.from_text(str(position)).board == position.board
    assert position.final_score() == (slow.margin() if slow.turn == 0 else -slow.margin())


@pytest.mark.parametrize("seed", range(20))
def test_the_compiled_rules_are_those_in_python(outside, seed):
    random = Random(seed)
    position = Kalah(random.randint(1, 6), random.randint(1, 6))
    own, other = position.board
    compiled = outside.kalah.Kalah(len(own) - 1, cups=[*own, *other])
    while moves := position.legal_moves():
        move = random.choice(moves)
        assert compiled.legal_moves() == moves and compiled.same_player(move) == position.same_player(move)
        position, compiled = position.play(move), compiled.play(move)
        assert compiled.cups() == [*position.board[0], *position.board[1]]
        assert compiled.evaluate() == position.evaluate()
    assert compiled.is_over() and compiled.final_score() == position.final_score()


def test_a_capture_takes_the_opposite_hole():
    assert str(Kalah.from_text("1 0 5 / 2 3 4").play(1)) == "0 3 4 / 0 0 8"


def test_an_empty_hole_opposite_an_empty_one_captures_nothing():
    assert str(Kalah.from_text("1 0 5 / 0 3 4").play(1)) == "0 3 4 / 0 1 5"


def test_the_opponents_store_is_left_out():
    assert str(Kalah.from_text("0 5 0 / 0 1 0").play(2)) == "0 2 0 / 1 0 3"    # and the last one captures


@given(st.randoms(use_true_random=True), st.integers(1, 4), st.sets(st.sampled_from(law.EXACT)),
       st.sampled_from(list(law.ORDERS)))
def test_the_law_holds(random, depth, switches, order):
    switches = tuple({*switches, "pruning", "evaluation"})
    search = law.Search(random_position(random), depth, switches, order)
    law.check(search, search.run(Engine(hash_mb=1)))


def test_the_proofs_count_the_leaves_that_the_slow_ones_count():
    for seed in range(20):
        position = random_position(Random(seed))
        assert Engine(hash_mb=1).minimal_leaves(position, 3) == reference.minimal_leaves(position, 3)


@pytest.mark.parametrize("text", [
    "", "1 2 3", "1 2 / 3", "1 2 3 / 4 5", "0 / 0", "1 x 0 / 1 1 0", "1 -2 0 / 1 1 0", "1 2 3 / 4 5 6 / 7"])
def test_what_is_no_position_is_quoted(text):
    with pytest.raises(PositionError) as error:
        Kalah.from_text(text)
    assert repr(text) in str(error.value)
