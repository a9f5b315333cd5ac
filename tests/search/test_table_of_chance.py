"""Tests the table in games of chance, on random games with many transpositions; tests/laws/rounds.py compares
values."""
from random import Random

import pytest

import gamecore
from gamecore import PythonGame
from tests.small_games import KEYS

PLACES = 6                               # at each ply: few, so that lines of play meet again


class Meeting(PythonGame):
    """At each ply one of a few places, each with its own dice and moves; whole scores and dice of 1/2 and 1/4."""

    unit = 1
    bounds = (-64, 64)

    def __init__(self, seed, length, ply=0, place=0, rolled=None, shift=0):
        self.seed, self.length, self.ply, self.place, self.rolled, self.shift = seed, length, ply, place, rolled, shift

    def random(self, *what):
        return Random(repr((self.seed, self.ply, self.place, *what)))     # hash() depends on the machine

    def outcomes(self):
        kind = self.random(1).randrange(4)          # one place in four has none
        if self.rolled is not None or kind == 0:
            return []
        return list(enumerate([(0.5, 0.5), (0.25, 0.25, 0.5), (0.25,) * 4][kind - 1]))

    def play_outcome(self, face):
        return type(self)(self.seed, self.length, self.ply, self.place, face, self.shift)

    def legal_moves(self):
        return list(range(1 + self.random(2, self.rolled or 0).randrange(4)))

    def play(self, move):
        place = self.random(3, self.rolled or 0, move).randrange(PLACES)
        return type(self)(self.seed, self.length, self.ply + 1, place, shift=self.shift)

    def is_over(self):
        return self.ply == self.length

    def final_score(self):
        return self.worth(4)

    def evaluate(self):
        return self.worth(5)

    def worth(self, what):
        """Of few different ones in two games of three: equal values are where bounds go wrong."""
        step = (1, 16, 64)[self.seed % 3]
        return step * self.random(what).randint(-64 // step, 64 // step)

    def hint(self, move):
        return self.random(6, move).randrange(3)

    def key(self):
        number = (self.seed * 8 + self.ply) * 64 + self.place * 8 + (0 if self.rolled is None else 1 + self.rolled)
        return number << self.shift


class HurriedMeeting(Meeting):
    """After some moves the same side chooses again; in the games of seed 0 after all."""

    def same_player(self, move):
        return self.seed == 0 or self.random(7, move).random() < 0.5


def expectiminimax(position, depth, evaluated, memo=None):
    """The textbook's, before the dice; depth in layers of a chance event and a choice. With a dictionary as memo, equal
    positions at equal depths are looked at once."""
    if position.is_over():
        return position.final_score()
    if depth == 0:
        return position.evaluate() if evaluated else 0
    name = None if memo is None else (position.key(), depth, evaluated)
    if memo is not None and name in memo:
        return memo[name]
    outcomes = position.outcomes() or [(None, 1)]
    value = sum(probability * choice(position if face is None else position.play_outcome(face), depth, evaluated, memo)
                for face, probability in outcomes)
    if memo is not None:
        memo[name] = value
    return value


def choice(position, depth, evaluated, memo=None):
    return max(sign(position, move) * expectiminimax(position.play(move), depth - 1, evaluated, memo)
               for move in position.legal_moves())


def sign(position, move):
    """Of a score after the move, for the side that made it."""
    return 1 if isinstance(position, HurriedMeeting) and position.same_player(move) else -1


def test_both_signs_occur_in_a_game_of_chance_in_which_a_side_may_choose_again():
    positions = [HurriedMeeting(1, 5, ply, place) for ply in range(4) for place in range(PLACES)]
    assert {sign(position, move) for position in positions for move in position.legal_moves()} == {1, -1}


def test_positions_that_come_back_are_searched_once():
    tabled, bare = (gamecore.Engine(hash_mb=1).search(Meeting(1, 6), depth=6, switches=switches)
                    for switches in ("evaluation,table", "evaluation"))
    assert tabled.score == bare.score and tabled.stop == bare.stop == "complete"
    assert tabled.table_cuts > 0 and tabled.leaves < bare.leaves / 10
    assert bare.table_hits == bare.hash_used == 0 < tabled.hash_used


def test_a_search_in_a_full_table_still_ends_with_the_whole_game_known():
    engine = gamecore.Engine(hash_mb=1)
    first, again = (engine.search(Meeting(2, 6), depth=60, switches="pruning,star1,star2,table,deepening,evaluation")
                    for _ in range(2))
    assert ((first.score, first.stop) == (again.score, again.stop)
            == (expectiminimax(Meeting(2, 6), 7, True), "complete"))
    assert again.nodes < first.nodes


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize("mebibytes", [1, 2, 3])
def test_no_position_and_no_depth_is_taken_for_another(outside, keys, mebibytes):
    numbers = [KEYS[keys](number, 15) for number in range(1 << 15)]
    for hits, wrong in (outside.tables.of_values(mebibytes, numbers, [1, 2]),
                        outside.tables.of_scores(mebibytes, numbers),
                        outside.tables.of_values(mebibytes, numbers[:600], range(61))):
        assert hits > 0 and wrong == []


class Wide(PythonGame):
    """Three turns, each of dice and the only move; no position comes back, and keys at each ply are consecutive."""

    DICE = (128, 128, 2)

    def __init__(self, ply=0, number=0, rolled=False):
        self.ply, self.number, self.rolled = ply, number, rolled

    def outcomes(self):
        return [] if self.rolled else [(face, 1 / self.DICE[self.ply]) for face in range(self.DICE[self.ply])]

    def play_outcome(self, face):
        return Wide(self.ply, self.DICE[self.ply] * self.number + face, True)

    def legal_moves(self):
        return [0]

    def play(self, move):
        return Wide(self.ply + 1, self.number)

    def is_over(self):
        return self.ply == 3

    def final_score(self):
        return Random(self.number).uniform(-1, 1)

    def key(self):
        return (2 * self.ply + self.rolled) << 20 | self.number


@pytest.mark.parametrize("mebibytes", [1, 2])
def test_consecutive_keys_in_the_smallest_table_change_no_value(mebibytes):
    leaves = [-Random(number).uniform(-1, 1) for number in range(1 << 15)]
    result = gamecore.Engine(hash_mb=mebibytes).search(Wide(), depth=3, switches="evaluation,table")
    assert result.score == pytest.approx(sum(leaves) / len(leaves), abs=1e-12)
