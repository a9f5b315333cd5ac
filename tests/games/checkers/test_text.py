"""Tests reading and writing the texts of positions and moves of checkers, and that all other texts are refused."""
import re

import numpy
import pytest

import gamecore
from gamecore.errors import MoveError, PositionError
from tests.refusals import quoted, refusals

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


@pytest.mark.parametrize("text", [START, "B:W21-32:B1-12", "B:B1-12:W21-32.", " B:W21-32:B1-12 ",
                                  "B:W21-24,25-32:B1-11,12", ""])
def test_one_position_has_many_texts(text):
    assert gamecore.Checkers(text) == gamecore.Checkers() and str(gamecore.Checkers(text)) == START


def test_kings_are_marked():
    position = gamecore.Checkers("W:WK1,6-7,K31:BK29-30,K4")
    assert str(position) == "W:WK1,6,7,K31:BK4,K29,K30"
    assert repr(position) == "Checkers('W:WK1,6,7,K31:BK4,K29,K30')"


test_an_impossible_position_is_refused_by_name = refusals(*(
    (PositionError, f"(?=.*{quoted(text)}).*{re.escape(complaint)}", gamecore.Checkers, text)
    for complaint, texts in {
        "no side 'X'": ["X:W21:B1"], "no side 'b'": ["b:W21:B1"], "no side 'hello'": ["hello"],
        "no side ''": [":W21:B1"],
        "one list of black and one of white": ["B", "B:W21", "B:W21:W22", "B:W21:B1:B2", "B:21:B1"],
        "black, who has just moved, has no piece": ["W:W21:B"], "white, who has just moved, has no piece": ["B:W:B"],
        "'33' is not on the board": ["B:W33:B1"], "'0' is not on the board": ["B:W0:B1"],
        "'24-21' is not on the board": ["B:W24-21:B1"], "'21-33' is not on the board": ["B:W21-33:B1"],
        "'' is neither a square": ["B:W21,,22:B1"], "'x' is neither a square": ["B:W21,x:B1"],
        "'Q21' is neither a square": ["B:WQ21:B1"], "'123' is neither a square": ["B:W123:B1"],
        "'-5' is neither a square": ["B:W-5:B1"], "is neither a square": ["B:W" + "9" * 5000 + ":B1"],
        "square 21 is named twice": ["B:W21,21:B1", "B:W20-22,K21:B1"],
        "square 22 holds a black and a white piece": ["B:W21,22:B1,22"],
        "black has 13 pieces, more than 12": ["B:W21:B1-13"], "white has 13 pieces, more than 12": ["B:W17-29:B1"],
        "white man on square 3 stands on its crown row": ["B:W3:B7"],
        "black man on square 30 stands on its crown row": ["W:W21:B30"],
        "a position is a text": [None, 7, b"B:W21:B1"],
    }.items() for text in texts))


@pytest.mark.parametrize("text", ["11-15", " 11-15 ", numpy.str_("11-15")])
def test_a_move_is_read(text):
    position = gamecore.Checkers()
    assert position.play(text) == position.play(position.read_move(text))
    assert position.read_move(text) in position.legal_moves()


@pytest.mark.parametrize("text", ["22x8", "22x15x8", "22X15X8", "22:15:8", "22-8"])
def test_a_jump_is_read_in_every_form(text):
    position = gamecore.Checkers("W:W22,32:B18,11,1")
    move = position.read_move(text)
    assert (str(move), move.path, move.captured) == ("22x8", (22, 15, 8), (11, 18))
    assert str(position.play(text)) == "B:W8,32:B1"


def test_the_whole_path_is_reported_only_where_it_must_be():
    position = gamecore.Checkers("W:WK1:B6,7,14,15,22,23")
    assert sorted(map(str, position.legal_moves())) == ["1x10x17x26x19x10x3", "1x10x3"]
    assert len(position.read_move("1x10x3").captured) == 2               # a whole path, and part of the longer one
    assert len(position.read_move("1x10x19x26x17x10x3").captured) == 6   # round the other way: the same move
    assert len(position.read_move("1x26x3").captured) == 6
    assert position.read_move("1x10x19x26x17x10x3") == position.read_move("1x10x17x26x19x10x3")


LEGAL = "9-13, 10-14, 11-15, 12-16, 9-14, 10-15, 11-16"

test_an_illegal_move_is_refused = refusals(
    *((MoveError, f"'{move}': it is not legal in {quoted(START)}.*{LEGAL}", gamecore.Checkers().play, move)
      for move in ("11-14", "11x15", "1-5", "22-18", "11-33")),
    *((MoveError, f"no move {quoted(move)}", gamecore.Checkers().play, move) for move in (
        "", "11", "11-", "a3-b4", "11-15-18", "111-15", "11--15", "11-15!", "1115", 1115, None, (11, 15))),
    (MoveError, "'1x3': it could be several moves.*1x10x17x26x19x10x3, 1x10x3",
     gamecore.Checkers("W:WK1:B6,7,14,15,22,23").play, "1x3"),
    (MoveError, "'22x8'.*not legal", gamecore.Checkers().play,
     gamecore.Checkers("W:W22,32:B18,11,1").legal_moves()[0]),
    (PositionError, "not over in 'B:W21", gamecore.Checkers().final_score),
)


def test_moves_compare_by_squares_and_captures():
    first, *others = gamecore.Checkers().legal_moves()
    assert first == gamecore.Checkers().legal_moves()[0] and hash(first) == hash(gamecore.Checkers().legal_moves()[0])
    assert sorted([*others, first])[0] == first and first not in others and first != str(first)


def test_positions_compare_by_pieces_and_turn():
    assert gamecore.Checkers("B:WK32:BK1") != gamecore.Checkers("W:WK32:BK1")
    assert gamecore.Checkers("B:WK32:BK1") != gamecore.Checkers("B:WK32:B1")
    assert gamecore.Checkers() != START and len({gamecore.Checkers(), gamecore.Checkers(START)}) == 1


def test_the_board_is_drawn_with_the_numbers_of_its_squares():
    assert gamecore.Checkers("B:W18,24,K31:B2,14,K20").board() == "\n".join([
        "  .   b   .   .       1   2   3   4",
        ".   .   .   .       5   6   7   8",
        "  .   .   .   .       9  10  11  12",
        ".   b   .   .      13  14  15  16",
        "  .   w   .   B      17  18  19  20",
        ".   .   .   w      21  22  23  24",
        "  .   .   .   .      25  26  27  28",
        ".   .   W   .      29  30  31  32"])


def test_a_move_is_played_without_writing_the_position(monkeypatch):
    position = gamecore.Checkers("B:W22,26,32:B1,15,K18")
    monkeypatch.setattr("gamecore.games.checkers.fen.write", None)
    for start in (gamecore.Checkers(), position):
        for move in start.legal_moves():
            same = gamecore.CheckersMove(move.path, move.captured, "")
            assert start.play(move) == start.play(str(move)) == start.play(same)


def test_moves_without_a_capture_are_those_of_every_position():
    first, second = gamecore.Checkers(), gamecore.Checkers().play("11-15").play("24-20").play("8-11")
    assert first.read_move("9-14") is gamecore.Checkers().read_move("9-14") and second.legal_moves()
    with pytest.raises(MoveError, match="is not legal"):
        second.play(first.read_move("9-14"))
