"""Tests games of backgammon that are read from .mat files and annotated. GNU Backgammon 1.07 exported an 11-point match
of its own with the cube turned eight times, and all of it was read."""
import json
import re
from dataclasses import replace

import pytest

import gamecore
from gamecore.commands.backgammon import annotate as command
from gamecore.commands.cli import main
from gamecore.errors import RecordError
from gamecore.match.backgammon import mat
from gamecore.match.backgammon.games import BackgammonPlayer, play_match
from gamecore.match.backgammon.mat_reader import read_mat
from gamecore.match.backgammon.rollout import roll_with_luck
from gamecore.match.settings import parse
from gamecore.playing.annotation import Verdict
from gamecore.playing.backgammon.annotation import (
    OPENINGS, Item, Judge, Tally, annotate, cube_scores, is_decision, items_of, opening_with_luck)
from gamecore.playing.players import EnginePlayer
from tests import DATA

MATCH = (DATA / "anna_and_ben.mat").read_text(encoding="utf-8")


def linear():
    return gamecore.Engine(hash_mb=1, evaluation="linear")


def for_money(text=MATCH):
    """The games of a file, as if they were played for money: the linear evaluation knows nothing else."""
    return [replace(game, length=0) for game in read_mat(text)]


def judged(engine, plies, position, dice, move, score=None):
    """The verdict on a play."""
    return Judge(EnginePlayer(engine, {"depth": plies}))(Item(1, 0, move, score, position, position.roll(*dice)))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "match.mat"
    path.write_text(MATCH, encoding="utf-8")
    return path


# Reading

def test_a_match_by_hand():
    first, second = read_mat(MATCH)
    assert [turn.owner for turn in first.turns] == [*4 * [None], *6 * [1]]
    assert (first.number, first.length, first.names, first.score) == (1, 5, ("Anna Lena", "Ben"), (0, 0))
    listed = [(turn.line, turn.side, turn.dice, turn.move and str(turn.move), turn.action, turn.cube)
              for turn in first.turns]
    assert listed == [
        (7, 1, (3, 1), "8/5 6/5", None, 1), (8, 0, (6, 1), "13/7 8/7", None, 1), (8, 1, (6, 4), "24/14", None, 1),
        (9, 0, None, None, "double", 2), (9, 1, None, None, "take", 2), (10, 0, (6, 6), "24/18(2) 13/7(2)", None, 2),
        (10, 1, (5, 5), "13/3(2)", None, 2), (11, 0, (4, 4), "18/10(2)", None, 2),
        (11, 1, None, None, "double", 4), (12, 0, None, None, "drop", 2)]
    assert (first.winner, first.points) == (1, 2)
    assert (second.score, second.winner, second.points, len(second.turns)) == ((0, 2), None, 0, 1)


def test_a_double_shows_the_position_before_the_dice_for_the_side_that_doubles():
    turns = read_mat(MATCH)[0].turns
    assert turns[3].position == turns[4].position == turns[2].position.roll(6, 4).play("24/14")
    assert all(turn.position.dice is None for turn in turns)


def test_a_dance_may_have_an_empty_column():
    """b is on the bar, and nothing is written down before a rolls again."""
    text = (" 0 point match\n Game 1\n a : 0                  b : 0\n 1) 31: 8/5 6/5        64: 24/14\n"
            " 2) 62: 24/18 {}\n 3) 21: 13/11 6/5\n")
    assert [turn.side for turn in read_mat(text.format("13/11*"))[0].turns] == [0, 1, 0, 0]
    with pytest.raises(RecordError, match="it is the turn of 'b'"):
        read_mat(text.format("8/6"))


def test_what_a_match_writes_is_read_back():
    players = [BackgammonPlayer(parse(f"hash-mb=1,evaluation=linear,plies=0{more}")) for more in ("", ",order=none")]
    records, totals, text, before = list(play_match(30, *players, seed=3)), [0, 0], mat.head_of("x\nnet", "y"), []
    assert text == "; x net\n; y\n\n 0 point match\n"
    for number, game in enumerate(records, 1):
        before.append(tuple(totals))
        text += mat.text_of(game, number, totals)
        totals[game.points < 0] += abs(game.points)
    assert [read.score for read in read_mat(text)] == before
    for game, read in zip(records, read_mat(text), strict=True):
        assert tuple(turn.move for turn in read.turns) == game.moves
        assert tuple(turn.dice for turn in read.turns) == game.rolls
        assert (read.points if read.winner == 0 else -read.points) == game.points
        assert [turn.side for turn in read.turns] == [(i + (not game.a_first)) % 2 for i in range(len(game.moves))]


@pytest.mark.parametrize("jacoby", [False, True])
def test_a_session_says_whether_the_jacoby_rule_holds(jacoby):
    """By that rule a gammon counts only after a double, which changes what the decisions are worth."""
    text = mat.head_of("a", "b", jacoby=jacoby) + MATCH.partition("5 point match")[2].partition(" Game 2")[0]
    games, engine = read_mat(text), gamecore.Engine(hash_mb=1)
    assert [game.jacoby for game in games] == [jacoby]

    def judged(said, **rules):
        played = [replace(game, jacoby=said) for game in games]
        return [judgement for _, _, judgement in annotate(played, engine, 0, **rules)]

    assert judged(jacoby) == judged(False, jacoby=jacoby) != judged(not jacoby)


@pytest.mark.parametrize("beaver", [" 3)  Doubles => 2                   Beavers => 4\n",
                                    " 3)  Doubles => 2                   Doubles => 4\n 4)  Takes\n"])
def test_a_beaver_may_be_written_as_a_double_of_the_other_side(beaver):
    """So GNU Backgammon writes it, and then that the first side takes."""
    text = (" 0 point match\n Game 1\n a : 0                  b : 0\n" + PLAYS[0] + beaver
            + " 5) 55: 13/3(2)                    61: 13/7 8/7\n")
    (game,) = read_mat(text)
    assert [(turn.side, turn.action, turn.cube) for turn in game.turns[2:]] == [
        (0, "double", 2), (1, "beaver", 4), (0, None, 4), (1, None, 4)]


def test_the_first_double_for_money_may_follow_automatic_doubles():
    text = " 0 point match\n Game 1\n a : 0                  b : 0\n" + PLAYS[0] + " 3)  Doubles => {}       Drops\n"
    (double, drop) = read_mat(text.format(8))[0].turns[2:]
    assert (double.cube, drop.cube) == (8, 4)
    for cube, quoted in ((0, "from a cube of 1"), (1, "from a cube of 1"), (12, "a power of two, not 12")):
        with pytest.raises(RecordError, match=quoted):
            read_mat(text.format(cube))


@pytest.mark.parametrize("line, names, score", [
    ("A:1 : 0            B : 2", ("A:1", "B"), (0, 2)), ("A : 0            B: 3 : 2", ("A", "B: 3"), (0, 2)),
    ("level: 5 : 0            Ben : 2", ("level: 5", "Ben"), (0, 2)), ("A : 0 B : 2", ("A", "B"), (0, 2)),
    ("a: 5 x : 0   B : 2", ("a: 5 x", "B"), (0, 2)), ("A : 0    x: 5 y : 2", ("A", "x: 5 y"), (0, 2))])
def test_a_name_may_have_a_colon_and_a_number(line, names, score):
    (game,) = read_mat(f" 5 point match\n Game 1\n {line}\n")
    assert (game.names, game.score) == (names, score)


def test_a_file_may_have_several_matches():
    """The score of one says nothing about the next: the Crawford game is yet to come there."""
    text = MATCH.replace("5 point", "2 point").replace("Ben : 2", "Ben : 1") + MATCH.replace("5 point", "3 point")
    read = read_mat(text.replace("Wins 2", "Wins 1"))
    assert [(game.length, game.score, game.post_crawford) for game in read] == [
        (2, (0, 0), False), (2, (0, 1), False), (3, (0, 0), False), (3, (0, 2), False)]


@pytest.mark.parametrize("before, after, quoted", [
    ("64: 24/14", "64: 24/13", "line 8 of 'x.mat', '2) 16: 13/7 8/7                    64: 24/13': no play '24/13'"),
    ("64: 24/14", "64: 24/14*", "'24/14*'"),
    ("64: 24/14", "67: 24/14", "line 8 of 'x.mat'"),
    ("  2) 16:", "  2  16:", "line 8 of 'x.mat', '2  16: 13/7 8/7                    64: 24/14': expected a number"),
    ("  3)  Doubles", "      Doubles", "line 9 of 'x.mat', 'Doubles => 2                   Takes': expected a number"),
    (33 * " " + "Wins 2 points", "7) 31: 8/5 6/5", "'31: 8/5 6/5' comes after the end of the game"),
    ("Wins 2 points", "Wins 2 points\n  7) 31: 8/5 6/5", "line 14 of 'x.mat', '7) 31: 8/5 6/5': '31: "),
    ("31: 8/5 6/5", "rolls 31", "line 7 of 'x.mat', '1)                                 rolls 31'"),
    ("  4) 66:", "  4)  Takes  66:", "line 10 of 'x.mat'"),
    ("  4) 66: 24/18(2) 13/7(2)", "  4)  Takes", "'Takes' answers no double"),
    ("  3)  Doubles => 2                   Takes", "  3)  Doubles => 2        Doubles => 4",
     "'Doubles => 4' comes before the answer to the other double"),
    ("  6)  Drops", "  6) 21: 13/10", "'21: 13/10' comes before the answer to the double"),
    ("  2) 16: 13/7 8/7                    64: 24/14", "  2)                            64: 24/14",
     "it is the turn of 'Anna Lena'"),
    (" Anna Lena : 0                      Ben : 0", " Anna Lena, Ben", "line 6 of 'x.mat', 'Anna Lena, Ben'"),
    (" 5 point match", "", "'7 point match' comes before 'Game 1'"),
    (" Game ", " Partie ", "'x.mat' is not a .mat file"),
    ("Anna Lena : 0                      Ben : 2", "Anna Lena : 0                      Ben : 5",
     "line 16 of 'x.mat', 'Anna Lena : 0                      Ben : 5': in a match to 5 points both sides have fewer"),
    (" 5 point", " " + "5" * 5000 + " point", "'7 point match' comes before 'Game 1'"),
    *(("Doubles => 4", f"Doubles => {cube}", f"line 11 of 'x.mat', '5) 44: 18/14 18/14 14/10 14/10      Doubles => "
                                              f"{cube}': 'Doubles => {cube}' from a cube of 2") for cube in (2, 3, 8)),
    ("Doubles => 2", "Doubles => 4", "'Doubles => 4' from a cube of 1"),
    ("  4) 66: 24/18(2) 13/7(2)            55: 13/3(2)\n  5) 44: 18/14 18/14 14/10 14/10      Doubles => 4",
     "  4) 66: 24/18(2) 13/7(2)            55: 13/3(2)\n  5)  Doubles => 4", "'Doubles => 4' with the cube of 'Ben'"),
    ("  1)                                 31: 8/5 6/5", "  1)                                 Doubles => 2",
     "'Doubles => 2' comes before the opening roll"),
])
def test_a_line_that_cannot_be_is_quoted_with_its_number(before, after, quoted):
    text = MATCH.replace(before, after)
    assert text != MATCH
    with pytest.raises(RecordError) as error:
        read_mat(text, "x.mat")
    assert quoted in str(error.value)


# Judging

def test_losses_are_those_of_a_search_that_scores_every_play():
    engine, game = linear(), for_money()[0]
    for plies in (0, 1):
        for _, turn, judgement in annotate([game], engine, plies):
            if turn.move is None:
                assert judgement is None
                continue
            rolled = turn.position.roll(*turn.dice)
            found = engine.search(rolled, depth=plies, multipv=1024)
            worth = {line[0]: score for score, line in found.lines}
            assert judgement.choices == len(rolled.legal_moves()) == len(worth)
            assert judgement.score == pytest.approx(worth[turn.move], abs=1e-12)
            assert judgement.best_score == pytest.approx(found.score, abs=1e-12)
            assert judgement.loss >= 0 and (judgement.loss > 0) == (judgement.best != turn.move)


def test_a_first_roll_that_is_a_double_is_judged_as_any_other():
    """Such a file leaves out who began; its luck is not that of the fifteen opening rolls."""
    (game,) = read_mat(" 0 point match\n Game 1\n a : 0                  b : 0\n 1) 66: 24/18(2) 13/7(2)\n")
    (_, turn, judgement), = annotate([game], linear(), 0)
    assert judgement.luck == roll_with_luck(turn.position, linear(), (6, 6))[1] > 0.1


def test_the_luck_of_all_rolls_cancels_out():
    position = gamecore.Backgammon().roll(3, 1).play("8/5 6/5")
    luck = [share * judged(linear(), 0, position, dice, position.roll(*dice).legal_moves()[0]).luck
            for dice, share in position.outcomes()]
    assert sum(luck) == pytest.approx(0, abs=1e-12) and max(luck) > 0.001


def test_the_opening_roll_is_as_lucky_as_what_it_leads_to():
    """The winner of the roll is chance as well, so the mean over all opening rolls is 0."""
    game, engine = for_money()[0], linear()
    _, turn, judgement = next(annotate([game], engine, 0))
    assert judgement.luck == engine.search(turn.position.roll(3, 1), depth=0).score


def test_a_bear_off_by_hand():
    """Checkers on 6 and 2, and a 6-2 takes both off. The other play, 6/4/off, leaves one, and the opponent's next roll
    wins: it costs the whole game twice, -1 instead of 1."""
    position = gamecore.Backgammon.from_counts([13, 0, 1, 0, 0, 0, 1, *19 * [0]], [14, 1, *24 * [0]])
    for move in position.roll(6, 2).legal_moves():
        judgement = judged(linear(), 1, position, (6, 2), move)
        won = position.roll(6, 2).play(move).is_over()
        assert (judgement.loss, judgement.mark) == ((0, None) if won else (2, "blunder"))


# At the score of a match

AT = " 7 point match\n Game 1\n a : {}                  b : {}\n"
PLAYS = [" 1) 43: 24/20 13/10        64: 24/14\n", "2)  Doubles => 2       Takes\n",
         " 3) 55: 13/3(2)     61: 13/7 8/7\n"]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("points", [(5, 6), (6, 5), (6, 6), (3, 5)])
def test_plays_are_judged_at_the_score_and_the_stake(points, first):
    """The oracle: a search at the player's score, of the position written down anew."""
    text = AT.format(*points) + (" 1)                          62: 24/18 13/11\n" if first else "") + "".join(PLAYS)
    game, engine = read_mat(text)[0], gamecore.Engine(hash_mb=1)
    judged = [(turn, judgement) for _, turn, judgement in annotate([game], engine, 0)
              if not judgement.decision]
    assert {turn.cube for turn, _ in judged} == {1, 2}
    assert {turn.position.turn for turn, _ in judged} == {"white", "black"}
    for turn, judgement in judged:
        score = gamecore.MatchScore(points[turn.side], points[1 - turn.side], 7, cube=turn.cube)
        rolled = gamecore.Backgammon(str(turn.position)).roll(*turn.dice)
        found = gamecore.Engine(hash_mb=1, match=score).search(rolled, depth=0, multipv=1024)
        known = {line[0]: worth for worth, line in found.lines}
        assert judgement.score == pytest.approx(known[turn.move], abs=1e-6)
        assert judgement.best_score == pytest.approx(found.score, abs=1e-6)
        assert judgement.unit == pytest.approx(score.chance_of(1) - score.chance_of(0))
        assert judgement.match_loss == pytest.approx(judgement.loss * score.unit)


def test_a_play_that_is_right_at_one_score_is_wrong_at_another():
    """4-3 with 24/20 13/10 is the best play at double match point; a trailer whom a gammon saves brings builders."""
    loss = {}
    for points in (6, 6), (5, 6):
        game = read_mat(AT.format(*points) + PLAYS[0])[0]
        *_, judgement = next(annotate([game], gamecore.Engine(hash_mb=1), 1))
        loss[points] = judgement.loss, str(judgement.best)
    assert loss[6, 6] == (0, "24/20 13/10") and loss[5, 6][0] > 0.01 and loss[5, 6][1] == "13/10 13/9"


def test_a_gammon_wins_what_the_score_says():
    """The last checker goes off, and the opponent has none off. The trailer two points away wins the match; at double
    match point a gammon is a win."""
    position = gamecore.Backgammon.from_counts([14, 1, *24 * [0]], [0, 15, *24 * [0]])
    for text, equity in {"5-6/7": 3, "6-6/7": 1, "6-5/7": 1}.items():
        score = gamecore.MatchScore.read(text)
        judgement = judged(gamecore.Engine(hash_mb=1), 0, position, (2, 1), position.roll(2, 1).legal_moves()[0], score)
        assert judgement.score == pytest.approx(equity) and judgement.loss == 0


@pytest.mark.parametrize("text", ["5-6/7", "3-5/7"])
def test_the_luck_of_all_opening_rolls_cancels_out_at_a_score(text):
    start, engine = gamecore.Backgammon(), gamecore.Engine(hash_mb=1, match=gamecore.MatchScore.read(text))
    own, other = ([opening_with_luck(position, engine, dice)[1] for dice in OPENINGS]
                  for position in (start, start.swapped()))
    assert sum(own) - sum(other) == pytest.approx(0, abs=1e-9) and max(own) > 0.01


def test_marks_begin_at_their_thresholds():
    def marked(loss):
        judgement = Verdict(1, 0, None, -loss, None, 0.0, in_points=True)
        tally.add(judgement)
        return judgement.mark
    tally = Tally()
    assert tally.error_per_decision is None
    assert [marked(loss) for loss in (0.0, 0.0199, 0.02, 0.0399, 0.04, 0.0799, 0.08, 2)] == [
        None, None, "inaccuracy", "inaccuracy", "error", "error", "blunder", "blunder"]
    assert tally.marks == {"inaccuracy": 2, "error": 2, "blunder": 2}
    assert tally.error_per_decision == pytest.approx(tally.error / 8)


def test_two_jobs_judge_as_one():
    games = for_money()
    one, two = ([judgement for _, _, judgement in annotate(games, linear(), 0, jobs)] for jobs in (1, 2))
    assert one == two and len(one) == 11


# The cube

def cube_of(text, plies=1):
    """The verdicts on the cube of a text: (action, best, loss to 3 places)."""
    games = read_mat(text)
    return [(judgement.move, judgement.best, round(judgement.loss, 3))
            for _, _, judgement in annotate(games, gamecore.Engine(hash_mb=1), plies)
            if judgement.decision]


def decision(*equities, action="double, take"):
    return gamecore.Cube((0.5, 0, 0, 0, 0)).decide()._replace(action=action, no_double=equities[0],
                                                             double_take=equities[1])


@pytest.mark.parametrize("action, equities, best, loss, counts", [
    ("no double", (0.5, 0.7), "double", 0.2, True), ("no double", (0.7, 0.6), "no double", 0, True),
    ("no double", (0.7, 0.5), "no double", 0, False), ("double", (0.7, 0.5), "no double", 0.2, True),
    ("double", (0.8, 1.3), "double", 0, True), ("no double", (0.8, 1.3), "double", 0.2, True),
    ("take", (0.8, 1.3), "pass", 0.3, True), ("take", (0.8, 0.9), "take", 0, True),
    ("pass", (0.8, 0.9), "take", 0.1, True), ("pass", (0.8, 1.3), "pass", 0, True),
    ("no double", (1.2, 1.5), "no double", 0, False), ("double", (1.2, 1.5), "no double", 0.2, True),
    ("beaver", (-0.2, -0.1), "beaver", 0, True), ("take", (-0.2, -0.1), "beaver", 0.05, True),
    ("beaver", (0.5, 0.4), "take", 0.4, True)])
def test_what_a_cube_action_loses(action, equities, best, loss, counts):
    kept, taken = equities
    name = ("double" if min(taken, 1) >= kept else "no double" if taken <= 1 else "too good") + ", " + (
        "beaver" if best == "beaver" else "take" if taken <= 1 else "pass")
    cube = decision(kept, taken, action=name)
    score, found, best_score = cube_scores(action, cube)
    assert (found, round(best_score - score, 9), is_decision(action, cube)) == (best, loss, counts)


@pytest.mark.parametrize("action", ["no double", "double", "take", "pass"])
def test_no_cube_action_loses_by_rounding(action):
    for kept, taken in (1.0, 1.0000000000000002), (1.0000000000000002, 1.0), (0.9999999999999998, 1.0):
        cube, tally = decision(kept, taken), Tally()
        judgement = Verdict(1, 0, action, *cube_scores(action, cube), decision=cube)
        tally.add(judgement)
        assert judgement.loss == 0 and not any(tally.wrong.values())


def test_each_turn_in_which_a_double_was_possible_is_judged_once():
    """Anna doubles and Ben owns the cube: only Ben may double from then on. The first turn of a game has no cube."""
    asked = [(item.step, *item.cube.values(), turn.line) for turn, item in items_of(read_mat(MATCH)[0], True, {})
             if item.cube]
    assert asked == [("no double", 1, "centred", 8), ("no double", 1, "centred", 8), ("double", 1, "centred", 9),
                     ("take", 1, "centred", 9), ("no double", 2, "me", 10), ("double", 2, "me", 11),
                     ("pass", 2, "me", 12)]


def test_a_taker_may_redouble_after_a_dance_of_the_doubler_that_is_not_written():
    """Ben makes five points, Anna is hit, doubles all the same, and dances."""
    (game,) = read_mat(" 0 point match\n Game 1\n Anna : 0                Ben : 0\n"
                       "  1) 45: 24/15               55: 13/8 6/1*(3)\n  2) Doubles => 2            Takes\n"
                       "  3)                         31: 8/5 6/5\n")
    asked = [(turn.side, item.step, item.cube["owner"]) for turn, item in items_of(game, True, {}) if item.cube]
    assert asked[-3:] == [(0, "double", "centred"), (1, "take", "centred"), (1, "no double", "me")]


def test_the_crawford_game_has_no_cube_and_the_next_one_has():
    text = " 3 point match\n" + "".join(f" Game {i}\n a : 2                  b : {b}\n" + PLAYS[0] + PLAYS[2]
                                       for i, b in ((1, 0), (2, 1)))
    first, second = read_mat(text)
    assert (first.post_crawford, second.post_crawford) == (False, True)
    sides = [(game.number, turn.side) for game, turn, judgement in annotate([first, second], gamecore.Engine(hash_mb=1))
             if judgement.decision]
    assert sides == [(2, 1), (2, 1)]      # the leader's win decides the match, so that only the trailer may double


@pytest.mark.parametrize("trailing", [4, 5])
def test_a_trailer_after_the_crawford_game_is_right_to_double_and_wrong_to_wait(trailing):
    """Whether an odd number of points or an even one is missing: a lost game loses the match anyway."""
    for double in "", PLAYS[1]:
        (game,) = read_mat(AT.format(trailing, 6) + PLAYS[0] + double + PLAYS[2])
        found = [(judgement.move, judgement.best, judgement.loss > 0) for _, turn, judgement in
                 annotate([replace(game, post_crawford=True)], gamecore.Engine(hash_mb=1), 0)
                 if judgement.decision and turn.side == 0]
        assert found == [("double", "double", False) if double else ("no double", "double", True)]


def test_a_session_without_a_double_is_one_without_a_cube():
    text = " 0 point match\n Game 1\n a : 0                  b : 0\n" + PLAYS[0] + "{}" + PLAYS[2]
    assert cube_of(text.format("")) == []
    assert [action for action, _, _ in cube_of(text.format(PLAYS[1]))] == ["double", "take"]     # others are not close


@pytest.mark.parametrize("rate, name", [(0, "supernatural"), (0.0021, "world class"), (0.013, "intermediate"),
                                        (0.0349, "beginner"), (0.035, "awful"), (3, "awful")])
def test_ratings_are_those_of_gnu_backgammon(rate, name):
    tally = Tally()
    for error in (0.0, 2 * rate):
        cube = decision(0.5 + error, 0.5, action="no double, take")
        tally.add(Verdict(1, 0, "double", *cube_scores("double", cube), decision=cube))
    assert (tally.cube_decisions, tally.rating, tally.error_rate) == (2, name, pytest.approx(rate))


# The command

QUICK = ["--plies", "0", "--money", "--evaluation", "linear"]


def test_programs_get_a_line_for_each_entry_and_the_sums(file, records):
    lines = records("annotate backgammon", file, *QUICK)
    assert [line["type"] for line in lines] == ["game", *3 * ["play"], *2 * ["cube"], *3 * ["play"], *2 * ["cube"],
                                                "game", "play", "result"]
    assert [line["cube"] for line in lines if line["type"] == "cube"] == [2, 2, 4, 2]
    anna, ben = lines[-1]["players"]
    assert (anna["player"], anna["plays"], ben["player"], ben["plays"]) == ("Anna Lena", 4, "Ben", 3)
    for tally in (anna, ben):
        own = [line for line in lines if line["type"] == "play" and line["player"] == tally["player"]]
        assert tally["error"] == pytest.approx(sum(line["loss"] for line in own))
        assert tally["luck"] == pytest.approx(sum(line["luck"] for line in own))
        assert sum(tally["marks"].values()) == sum(line["mark"] is not None for line in own)


def test_a_match_is_judged_at_its_score_unless_another_is_given(file, records):
    """--score, the left side's points first, and --money are those of all games."""
    own, score, money = (records("annotate backgammon", file, "--plies", "0", *more)
                         for more in ([], ["--score", "4-3/5"], ["--money"]))
    for lines, wanted in (own, [(5, [0, 0]), (5, [0, 2])]), (score, 2 * [(5, [4, 3])]), (money, [(0, [0, 0]),
                                                                                                (0, [0, 2])]):
        assert [(line["length"], line["score"]) for line in lines if line["type"] == "game"] == wanted
        for player in lines[-1]["players"]:
            mine = [line for line in lines if line.get("player") == player["player"]]
            for key, sum_key in {"match_loss": "match_error", "match_luck": "match_luck"}.items():
                if lines is money:
                    assert {line.get(key) for line in mine} == {None} and player[sum_key] is None
                else:
                    assert player[sum_key] == pytest.approx(sum(line.get(key, 0) for line in mine))
    equities = [[line["equity"] for line in lines if line["type"] == "play"] for lines in (own, score, money)]
    assert equities[0] != equities[1] != equities[2] != equities[0]


def test_people_read_what_was_lost_of_the_match(file, shown):
    out = shown("annotate backgammon", file, "--plies", "0")
    assert "0-0 to 5: Ben wins 2" in out
    assert re.search(r"of the match Ben lost 14\.\d\d % by mistakes and got \+3\.\d\d % by luck", out)
    assert "of the match" not in shown("annotate backgammon", file, "--plies", "0", "--money")


def test_a_player_who_never_rolled_had_no_luck(tmp_path, shown):
    (tmp_path / "a.mat").write_text(" 7 point match\n Game 1\n a : 0      b : 0\n 1) 31: 8/5 6/5   Doubles => 2\n")
    assert "by mistakes and got +0.00 % by luck" in shown("annotate backgammon --plies 0", tmp_path / "a.mat")


def test_people_get_the_mistakes_and_all_plays_if_they_ask(file, records, shown):
    some = shown("annotate backgammon", file, *QUICK)
    assert "Game 1, Anna Lena - Ben, 0-0, for money: Ben wins 2" in some and "doubles to 4" in some
    everything = shown("annotate backgammon", file, *QUICK, "--all")
    assert len(everything.splitlines()) > len(some.splitlines()) and "24/14" in everything
    losses = [line["loss"] for line in records("annotate backgammon", file, *QUICK) if line.get("loss")]
    assert losses and all(f"  {loss:.3f}  " in some for loss in losses)          # 0 or more everywhere


@pytest.mark.parametrize("names, players, beside", [
    (("Ben", "Ben"), ["Ben (left)", "Ben (right)"], ["Ben (l", "Ben (r"]),
    (("Markus A", "Markus B"), ["Markus A", "Markus B"], ["Markus A", "Markus B"]),
    (("Anna Lena", "Ben"), ["Anna Lena", "Ben"], ["Anna L", "Ben"])])
def test_players_have_different_names(names, players, beside, file, records, shown):
    text = MATCH.replace("Anna Lena", names[0]).replace(" Ben ", f" {names[1]} ")
    file.write_text(text, encoding="utf-8")
    lines = records("annotate backgammon", file, *QUICK)
    assert [player["player"] for player in lines[-1]["players"]] == players
    assert [player["plays"] for player in lines[-1]["players"]] == [4, 3]
    out = shown("annotate backgammon", file, *QUICK, "--all")
    for line, name in (8, beside[0]), (7, beside[1]):
        assert re.search(rf"^ +{line}  {re.escape(name)} +\d\d  ", out, re.MULTILINE)


def test_a_cube_that_is_not_judged_is_not_free_of_mistakes(file, records, shown):
    record = records("annotate backgammon", file, *QUICK)[-1]["players"][0]
    assert record["cube_decisions"] is record["cube_error"] is record["wrong"] is None
    out = shown("annotate backgammon", file, *QUICK)
    assert "the cube is not judged: evaluation 'linear' has no probabilities" in out
    record = records("annotate backgammon", file, "--plies", "0")[-1]["players"][0]
    assert record["cube_decisions"] == 2 and "is not judged" not in shown("annotate backgammon", file, "--plies", "0")


def test_ctrl_c_leaves_what_there_is(file, capsys, monkeypatch):
    def interrupted(*arguments, **rules):
        for i, item in enumerate(annotate(*arguments, **rules)):
            if i == 2:
                raise KeyboardInterrupt
            yield item
    monkeypatch.setattr(command, "annotate", interrupted)
    assert main(["annotate", "backgammon", str(file), *QUICK, "--json"]) == 130
    *_, result = map(json.loads, capsys.readouterr().out.splitlines())
    assert (result["stop"], [tally["plays"] for tally in result["players"]]) == ("interrupt", [1, 1])


@pytest.mark.parametrize("score", [(0, 5), (5, 0), (6, 3)])
@pytest.mark.parametrize("answer", ["Takes", "Drops"])
def test_an_answer_is_judged_at_the_score_of_its_double(score, answer):
    games = read_mat(" 7 point match\n\n Game 1\n Anna : {}                      Ben : {}\n".format(*score) +
                     "  1) 31: 8/5 6/5                     52: 13/11 13/8\n"
                     f"  2)  Doubles => 2                   {answer}\n")
    games = [replace(game, post_crawford=True) if 6 in score else game for game in games]
    double, taken = [(replace(game.score_at(turn), cube=1), judgement.decision) for game, turn, judgement
                     in annotate(games, gamecore.Engine(hash_mb=1), plies=0) if turn.action]
    assert double == taken and double[0].white + double[0].black == sum(score)
