"""Tests the protocol of JSON lines: what it answers, what it refuses, and that the process then continues."""
import json
import signal
import subprocess
import threading
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from gamecore import Backgammon, ConnectFour, Engine, MatchScore, PythonGame
from gamecore.commands.evaluate import own_score
from gamecore.games.outside.game import OUTSIDE
from gamecore.playing.names import load
from gamecore.protocols.json_lines import JsonServer
from gamecore.protocols.server import TOO_LONG
from gamecore.errors import GameError
from gamecore.screen.text import json_line
from tests.commands.test_ugi import Broken, game_of, sample_of
from tests.processes import run_command, start
from tests.refusals import rows_of
from tests.small_games import Choice

TIMES = ("seconds", "loading_seconds", "cpu_seconds", "nps")


def answers(*requests, game="connect-four"):
    """What comes back, with each answered before the next is asked; a search to depth 500 goes on meanwhile."""
    heard, answered = [], threading.Semaphore(0)

    def write(line):
        heard.append(json.loads(line))
        if heard[-1]["type"] != "iteration":
            answered.release()

    def lines():
        for request in requests:
            yield json.dumps(request) if isinstance(request, dict) else request
            if not isinstance(request, dict) or request["do"] not in ("stop", "quit") and request.get("depth") != 500:
                answered.acquire()

    JsonServer(load(game) if isinstance(game, str) else game, write, Engine(hash_mb=1), grace=None).serve(lines())
    return heard


def test_a_search_is_reported_as_it_goes_on_and_then_as_a_whole():
    *iterations, result = answers({"do": "search", "id": "a", "position": "44", "moves": [5, "5"], "depth": 5})
    own = Engine(hash_mb=1).search(ConnectFour("4455"), depth=5).as_dict()
    assert [(i["type"], i["depth"]) for i in iterations] == [("iteration", depth) for depth in (1, 2, 3)]
    assert {answer["id"] for answer in [*iterations, result]} == {"a"}
    assert (result["type"], result["game"], result["position"]) == ("result", "connect-four", "4455")
    assert all(result[key] == own[key] for key in own if key not in TIMES)
    dicts = [i.as_dict() for i in Engine(hash_mb=1).search(ConnectFour("4455"), depth=3).iterations]
    assert [{**i, "seconds": 0} for i in dicts] == [
        {key: 0 if key == "seconds" else i[key] for key in i if key not in ("type", "id")} for i in iterations]


def test_the_table_is_kept_from_search_to_search():
    first, second = (answer for answer in answers(*[{"do": "search", "depth": 8}] * 2) if answer["type"] == "result")
    assert second["nodes"] < first["nodes"] and second["score"] == first["score"]


def test_a_program_can_wait_until_all_is_read():
    assert answers({"do": "ready", "id": 7}, game="checkers") == [{"id": 7, "type": "ready"}]
    assert [answer["type"] for answer in answers({"do": "ready", "depth": 1}, game="checkers")] == ["error"]


def test_several_lines_are_scored_when_asked_for():
    *_, result = answers({"do": "search", "depth": 4, "multipv": 3, "switches": "exact"})
    assert [line["score"] for line in result["lines"]] == sorted([line["score"] for line in result["lines"]])[::-1]
    assert len(result["lines"]) == 3


def test_a_switch_is_removed_from_a_set():
    results = [answers({"do": "search", "depth": 5, "switches": switches})[-1] for switches in (
        "exact", "exact,-hint", ["exact", "-hint"])]
    assert results[0]["nodes"] != results[1]["nodes"] == results[2]["nodes"]


def test_only_some_moves_are_searched_when_asked_for():
    *_, result = answers({"do": "search", "depth": 4, "root_moves": [1, "7"], "multipv": 9, "switches": "exact"})
    assert sorted(line["move"] for line in result["lines"]) == [1, 7]


def test_a_position_is_reported_with_what_can_be_done_there():
    begun, won = answers({"do": "position"}, {"do": "position", "id": 0, "moves": [4, 1, 4, 1, 4, 1, 4]})
    assert begun == {"type": "position", "position": "", "turn": "x", "moves": [1, 2, 3, 4, 5, 6, 7], "chance": [],
                     "outcome": None, "score": None}
    assert (won["id"], won["turn"], won["moves"], won["outcome"], won["score"]) == (0, "o", [], "loss", None)


def test_a_finished_game_of_points_is_reported_with_its_points():
    position = Backgammon.from_array([[15, *[0] * 25], [0, 0, 15, *[0] * 23]])
    answer, = answers({"do": "position", "position": str(position)}, game="backgammon")
    assert (answer["outcome"], answer["score"]) == (position.outcome, position.final_score())
    assert abs(answer["score"]) == 2


def test_chance_is_listed_and_played():
    begun, rolled = answers({"do": "position"}, {"do": "position", "moves": ["31"]}, game="backgammon")
    assert begun["moves"] == [] and len(begun["chance"]) == 21
    assert sum(probability for _, probability in begun["chance"]) == pytest.approx(1)
    assert rolled["chance"] == [] and "8/5 6/5" in rolled["moves"]
    *_, result = answers({"do": "search", "moves": ["31"], "depth": 0}, game="backgammon")
    assert result["move"] == "8/5 6/5"


def test_a_position_is_searched_and_evaluated_at_the_score_of_its_xgid():
    """It was searched for money: +.008 for +.295."""
    score, position = MatchScore(5, 6, 7), Backgammon().roll(4, 3)
    asked = [{"do": do, "position": text} | limits for text in (position.xgid(score), str(position))
             for do, limits in (("search", {"depth": 1}), ("evaluate", {}))]
    scores = [answer["score"] for answer in answers(*asked, game="backgammon") if answer["type"] != "iteration"]
    engines = [Engine(hash_mb=1, match=match) for match in (score, None)]
    assert scores == [found for engine in engines for found in (
        engine.search(position, depth=1).score, engine.evaluate(position))]


@pytest.mark.parametrize("game, position", [("gamecore.examples.pig:Pig", "100 0 0 5?"),
                                            ("gamecore.examples.oopsy_nim:OopsyNim", "7?")])
def test_probabilities_that_are_fractions_are_reported_as_numbers(game, position):
    answer, = answers({"do": "position", "position": position}, game=game)
    assert len(answer["chance"]) > 1 and sum(p for _, p in answer["chance"]) == pytest.approx(1)


@pytest.mark.parametrize("score, expected", [(Fraction(1, 4), .25), (Decimal("0.25"), .25), (np.float32(.5), .5),
                                             (np.int8(3), 3)])
def test_scores_of_any_type_are_reported_as_numbers(score, expected):
    class Odd(PythonGame):
        def legal_moves(self):
            return []

        def final_score(self):
            return score

    assert answers({"do": "position"}, game=OUTSIDE._replace(name="odd", position=Odd))[0]["score"] == expected
    assert json.loads(json_line({"score": score}))["score"] == expected
    assert own_score(type("Own", (Odd,), {"evaluate": Odd.final_score})()) == expected


@pytest.mark.parametrize("score", [True, "1", float("nan"), float("inf"), None])
def test_an_evaluation_that_the_search_refuses_is_refused(score):
    with pytest.raises(GameError, match="must return a finite number"):
        own_score(type("Own", (PythonGame,), {"evaluate": lambda self: score})())


def test_every_listed_move_is_accepted():
    for game, moves in (("backgammon", ["64"]), ("checkers", []), ("connect-four", [])):
        reply, = answers({"do": "position", "moves": moves}, game=game)
        taken = answers(*({"do": "position", "moves": [*moves, move]} for move in reply["moves"]), game=game)
        assert len(taken) > 5 and {answer["type"] for answer in taken} == {"position"}


def test_an_evaluation_is_the_engine_s():
    answer, = answers({"do": "evaluate", "position": "4453"})
    assert answer == {"type": "evaluation", "position": "4453", "score": Engine().evaluate(ConnectFour("4453"))}


@pytest.mark.parametrize("line, fragment", [
    ("[" * 100_000, "is not JSON"), (TOO_LONG, "more than 1048576 bytes"), *rows_of("refused_json.txt")])
def test_bad_lines_are_quoted_and_the_next_is_answered(line, fragment):
    error, position = answers(line, {"do": "position", "position": "4"})
    assert error["type"] == "error" and fragment in error["error"] and len(error["error"]) < 700
    assert position["position"] == "4"


def test_a_second_search_is_refused_and_the_first_can_be_stopped():
    heard = answers({"do": "search", "id": 1, "depth": 500}, {"do": "search", "id": 2}, {"do": "evaluate", "id": 3},
                    {"do": "position", "id": 4}, {"do": "stop"})
    replies = {answer["id"]: answer for answer in heard}
    assert "a search is running" in replies[2]["error"] and "a search is running" in replies[3]["error"]
    assert replies[4]["type"] == "position"
    assert (replies[1]["type"], replies[1]["stop"]) == ("result", "stop")


@pytest.mark.parametrize("rest, fragment", [
    ('"do": "dance"', "one of position"), ('"do": "position", "deep": 4', "unknown key 'deep'"),
    ('"do": "position", "moves": 4', "lists"), ('"do": "search"', "needs a limit"),
    ('"do": "position", "position": "4141414", "moves": [1]', "is over"), ('"do": "search", "depth": 1e999', "inf")])
@pytest.mark.parametrize("name", ["7", '"x"', "null", "1.5"])
def test_an_error_repeats_the_id_of_its_request(name, rest, fragment):
    error, = answers(f'{{{rest}, "id": {name}}}')
    assert error["id"] == json.loads(name) and error["type"] == "error" and fragment in error["error"]


@pytest.mark.parametrize("name", ["NaN", "1e999", "-Infinity", "[1]", "{}"])
@pytest.mark.parametrize("do", ["position", "search", "stop"])
def test_an_id_that_cannot_be_repeated_is_refused(do, name):
    error, position = answers(f'{{"do": "{do}", "id": {name}}}', {"do": "position", "id": 1})
    assert "id must be" in error["error"] and "id" not in error and position["id"] == 1


def test_quit_stops_the_search_which_answers():
    *_, result = answers({"do": "search", "id": 1, "depth": 500}, {"do": "quit"}, {"do": "position"})
    assert (result["id"], result["stop"]) == (1, "stop")


def test_an_error_of_a_user_s_game_is_reported_with_its_place():
    error, position = answers({"do": "search", "depth": 1}, {"do": "position"}, game=game_of(Broken))
    assert "ZeroDivisionError" in error["error"] and "test_ugi.py" in error["error"]
    assert position["moves"] == ["('take', 1)", "('take', 2)"]


def test_the_page_s_example_is_what_is_printed():
    asked, printed = sample_of("json")
    assert [json.loads(line) for line in printed.splitlines()] == answers(*asked.rstrip("\\n").split("\\n"))


def test_it_is_a_process_that_ends_with_its_input():
    run = run_command("protocol json checkers --hash-mb 1", input='{"do": "search", "depth": 1}\n\n{"do": "stop"}')
    assert run.returncode == 0 and run.stderr == ""
    assert json.loads(run.stdout.splitlines()[-1])["type"] == "result"


def server_that_answers(protocol, line):
    server = start(*f"-m gamecore protocol {protocol} connect-four".split(), stdin=subprocess.PIPE, text=False)
    server.stdin.write(line)
    server.stdin.flush()
    server.stdout.readline()
    return server


@pytest.mark.parametrize("protocol, line", [("json", b'{"do": "position"}\n'), ("ugi", b"isready\n")])
def test_ctrl_c_adds_no_line_that_is_not_the_protocol_s(protocol, line):
    server = server_that_answers(protocol, line)
    server.send_signal(signal.SIGINT)
    assert server.communicate() == (b"", b"") and server.returncode == 130


@pytest.mark.parametrize("protocol, search", [("json", b'{"do": "search", "depth": 500}\n'), ("ugi", b"go infinite\n")])
def test_it_ends_quietly_when_its_reader_has_gone(protocol, search):
    server = server_that_answers(protocol, search)
    server.stdout.close()                # and standard input stays open
    assert server.stderr.read() == b"" and server.wait() == 141


def test_a_text_of_two_moves_is_refused():
    """The later one was played."""
    class SameText(Choice):
        results = dict.fromkeys([1, "1", 2, "a b", "a,b"], 0)

        def __str__(self):
            return repr(self.move)

    game = OUTSIDE._replace(name="same text", position=SameText)
    assert [answer.get("position") for answer in answers(
        *({"do": "position", "moves": [move]} for move in (2, "a b", "a,b")), game=game)] == ["2", "'a b'", "'a,b'"]
    for move in 1, "1":
        reply, = answers({"do": "position", "moves": [move]}, game=game)
        assert reply == {"type": "error", "error": "'1' is the text of several moves in 'None': 1, '1'"}
