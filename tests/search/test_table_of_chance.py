"""The table in games of chance: on random games with many transpositions it never changes a value."""
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

import gamecore
from gamecore import PythonGame

PLACES = 6                               # at each ply: few, so that lines of play meet again
ORDERS = st.sampled_from(["full", "full", "none", "random", "worst"])
SWITCHES = ["evaluation", "hint", "pruning", "star1", "star2", "deepening", "table"]


class Meeting(PythonGame):
    """At each ply one of a few places, each with its own dice and moves; whole scores and dice of 1/2 and 1/4."""

    unit = 1
    bounds = (-64, 64)

    def __init__(self, seed, length, ply=0, place=0, rolled=None, shift=0):
        self.seed, self.length, self.ply, self.place, self.rolled, self.shift = seed, length, ply, place, rolled, shift

    def random(self, *what):
        return Random(hash((self.seed, self.ply, self.place, *what)))

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
        return self.random(4).randint(-64, 64)

    def evaluate(self):
        return self.random(5).randint(-64, 64)

    def hint(self, move):
        return self.random(6, move).randrange(3)

    def key(self):
        number = (self.seed * 8 + self.ply) * 64 + self.place * 8 + (0 if self.rolled is None else 1 + self.rolled)
        return number << self.shift


class HurriedMeeting(Meeting):
    """After some moves the same side chooses again; in the games of seed 0 after all: there is only one player."""

    def same_player(self, move):
        return self.seed == 0 or self.random(7, move).random() < 0.5


def expectiminimax(position, depth, evaluated):
    """The textbook's, before the dice; depth in layers of a chance event and a choice."""
    if position.is_over():
        return position.final_score()
    if depth == 0:
        return position.evaluate() if evaluated else 0
    outcomes = position.outcomes()
    if not outcomes:
        return choice(position, depth, evaluated)
    return sum(probability * choice(position.play_outcome(face), depth, evaluated) for face, probability in outcomes)


def choice(position, depth, evaluated):
    return max(sign(position, move) * expectiminimax(position.play(move), depth - 1, evaluated)
               for move in position.legal_moves())


def sign(position, move):
    """Of a score after the move, for the side that made it."""
    return 1 if isinstance(position, HurriedMeeting) and position.same_player(move) else -1


@st.composite
def searches(draw):
    """A position whose key differs from others' in low or in high bits alone, a depth, and compatible switches."""
    switches = {"table", *draw(st.sets(st.sampled_from(SWITCHES)))}
    switches |= {"star1"} if "star2" in switches else set()
    switches |= {"pruning"} if "star1" in switches else set()
    game = draw(st.sampled_from([Meeting, HurriedMeeting]))
    position = game(draw(st.integers(0, 4)), 5, draw(st.integers(0, 3)), draw(st.integers(0, PLACES - 1)),
                    shift=draw(st.sampled_from([0, 20, 48])))
    return position, draw(st.integers(0, 4)), switches, draw(ORDERS)


@settings(deadline=None, max_examples=120)
@given(st.lists(searches(), min_size=1, max_size=5), st.integers(1, 1000))
def test_what_the_table_holds_changes_no_value(searches, budget):
    engine = gamecore.Engine(hash_mb=1)
    for position, depth, switches, order in searches:
        # stopped at any node, it leaves nothing wrong behind
        engine.search(position, depth=depth + 1, nodes=budget, switches=switches)
        result = engine.search(position, depth=depth, switches=switches, order=order)
        root = expectiminimax(position, depth, "evaluation" in switches) if position.outcomes() else None
        if root is None:                 # a move first, and then the layers
            root = choice(position, depth + 1, "evaluation" in switches)
        assert result.score == root


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


WORDS = 1 << 64
SPREAD, DEPTHS = 0x9e3779b97f4a7c15, 0xd1342543de82ef95          # the factors of core/tt.pxd and core/tt_values.pxd
KEYS = {                                                          # of a number 0..32767
    "consecutive": lambda number: number,
    "low bits": lambda number: 0xfedcba98_00000000 + number,
    "high bits": lambda number: number << 49,
    "low bits of the image": lambda number: number * pow(SPREAD, -1, WORDS) % WORDS,
    "high bits of the image": lambda number: (number << 49) * pow(SPREAD, -1, WORDS) % WORDS,
    "what a depth adds": lambda number: number * DEPTHS % WORDS,
}


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize("mebibytes", [1, 2, 3])
def test_no_position_and_no_depth_is_taken_for_another(outside, keys, mebibytes):
    numbers = [KEYS[keys](number) for number in range(1 << 15)]
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
