"""Tests the rules of backgammon one by one, above all those that programs get wrong, and the texts of positions and
plays."""
import pickle
import re
from random import Random

import pytest
from tests.games.backgammon import reference
from tests.data.facts import backgammon as facts

import gamecore
from gamecore.errors import GameOverError, MoveError, PositionError, SettingsError
from gamecore.games.backgammon.text import read_stakes, stake_fields, write_match_id
from tests.refusals import refusals


def side(points):
    """26 counts from {point: checkers}; what is missing from fifteen is borne off."""
    counts = [points.get(point, 0) for point in range(26)]
    counts[0] = 15 - sum(counts[1:])
    return counts


def put(own, other):
    return gamecore.Backgammon.from_counts(side(own), side(other))


def plays(own, other, *dice):
    return {str(move) for move in put(own, other).roll(*dice).legal_moves()}


@pytest.mark.parametrize("dice, count", facts.OPENING)
def test_a_roll_has_so_many_plays_at_the_start(dice, count):
    position = gamecore.Backgammon().roll(*dice)
    assert len(position.legal_moves()) == len(set(position.successors())) == count
    assert len(reference.finals(reference.START, reference.START, *dice)) == count


@pytest.mark.parametrize("rule, own, other, dice, legal", [
    ("a player on the bar enters first", {25: 1, 6: 2}, {6: 2}, (4, 3), {"bar/21 6/3", "bar/18", "bar/22 6/2"}),
    ("a player on the bar enters first", {25: 2, 6: 2}, {6: 2}, (4, 3), {"bar/22 bar/21"}),
    ("who cannot enter passes", {25: 1, 6: 2}, {4: 2, 3: 2}, (4, 3), {"pass"}),
    ("who cannot enter passes", {25: 2, 6: 2}, {4: 2}, (4, 3), {"bar/22"}),
    ("both dice are played if they can be: the 6 alone is blocked", {13: 1, 2: 1}, {18: 2}, (6, 5), {"13/2"}),
    ("both dice are played if they can be: 13/9 would leave no 5", {13: 1, 9: 1}, {21: 2}, (5, 4), {"13/8 9/5"}),
    ("of one die the larger is played", {13: 1}, {16: 2, 15: 2}, (4, 3), {"pass"}),
    ("of one die the larger is played", {20: 1}, {12: 2}, (4, 3), {"20/16"}),
    ("of one die the larger is played", {20: 1}, {12: 2, 9: 2}, (4, 3), {"20/17"}),
    ("a double is played four times if it can be", {24: 1}, {6: 2}, (1, 1), {"24/20"}),
    ("a double is played four times if it can be", {24: 1}, {4: 2}, (1, 1), {"24/22"}),
    ("a checker is borne off when all are at home", {7: 1, 6: 2}, {6: 2}, (6, 1), {"7/off", "7/1 6/5"}),
    ("a larger die bears off from the highest point", {4: 1, 2: 1}, {6: 2}, (6, 5), {"4/off 2/off"}),
    ("a larger die bears off from the highest point", {5: 1, 2: 2}, {6: 2}, (6, 3), {"5/off 2/off", "5/off"}),
    ("2/off with the 5 while one is on the 6 is illegal", {6: 1, 2: 1}, {24: 2}, (5, 4), {"6/off"}),
])
def test_a_roll_has_these_plays_by_the_rule(rule, own, other, dice, legal):
    assert plays(own, other, *dice) == legal, rule


def test_no_checker_is_borne_off_while_one_is_not_at_home():
    assert "off" not in " ".join(plays({7: 2, 6: 2}, {6: 2}, 6, 2))


def test_a_blot_is_hit_and_goes_to_the_bar():
    position = put({24: 1, 6: 2}, {7: 1, 6: 2})
    child = position.roll(6, 5).play("24/18*/13")
    assert child.own[25] == 1 and child.own[7] == 0 and sum(child.own) == 15


def test_two_plays_with_the_same_final_position_are_one():
    assert "24/20" in plays({24: 2, 6: 2}, {6: 2}, 3, 1)
    # a blot on the way makes them two
    assert {"24/20", "24/21*/20"} <= plays({24: 2, 6: 2}, {4: 1}, 3, 1)


@pytest.mark.parametrize("loser, points", [({1: 14}, 1), ({1: 15}, 2), ({18: 1, 1: 14}, 2), ({19: 1, 1: 14}, 3),
                                           ({25: 1, 1: 14}, 3), ({24: 1, 1: 1}, 1)])
def test_a_lost_game_costs_so_many_points(loser, points):
    position = put(loser, {})
    assert position.is_over() and position.outcome == "loss" and position.final_score() == -points
    assert position.swapped().final_score() == points and position.swapped().outcome == "win"
    with pytest.raises(GameOverError, match="is over"):
        position.roll(3, 1)


# Texts

@pytest.mark.parametrize("text, mover, other", facts.PRINTED_IDS)
def test_a_position_id_tells_the_opponent_s_checkers_first(text, mover, other):
    position = gamecore.Backgammon(text)
    assert (list(position.own), list(position.other)) == (side(mover), side(other))
    assert position.position_id == str(position) == text


def test_the_start_is_known_by_its_id():
    assert gamecore.Backgammon().position_id == facts.OPENING_ID
    assert (gamecore.Backgammon(facts.OPENING_ID) == gamecore.Backgammon()
            == put({6: 5, 8: 3, 13: 5, 24: 2}, {6: 5, 8: 3, 13: 5, 24: 2}))


@pytest.mark.parametrize("line, dice, player, other", facts.FIBS)
def test_a_fibs_line_is_read(line, dice, player, other):
    position = gamecore.Backgammon(line)
    assert (position.dice, list(position.own), list(position.other)) == (dice, side(player), side(other))
    assert gamecore.Backgammon(position.fibs()) == position
    fields = line.split(":")
    fields[32] = "1"                 # now the other player's turn, whose dice are not known
    assert gamecore.Backgammon(":".join(fields)) == put(other, player)


START_XGID = "XGID=-b----E-C---eE---c-e----B-"


def test_an_xgid_is_read():
    start = gamecore.Backgammon()
    assert start.xgid() == f"{START_XGID}:0:0:1:00:0:0:0:0:10"
    assert gamecore.Backgammon(f"{START_XGID}:1:1:1:13:2:4:0:7:10") == start.roll(3, 1)
    assert gamecore.Backgammon(f"{START_XGID}:0:0:-1:D:0:0:0:0:10") == start       # the other player doubles
    # The lower player's ace point and bar, the upper one's bar: read for either player on roll.
    sides = gamecore.Backgammon("XGID=bB-----------------------C:0:0:1:62:0:0:0:0:10")
    assert (sides.own[1], sides.own[25], sides.own[0], sides.other[25], sides.other[0]) == (2, 3, 10, 2, 13)
    other = gamecore.Backgammon("XGID=bB-----------------------C:0:0:-1:62:0:0:0:0:10")
    assert (other.own, other.other) == (sides.other, sides.own)


def in_words(text):
    """The slow way: what an XGID says, by the format's description, of the player at the bottom, who is upper case."""
    checkers, cube, owner, turn, dice, bottom, top, rules, length, _ = text.split("=")[1].split(":")
    counted = {}
    for place, letter in enumerate(checkers):
        if letter != "-":
            counted["bottom" if letter.isupper() else "top", place] = "abcdefghijklmno".index(letter.lower()) + 1
    score = None if length == "0" else (int(bottom), int(top), int(length), rules == "1")
    return (counted, 2 ** int(cube), {"1": "bottom", "0": "centre", "-1": "top"}[owner], turn, dice, score,
            set() if score else {"0": set(), "1": {"jacoby"}, "2": {"beavers"}, "3": {"jacoby", "beavers"}}[rules])


def test_an_xgid_tells_the_stakes_and_is_read_again():
    random = Random(5)
    position = gamecore.Backgammon()
    for _ in range(300):
        position = gamecore.Backgammon() if position.is_over() else position
        rolled = position.roll(random.randint(1, 6), random.randint(1, 6))
        place = random.choice([position, rolled])
        length, cube, owner = random.randint(1, 9), 2 ** random.randrange(13), random.choice(["centred", "me", "you"])
        points = [random.choice([random.randrange(length), length - 1]) for _ in range(2)]
        post = length - 1 in points and random.random() < .5
        score = random.choice([None, gamecore.MatchScore(*points, length, post)])
        rules = {rule for rule in ("jacoby", "beavers") if not score and random.random() < .5}
        doubled = (not place.dice and owner != "you" and cube < 4096 and not (score and score.crawford)
                   and random.random() < .5)
        text = place.xgid(score, cube, owner, **dict.fromkeys(rules, True), doubled=doubled)
        own, other = points if place.turn == "white" else points[::-1]
        assert in_words(text) == (
            {("bottom", point): place.own[point] for point in range(1, 26) if place.own[point]}
            | {("top", 25 - point): place.other[point] for point in range(1, 26) if place.other[point]},
            cube, {"centred": "centre", "me": "bottom", "you": "top"}[owner], "1",
            "D" if doubled else "{}{}".format(*place.dice or (0, 0)), score and (own, other, length, score.crawford),
            rules)
        read = gamecore.Backgammon(text)
        assert (read, read.dice) == (place, place.dice)
        fields_read = read_stakes(text)
        ids = f"{place.position_id}:{write_match_id(text)}"
        read = gamecore.Backgammon(ids)
        assert (read, read.dice) == (place, place.dice)
        assert read_stakes(ids) == {name: name != "beavers" and value for name, value in fields_read.items()}
        assert (fields_read.pop("cube"), fields_read.pop("owner"), fields_read.pop("doubled")) == (cube, owner, doubled)
        if score:
            assert gamecore.MatchScore.read(fields_read["score"]) == gamecore.MatchScore(own, other, length, post)
        else:
            assert {rule for rule in fields_read if fields_read[rule]} == rules
        position = rolled.play(random.choice(rolled.legal_moves()))


# First the example of GNU Backgammon's manual, 11.7: a match to 9, 2-4; player 0 has a cube of 2, player 1 rolled 5-2.
@pytest.mark.parametrize("match_id, fields", [
    ("QYkqASAAIAAA", "1:-1:1:52:4:2:0:9"), ("cAkAAAAAAAAA", "0:0:1:00:0:0:1:0"), ("cAkAAAAAAAAE", "0:0:1:00:0:0:0:0")])
def test_a_match_id_is_that_of_an_xgid(match_id, fields):
    text = f"4HPwATDgc/ABMA:{match_id}"
    assert stake_fields(text) == fields.split(":") and write_match_id(f"XGID=:{fields}:10") == match_id
    assert read_stakes(text) == read_stakes(f"{START_XGID}:{fields}:10")
    assert str(gamecore.Backgammon(text)) == "4HPwATDgc/ABMA" + " 52" * ("52" in fields)


@pytest.mark.parametrize("match_id", ["", "cAkAAAAAAAA", "cAkAAAAAAAA=", "cAoAAAAAAAAA", "YAkAAAAAAAAA",
                                      "cEkBAAAAAAAA"])
def test_a_match_id_that_is_none_of_a_game_in_progress_is_refused(match_id):
    with pytest.raises(PositionError, match=f"^no match ID '{match_id}' in '4HPwATDgc/ABMA:{match_id}': expected"):
        gamecore.Backgammon(f"4HPwATDgc/ABMA:{match_id}")


@pytest.mark.parametrize("dice, options", [
    ("31", {}), ("", {"owner": "you"}), ("", {"cube": 4096}), ("", {"score": gamecore.MatchScore(6, 5, 7)})])
def test_a_double_that_cannot_be_is_not_written(dice, options):
    position = gamecore.Backgammon(f"4HPwATDgc/ABMA {dice}")
    with pytest.raises(PositionError, match="^no double .*: the player on roll may not double$"):
        position.xgid(**options, doubled=True)


def test_a_fibs_line_says_all():
    assert gamecore.Backgammon(gamecore.Backgammon().roll(3, 1).fibs()).dice == (3, 1)
    assert gamecore.Backgammon().roll(2, 5).fibs() == (
        "board:You:Opponent:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:"
        "0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0")


@pytest.mark.parametrize("text", ["4HPwATDgc/ABMA 31", "4HPwATDgc/ABMA 1-3", "  4HPwATDgc/ABMA   3,1 "])
def test_dice_may_stand_behind_an_id(text):
    position = gamecore.Backgammon(text)
    assert position == gamecore.Backgammon().roll(1, 3) and position.dice == (3, 1)
    assert str(position) == "4HPwATDgc/ABMA 31" and repr(position) == "Backgammon('4HPwATDgc/ABMA 31')"
    assert pickle.loads(pickle.dumps(position)) == position != gamecore.Backgammon()


@pytest.mark.parametrize("read, play", [
    ("6/5 8/5", "8/5 6/5"), ("8/5,6/5", "8/5 6/5"), ("24/21 21/20", "24/20"), ("24/23/20", "24/20"),
    ("13/10 10/9", "13/9"), ("13/9", "13/9"), ("24/23 24/21", "24/23 24/21"), ("24/21 24/23", "24/23 24/21"),
])
def test_a_play_is_read_in_any_form(read, play):
    assert str(ROLLED.read_move(read)) == play


def test_doubles_are_written_short():
    position = gamecore.Backgammon().roll(4, 4)
    assert ({"24/16(2)", "24/20(2) 13/9(2)", "8/4(2) 6/2(2)", "13/5 6/2(2)"}
            <= {str(move) for move in position.legal_moves()})
    assert str(position.read_move("8/4 6/2 8/4 6/2")) == str(position.read_move("6/2(2) 8/4(2)")) == "8/4(2) 6/2(2)"
    hitting = put({8: 2, 6: 2}, {21: 1, 1: 2}).roll(4, 4)
    assert str(hitting.read_move("8/4(2) 6/2(2)")) == "8/4*(2) 6/2(2)" == str(hitting.read_move("6/2 6/2 8/4* 8/4"))


def test_a_star_tells_ways_apart():
    position = put({24: 2, 6: 2}, {4: 1}).roll(3, 1)
    assert str(position.read_move("24/20")) == "24/20" and str(position.read_move("24/21/20")) == "24/21*/20"
    both = put({24: 2, 6: 2}, {4: 1, 2: 1}).roll(3, 1)
    with pytest.raises(MoveError, match=r"'24/20': it could be several plays in .*24/23\*/20"):
        both.read_move("24/20")
    assert str(both.read_move("24/23/20")) == "24/23*/20"


ROLLED = gamecore.Backgammon().roll(3, 1)


def fibs_with(field, value):
    fields = ROLLED.fibs().split(":")
    fields[field] = str(value)
    return gamecore.Backgammon(":".join(fields))


test_what_cannot_be_is_refused = refusals(
    *((error, message, lambda stakes: gamecore.Backgammon().xgid(**stakes), stakes) for error, message, stakes in (
        (PositionError, "not 3", {"cube": 3}), (SettingsError, "not 'him'", {"owner": "him"}),
        (SettingsError, "for money, not for a match at 0-0/3",
         {"score": gamecore.MatchScore(0, 0, 3), "beavers": True}))),
    *((PositionError, "XGID=", gamecore.Backgammon, text) for text in (
        "XGID=", f"{START_XGID}:0:0:2:00:0:0:0:0:10", f"{START_XGID}-:0:0:1:00:0:0:0:0", f"{START_XGID}:1:1:1:00:3:2:0",
        START_XGID.replace("E", "P") + ":0:0:1:00:0:0:0:0", START_XGID.replace("E", "O") + ":0:0:1:00:0:0:0:0",
        "XGID=B-----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", "XGID=-b----E-C---eE---c-e----Bb:0:0:1:00:0:0:0:0")),
    *((PositionError, f"^no dice {dice!r} in 'XGID=", gamecore.Backgammon, f"{START_XGID}:0:0:1:{dice}:0:0:0:0{more}")
      for dice in ("71", "17", "77", "3", "311", "xx", "", "0", "01", "B", "d") for more in ("", ":10")),
    *((PositionError, f"^no {fault} in 'XGID=", gamecore.Backgammon, f"{START_XGID}:{fields}:10") for fault, fields in (
        ("rules '1'", "0:0:1:00:3:4:1:7"), ("rules '2'", "0:0:1:00:3:6:2:7"), ("rules '4'", "0:0:1:00:0:0:4:0"),
        ("cube '13'", "13:0:1:00:0:0:0:0"), ("double 'D'", "1:-1:1:D:0:0:0:0"), ("double 'D'", "0:0:1:D:3:6:1:7"))),
    *((PositionError, "counts are integers", gamecore.Backgammon.from_counts, own, other) for own, other in (
        ([14.9, 1, *24 * [0]], [15, *25 * [0]]), ([15, *25 * [0]], [14, "1", *24 * [0]]),
        ([15, *25 * [False]], 26 * [0]))),
    *((PositionError, re.escape((text.split() or [text])[-1].strip()), gamecore.Backgammon, text) for text in (
        "x", "4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "4HPwATDgc/AB A", "4HPwATDgc/ABM*", "//////////////",
        "4HPwATDgc/ABMA 37", "4HPwATDgc/ABMA 3 1", "4HPwATDgc/ABMA x", "board:", "board:a:b:1",
        "4HPwATDgc/ABMA 31 31", "AAAAAAAAAAAAAA", "AAAAAAAAAAAAAP")),
    *((PositionError, fault, fibs_with, field, value) for field, value, fault in (
        (41, 0, "colour"), (32, 0, "turn"), (42, 7, "direction"), (47, 1, "on the bar"), (6, "x", "53 fields"),
        (45, 3, "checkers"), (33, 9, "1..6"), (12, 6, "checkers"))),
    *((PositionError, fault, put, own, other) for own, other, fault in (
        ({6: 16}, {6: 15}, "16 checkers"), ({6: 5}, {19: 2}, "6 point"), ({25: 16}, {}, "checkers"),
        ({}, {}, "borne off all"),
        (dict.fromkeys(range(1, 7), 2) | {25: 1}, dict.fromkeys(range(1, 7), 2) | {25: 1}, "neither side can ever"))),
    *((PositionError, "1..6", gamecore.Backgammon().roll, *dice) for dice in (
        (0, 1), (7, 1), (1, "2"), (True, 2), (1.0, 2), (-1, 3), (None, 1))),
    (PositionError, "fallen already in '4HPwATDgc/ABMA 31'", ROLLED.roll, 3, 1),
    (PositionError, "have not fallen in '4HPwATDgc/ABMA'", gamecore.Backgammon().play, "8/5 6/5"),
    (PositionError, "'4HPwATDgc/ABMA'", gamecore.Backgammon().final_score),
    *((MoveError, "legal plays are .*8/5 6/5|a play is a BackgammonMove", ROLLED.play, move) for move in (
        "", "8/5", "8/5 6/5 6/5", "8/6 6/5", "5/8", "13/12/11", "pass", "8/5 8/4")),
    *((MoveError, "no play .*a play is", ROLLED.play, move) for move in (
        "e4", "8/5 x", "26/20", "8", "8/5(9)", None, 31, "8//5")),
    *((MoveError, "is not legal.*8/5 6/5", ROLLED.read_move, move) for move in ("B/22 B/21", "24/20*")),
)


def test_dice_fall_once_and_before_the_play():
    assert gamecore.Backgammon().legal_moves() == ROLLED.outcomes() == []


def test_there_are_21_rolls_of_two_dice():
    outcomes = dict(gamecore.Backgammon().outcomes())
    assert (len(outcomes), outcomes[3, 3], outcomes[3, 1]) == (21, 1 / 36, 1 / 18)
    assert sum(outcomes.values()) == pytest.approx(1) and gamecore.Backgammon().outcome is None
    assert gamecore.Backgammon().play_outcome((3, 1)) == gamecore.Backgammon().roll(1, 3)


def test_the_picture_shows_bar_and_stacks():
    picture = put({25: 1, 1: 8}, {6: 2, 25: 2}).board().splitlines()
    assert picture[1].count("2o") == 1 and picture[-2].count("1x") == 1 and " 8 " in picture[-6]
    assert "o off 11" in picture[1] and "x off 6" in picture[-2]
