"""The targets of fuzzing: every parser, file format and protocol.

A target has a grammar, which writes an input that is likely to be accepted, and a function that reads one. The input is
refused by an error of gamecore in one line, or accepted; what was read is then written, read again and written again:
both texts must be the same. tests/fuzz/test_fuzz.py tries some inputs of each target, tests/stress/fuzz.py goes on
without end. tests/fuzz/corpus has an input a file: what once went wrong, and what coverage found.
"""
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import gamecore
from gamecore import trees
from gamecore.commands.backgammon import gnubg
from gamecore.commands.exercises import read_answers
from gamecore.games.outside.turns import list_outcomes
from gamecore.playing import saved
from gamecore.playing.names import load
from gamecore.protocols import ugi
from gamecore.protocols.json_lines import JsonServer, read_request
from gamecore.protocols.server import read_lines
from gamecore.core.files import DATA
from gamecore.core.sealed import checksum_of
from gamecore.games.all import GAMES
from gamecore.games.backgammon import text as backgammon_text
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.checkers import pdn
from gamecore.games.checkers.endgames import files as endgame_files
from gamecore.games.checkers.endgames.build import build
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.net import CheckersNet
from gamecore.games.connect_four.solver import book, book_build
from gamecore.laboratory.marks import functions_of
from gamecore.laboratory.suites import read_suite
from gamecore.match import ballots, settings
from gamecore.match.backgammon import mat_reader
from gamecore.search.switches import ORDERS, SWITCHES
from gamecore.serve.api import read_record
from gamecore.trees.parse import parse
from tests.strategies import random_walk, some_backgammon, some_ending


@dataclass(frozen=True)
class Target:
    """A parser: `grammar(random)` writes an input, `read` parses it, `write` turns what it is into an input again."""

    grammar: Callable
    read: Callable
    write: Callable | None = None        # None: what was read cannot be written, or need not be the same
    binary: bool = False                 # inputs are bytes, not a text


def some_position(random, name):
    start = GAMES[name].start()
    return some_backgammon(random) if name == "backgammon" else random_walk(random, start, random.choice([4, 40]))


def position_text(name):
    return lambda random: str(some_position(random, name))


def some_fen(random):
    return str(random.choice([some_ending(random), some_position(random, "checkers")])).replace(
        ",", random.choice([",", ",", ", ", ",K"]))


def some_rows(random):
    return "/".join(some_position(random, "connect-four").rows())


def some_moves(random, position, most):
    """Yields the moves of a random game, each behind the position before it."""
    for _ in range(random.randint(0, most)):
        if position.is_over():
            break
        move = random.choice(position.legal_moves())
        yield position, move
        position = position.play(move)


def some_pdn(random):
    games, count = [], random.randint(1, 3)
    for _ in range(count):
        game = pdn.Game()
        for position, move in some_moves(random, gamecore.Checkers(), 40):
            game.add(position, str(move))
            if random.random() < .1:
                game.remark(random.choice(["good", "?!", "(a bracket)", ";", ""]))
        games.append(str(game))
    return "\n".join(games)


def some_xgid(random):
    position = some_backgammon(random)
    board = backgammon_text.write_xgid(position.own, position.other, position.dice)
    fields = [str(random.choice([0, 1, -1, 2, 5, 7, 31, 66, 99999])) for _ in range(random.choice([0, 5, 5, 5, 6]))]
    return ":".join([*board.split(":")[:5], *fields]) if fields else board


def some_fibs(random):
    position = some_backgammon(random)
    return backgammon_text.write_fibs(position.own, position.other, position.dice)


def some_mat(random):
    lines = [f" {random.choice([1, 5, 7, 25])} point match", "", " Game 1", " White : 0          Black : 0"]
    position, row = gamecore.Backgammon(), ""
    for number in range(1, random.randint(2, 30)):
        a, b = random.randint(1, 6), random.randint(1, 6)
        rolled = position.roll(a, b)
        move = random.choice(rolled.legal_moves())
        said = random.choice([f"{a}{b}: {move}"] * 200 + ["Doubles => 2", "Takes", "Drops", "????"])
        row = f"{row:30}{said}" if row else f"{number // 2 + 1:3}) {said}"
        if len(row) > 36:
            lines.append(row)
            row = ""
        position = rolled.play(move)
        if position.is_over():
            break
    return "\n".join([*lines, row, random.choice(["  Wins 1 point", ""])])


def some_tree(random, depth=0):
    """Nested lists of the textbooks."""
    def leaf():
        number = random.choice([random.randint(-9, 9), random.choice([.5, 1e3, -0.25]), f"{random.randint(1, 9)}/7"])
        return f"({number}, {random.randint(0, 9)})" if random.random() < .1 else str(number)

    if depth > 4 or random.random() < .2 + .1 * depth:
        return leaf()
    children = [some_tree(random, depth + 1) for _ in range(random.randint(1, 4))]
    if random.random() < .2:
        children = [f"{random.choice('abcdefgh')}{i}: {child}" for i, child in enumerate(children)]
        return "{" + ", ".join(children) + "}"
    return "[" + ", ".join(children) + "]"


def some_switches(random):
    names = [*SWITCHES, "none", "exact", "definition", "play"]
    return ",".join(random.sample(names, random.randint(0, 6)))


def some_settings(random):
    values = {"switches": some_switches(random).replace(",", "+"), "order": random.choice([*ORDERS]),
              "seed": random.randint(0, 9), "evaluation": "linear", "databases": "/nowhere", "hash-mb": 2 ** 3,
              "threads": 2, "depth": random.randint(0, 12), "nodes": 10 ** random.randint(0, 9), "seconds": .5,
              "plies": 1}
    return ",".join(f"{name}={values[name]}" for name in random.sample(sorted(values), random.randint(0, 5)))


def some_record(random, name=None):
    """A saved game, as `gamecore play` and the page write it."""
    name = name or random.choice([*GAMES])
    position, steps = GAMES[name].start(), []
    for _ in range(random.randint(0, 30)):
        chance = list_outcomes(position)
        if position.is_over():
            break
        if chance:
            outcome, _ = random.choice(chance)
            position = position.play_outcome(outcome)
            steps.append({"chance": str(outcome)})
        else:
            move = random.choice(position.legal_moves())
            position = position.play(move)
            steps.append({"move": str(move)})
    return json.dumps({"format": saved.FORMAT, "game": name, "position": None, "steps": steps})


def some_words(random, name):
    """The words of some moves that can be played in turn."""
    return [str(move) for _, move in some_moves(random, GAMES[name].start(), 12)]


def some_request(random):
    kinds = ["position", "evaluate", "search", "ready", "stop", "quit"]
    request = {"do": random.choice(kinds), "id": random.choice([1, "a", None, 2.5]),
               "moves": some_words(random, "checkers"), "position": random.choice([some_fen(random), "", None]),
               "depth": random.choice([1, 2, 3, 0, -1]), "nodes": random.choice([1, 100, 10 ** 30]),
               "multipv": random.choice([1, 3, 0]), "order": "full",
               "switches": some_switches(random), "seed": 3, "root_moves": some_words(random, "checkers")[:2]}
    names = random.sample(sorted(request.keys() - {"do"}), random.randint(0, 5))
    return json.dumps({"do": request["do"]} | {name: request[name] for name in names})


def some_lines_of_json(random):
    return "\n".join(some_request(random) for _ in range(random.randint(1, 5)))


def some_lines_of_ugi(random):
    def line():
        words = some_words(random, "checkers")
        return random.choice([
            "ugi", "isready", "uginewgame", "stop", "ponderhit", "query gameover", "query p1turn", "query result",
            f"position startpos moves {' '.join(words)}",
            f"position fen {some_fen(random)} moves {' '.join(words[:2])}",
            f"go depth {random.randint(0, 3)}", f"go nodes {random.randint(0, 500)}",
            f"go depth 2 searchmoves {' '.join(words[:2])}", "go movetime 5", "go p1time 10 p2time 10 mate 1",
            f"setoption name {random.choice([*ugi.OPTIONS])} value {random.choice(['1', 'true', 'linear', '-1'])}",
        ])
    return "\n".join(line() for _ in range(random.randint(1, 8)))


def some_ballots(random):
    return "\n".join(" ".join(some_words(random, "checkers")) + random.choice(["", " # a comment"])
                     for _ in range(random.randint(1, 4)))


def some_suite(random):
    phases = GAMES["checkers"].suite[0]
    return "\n".join(f"{random.choice([*phases])} {random.randint(1, 30)} {some_fen(random)}"
                     for _ in range(random.randint(1, 4)))


def some_move(name):
    def write(random):
        position = some_position(random, name)
        if name == "backgammon" and position.dice is None:
            position = position.roll(3, 1)
        return f"{position}\n{random.choice(position.legal_moves())}"
    return write


def read_move(name, text):
    start, _, move = text.partition("\n")
    position = GAMES[name].from_text(start)
    move = position.read_move(move)
    assert move in position.legal_moves() and position.play(str(move)) == position.play(move)
    return f"{position}\n{move}"


# Files

def in_file(read, name="file"):
    """Reads a text or bytes from a file."""
    def read_file(data):
        path = Path(tempfile.gettempdir(), f"gamecore-fuzz-{os.getpid()}", name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
        return read(str(path))
    return read_file


def damaged(random, kind, whole):
    """A sealed file with other fields or another payload; mostly sealed again, so that it is looked into."""
    data = bytearray(whole)
    for _ in range(random.choice([0, 1, 1, 2, 8])):
        first, last = random.choice([(len(kind.line), kind.size), *[(kind.size, len(data))] * 4])
        place = random.randrange(first, last) if first < last else 0
        data[place] = random.choice([0, 1, 255, random.randrange(256), data[place] ^ 1 << random.randrange(8)])
    head, payload = bytes(data[:kind.size]), bytes(data[kind.size:])
    if random.random() < .2:
        payload = payload[:random.randrange(len(payload) + 1)] + bytes(random.choice([0, 0, 1, 5]))
    if random.random() < .1:
        return head + payload
    fields = kind.fields.unpack(head[len(kind.line):-4])
    if kind.apart:
        fields = (*fields[:-1], int.from_bytes(checksum_of(payload), "little"))
    return kind.head(fields, payload) + payload


def some_book(random):
    """Of 4x4 and two plies."""
    scores = {number: random.randint(-8, 8) for number in random.sample(range(1, 500), random.randint(0, 20))}
    return damaged(random, book.FILE, book.to_bytes(4, 4, 2, scores))


def ask_book(path):
    found = book.Book(path)
    for own in range(0, 1 << 10, 7):
        found.find(own & 0b101010, own)
    return len(found)


@cache
def built_slice():
    with tempfile.TemporaryDirectory() as folder:
        build(2, folder)
        return Path(folder, "1001.wld").read_bytes()


def some_slice(random):
    """A man against a king."""
    return damaged(random, endgame_files.FILE, built_slice())


def ask_slice(path):
    databases = Databases.empty()
    databases.open_file(path)
    for fen in ("W:WK18:BK1", "B:W5:BK1", "W:W29:B4", "B:WK1:B9"):
        databases.probe(gamecore.Checkers(fen))
    return databases.pieces


def some_net(random):
    """The file that is shipped, which is large: few bytes differ."""
    return damaged(random, CheckersNet.FILE, Path(DATA, "checkers_net.bin").read_bytes())


def ask_net(path):
    return gamecore.Engine(hash_mb=1, evaluation=CheckersNet.read(path)).search(gamecore.Checkers(), depth=3).score


# Protocols

def serve(server, settings, text):
    """What a server answers to lines; the last search is waited for, but not long."""
    said = []
    server(load("checkers"), said.append, settings, grace=0.2).serve(iter(text.split("\n")))
    assert all(isinstance(line, str) and "\n" not in line for line in said)
    return said


def answer_json(text):
    return [json.loads(line) for line in serve(JsonServer, gamecore.Engine(hash_mb=1), text)]


TARGETS = {
    "connect_four": Target(position_text("connect-four"), gamecore.ConnectFour, str),
    "connect_four_rows": Target(some_rows, gamecore.ConnectFour, str),
    "connect_four_move": Target(some_move("connect-four"), partial(read_move, "connect-four"), str),
    "checkers_fen": Target(some_fen, gamecore.Checkers, str),
    "checkers_move": Target(some_move("checkers"), partial(read_move, "checkers"), str),
    "pdn": Target(some_pdn, pdn.read, pdn.write),
    "pdn_collected": Target(some_pdn, partial(pdn.read, errors="collect", first="white")),
    "position_id": Target(position_text("backgammon"), gamecore.Backgammon, str),
    "fibs": Target(some_fibs, gamecore.Backgammon, str),
    "xgid": Target(some_xgid, gamecore.Backgammon, str),
    "backgammon_move": Target(some_move("backgammon"), partial(read_move, "backgammon"), str),
    "mat": Target(some_mat, mat_reader.read_mat),
    "match_score": Target(lambda random: f"{random.randint(0, 7)}-{random.randint(0, 7)}/{random.randint(1, 25)}"
                          f"{random.choice(['', ' post'])}", MatchScore.read),
    "dice": Target(lambda random: random.choice(["{}{}", "{}-{}", "{},{}", "{} {}"]).format(
        random.randint(1, 6), random.randint(1, 6)), backgammon_text.read_dice, lambda dice: f"{dice[0]}{dice[1]}"),
    "gnubg": Target(some_fibs, gnubg.read),
    "tree": Target(some_tree, parse),
    "tree_searched": Target(some_tree, lambda text: trees.minimax(trees.tree(parse(text))).value),
    "switches": Target(some_switches, lambda text: gamecore.Engine(hash_mb=1, switches=text).switches, str),
    "settings": Target(some_settings, settings.parse, lambda found: found.text),
    "json_object": Target(some_request, read_request),
    "json_lines": Target(some_lines_of_json, answer_json),
    "ugi": Target(some_lines_of_ugi, partial(serve, ugi.UgiServer, {"hash": 1})),
    "ugi_go": Target(lambda random: "depth 3 nodes 100 searchmoves 1-5", lambda text: ugi.read_go(text.split())),
    "ugi_option": Target(lambda random: f"name {random.choice([*ugi.OPTIONS])} value {random.choice(['1', 'true'])}",
                         lambda text: ugi.read_option(text.split())),
    "saved_game": Target(partial(some_record, name="checkers"), in_file(
        lambda path: gamecore.Game.load(path, "checkers"))),
    "pasted": Target(some_record, lambda text: read_record(GAMES, text, "checkers")),
    "ballots": Target(some_ballots, in_file(lambda path: ballots.read(path, GAMES["checkers"]))),
    "suite": Target(some_suite, in_file(lambda path: read_suite("checkers", path))),
    "answers": Target(lambda random: "\n".join(f"{n}: {random.randint(0, 9)}" for n in range(1, 5)),
                      in_file(lambda path: read_answers(path, 4))),
    "scores_of_a_book": Target(lambda random: "4x4 plies 2\n" + "".join(f"{n} {n % 5}\n" for n in range(4)),
                               in_file(lambda path: book_build.read_scores(path, "4x4 plies 2"))),
    "check_search": Target(lambda random: "def f(tree):\n    return 1\n",
                           in_file(lambda path: functions_of(Path(path)), "file.py")),
    "module_class": Target(lambda random: random.choice(["games.pig:Pig", "games:Pig", "checkers", "os:path"]), load),
    "book": Target(some_book, in_file(ask_book), binary=True),
    "endgame_slice": Target(some_slice, in_file(ask_slice, "1001.wld"), binary=True),
    "checkers_net": Target(some_net, in_file(ask_net), binary=True),
    "lines": Target(lambda random: some_lines_of_json(random).encode(),
                    in_file(lambda path: list(read_lines(open(path, "rb")))), binary=True),
}
