"""Tests reading and writing games of checkers in PDN."""
import pytest
from hypothesis import given, settings, strategies as st

import gamecore
from gamecore.playing.checkers.texts import read_game
from gamecore.errors import PdnError, PositionError
from gamecore.games.checkers import pdn
from tests import DATA
from tests.refusals import refusals

TWO_GAMES = (DATA / "two_games.pdn").read_text(encoding="utf-8")


def test_games_are_read():
    first, second = pdn.read(TWO_GAMES)
    assert first.headers == {"Event": 'A "friendly" match', "Black": "Marion", "White": "Asa \\ Long", "Result": "0-1"}
    assert [str(move) for move in first.moves] == ["11-15", "22-18", "15x22", "25x18", "8-11"]
    assert first.comments == {0: "before it begins", 1: "good; (truly)", 4: "to the end"}
    assert (first.result, second.result) == ("0-1", "1/2-1/2")
    assert str(second.positions()[-1]) == "B:WK3:B14,15,22,23"


def test_games_are_written_and_read_again():
    games = pdn.read(TWO_GAMES)
    text = pdn.write(games)
    again = pdn.read(text)
    assert pdn.write(again) == text
    for game, other in zip(games, again, strict=True):
        assert (game.moves, game.comments, game.result) == (other.moves, other.comments, other.result)
        assert game.headers.items() <= other.headers.items()


@pytest.mark.parametrize("text, result", [
    ("\ufeff[Event \"?\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0", "1-0"),
    ("% what an archive says of itself\n1. 11-15 22-18 2. 15x22 25x18 0-1\n%its end", "0-1"),
    ("1. 11-15 22-18\n%2. 9-13\n2. 15x22 25x18 *", "*"),
    ("1. 11 - 15 22 -18 2. 15 x 22 25x 18 2-0", "1-0"), ("1.11-15 22-18 2.15x22\n25x18 0-2", "0-1"),
    ("1115 2218 1522 2518 0-0", "*"), ("1. 11x15 22x18 2. 15x22 25x18 1-0", "1-0"),
    ("Notes. [Event \"x\"] 1. 11-15 Good! 22-18 2. 15x22 25x18 White's win, so 0-1\nWords after.", "0-1"),
    ("[GameType \"21,B,8,8,N1,0\"] 1. 11-15 22-18 2. 15x22 25x18 1-0", "1-0"),
    ("1. 11-15 22-18 2. 15:22 25:18 1-1", "1/2-1/2"), ("[Result \"1/2\"]\n1. 11-15 22-18 2. 15-22 25-18", "1/2-1/2"),
    ("[Result \"2-0\"]\n1. 11-15 22-18 2. 15x22 25x18 1/2", "1/2-1/2"),
    ("[Result \"2-0\"]\n1. 11-15 22-18 2. 15x22 25x18 *", "1-0")])
def test_games_are_read_as_they_are_found(text, result):
    game, = pdn.read(text)
    assert ([str(move) for move in game.moves], game.result) == (["11-15", "22-18", "15x22", "25x18"], result)


def test_1_0_is_a_win_of_the_side_that_moves_first_or_of_the_one_that_the_caller_names():
    text = '[Result "1-0"] 1. 11-15 1-0 [FEN "W:W21:BK1"] 1. 21-17 0-1 1. 11-15 1/2-1/2 1. 11-15 2-0 1. 11-15 *'
    assert [game.winner for game in pdn.read(text)] == ["black", "white", None, "black", None]
    other = pdn.read(text, first="white")
    assert [game.winner for game in other] == ["white", "black", None, "white", None]
    assert [game.result for game in pdn.read(pdn.write(other))] == ["0-1", "1-0", "1/2-1/2", "0-1", "*"]


def test_a_winner_is_who_made_the_last_move():
    start = gamecore.Checkers("B:W6:B1,2")
    over = start.play("1x10")
    assert over.outcome == "loss" and over.turn == "white"
    game, = pdn.read(pdn.written(start, [start.read_move("1x10")], 1.0))
    assert (game.result, game.winner, game.headers["GameType"]) == ("1-0", "black", "21")


def test_games_that_cannot_be_read_are_collected_and_the_others_read():
    text = """1. 9-13 1-0
[Event "a wrong move"] 1. 9-13 22-18 9-14 18-15 {so} 0-1
[Event "good"] 1. 9-14 *
[Event "torn"] 1. 9-13 22/18 1. 5-9 {
[Event "good, too"] 1. 10-14 1/2-1/2
[FEN "nonsense"] [Event "no position"] 1. 9-13 *
[GameType "20"] [Event "international"] 1. 32-28 1-0
[Event "last"] 1. 10-15 0-1"""
    games = pdn.read(text, errors="collect")
    messages = [None, "game 2, ply 3: no move '9-14'", None, "this is not PDN, in line 4: '22/18", None, "'nonsense'",
                "game 7: GameType '20' is another game", None]
    assert [(game.error is None) if part is None else part in str(game.error)
            for game, part in zip(games, messages, strict=True)] == [True] * 8
    assert [len(game.moves) for game in games] == [1, 2, 1, 1, 1, 0, 0, 1]
    assert [game.result for game in games] == ["1-0", "0-1", "*", "*", "1/2-1/2", "*", "1-0", "0-1"]


@pytest.mark.parametrize("text, games", [
    ('[Event "A"]\n[Result "1-0"]\n{Black won by forfeit}\n\n[Event "B"]\n1. 9-14 22-17\n',
     [("A", "1-0", 0, {0: "Black won by forfeit"}), ("B", "*", 2, {})]),
    ('[Event "A"]\n[Result "1-0"]\n\n[Event "B"]\n1. 9-14 *', [("A", "1-0", 0, {}), ("B", "*", 1, {})]),
    ('[Event "A"]\n1. 9-14 1-0 {White resigned}\n\n[Event "B"]\n1. 9-13 *',
     [("A", "1-0", 1, {1: "White resigned"}), ("B", "*", 1, {})]),
    ('{of a book} 1. 9-14 1-0', [(None, "1-0", 1, {0: "of a book"})])])
def test_a_game_without_moves_and_a_comment_after_a_result_stay_apart_from_the_next_game(text, games):
    found = [(game.headers.get("Event"), game.result, len(game.moves), game.comments) for game in pdn.read(text)]
    assert found == games


BAD_HEADER = '[Event "A"]\n[FEN "W:W21,22,K30:B1,2,K3]\n[White "x"]\n1. 11-15 23-19 1-0\n\n'


@pytest.mark.parametrize("bad", [
    BAD_HEADER, BAD_HEADER.replace('[Event "A"]\n', ""), BAD_HEADER.replace('[White "x"]\n', ""),
    '[White "x"]\n[FEN "W:W21]\n1. 11-15 1-0\n\n', '[Event "A"]\n22/18 1. 9-13 1-0\n\n', "22/18 1. 9-13 1-0\n\n",
    '[Event "A"]\n{never closed 1. 9-13\n\n', '[Event "A"]\n1. 9-14 22/18 9-13 1-0\n\n'])
@pytest.mark.parametrize("next_game", ['[Event "B"]\n1. 9-14 *', '[Black "B"]\n1. 9-14 *'])
def test_a_bad_game_is_one_game_and_the_next_one_is_read(bad, next_game):
    broken, good = pdn.read(bad + next_game, errors="collect")
    assert isinstance(broken.error, PdnError) and good.error is None
    assert "B" in good.headers.values() and [str(move) for move in good.moves] == ["9-14"]


def test_a_game_of_an_archive_is_read_whatever_the_others_hold():
    archive = '[Event "A"]\n1. 9-14 *\n\n[Event "B"]\n1. 9-18 *'
    assert [step["move"] for step in read_game(archive, 1)["steps"]] == ["9-14"]
    with pytest.raises(PdnError, match="game 2, ply 1: no move '9-18'"):
        read_game(archive, 2)


def test_a_percent_sign_within_a_line_is_no_escape():
    with pytest.raises(PdnError, match="% 22-18"):
        pdn.read("1. 11-15 % 22-18")
    game, = pdn.read("1. 11-15 {a draw with 90 %\n% so they say} 22-18 *")
    assert len(game.moves) == 2 and game.comments == {1: "a draw with 90 % % so they say"}


def test_a_move_is_added_where_the_game_has_got():
    """It was found when the game was written."""
    game = pdn.Game(moves=[gamecore.Checkers().read_move("11-15")])
    with pytest.raises(PdnError, match="the game has reached 'W:.*', not 'B:"):
        game.add(gamecore.Checkers(), "9-14")
    game.add(game.positions()[-1], "22-18")
    assert list(map(str, game.moves)) == ["11-15", "22-18"]


def test_the_form_of_a_written_game():
    game = pdn.Game({"Black": "x", "FEN": "W:W21:BK1"}, result="*")
    position = game.add(game.positions()[0], "21-17")
    game.remark("why  not")
    game.add(position, "1-5")
    assert str(game) == """[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Black "x"]
[White "?"]
[Result "*"]
[GameType "21"]
[FEN "W:W21:BK1"]
[SetUp "1"]

1... 21-17 {why not} 2. 1-5 *
"""


@pytest.mark.parametrize("text, results", [
    ("", []), ("  \n ; nothing at all", []),
    ('[Event "a"]', ["*"]),
    ('[Result "1-0"] 1. 9-13', ["1-0"]),
    ('[Result "?"] 1. 9-13', ["*"]),
    ("1. 9-13 * 1. 9-14 1-0 1. 10-14 0-1", ["*", "1-0", "0-1"]),
    ('9-13 [Event "b"] 9-14', ["*", "*"]),
    ("1.9-13 22-18 2.13-17", ["*"]),
])
def test_games_may_be_short(text, results):
    assert [game.result for game in pdn.read(text)] == results


@pytest.mark.parametrize("text, complaint", [
    ("hello", "not PDN: it begins with 'hello'"),
    ("1. 9-13\n\n22/18", "not PDN, in line 3: '22/18'"),
    ('[Event "x"\n1. 9-13', "not PDN, in line 1"),
    ("1. 9-13 {never closed", "not PDN, in line 1: '{never closed'"),
    ("1. 9-13 (never closed", "not PDN, in line 1: '(never closed'"),
    ('[FEN "B:W6:B1,2"] 1x10 5-9', "game 1, ply 2: no move '5-9': white has no legal move"),
    ("1. 9-13 2-2", "game 1, ply 2: no move '2-2'"),
    ("1. 9-13 * 1. 9-13 22-18 9-14", "game 2, ply 3: no move '9-14'"),
])
def test_a_malformed_record_is_refused(text, complaint):
    with pytest.raises(PdnError) as refused:
        pdn.read(text)
    assert complaint in str(refused.value)


test_what_cannot_be_is_refused = refusals(
    (PdnError, "red", lambda: pdn.read("", first="red")), (PdnError, "ignore", lambda: pdn.read("", errors="ignore")),
    (PositionError, "'B:W33:B1'", pdn.read, '[FEN "B:W33:B1"] 1. 1-5'),
    (PdnError, "one of 1-0, 0-1, 1/2-1/2, ., not '2-0'", lambda: pdn.Game(result="2-0")),
    (PdnError, "not 3 with 'Round'", lambda: pdn.Game({"Round": 3})),
    (PdnError, "not 'x' with 'my tag'", lambda: pdn.Game({"my tag": "x"})),
    (PdnError, "'a } b'", lambda: pdn.Game(comments={0: "a } b"})),
    (PdnError, "not '2-0'", lambda: (setattr(game := pdn.Game(), "result", "2-0"), pdn.write([game]))))


comments = st.text(st.characters(blacklist_characters="}", blacklist_categories=["C"]), max_size=20)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.integers(0, 100), max_size=60), st.dictionaries(st.integers(0, 60), comments),
       st.sampled_from(pdn.RESULTS), comments)
def test_every_game_survives(choices, remarks, result, event):
    game = pdn.Game({"Event": event}, result=result)
    position = gamecore.Checkers()
    for ply, choice in enumerate(choices):
        game.remark(remarks.get(ply, ""))
        moves = position.legal_moves()
        if not moves:
            break
        position = game.add(position, str(moves[choice % len(moves)]))
    (again,) = pdn.read(str(game))
    assert (again.moves, again.result, again.headers["Event"]) == (game.moves, result, event)
    assert again.comments == game.comments
    assert again.positions()[-1] == position
