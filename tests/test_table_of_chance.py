"""The table in games of chance: on random games whose positions come back by many ways, nothing that it holds may change a value."""
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import gamecore
from gamecore import PythonGame

PLACES = 6                               # at each ply: few, so that lines of play meet again
ORDERS = st.sampled_from(["full", "full", "none", "random", "worst"])
SWITCHES = ["evaluation", "hint", "pruning", "star1", "star2", "deepening", "table"]


class Meeting(PythonGame):
    """At each ply one of a few places, each with its own dice and moves; whole scores and dice of 1/2 and 1/4, so that means are exact."""

    unit = 1
    bounds = (-64, 64)

    def __init__(self, seed, length, ply=0, place=0, rolled=None):
        self.seed, self.length, self.ply, self.place, self.rolled = seed, length, ply, place, rolled

    def random(self, *what):
        return Random(hash((self.seed, self.ply, self.place, *what)))

    def outcomes(self):
        kind = self.random(1).randrange(4)          # one place in four has none
        if self.rolled is not None or kind == 0:
            return []
        return [(face, probability) for face, probability in enumerate([(0.5, 0.5), (0.25, 0.25, 0.5), (0.25,) * 4][kind - 1])]

    def play_outcome(self, face):
        return Meeting(self.seed, self.length, self.ply, self.place, face)

    def legal_moves(self):
        return list(range(1 + self.random(2, self.rolled or 0).randrange(4)))

    def play(self, move):
        place = self.random(3, self.rolled or 0, move).randrange(PLACES)
        return Meeting(self.seed, self.length, self.ply + 1, place)

    def is_over(self):
        return self.ply == self.length

    def final_score(self):
        return self.random(4).randint(-64, 64)

    def evaluate(self):
        return self.random(5).randint(-64, 64)

    def hint(self, move):
        return self.random(6, move).randrange(3)

    def key(self):
        return (self.seed * 1_000_003 + self.ply) * 64 + self.place * 8 + (0 if self.rolled is None else 1 + self.rolled)


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
    return max(-expectiminimax(position.play(move), depth - 1, evaluated) for move in position.legal_moves())


@st.composite
def searches(draw):
    """A position, a depth and switches that may be on together."""
    switches = {"table", *draw(st.sets(st.sampled_from(SWITCHES)))}
    switches |= {"star1"} if "star2" in switches else set()
    switches |= {"pruning"} if "star1" in switches else set()
    return Meeting(draw(st.integers(0, 4)), 5, draw(st.integers(0, 3)), draw(st.integers(0, PLACES - 1))), draw(st.integers(0, 4)), switches, draw(ORDERS)


@settings(deadline=None, max_examples=60)
@given(st.lists(searches(), min_size=1, max_size=5), st.integers(1, 1000))
def test_what_the_table_holds_changes_no_value(searches, budget):
    engine = gamecore.Engine(hash_mb=1)
    for position, depth, switches, order in searches:
        engine.search(position, depth=depth + 1, nodes=budget, switches=switches)        # stopped at any node, it leaves nothing wrong behind
        result = engine.search(position, depth=depth, switches=switches, order=order)
        root = expectiminimax(position, depth, "evaluation" in switches) if position.outcomes() else None
        if root is None:                 # a move first, and then so many layers
            root = max(-expectiminimax(position.play(move), depth, "evaluation" in switches) for move in position.legal_moves())
        assert result.score == root


def test_positions_that_come_back_are_searched_once():
    tabled, bare = (gamecore.Engine(hash_mb=1).search(Meeting(1, 6), depth=6, switches=switches) for switches in ("evaluation,table", "evaluation"))
    assert tabled.score == bare.score and tabled.stop == bare.stop == "complete"
    assert tabled.table_cuts > 0 and tabled.leaves < bare.leaves / 10
    assert bare.table_hits == bare.hash_used == 0 < tabled.hash_used


def test_a_search_in_a_full_table_still_ends_with_the_whole_game_known():
    engine = gamecore.Engine(hash_mb=1)
    first, again = (engine.search(Meeting(2, 6), depth=60, switches="pruning,star1,star2,table,deepening,evaluation") for _ in range(2))
    assert (first.score, first.stop) == (again.score, again.stop) == (expectiminimax(Meeting(2, 6), 7, True), "complete")
    assert again.nodes < first.nodes
