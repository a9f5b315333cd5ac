"""Tests the client of GNU Backgammon's socket against a server of our own, and against the real one where it runs."""
import os
import socketserver
import subprocess
import sys
import threading

import pytest

import gamecore
from benchmarks.peers import gnubg_socket as peer
from gamecore.errors import MoveError

PORT = os.environ.get("GNUBG_PORT")      # where the real one listens
# what it says of the position that a game begins with
SIX = "0.521514 0.153921 0.007563 0.129847 0.007546 0.067119"


@pytest.fixture
def serve():
    """Starts servers that answer each line by a function of it, and gives their ports."""
    servers = []

    def serve(answer):
        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                for line in self.rfile:
                    self.wfile.write(answer(line.decode().rstrip("\n")).encode())

        servers.append(socketserver.ThreadingTCPServer(("localhost", 0), Handler))
        servers[-1].daemon_threads = True
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return servers[-1].server_address[1]

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_board_line_gets_its_play(serve):
    asked = []
    gnubg = peer.Gnubg("localhost", serve(lambda line: asked.append(line) or "8/5 6/5 \n"))
    rolled = gamecore.Backgammon().roll(3, 1)
    assert gnubg.play(rolled) == rolled.read_move("8/5 6/5")
    assert asked == [rolled.fibs()]


@pytest.mark.parametrize("position, dice, answer, play", [
    ("mG9gARw8PuABSA", (4, 1), "25/24 24/20 \n", "bar/20"),
    ("4NuDAQPgOXiANA", (4, 4), "24/20 24/20 13/9 13/9\n", "24/20(2) 13/9(2)"),
    ("t9MCAQY2m8EBBg", (3, 3), "21/18* 18/15 15/12* 13/10\n", "21/18*/12* 13/10"),
])
def test_its_way_of_writing_is_read(serve, position, dice, answer, play):
    gnubg = peer.Gnubg("localhost", serve(lambda line: answer))
    assert str(gnubg.play(gamecore.Backgammon(position).roll(*dice))) == play


def test_an_evaluation_is_six_numbers(serve):
    asked = []
    gnubg = peer.Gnubg("localhost", serve(lambda line: asked.append(line) or f"{SIX}\n"))
    assert gnubg.evaluate(gamecore.Backgammon(), 2) == list(map(float, SIX.split()))
    assert asked == [f"evaluation fibsboard {gamecore.Backgammon().fibs()} plies 2 cubeless prune on"]


@pytest.mark.parametrize("answer, error, quoted", [
    ("Error: syntax error\n", ValueError, "syntax error"), ("24/20 \n", MoveError, "24/20"), ("\n", ValueError, "''"),
])
def test_an_answer_that_is_none_is_quoted(serve, answer, error, quoted):
    with pytest.raises(error, match=quoted):
        peer.Gnubg("localhost", serve(lambda line: answer)).play(gamecore.Backgammon().roll(6, 5))


def test_an_equity_of_a_match_is_found_out(serve):
    """To one point, where gammons are worth nothing, the sixth number is the chance to win."""
    gnubg = peer.Gnubg("localhost", serve(lambda line: SIX.replace("0.067119", "0.521514") + "\n"))
    with pytest.raises(ValueError, match="0.521514"):
        gnubg.evaluate(gamecore.Backgammon(), 0)


def test_a_program_against_itself_plays_the_same(serve):
    """A server that plays and evaluates as gamecore does."""
    engine = gamecore.Engine(hash_mb=1)

    def answer(line):
        if not line.startswith("evaluation"):
            return f"{engine.search(gamecore.Backgammon(line), depth=0).move}\n"
        _, _, board, _, plies, *_ = line.split()
        equity = engine.search(gamecore.Backgammon(board), depth=int(plies)).score
        return f"{(equity + 1) / 2} 0 0 0 0 {equity}\n"

    gnubg = peer.Gnubg("localhost", serve(answer))
    positions = peer.contact_positions(6, 1)
    answers = [peer.timed(gnubg.play, rolled) for rolled in positions]
    assert "100 % the same; ours lose +0.0000 a play" in peer.compare_plays(gnubg, positions, 0, answers)
    assert "mean absolute difference 0.0000, mean difference" in peer.compare_values(gnubg, positions, 0)
    assert "correlation 1.0000" in peer.compare_values(gnubg, positions, 0)


def test_what_a_play_loses_is_counted(serve):
    """A server that never plays the best, and values the opening's best play a tenth above all others."""
    rolled = gamecore.Backgammon().roll(3, 1)
    best = rolled.play("8/5 6/5").fibs()
    gnubg = peer.Gnubg("localhost", serve(lambda line: "24/20\n" if not line.startswith("e")
                                          else f"0.5 {0 if best in line else 0.1} 0 0 0 "
                                               f"{0 if best in line else 0.1}\n"))
    printed = peer.compare_plays(gnubg, [rolled], 1, [peer.timed(gnubg.play, rolled)], "play")
    assert "1-ply plays, play: 0 % the same; ours lose -0.1000 a play" in printed and "theirs +0.1" in printed


def test_contact_positions_are_what_they_are_called():
    positions = peer.contact_positions(8, 3)
    assert positions == peer.contact_positions(8, 3) != peer.contact_positions(8, 4)
    for position in positions:
        pips = [sum(point * count for point, count in enumerate(side)) for side in (position.own, position.other)]
        assert position.dice and min(pips) > 0 and len(position.legal_moves()) > 1
        assert any(position.own[point] and position.other[q] for point in range(26) for q in range(26)
                   if q > 25 - point)


def test_without_a_server_it_says_so_and_ends_well():
    done = subprocess.run([sys.executable, peer.__file__, "--port", "1"], capture_output=True,
                          text=True, env=os.environ)
    assert done.returncode == 0 and "does not listen at localhost:1: skipped" in done.stdout and done.stderr == ""


def test_the_real_one_plays_what_it_evaluates_best_among_our_plays():
    """At 0-ply, which looks at every play: our list misses no better one, and GNU Backgammon can evaluate all of it."""
    if PORT is None:
        pytest.skip("no GNUBG_PORT says where GNU Backgammon listens (docs/measuring.md)")
    gnubg = peer.Gnubg("localhost", int(PORT))
    for rolled in peer.contact_positions(40, 2):
        worth = {str(move): -gnubg.evaluate(rolled.play(move), 0)[-1] for move in rolled.legal_moves()
                 if not rolled.play(move).is_over()}
        # it writes six decimals
        assert worth[str(gnubg.play(rolled))] == pytest.approx(max(worth.values()), abs=2e-6), str(rolled)
