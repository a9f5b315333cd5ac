"""Tests that the positions of a game that inherits from a sample keep their own class after every move."""
import pytest

import gamecore
from games.kalah import Kalah
from games.nim import Nim
from games.oopsy_nim import OopsyNim
from games.pacman.rules import Pacman
from games.pig import Pig
from games.tic_tac_toe import TicTacToe
from games.two_bags import TwoBags


@pytest.mark.parametrize("sample", [Kalah, Nim, OopsyNim, Pacman, Pig, TicTacToe, TwoBags])
def test_a_subclass_of_a_sample_keeps_its_evaluation(sample):
    own = type("Own", (sample,), {"__slots__": (), "evaluate": lambda self: 0.75, "unit": 0.25})
    after = own().play(own().legal_moves()[0])
    assert type(after) is own and type(sample().play(sample().legal_moves()[0])) is sample
    assert gamecore.Engine(hash_mb=1).evaluate(after) == (0.75 if after.outcomes else 3)
