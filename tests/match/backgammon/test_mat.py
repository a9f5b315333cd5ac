"""Tests games of backgammon in the .mat format. GNU Backgammon 1.07 imported 200 such games and exported the same 6,098
lines."""
from dataclasses import replace

import pytest

import gamecore
from gamecore.match.backgammon import mat
from gamecore.match.backgammon.games import BALLOT, BackgammonRecord
from gamecore.match.backgammon.mat_reader import read_mat

LINEAR = "hash-mb=1,evaluation=linear,plies=0"
# looks at nothing: the first play in generator order
BLIND = "hash-mb=1,switches=pruning,evaluation=linear,plies=0"


def record(plays, a_first=True, points=1, position=None):
    """A game that begins with these plays, each (dice, text)."""
    position, rolls, moves = position or gamecore.Backgammon(), [], []
    for dice, text in plays:
        rolled = position.roll(*dice)
        rolls.append(rolled.dice)
        moves.append(rolled.read_move(text))
        position = rolled.play(text)
    return BackgammonRecord(1, 1, BALLOT, a_first, tuple(moves), points, points != 0, tuple(rolls))


def test_a_game_by_hand():
    plays = [((3, 1), "8/5 6/5"), ((5, 2), "13/11 13/8"), ((6, 6), "24/18(2) 13/7(2)")]
    assert mat.text_of(record(plays, points=2), 7, (4, 10)) == (
        "\n"
        " Game 7\n"
        " a : 4                                  b : 10\n"
        "  1) 31: 8/5 6/5                        52: 13/11 13/8\n"
        "  2) 66: 24/18 24/18 13/7 13/7\n"
        "      Wins 2 points\n")


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann : 3", "Ben  : 4"), ("A " * 40, "Ben"), ("Ann", "x " * 40)])
def test_names_are_read_again(names):
    text = mat.head_of(*names) + mat.game_of(["31: 8/5 6/5"], 1, (4, 10), 1, names)
    assert [(game.names, game.score) for game in read_mat(text)] == [(tuple(map(mat.one_line, names)), (4, 10))]


@pytest.mark.parametrize("names", [("", " "), (":", " : ")])
def test_a_name_that_the_format_lacks_is_that_of_its_side(names):
    (game,) = read_mat(mat.head_of(*names) + mat.game_of(["31: 8/5 6/5"], 1, (0, 0), 1, names))
    assert game.names == ("a", "b")


def test_the_cube_s_actions_stand_in_the_columns_of_their_sides():
    plays = [((3, 1), "8/5 6/5"), ((5, 2), "13/11 13/8"), ((6, 6), "24/18(2) 13/7(2)")]
    actions = ((2, "double", 2), (2, "take", 2), (3, "double", 4), (3, "drop", 2))
    printed = mat.text_of(replace(record(plays, points=-2), actions=actions), 1, (0, 0))
    assert [line.split(None, 1)[1] for line in printed.splitlines()[3:6]] == [
        "31: 8/5 6/5                        52: 13/11 13/8", "Doubles => 2                       Takes",
        "66: 24/18 24/18 13/7 13/7           Doubles => 4"]
    assert printed.splitlines()[6].strip() == "4)  Drops"
    assert printed.splitlines()[7] == 40 * " " + "Wins 2 points"


def test_who_begins_second_leaves_his_column_empty():
    game = record([((3, 1), "8/5 6/5"), ((5, 2), "13/11 13/8")], a_first=False, points=-1)
    assert mat.text_of(game, 1, (0, 0)).splitlines()[3:] == [
        "  1)                                    31: 8/5 6/5", "  2) 52: 13/11 13/8",
        "                                        Wins 1 point"]


def test_points_beyond_a_thousand_are_read_again():
    text = mat.head_of("a", "b") + mat.text_of(record([((3, 1), "8/5 6/5")], points=-12288), 1, (0, 0))
    assert [(game.winner, game.points) for game in read_mat(text)] == [(1, 12288)]


def test_a_game_that_the_limit_ended_has_no_winner():
    assert "Win" not in mat.text_of(record([((3, 1), "8/5 6/5")], points=0), 1, (0, 0))


def test_hits_the_bar_bearing_off_and_a_pass():
    """Steps as GNU Backgammon writes them: on the way, too, and a hit where it happens first."""
    hit = gamecore.Backgammon().roll(6, 2).play("24/18 13/11").roll(6, 1).play("13/7* 8/7")
    assert mat.steps_of(hit.roll(4, 3).read_move("bar/22 24/20")) == "25/22 24/20"
    assert (mat.steps_of(gamecore.Backgammon("t9MCAQY2m8EBBg 33").read_move("21/18*/12* 13/10"))
            == "21/18* 18/15 15/12* 13/10")
    own, ends = [5, 0, 0, 0, 4, 0, 6, *19 * [0]], [0, 2, 2, 2, 2, 2, 2, *18 * [0], 3]
    rolled = gamecore.Backgammon.from_counts(own, [15 - 3, 3, *24 * [0]]).roll(6, 4)
    assert mat.steps_of(rolled.read_move("6/off 4/off")) == "6/0 4/0"
    shut = gamecore.Backgammon.from_counts([12, *24 * [0], 3], ends)
    assert mat.steps_of(shut.roll(6, 4).read_move("pass")) == ""
    assert "  1) 64:\n" in mat.text_of(record([((6, 4), "pass")], position=shut), 1, (0, 0))


# The command

def test_the_command_keeps_the_games(tmp_path, shown, refusal):
    file = tmp_path / "games.mat"
    command = f"match backgammon --a {LINEAR} --b {BLIND} --games 4 --duplicate --mat"
    shown(command, file)
    text = file.read_text()
    assert text.startswith(f"; a: {LINEAR}\n; b: {BLIND}\n\n 0 point match\n")
    first, second, *others = read_mat(text)
    assert min(len(game.turns) for game in (first, second, *others)) > 10 and len(others) == 2
    assert first.turns[0].side != second.turns[0].side                                   # the sides exchanged
    assert first.turns[0].dice == second.turns[0].dice
    assert repr(str(file)) in refusal(command, file) and file.read_text() == text         # a file holds one match


@pytest.mark.parametrize("score, cube", [("3-5/7", False), ("3-5/7", True), ("4-6/7 post", True), ("4-6/7", True)])
def test_games_at_a_score_are_written_and_judged_at_it(score, cube, tmp_path, shown, records):
    """--score is that of every game; without --cube, and in the Crawford game, not doubling is not an error."""
    file = tmp_path / "games.mat"
    games = records("match backgammon --a depth=0 --b depth=0 --games 3 --score", score, *["--cube"] * cube, "--mat",
                    file)[:-1]
    read = read_mat(file.read_text())
    assert [game.points * (1 - 2 * game.winner) for game in read] == [game["points"] for game in games]
    expected = gamecore.MatchScore.read(score)
    assert {(game.length, game.score, game.post_crawford) for game in read} == {
        (7, (expected.white, expected.black), expected.post_crawford)}
    *lines, _ = records("annotate backgammon", file, "--plies", "0")
    judged = [line["action"] for line in lines if line["type"] == "cube"]
    assert bool(judged) == (cube and not expected.crawford)
    assert max((line["loss"] for line in lines if line["type"] == "play"), default=0) == 0      # the engine's own
    if expected.post_crawford:               # the trailer doubles at once
        assert {game["cube"] for game in games} == {2} and set(judged) == {"double", "take"}
