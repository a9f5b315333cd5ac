"""Tests the external player for GNU Backgammon: its lines, its answers, and a whole match against GNU Backgammon where
this is installed."""
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading

import pytest

import gamecore
from gamecore.commands.backgammon.gnubg import OPPONENTS, GnubgPlayer, GnubgServer, read
from gamecore.protocols.server import MAX_LINE
from tests import DATA

GNUBG = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))

# As GNU Backgammon 1.07 writes them: its turn says nothing, and neither do the numbers of checkers off and on the bar.
OPENING_21 = ("board:gnubg:root:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
              "-1:2:1:2:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1")
ON_BAR = ("board:gnubg:root:3:0:0:-1:-1:2:0:0:0:5:2:1:0:0:0:-2:4:-2:-1:0:-3:0:-5:0:0:0:0:1:0:"
          "1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1")


@pytest.fixture(scope="module")
def player():
    return GnubgPlayer({"hash_mb": 1}, 0)


def test_the_dice_of_a_line_are_the_players_whatever_its_turn_says():
    position, doubled = read(OPENING_21)[:2]
    assert (str(position), doubled) == ("4HPwATDgc/ABMA 21", False)


def test_checkers_off_and_on_the_bar_are_counted_on_the_board():
    position, doubled = read(ON_BAR)[:2]
    assert position.other[25] == 1
    assert position.own[25] == 0
    assert sum(position.own) == sum(position.other) == 15
    assert position.dice is None
    assert not doubled
    few = ":".join([*OPENING_21.split(":")[:6], "0", "-3", *22 * ["0"], "2", "0", *OPENING_21.split(":")[32:]])
    assert [side[0] for side in (read(few)[0].own, read(few)[0].other)] == [13, 12]


def test_our_own_lines_are_read():
    for text in ("4HPwATDgc/ABMA 31", "mG9gARw8PuABSA 41"):
        assert read(gamecore.Backgammon(text).fibs()) == (gamecore.Backgammon(text), False, 1, "centred", None)


# Lines of GNU Backgammon 1.07, whose players are gnubg and root; in the first two root has doubled, in seat 1.
STAKES = [
    ("board:root:gnubg:5:0:0:-1:0:0:2:-2:2:4:0:2:0:0:0:-5:3:0:0:0:1:0:-5:-2:0:0:0:1:0:"
     "1:0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1", (True, 2, "me", gamecore.MatchScore(0, 0, 5, cube=2))),
    ("board:root:gnubg:7:1:0:0:-2:2:0:0:0:4:0:3:1:0:0:-3:3:0:0:0:-2:0:-4:0:-2:-2:0:2:0:"
     "-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1", (True, 1, "centred", gamecore.MatchScore(0, 1, 7))),
    ("board:gnubg:root:5:0:0:-1:0:0:2:-2:2:4:0:2:0:0:0:-5:3:0:0:0:2:0:-5:-2:0:0:0:0:0:"
     "-1:0:0:0:0:4:0:1:0:1:-1:0:25:0:0:0:0:0:0:0:1", (False, 4, "me", gamecore.MatchScore(0, 0, 5, cube=4))),
    ("board:gnubg:root:7:0:1:0:-1:4:5:3:-1:0:0:0:0:0:-2:0:0:0:0:0:0:-2:-3:-2:-2:-2:0:2:1:"
     "1:5:3:5:3:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:1", (False, 2, "me", gamecore.MatchScore(1, 0, 7, cube=2))),
    ("board:gnubg:root:7:0:6:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:0:-5:0:0:0:1:1:0:"
     "-1:1:3:1:3:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0", (False, 1, "centred", gamecore.MatchScore(0, 6, 7)))]


@pytest.mark.parametrize("line, stakes", STAKES)
def test_a_line_says_the_score_and_who_has_the_cube(line, stakes):
    assert read(line)[1:] == stakes
    post = line[:-1] + "1"
    assert read(post).score.post_crawford == (":0:6:" in line) and not read(line).score.post_crawford


def line_of(own, other, doubled, points="9999:0:0"):
    """A line of the player on roll, in seat 1, from counts by point."""
    board = [0] * 26
    for point in range(1, 26):
        board[point] += own.get(point, 0)
        board[25 - point] -= other.get(point, 0)
    return ":".join(["board:root:gnubg", points, *map(str, board), "1:0:0:0:0:1:1:1", str(int(doubled)),
                     "1:-1:0:25:0:0:0:0:0:0:0:1"])


@pytest.mark.parametrize("own, other, doubles, answer", [
    ({2: 1, 5: 1}, {1: 1}, "double", "accept"),                     # 19 of 36 rolls win
    ({6: 1}, {5: 2}, "double", "reject"), ({6: 1, 5: 1}, {1: 1}, "roll", "accept")])
def test_a_cube_is_turned_and_answered_by_the_decision(player, own, other, doubles, answer):
    assert player.answer(line_of(own, other, False)) == doubles
    assert player.answer(line_of(own, other, True)) == answer
    assert player.answer(line_of(own, other, False, "3:1:2")) == "roll"                 # the Crawford game, by its end


def test_a_wrong_double_is_beavered_where_that_is_allowed():
    line = line_of({6: 1, 5: 1}, {1: 1}, True)
    assert GnubgPlayer({"hash_mb": 1}, 0, {"beavers": True}).answer(line) == "beaver"


def test_without_probabilities_the_equity_decides():
    player = GnubgPlayer({"hash_mb": 1, "evaluation": "linear"}, 0)
    assert [player.answer(line_of({1: 2}, {20: 5}, doubled)) for doubled in (False, True)] == ["roll", "reject"]


def test_a_line_with_dice_gets_a_play(player):
    rolled = gamecore.Backgammon().roll(2, 1)
    assert rolled.read_move(player.answer(OPENING_21)) == player.engine().search(rolled, 0).move


@pytest.mark.parametrize("line, quoted", [
    ("hello", "'hello'"), ("board:", "'board:'"), (OPENING_21.replace(":3:", ":x:", 1), "a FIBS line has"),
    (OPENING_21.replace(":5:", ":9:"), "checkers"),
    (OPENING_21.replace(":2:1:2:1:", ":7:1:7:1:"), "7"), (OPENING_21[:-2], "a FIBS line has"),
    *((OPENING_21.replace(":3:", f":{number}:", 1), "a FIBS line has") for number in ("2_5", "٣", "+3", "", "3.0"))])
def test_what_is_no_board_gets_an_error(player, line, quoted):
    answer = player.answer(line)
    assert answer.startswith("Error: ") and quoted in answer and "\n" not in answer and len(answer) < 600


@pytest.fixture
def server():
    with GnubgServer(0, {"hash_mb": 1}, 0, once=True) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        thread.join()


def test_an_opponent_is_served_until_he_leaves_and_nonsense_does_not_end_it(server):
    with socket.create_connection(server.server_address) as opponent, opponent.makefile("rwb") as lines:
        def ask(line):
            lines.write(line)
            lines.flush()
            return lines.readline().decode()

        assert ask(b"\xff\xfe\n").startswith("Error: ")
        assert ask((MAX_LINE + 5) * b"x" + b"\n").startswith("Error: a line has more than")
        assert ask(OPENING_21.encode() + b"\n\0") == ask(OPENING_21.encode() + b"\n\0")
        assert ask(b"\0" + ON_BAR.encode() + b"\n") == "double\n"


def test_opponents_that_reset_the_connection_leave_no_traceback(capfd):
    with GnubgServer(0, {"hash_mb": 1}, 0) as server:
        server.daemon_threads = False                # so that closing the server waits for all of them
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        for line in (b"", b"nonsense", b"nonsense\n" * 1000):
            opponent = socket.create_connection(server.server_address)
            opponent.sendall(line)
            opponent.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            opponent.close()
        with socket.create_connection(server.server_address) as opponent, opponent.makefile("rwb") as lines:
            lines.write(b"nonsense\n")
            lines.flush()
            assert lines.readline().startswith(b"Error: ")
        server.shutdown()
        thread.join()
    assert capfd.readouterr().err == ""


def test_one_opponent_too_many_is_sent_away(server):
    server.once = False
    opponents = [socket.create_connection(server.server_address) for _ in range(OPPONENTS)]
    with socket.create_connection(server.server_address) as one_more, one_more.makefile("rb") as lines:
        assert lines.readline() == f"Error: {OPPONENTS} opponents are being served: come again later\n".encode()
        assert lines.readline() == b""
    for opponent in opponents:
        opponent.close()
    server.shutdown()


def test_a_port_that_is_taken_is_refused(refusal):
    with socket.create_server(("localhost", 0)) as taken:
        assert "Address already in use" in refusal("protocol gnubg --plies 0 --port", taken.getsockname()[1])


MATCH = (DATA / "gnubg_match.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon (gnubg) is not installed")
def test_a_match_against_the_real_one_runs_to_its_end(tmp_path):
    points = 3
    serving = subprocess.Popen([sys.executable, "-m", "gamecore", "protocol", "gnubg", "--port", "0", "--plies", "0",
                                "--once"], stdout=subprocess.PIPE, text=True)
    port = int(serving.stdout.readline().rpartition(":")[2])
    environment = os.environ | {"HOME": str(tmp_path), "LC_ALL": "C"}
    environment.pop("LD_PRELOAD", None)              # the sanitizers are for gamecore
    match = subprocess.run([GNUBG, "-t", "-q", "-r"], input=MATCH.format(port=port, seed=5, points=points),
                           capture_output=True, text=True, env=environment)
    scores = re.findall(rf"The score \(after \d+ games?\) is: gnubg (\d+), \w+ (\d+) \(match to {points} points\)",
                        match.stdout)
    assert scores, match.stdout[-2000:] + match.stderr
    assert max(map(int, scores[-1])) >= points
    assert "Unexpected" not in match.stdout and "Illegal" not in match.stdout
    assert serving.wait() == 0
