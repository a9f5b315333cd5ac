"""The record of backgammon."""
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.text import read_dice
from gamecore.games.record import Actions, GameRecord, Level, Suite, deep

BACKGAMMON = GameRecord(
    name="backgammon", position=Backgammon, evaluations=("net", "linear"), turns=("white", "black"),
    sides=("white", "black"), points=3, follows_mover=True, probabilities=True, enters=True,
    read_outcome=read_dice, notations=("XGID", "GNU", "mat"),
    openings=tuple(((white, black), 1 / 30) for white in range(1, 7) for black in range(1, 7) if white != black),
    levels=(*(Level({"depth": 0}, slip, "linear") for slip in (.8, .5, .3, .15, 0.0)),
            *(Level({"depth": 0}, slip) for slip in (.12, .06, .02, 0.0)), deep(2)),
    suite=Suite(("contact", "race"), (1, 3)),
    draws=True,
    fields=(("own", "u8", 2), ("other", "u8", 2)),
    # The actions are 25 points times 6 dice, and the pass.
    actions=Actions(number=151, longest=1_000_000, shape=(3, 26), other_view=[1, 0, 2], highest=15, steps=True),
    plugin=True,
)
