"""A position has one evaluation through every entrance; that of a finished game is its result."""
import pytest

from gamecore import Engine
from gamecore.commands.game import load
from gamecore.commands.history import History
from gamecore.commands.ugi import score_words
from tests.commands.test_json_lines import answers
from tests.commands.test_ugi import host as host

LOST, WON = -30000, 30000
SHUFFLE = ["18-14", "1-5", "14-18", "5-1"] * 2               # the third time draws

# The game, its first position, the moves from there, and the result of a game that is over.
POSITIONS = [
    ("connect-four", "4453", [], None),
    ("connect-four", "1212121", [], LOST),
    ("connect-four", "121212", ["1"], LOST),
    ("connect-four", "547125662261271266215743771576315353334444", [], 0),
    ("checkers", "W:W18:B3", [], None),
    ("checkers", "W:W5:B1,2", [], LOST),
    ("checkers", "B:W22:B17", ["17-26"], LOST),
    ("checkers", "W:WK18,K23:BK1", SHUFFLE, 0),
    ("backgammon", "4HPwATDgc/ABMA", [], None),
    ("backgammon", "AQAAAAAAAAAAAA", [], 1.0),
    ("backgammon", "AAAAAAABAAAAAA", [], -1.0),
    ("games.nim:Nim", "5", [], None),
    ("games.nim:Nim", "2", ["A2"], WON),
    ("games.nim:ClassicNim", "2", ["A2"], LOST),
    ("games.tic_tac_toe:TicTacToe", ".../.../...", ["1", "4", "2", "5", "3"], LOST),
    ("games.pig:Pig", None, [], None),
]
POSITIONS_NOW = [row for row in POSITIONS if not row[2]]         # those that a command can be given


@pytest.mark.parametrize("name, text, moves, result", POSITIONS)
def test_programs_get_the_evaluation_of_the_engine(host, name, text, moves, result):
    history, engine = History(load(name).start() if text is None else load(name).from_text(text)), Engine(hash_mb=1)
    for move in moves:
        history.act(move)
    score = engine.evaluate(history.position)
    assert result is None or score == result
    assert answers({"do": "evaluate", "moves": moves} | ({} if text is None else {"position": text}),
                   game=name)[0]["score"] == score
    place = "position startpos" if text is None else f"position fen {text}"
    assert host(name).ask(" ".join([place, "moves", *moves]), "eval") == [
        f"info string evaluation {score_words(score)}"]


@pytest.mark.parametrize("name, text, moves, result", POSITIONS_NOW)
def test_people_get_the_evaluation_of_the_engine(records, name, text, moves, result):
    position = load(name).start() if text is None else load(name).from_text(text)
    record, = records(f"evaluate {name}", *([] if text is None else ["--position", text]))
    assert record["equity" if name == "backgammon" else "score"] == Engine(hash_mb=1).evaluate(position)


@pytest.mark.parametrize("name", ["connect-four", "checkers", "backgammon"])
def test_many_positions_have_the_evaluation_of_each(name):
    engine, positions = Engine(hash_mb=1), [load(name).from_text(text) for game, text, _, _ in POSITIONS_NOW
                                            if game == name]
    assert list(engine.evaluate_many(positions)) == list(map(engine.evaluate, positions))


def test_a_function_of_one_s_own_is_not_asked_about_a_finished_game():
    engine = Engine(hash_mb=1, evaluation=lambda position: 5)
    assert [engine.evaluate(load("connect-four").from_text(text)) for text in ("4453", "1212121")] == [5, LOST]


@pytest.mark.parametrize("outcome, words", [(LOST, "mate 0"), (WON, "mate 1"), (0, "cp 0")])
def test_a_result_keeps_its_sign_in_ugi(outcome, words):
    assert score_words(outcome) == words
