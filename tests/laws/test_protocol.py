"""Tests the methods that positions of every game have; docs/positions.md contains the table."""
import pickle
from dataclasses import make_dataclass
from random import Random

import gamecore
import numpy
import pytest
from gamecore.errors import PositionError
from gamecore.games.outside.turns import moves_again, passes_turn
from gamecore.trees import Max, TreePosition
from games.kalah import Kalah
from games.nim import Nim
from games.oopsy_nim import OopsyNim
from games.pig import Pig
from games.tic_tac_toe import TicTacToe
from games.two_bags import TwoBags
from tests.refusals import refusals

GAMES = {
    "connect four": gamecore.ConnectFour(), "checkers": gamecore.Checkers(), "backgammon": gamecore.Backgammon(),
    "a uniform tree": gamecore.UniformTree(3, 4), "a tree with chance": gamecore.ChanceTree(3, 2, 3),
    "an explicit tree": TreePosition(Max([Max([7, 3]), 5])), "nim": Nim(3, 4), "oopsy-nim": OopsyNim(),
    "kalah": Kalah(3, 2), "tic-tac-toe": TicTacToe(), "two bags": TwoBags(), "pig": Pig(20),
}
SIDES = {"connect four": ("x", "o"), "checkers": ("black", "white"), "backgammon": ("white", "black")}
BUILT_IN = list(SIDES)
PLIES = 300


def walk(position, random):
    """The positions of a random game, each with what led to it: (event, whether chance acted, the position before)."""
    came = None
    for _ in range(PLIES):
        yield came, position
        if position.outcome is not None:
            return
        outcomes = position.outcomes() if position.outcomes else []
        before = position
        event = random.choice(outcomes)[0] if outcomes else random.choice(list(position.legal_moves()))
        position = position.play_outcome(event) if outcomes else position.play(event)
        came = (event, bool(outcomes), before)


every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_a_game_is_walked_with_the_same_words(name):
    for seed in range(3):
        for came, position in walk(GAMES[name], Random(seed)):
            chance = bool(position.outcomes and position.outcomes())
            over = position.is_over()
            assert over is (position.outcome is not None) and position.outcome in ("win", "loss", "draw", None)
            assert over or chance or list(position.legal_moves())
            for move in [] if over else position.legal_moves():
                assert position.read_move(move) == move and position.read_move(str(move)) == move
            assert came is None or position.ply is None or position.ply == came[2].ply + 1
            assert position.key is None or position.key() == position.key()
            assert position.turn is None or isinstance(position.turn, str)
            if over:
                score = position.final_score()
                assert position.outcome == ("win" if score > 0 else "loss" if score < 0 else "draw")
            if came and position.turn is not None:
                event, fell, before = came
                stays = not passes_turn(before, event) if fell else moves_again(before, event)
                assert (position.turn == before.turn) is stays


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_sides_are_named_and_an_array_makes_the_position_again(name):
    game = type(GAMES[name])
    for came, position in walk(GAMES[name], Random(1)):      # noqa: B007
        copy = pickle.loads(pickle.dumps(position))
        assert copy == position and copy.turn == position.turn and position.turn in SIDES[name]
        array = position.to_array()
        again = game.from_array(array, position.turn) if name == "checkers" else game.from_array(array.tolist())
        if name == "backgammon" and position.dice:
            again = again.roll(*position.dice)
        assert array.dtype == numpy.int8 and again == position and again.key() == position.key()
    assert GAMES[name].turn == SIDES[name][0] and came is not None


def test_a_games_own_words_come_before_the_defaults():
    class Own(Nim):
        def __init__(self, *heaps):
            super().__init__(*heaps)
            self.turn, self.outcome = "me", "mine"

    assert (Own(3).turn, Own(3).outcome) == ("me", "mine")
    assert (Nim(3).turn, Nim(3).to_array, Nim(3).from_array, Nim.outcome is Nim(3).outcome) == (None, None, None, False)


test_an_impossible_array_is_refused = refusals(
    *((PositionError, message, game.from_array, array) for game, array, message in (
        (gamecore.ConnectFour, numpy.zeros((7, 6), int), r"shape \(6, 7\), not of int64 and shape \(7, 6\)"),
        (gamecore.ConnectFour, numpy.zeros((6, 7)), "not of float64"),
        (gamecore.ConnectFour, [[3] * 7] * 6, "0..2, not 3"),
        (gamecore.ConnectFour, [[1] + [0] * 6] + [[0] * 7] * 5, "hangs in the air"),
        (gamecore.ConnectFour, [[0], [0, 0]], "is not a position"), (gamecore.ConnectFour, None, "not of object"),
        (gamecore.Checkers, [[1] + [0] * 7] + [[0] * 8] * 7, r"light square \[0, 0\]"),
        (gamecore.Checkers, [[-3] * 8] * 8, "-2..2, not -3"),
        (gamecore.Checkers, numpy.zeros((8, 8), bool), "not of bool"),
        (gamecore.Backgammon, [[0] * 26] * 2, "has 0 checkers"),
        (gamecore.Backgammon, [[200] * 26] * 2, "0..15, not 200"))),
    (PositionError, "'black' or 'white', not 'red'", gamecore.Checkers.from_array, numpy.zeros((8, 8), int), "red"),
)


@pytest.mark.parametrize("name", ["turn", "ply"])
def test_a_field_of_a_dataclass_may_have_an_attributes_name(name):
    made = make_dataclass("Counted", [(name, int), ("stones", int)], bases=(gamecore.PythonGame,), frozen=True)(3, 7)
    assert getattr(made, name) == 3
    with pytest.raises(AttributeError, match=f"'Counted' object has no attribute '{name}s'"):
        getattr(made, name + "s")


def test_an_error_of_a_game_s_own_turn_is_not_taken_for_a_game_without_one():
    game = type("Misspelt", (gamecore.PythonGame,), {"turn": property(lambda self: self.sides)})()
    with pytest.raises(AttributeError, match="no attribute 'sides'"):
        assert game.turn
