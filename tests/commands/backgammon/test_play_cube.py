"""A game with the doubling cube on a console."""
import json
import sys

import pytest

import gamecore

STRONG = "yOeDAyDGzsgDQA"                # a double and a take
OPENED = [{"chance": "(3, 1)"}, {"move": "8/5 6/5"}]
LAST = "XGID=-A----------o-------------:0:0:1:00:0:0:0:0:10"


@pytest.fixture
def shown(play):
    """Plays a game by the words that a person types: what was printed, in one line."""
    def shown(options, *words):
        code, out, err = play(f"--seed 3 {options}", *words, game="backgammon")
        return " ".join((out if code == 0 else err).split())
    return shown


TWO = "--players person person --position"


@pytest.mark.parametrize("options, words, expected", [
    (f"--cube --position {STRONG}", ["hint", "nonsense", "redouble", "double"],
     ["I would double no double +0", "'nonsense' is not possible now: double roll, or help",
      "You double to 2. I take. chance: 3-3", "cube 2 owned by me; for money", "'double' is not a legal move"]),
    ("--cube --position EZo5RkK7xOCEAg", ["double"], ["You double to 2. I drop.", "You win 1 point."]),
    (f"--cube --position {STRONG}", ["roll"], ["chance: 3-3"]),
    (f"--cube {TWO} {STRONG}", ["double", "take", "6/3(2) bar/22 5/2", "double", "undo", "undo", "board"],
     ["cube 2 owned by black", "The black player doubles to 4.", "the black player's choice (double roll)?",
      "cube 2 owned by black; for money the white player's move (such as bar/22 6/3 5/2(2))?"]),
    (f"--score 0-1/2 {TWO} {LAST}", ["1/off", "new", "quit"],
     ["The white player wins 2 points.", "wins the match 2-1; another begins.", "match to 2, white 0, black 0"]),
    (f"--score 0-1/4 {TWO} {LAST}", ["roll", "1/off", "new", "quit"], ["match to 4, white 2, black 1"]),
    (f"--score 0-2/3 {TWO} {LAST}", ["1/off", "new", "quit"],
     ["match to 3, white 2, black 2, after the Crawford game"]),
    (f"--cube {TWO} {LAST.replace('0:0:10', '1:0:10')}", ["roll", "1/off"],
     ["for money with the Jacoby rule", "The white player wins 1 point."]),
    (f"--cube {TWO} {LAST.replace(':00:', ':D:')}", ["double", "take"],
     ["cube 1 in the middle; for money the black player's choice (take drop)?", "'double' is not possible now",
      "The black player takes.", "cube 2 owned by black"]),
    *((f"{cube} --position XGID=-aB--BC-B--AcD---e-e-a---A:2:1:1:52:3:2:0:9:10", [],
       ["cube 4 owned by you; match to 9, you 3, me 2"]) for cube in ("--cube", "")),
])
def test_the_cube_is_used_and_a_match_goes_on(shown, options, words, expected):
    out = shown(options, *words)
    assert all(text in out for text in expected)
    assert "undo" not in words or out.endswith(expected[-1])


def test_an_evaluation_of_ones_own_plays_in_a_match_as_for_money(shown, tmp_path, monkeypatch):
    """The engine refused the score, and so ended the game."""
    (tmp_path / "flat_evaluation.py").write_text("def flat(position):\n    return 0.1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    out = shown(f"--score 0-1/3 --position {LAST} --players evaluation=flat_evaluation:flat,depth=0 person", "quit")
    assert "The white player plays 1/off" in out or "I play 1/off" in out


@pytest.mark.parametrize("word, answer, expected", [
    ("new", ["drop"], "The white player wins 1 point."), ("undo", ["drop", "undo"], "The white player wins 1 point."),
    ("new", [], "choice (take drop)?"), ("undo", [], "choice (take drop)?"),
    ("new", ["take"], "cube 2 owned by black")])
def test_a_first_double_from_a_position_is_taken_back(shown, word, answer, expected):
    out = shown(f"--cube {TWO} {STRONG}", "double", *answer, word, "double", "take")
    before, after = out.rsplit("choice (double roll)?", 1)
    assert expected in before and "The white player doubles to 2." in after and "cube 2 owned by black" in after


BEGUN = "--cube --second --depth 0 --seed 2"       # the engine has begun, and a person may double


def test_a_double_before_a_person_s_first_move_is_taken_back(shown):
    out = shown(BEGUN, "double", "undo")
    assert "I take. chance: " in out and out.endswith("cube 1 in the middle; for money your choice (double roll)?")
    assert "owned by me" in shown(BEGUN, "double", "undo", "double").rpartition("choice (double roll)?")[2]
    assert "There is nothing to undo." in shown(BEGUN, "roll", "undo")


def test_before_a_roll_the_moves_are_those_with_the_cube(shown):
    assert "choice (double roll)? double roll your" in shown(BEGUN, "moves")


@pytest.mark.parametrize("position, acts", [("sGfwATDgc/ABMA", "chance: "), (STRONG, "I double to 2.")])
def test_an_engine_that_gets_the_side_before_its_roll_acts(shown, position, acts):
    assert f"We change sides. {acts}" in shown(f"--cube --depth 0 --position {position}", "flip")


@pytest.mark.parametrize("word, said", [
    ("take", "You take. chance: 3-3"), ("drop", "I win 1 point."), ("pass", "You drop."),
    ("beaver", "You beaver. chance: 3-3"), ("hint", "I would take"), ("help", "drop loses the game at its stake")])
def test_the_engine_doubles_and_a_person_answers(shown, word, said):
    out = shown(f"--cube --beavers --second --level 9 --position {STRONG}", word)
    assert "I double to 2." in out and "your choice (take beaver drop)?" in out and said in out


def test_the_opening_roll_cannot_be_doubled_nor_the_cube_in_the_crawford_game(shown):
    assert "double" not in (out := shown("--cube --seed 2")) and "chance: 6-4; You begin" in out
    out = shown(f"--score 2-0/3 --position {STRONG}")
    assert "choice" not in out and "match to 3, you 2, me 0, the Crawford game" in out
    assert "choice" not in shown(f"--position {STRONG}") and "cube" not in shown(f"--position {STRONG}")


@pytest.mark.parametrize("options, words, expected", [
    ("--score 6-6/7", ["24/20 13/10"], "No move gave anything away."),
    ("--score 5-6/7", ["24/20 13/10"], "it gives 0.030 away; 13/10 13/9 is worth +0.295"),
    ("--score 5-5/7", ["24/20 13/10", "double", "take"], "it gives 0.009 away; 13/10 13/9 is worth +0.014"),
    ("--cube", ["24/20 13/10"], "it gives 0.002 away; 13/10 13/9 is worth +0.008")])
def test_a_move_is_annotated_at_the_score_and_the_stake_of_its_time(shown, options, words, expected):
    """At double match point 4-3 is played safe; where a gammon wins the match it brings builders. At 5-5 it does so
    before the double, which takes the worth of gammons away."""
    out = shown(f"--depth 1 {options} {TWO} XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:0:0:10", *words, "annotate")
    assert expected in out


def test_more_plays_than_a_search_has_lines_are_annotated(shown):
    """Fifteen checkers apart have 1,654 ways to play 1-1."""
    apart = gamecore.Backgammon.from_counts(9 * [0] + 15 * [1] + 2 * [0], [13, 2, *24 * [0]]).roll(1, 1)
    lines = {line[0] for _, line in gamecore.Engine(hash_mb=1).search(apart, depth=0, multipv=1024).lines}
    (move, *_), plays = [move for move in apart.legal_moves() if move not in lines], len(apart.legal_moves())
    out = shown(f"--depth 0 {TWO} {apart.xgid()}", str(move), "annotate")
    assert plays == 1654 and f"1 white {move} -3.000" in out


def test_a_game_is_saved_and_goes_on(shown, tmp_path):
    path = tmp_path / "game.json"
    shown(f"--cube --position {STRONG}", "double", f"save {path}")
    steps = json.loads(path.read_text())["steps"]
    assert steps[:2] == [{"cube": "double"}, {"cube": "take"}]
    assert "cube 2 owned by me" in shown(f"--cube --load {path}")
    assert "has a doubling cube: --cube plays on with it" in shown(f"--load {path}")
    path.write_text(path.read_text().replace("take", "beaver"))
    assert "no 'beaver' of the cube in" in shown(f"--cube --load {path}")
    assert "no 'beaver' of the cube in" in shown("--cube", f"load {path}")


def test_a_game_at_a_score_goes_on_as_one(shown, tmp_path):
    """The page saves it so; it went on as a game for money."""
    path, start = tmp_path / "game.json", gamecore.Backgammon().xgid(gamecore.MatchScore(2, 4, 7))
    path.write_text(json.dumps({"format": "gamecore game 1", "game": "backgammon", "position": start, "steps": OPENED}))
    assert "match to 7, you 2, me 4" in shown(f"--cube --load {path}")
    assert all(f"has the stakes of {start!r}: --cube plays on" in shown(*words) for words in (
        [f"--load {path}"], ["", f"load {path}"]))
    path.write_text(path.read_text().replace('"steps"', '"cube": false, "steps"'))       # got one
    assert "'double' is not a legal move" in shown(f"--cube --load {path} --players person person", "double")


def test_a_game_that_was_drawn_by_agreement_is_shown(shown, tmp_path):
    """TypeError."""
    game = gamecore.Game("backgammon", match=3)
    game.agree()
    game.save(tmp_path / "game.json")
    out = shown(f"--cube --load {tmp_path / 'game.json'}", "new")
    assert "A draw by agreement." in out and "match to 3, you 0, me 0" in out


@pytest.mark.parametrize("steps, quoted", [
    ([{"cube": "double"}], "step 1: no 'double' of the cube in '4HPwATDgc/ABMA': possible are none"),
    ([*OPENED, {"chance": "(2, 1)"}, {"cube": "double"}], "step 4: no 'double' of the cube in "),
    ([*OPENED, {"cube": "double"}, {"chance": "(2, 1)"}], "step 4: a double waits for its answer"),
    ([*OPENED, {"cube": "double"}, {"cube": "pass"}, {"chance": "(2, 1)"}],
     "step 5: no outcome '(2, 1)': the game is over in ")])
def test_what_the_page_refuses_is_not_loaded(shown, tmp_path, steps, quoted):
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"format": "gamecore game 1", "game": "backgammon", "position": None, "steps": steps}))
    assert quoted in shown(f"--cube --load {path}") and quoted in shown("--cube", f"load {path}")


@pytest.mark.parametrize("options, quoted", [
    ("--beavers", "--beavers is a rule of the cube"), ("--jacoby --score 1-1/3", "--jacoby is a rule of the cube"),
    ("--score 3-1/3", "'3-1/3'"), ("--score 1-1/3 --load f.json", "--score '1-1/3' is not for --load 'f.json'"),
    ("--cube --jacoby --load f.json", "--jacoby is not for --load 'f.json'")])
def test_options_that_cannot_be_are_refused(shown, options, quoted):
    assert quoted in shown(options)
