"""Backgammon beside other authors' programs, in random games: the same plays. Skipped where they are absent (make peers)."""
import os
import random

import pytest

import gamecore

GAMES = int(os.environ.get("BACKGAMMON_GAMES", "100"))


def random_rolls(seed):
    """The rolls of a random game."""
    rng = random.Random(seed)
    position = gamecore.Backgammon()
    while not position.is_over():
        rolled = position.roll(rng.randint(1, 6), rng.randint(1, 6))
        yield rolled
        position = rng.choice(rolled.successors())


def test_gnubg_nn_knows_the_same_plays():
    gnubg = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (make peers)")
    for seed in range(GAMES):
        for rolled in random_rolls(seed):
            keys = gnubg.moves([list(rolled.other[1:]), list(rolled.own[1:])], *rolled.dice)
            # Its keys tell the opponent's checkers first, then those of who has played; a pass has none.
            theirs = {tuple(map(tuple, gnubg.board_from_position_key(key))) for key in keys}
            ours = {(child.own[1:], child.other[1:]) for child in rolled.successors()}
            assert ours == (theirs or {(rolled.other[1:], rolled.own[1:])}), str(rolled)


def test_gnubg_nn_reads_the_same_position_ids():
    gnubg = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (make peers)")
    for rolled in random_rolls(1):
        position = gamecore.Backgammon(rolled.position_id)
        assert [tuple(side) for side in gnubg.board_from_position_id(rolled.position_id)] == [position.other[1:], position.own[1:]]
