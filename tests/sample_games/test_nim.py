"""Tests Nim, Oopsy-Nim and the two bags: published answers, Bouton's theorem, and positions as text."""
import functools
import operator

import pytest
from hypothesis import given, strategies as st

from tests.data.facts.nim import NIM, NIM_SEVEN_COINS, OOPSY_NIM, TWO_BAGS
from gamecore import Engine
from gamecore.errors import PositionError
from gamecore.solving.loops import solve
from gamecore.trees import alpha_beta, from_position
from games.nim import ClassicNim, Nim
from games.oopsy_nim import OopsyNim
from games.two_bags import TwoBags

HEAPS = st.lists(st.integers(0, 5), min_size=1, max_size=3)


def variant(limit, misere):
    """Nim by other rules."""
    return type("Variant", (Nim,), {"limit": limit, "misere": misere})


def search(position, depth):
    return Engine(hash_mb=1).search(position, depth=depth)


# Facts

def test_seven_coins_are_lost():
    assert search(Nim(), depth=8).outcome == NIM_SEVEN_COINS == "loss"
    assert solve(Nim()).value == 0


@pytest.mark.parametrize("coins, outcome", NIM)
def test_a_search_knows_who_wins_nim(coins, outcome):
    assert search(Nim(coins), depth=coins + 1).outcome == outcome


@pytest.mark.parametrize("coins, probability, moves", OOPSY_NIM)
def test_a_search_cut_off_ever_deeper_tends_to_the_value_of_the_infinite_tree(coins, probability, moves):
    # an attempt fails with 1/4: what is left out at depth 14 is below 1e-3
    assert (1 + search(OopsyNim(coins), depth=14).score) / 2 == pytest.approx(float(probability), abs=1e-3)


@pytest.mark.parametrize("first, second, value, bag, unseen", TWO_BAGS)
def test_every_search_takes_the_first_bag_and_never_looks_at_the_last_ball(first, second, value, bag, unseen):
    position = TwoBags(first, second)
    result, trace = search(position, depth=2), alpha_beta(from_position(position))
    assert (result.score, result.move) == (trace.value, trace.action) == (value, bag)
    # Balls of one number are one move, and then there is nothing that could be left out.
    assert trace.pruned_leaves == ((unseen,) if unseen != second[0] else ())
    assert trace.visited_leaves == (*first, second[0])


@pytest.mark.parametrize("game, pile", [(Nim, 1), (TwoBags, (1,))])
def test_a_pile_without_a_letter_is_refused(game, pile):
    assert len(game(*[pile] * 26).legal_moves()) == 26
    with pytest.raises(PositionError, match="27 .*up to 26"):
        game(*[pile] * 27)


# Bouton 1901: the player to move loses if and only if the heaps' binary sum without carries is 0; with a limit, of the
# heaps modulo limit + 1 (Sprague and Grundy). In the misere game it is the other way round where every heap has then at
# most one coin.

def nim_sum(heaps, limit):
    return functools.reduce(operator.xor, [coins % (limit + 1) if limit else coins for coins in heaps])


@given(HEAPS, st.sampled_from([None, 1, 2, 3]))
def test_normal_nim_is_lost_exactly_when_the_nim_sum_is_0(heaps, limit):
    assert solve(variant(limit, misere=False)(*heaps)).value == (nim_sum(heaps, limit) != 0)


@given(HEAPS)
def test_the_winning_moves_are_those_that_make_the_nim_sum_0(heaps):
    position = ClassicNim(*heaps)
    winning = {move for move, value in solve(position).moves.items() if value == 1}
    assert winning == {move for move in position.legal_moves() if nim_sum(position.play(move).heaps, None) == 0}


@given(HEAPS)
def test_misere_nim_differs_from_normal_nim_where_no_heap_has_two_coins(heaps):
    lost = nim_sum(heaps, None) == 0
    assert solve(variant(None, misere=True)(*heaps)).value == (lost if max(heaps) < 2 else not lost)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.sampled_from([None, 1, 2]), st.booleans())
def test_the_search_and_the_solver_agree(heaps, limit, misere):
    position = variant(limit, misere)(*heaps)
    if position.legal_moves():
        assert (search(position, depth=sum(heaps) + 1).outcome == "win") == solve(position).value


# Text

@pytest.mark.parametrize("position, text", [
    (Nim(), "7"), (Nim(3, 4, 5), "3 4 5"), (ClassicNim(0), "0"), (OopsyNim(), "7"), (OopsyNim(7, attempt=True), "7?"),
    (TwoBags(), "2 7 / 1 100"), (TwoBags((-1,), (2,), (3, 3)), "-1 / 2 / 3 3"),
])
def test_a_position_survives_as_text(position, text):
    assert str(position) == text
    again = type(position).from_text(text)
    assert type(again) is type(position) and again.key() == position.key()


@pytest.mark.parametrize("game, text", [
    (Nim, ""), (Nim, "x"), (Nim, "3 -4"), (Nim, "1 " * 27), (Nim, "3.5"), (OopsyNim, ""), (OopsyNim, "7??"),
    (OopsyNim, "1?"),
    (OopsyNim, "-1"), (TwoBags, ""), (TwoBags, "1 2 /"), (TwoBags, "1 x / 2"),
    (TwoBags, "1" + "/1" * 26),
])
def test_a_text_that_is_no_position_is_quoted(game, text):
    with pytest.raises(PositionError) as caught:
        game.from_text(text)
    assert repr(text) in str(caught.value)


def test_a_ball_shows_where_it_was_taken_from():
    assert str(TwoBags().play("A").play(7)) == "2 7 / 1 100: 7"
    assert str(TwoBags().play("A")) == "2 7 / 1 100: (2, 7)"


def test_rules_are_part_of_a_positions_name():
    assert Nim(7).key() != ClassicNim(7).key() and OopsyNim(7).key() != OopsyNim(7, attempt=True).key()


def test_an_attempt_may_fail_and_then_the_turn_has_passed():
    attempt = OopsyNim(7).play(2)
    assert [str(attempt.play_outcome(outcome)) for outcome, _ in attempt.outcomes()] == ["5", "7"]
    assert [str(OopsyNim(7).play(1)), OopsyNim(7).outcomes()] == ["6", []]
