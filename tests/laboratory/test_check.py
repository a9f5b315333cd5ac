"""Tests that gamecore check names the faults of broken games, and finds no fault in sound ones."""
import json
from itertools import count
from random import Random

import pytest

import gamecore
from gamecore.errors import LimitError
from gamecore.laboratory.contract import examine
from gamecore.laboratory.contract_games import check_processes
from games.kalah import Kalah
from games.nim import ClassicNim, Nim
from games.oopsy_nim import OopsyNim
from games.pacman.rules import Pacman
from games.pig import Pig
from games.tic_tac_toe import TicTacToe
from games.two_bags import TwoBags
from tests.dialects import some_game
from tests.laboratory.planted import (BROKEN, Caching, Coins, Marks, MovesTwice, Nameless, ObjectsAsMoves, Square,
                                      TwoHeaps, WinsForLosses, Words)
from tests.refusals import refusals


@pytest.mark.parametrize("game, rule, expected", BROKEN, ids=[f"{rule}: {expected}" for _, rule, expected in BROKEN])
def test_what_is_wrong_with_a_game_has_a_name(game, rule, expected):
    game = type("Broken", (Coins,), game) if isinstance(game, dict) else game
    found = examine(game())
    if rule not in [finding.rule for finding in found.findings]:
        check_processes(game(), found)
    assert any(expected in finding.text for finding in found.findings if finding.rule == rule), found.findings
    assert {finding.rule for finding in found.faults} <= {rule, "methods raise nothing"}, found.faults


# Sound games, and the rules of which something may be noted that they intend.
SOUND = [
    (Coins(), set()), (TwoHeaps(), set()), (Caching(), set()), (Square(), set()), (ObjectsAsMoves(), set()),
    (Marks(), set()), (Words(), set()), (TicTacToe(), set()), (ClassicNim(3, 4), set()), (Kalah(), set()),
    (Kalah(3, 2), set()),
    (Nim(), {"whose score it is"}), (OopsyNim(), {"whose score it is"}), (Pig(), {"whose score it is"}),
    (Nameless(), set()),
    (TwoBags(), {"what is written can be read"}),                        # a text names the start alone
    (Pacman(), {"what is written can be read", "whose score it is"}),    # ... and random Pacmen lose
    (gamecore.ConnectFour(), set()), (gamecore.UniformTree(3, 5, seed=1), set()),
]


@pytest.mark.parametrize("position, noted", SOUND, ids=[type(position).__name__ for position, _ in SOUND])
def test_a_sound_game_breaks_no_rule(position, noted):
    found = examine(position, games=20)
    compared = check_processes(position, found)
    assert found.faults == [] and {finding.rule for finding in found.findings} - {"games end"} <= noted
    assert compared or isinstance(position, gamecore.UniformTree)


@pytest.mark.parametrize("chance", [False, True])
def test_a_game_in_any_dialect_breaks_no_rule(chance):
    """Numbers of numpy, odds of a third, moves that are equal or have one text, generators, outcomes listed twice."""
    for seed in range(60):
        game = some_game(Random(seed), chance)
        found = examine(game, games=2)
        assert found.faults == [], (seed, game.dialect, found.faults)
        assert {"moves have texts"} <= {note.rule for note in found.findings} or game.dialect.moves != "same texts" \
            or len(game.node.children) < 2


@pytest.mark.parametrize("position, games", [
    (gamecore.Checkers(), 5),                            # although repetitions are draws
    (type("Sound", (MovesTwice,), {"key": lambda self: (self.coins, self.turn)})(), 100)])
def test_the_side_to_move_is_found_where_it_repeats_or_moves_twice(position, games):
    report = examine(position, games)
    assert report.faults == [] and report.side == "turn"


def test_a_list_of_moves_that_is_kept_for_later_is_no_change():
    class Keeps(Coins):
        kept = None

        def legal_moves(self):
            if self.kept is None:
                self.kept = super().legal_moves()
            return list(self.kept)

    assert examine(Keeps()).faults == []


def test_a_game_without_end_is_noted():
    """A coin comes back as soon as it is gone."""
    endless = type("Endless", (Coins,), {"play": lambda self, move: type(self)(9, 1 - self.turn)})
    report = examine(endless(), games=3, plies=20)
    assert report.faults == []
    assert ([note.text for note in report.findings if note.rule == "games end"]
            == ["3 of 3 games did not end within 20 plies"])


def test_a_score_that_may_be_the_winners_is_noted():
    assert "whose score it is" in [note.rule for note in examine(Nim()).findings]            # misere
    assert "whose score it is" in [note.rule for note in examine(WinsForLosses()).findings]  # some games are drawn
    for game in (ClassicNim(), TicTacToe()):
        assert "whose score it is" not in [note.rule for note in examine(game).findings]


def test_a_search_that_disagrees_with_minimax_is_a_fault():
    """The evaluation alternates, which no single look reveals."""
    asked = count()
    moody = type("Moody", (Coins,), {"evaluate": lambda self: next(asked) // 2 % 5, "key": None})
    assert "searches are exact" in [fault.rule for fault in examine(moody()).faults]


def test_the_command_tells_and_fails(run):
    code, out, err = run("check tests.laboratory.planted:KeyForgets --games 5")
    assert (code, err) == (1, "")
    assert out.startswith("broken: different positions have different keys: ") and "\n  after " in out
    code, out, _ = run("check tests.laboratory.planted:KeyForgets --json")
    fault, last = map(json.loads, out.splitlines())
    assert (code, last["faults"]) == (1, 1)
    assert (fault["type"], fault["rule"]) == ("fault", "different positions have different keys")


def test_the_command_is_content_with_a_sound_game(records):
    record, = records("check games.tic_tac_toe:TicTacToe --games 5")
    assert (record["faults"], record["games"], record["finished"]) == (0, 5, 5)


test_no_seed_is_taken_for_another = refusals((LimitError, "seed .*, not -1", lambda: examine(Nim(), seed=-1)))
