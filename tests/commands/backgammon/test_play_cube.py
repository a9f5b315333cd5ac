"""A game with the doubling cube on a console."""
import json

import pytest

from tests.refusals import refused_commands

STRONG = "yOeDAyDGzsgDQA"                # a double and a take
LAST = "XGID=-A----------o-------------:0:0:1:00:0:0:0:0:10"


@pytest.fixture
def shown(play):
    """Plays a game by the words that a person types: what was printed, in one line."""
    def shown(options, *words):
        code, out, err = play(f"--seed 3 {options}", *words, game="backgammon")
        return " ".join((out if code == 0 else err).split())
    return shown


TWO = "--players person person --position"


@pytest.mark.parametrize("options, words, told", [
    (f"--cube --position {STRONG}", ["hint", "nonsense", "redouble", "double"],
     ["I would double no double +0", "'nonsense' is not possible now: double roll, or help",
      "You double to 2. I take. chance: 3-3", "cube 2 owned by me; for money", "'double' is no legal move"]),
    ("--cube --position EZo5RkK7xOCEAg", ["double"], ["You double to 2. I drop.", "You win 1 point."]),
    (f"--cube --position {STRONG}", ["roll"], ["chance: 3-3"]),
    (f"--cube {TWO} {STRONG}", ["double", "take", "6/3(2) bar/22 5/2", "double", "undo", "board"],
     ["cube 2 owned by second", "The second player doubles to 4.", "cube 2 owned by second; for money the first "
      "player's move (such as bar/22 6/3 5/2(2))?"]),
    (f"--score 0-1/2 {TWO} {LAST}", ["1/off", "new", "quit"],
     ["The first player wins 2 points.", "wins the match 2-1; another begins.", "match to 2, first 0, second 0"]),
    (f"--score 0-1/4 {TWO} {LAST}", ["roll", "1/off", "new", "quit"], ["match to 4, first 2, second 1"]),
    (f"--score 0-2/3 {TWO} {LAST}", ["1/off", "new", "quit"],
     ["match to 3, first 2, second 2, after the Crawford game"]),
    (f"--cube {TWO} {LAST.replace('0:0:10', '1:0:10')}", ["roll", "1/off"],
     ["for money with the Jacoby rule", "The first player wins 1 point."]),
    (f"--cube {TWO} {LAST.replace(':00:', ':D:')}", ["double", "take"],
     ["cube 1 in the middle; for money the second player's choice (take drop)?", "'double' is not possible now",
      "The second player takes.", "cube 2 owned by second"]),
    ("--cube --position XGID=-aB--BC-B--AcD---e-e-a---A:2:1:1:52:3:2:0:9:10", [],
     ["cube 4 owned by you; match to 9, you 3, me 2"]),
])
def test_the_cube_is_used_and_a_match_goes_on(shown, options, words, told):
    out = shown(options, *words)
    assert all(text in out for text in told)
    assert "undo" not in words or out.endswith(told[-1])


@pytest.mark.parametrize("word, said", [
    ("take", "You take. chance: 3-3"), ("drop", "I win 1 point."), ("pass", "You drop."),
    ("beaver", "You beaver. chance: 3-3"), ("hint", "I would take"), ("help", "drop loses the game at its stake")])
def test_the_engine_doubles_and_a_person_answers(shown, word, said):
    out = shown(f"--cube --beavers --second --level 9 --position {STRONG}", word)
    assert "I double to 2." in out and "your choice (take beaver drop)?" in out and said in out


def test_the_opening_roll_cannot_be_doubled_nor_the_cube_in_the_crawford_game(shown):
    assert "choice" not in shown("--cube") and "chance: 3-3" in shown("--cube")
    out = shown(f"--score 2-0/3 --position {STRONG}")
    assert "choice" not in out and "match to 3, you 2, me 0, the Crawford game" in out
    assert "choice" not in shown(f"--position {STRONG}") and "cube" not in shown(f"--position {STRONG}")


def test_a_game_is_saved_and_goes_on(shown, tmp_path):
    path = tmp_path / "game.json"
    shown(f"--cube --position {STRONG}", "double", f"save {path}")
    steps = json.loads(path.read_text())["steps"]
    assert steps[:2] == [{"cube": "double"}, {"cube": "take"}]
    assert "cube 2 owned by me" in shown(f"--cube --load {path}")
    assert "has a doubling cube: --cube plays on with it" in shown(f"--load {path}")
    path.write_text(path.read_text().replace("take", "beaver"))
    assert "the cube cannot be used so: 'beaver'" in shown(f"--cube --load {path}")
    assert "the cube cannot be used so: 'beaver'" in shown("--cube", f"load {path}")


@pytest.mark.parametrize("options, quoted", [
    ("--beavers", "--beavers is a rule of the cube"), ("--jacoby --score 1-1/3", "--jacoby is a rule of the cube"),
    ("--score 3-1/3", "'3-1/3'")])
def test_options_that_cannot_be_are_refused(shown, options, quoted):
    assert quoted in shown(options)


test_other_games_have_no_cube = refused_commands("play checkers", [
    ("--cube", "--cube is for backgammon, not for 'checkers'"), ("--beavers", "--beavers is for backgammon"),
    ("--score 1-1/3", "--score '1-1/3' is for backgammon")])
