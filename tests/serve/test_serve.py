"""Tests the local server: who may send requests, and for what."""
import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from gamecore.commands.cli import main
from tests.browser import served

import gamecore

COUNT = int(os.environ.get("GAMECORE_REQUESTS", 500))        # bad ones


@pytest.fixture(scope="module")
def address():
    with served() as address:
        yield address


def answered(request):
    """(status, the answer) of a request."""
    try:
        with urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def status(address, **headers):
    return answered(Request(address, headers=headers))[0]


def test_only_the_address_with_its_token_is_served(address):
    root, token, _ = address.rsplit("/", 2)
    assert root.startswith("http://127.0.0.1:") and len(token) >= 20
    asked = {address: 200, f"{address}static/style.css": 200}
    asked |= {f"{root}/": 404, f"{root}/play": 404, f"{root}/{token[:-1]}/play": 404, f"{address}static/../app.py": 404,
              f"{address}static/%2e%2e/app.py": 404}
    assert {path: status(path) for path in asked} == asked


def test_every_letter_of_the_token_counts(address):
    root, token, _ = address.rsplit("/", 2)
    others = [token[:i] + ("x" if token[i] != "x" else "y") + token[i + 1:] for i in range(len(token))]
    # in these words, which come before any path is looked up
    assert {answered(Request(f"{root}/{other}/play")) for other in (*others, token + "x", token[:4], "")} == {
        (404, "not found: open the address that gamecore serve printed")}


def test_a_request_has_at_most_a_quarter_of_a_mebibyte(address):
    record = b'{"game": "checkers"}'
    assert post(address, "state", record.ljust(1 << 18))[0] == 200
    assert post(address, "state", record.ljust((1 << 18) + 1)) == (
        400, '{"error":"a request of more than 262,144 bytes"}')


def test_no_answer_waits_for_an_acknowledgement():
    pytest.importorskip("starlette", reason="the page needs the extra [serve]")
    from gamecore.serve.app import opened
    with opened(0) as listener, socket.create_connection(listener.getsockname()):
        with listener.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_other_hosts_and_other_sites_pages_are_refused(address):
    own = address.rsplit("/", 2)[0]
    found = [status(address, **headers) for headers in (
        {"Origin": own}, {"Host": own.removeprefix("http://").replace("127.0.0.1", "localhost")},
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"})]
    assert found == [200, 200, 403, 403, 403]


def test_no_request_fails_or_leaves_a_traceback(tmp_path):
    """A request for "*", one whose client leaves within its body, and 64 silent connections, here and mid-head."""
    with open(tmp_path / "log", "w") as log, served(stderr=log) as address:
        url = urlsplit(address)
        host, place = f"Host: {url.netloc}\r\n\r\n".encode(), (url.hostname, url.port)
        with socket.create_connection(place) as client:
            client.sendall(b"OPTIONS * HTTP/1.1\r\n" + host)
            assert client.recv(12) == b"HTTP/1.1 404"
        for endpoint in "state", "analyse":
            with socket.create_connection(place) as client:
                begun = f"POST {url.path}api/{endpoint} HTTP/1.1\r\nContent-Length: 99\r\n"
                client.sendall(begun.encode() + host + b"{")
        with ExitStack() as stack:
            for said in [b"", b"GET / HTTP/1.1\r\nX: "] * 40:
                stack.enter_context(socket.create_connection(place)).sendall(said)
            assert [status(address) for _ in range(3)] == [200] * 3
    assert (tmp_path / "log").read_text() == ""


def test_all_that_a_browser_loads_is_small_and_comes_from_here():
    static = Path(gamecore.__file__).parent / "web"
    texts = {path.name: path.read_text(encoding="utf-8") for path in static.iterdir()}
    assert sum(len(text.encode()) for text in texts.values()) < 132_000
    elsewhere = {name for name, text in texts.items()
                 if re.search(r"https?://", text.replace("http://www.w3.org/2000/svg", ""))}
    assert elsewhere == set()


def post(address, path, body):
    return answered(Request(f"{address}api/{path}", body if isinstance(body, bytes) else json.dumps(body).encode()))


def test_ctrl_c_ends_a_server_that_is_thinking():
    command = [sys.executable, "-m", "gamecore", "serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        address = server.stdout.readline().split()[0]
        with urlopen(Request(f"{address}api/analyse", b'{"game": "connect-four"}'), timeout=30) as answer:
            answer.readline()
            server.send_signal(signal.SIGINT)
            assert server.wait(30) == 0
        assert server.stderr.read() == ""


SWALLOWED = """
import os, signal, weakref
from gamecore.commands.cli import main
from gamecore.screen.ending import interrupt
signal.signal(signal.SIGTERM, interrupt)
gone = type("Gone", (), {})()
reference = weakref.ref(gone, lambda _: os.kill(os.getpid(), signal.SIGTERM))
del gone                                     # Python passes on no exception from such a callback
raise SystemExit(main(["serve"]))
"""


def test_a_signal_that_raised_nothing_ends_the_server():
    pytest.importorskip("uvicorn", reason="the page needs the extra [serve]")
    done = subprocess.run([sys.executable, "-c", SWALLOWED], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "Exception ignored" in done.stderr and done.stdout.startswith("http:")


def test_a_refusal_is_one_line_that_quotes(address):
    refused = {
        b"{": "JSON", b"[]": "'[]'", b"\xff": "JSON", b"[" * 10_000: "JSON",
        b'{"game": "chess"}': "'chess'", b'{"game": ["checkers"]}': "['checkers']",
        b'{"game": "os:system"}': "'os:system'",
        b'{"game": "checkers", "position": 5}': "5", b'{"game": "checkers", "position": "x"}': "'x'",
        b'{"game": "checkers", "steps": "11-15"}': "'11-15'", b'{"game": "checkers", "steps": [1]}': "1",
        b'{"game": "checkers", "steps": [{"move": "1-5"}]}': "'1-5'",
        b'{"game": "backgammon", "steps": [{"chance": "(7, 7)"}]}': "'(7, 7)'",
        b'{"game": "backgammon", "position": "4HPwATDgc/ABMA 31", "entered": [[24, 1]]}': "[24, 1]",
    }
    for body, quoted in refused.items():
        status, answer = post(address, "state", body)
        error = json.loads(answer)["error"]
        assert status == 400 and "\n" not in error and quoted.strip("'") in error, (body, answer)
    assert post(address, "state", b" " * 300_000)[0] == 400


def events(address, path, record):
    status, answer = post(address, path, record)
    assert status == 200
    return [json.loads(line.removeprefix("data: ")) for line in answer.strip().split("\n\n")]


def test_two_orders_search_the_same_tree(address):
    record = {"game": "connect-four", "steps": [{"move": "4"}], "orders": ["perfect", "minimax"], "depth": 4}
    first, *found, last = events(address, "pruning", record)
    assert first["sizes"] == [7, 49, 343, 2401] and first["moves"] == list("1234567") and last == {"done": True}
    rows = {(event["row"]["order"], event["row"]["depth"]): event["row"] for event in found if "row" in event}
    assert len(rows) == 8
    for (order, _), row in rows.items():
        assert row["leaves"] == row["minimal_leaves" if order == "perfect" else "lines"]
    trees = {(event["order"], event["depth"]): event["tree"] for event in found if "tree" in event}
    assert trees.keys() == rows.keys()
    assert all(len(child) == 7 and 0 not in child for child in trees["minimax", 4])
    assert sum(child.count(0) for child in trees["perfect", 4]) == 36            # of 49, as 13 prove the value


def test_a_game_of_pacman_is_made_step_by_step(address):
    record = {"maze": "pincer", "pacman": "expectimax", "ghosts": "minimax", "seed": "1"}
    (begun,) = events(address, "pacman", record)
    assert begun["step"] is None and begun["moves"] == ["east", "west", "stop"] and begun["picture"].startswith("<svg")
    first = events(address, "pacman", record | {"act": True})
    assert first == events(address, "pacman", record | {"act": True})                # the seed's
    assert re.match(r"Pacman: \w+ \(\w+ [-.\d]+, .*\)\. -1 points\.", first[0]["says"]) and first[0]["moves"] == []
    steps = [event["step"] for event in first]
    assert steps[0] in begun["moves"] and len(steps[1]) == 2 and first[1]["says"].startswith("The ghosts: ")
    while not (reply := events(address, "pacman", record | {"steps": steps, "act": True}))[-1]["over"]:
        steps += [event["step"] for event in reply]
    assert "points, " in reply[-1]["says"]


def test_a_person_is_pacman(address):
    record = {"maze": "corridor", "pacman": "you", "act": True}
    moved, answered = events(address, "pacman", record | {"move": "east"})
    assert moved["step"] == "east" and moved["says"] == "Pacman: east. -1 points." and answered["step"] == ["west"]
    (answer,) = events(address, "pacman", record | {"steps": ["east"]})              # the ghosts' turn
    assert answer == answered


@pytest.mark.parametrize("path, record, quoted", [
    *(("pruning", {"orders": ["perfect", "none"]} | record, quoted) for record, quoted in [
        ({"game": "backgammon"}, "'backgammon'"), ({"game": "checkers", "orders": ["none"]}, "['none']"),
        ({"game": "checkers", "orders": ["none", "none"]}, "['none', 'none']"),
        ({"game": "checkers", "orders": ["none", "best"]}, "'best'"), ({"game": "checkers", "depth": 13}, "13"),
        ({"game": "connect-four", "position": "1212121"}, "over")]),
    *(("pacman", {"act": True} | record, quoted) for record, quoted in [
        ({"pacman": "os:system"}, "'os:system'"), ({"maze": "#####/#P.G/#####"}, "'#####/#P.G/#####'"),
        ({"ghosts": ["random"]}, "['random']"), ({"rounds": 5}, "5"), ({"ghost_rounds": "x"}, "'x'"),
        ({"steps": "east"}, "'east'"), ({"steps": ["up"]}, "'up'"), ({"steps": [["east"]]}, "('east',)"),
        ({"steps": [[{}]]}, "{}"), ({"pacman": "you", "move": ["east"]}, "('east',)"), ({"pacman": "you"}, "None"),
        ({"maze": "starving", "steps": ["east"] * 10}, "over")])])
def test_what_cannot_be_streamed_is_refused_in_a_line(address, path, record, quoted):
    (event,) = events(address, path, record)
    assert quoted in event["error"] and "\n" not in event["error"]


def test_ones_own_pacman_is_offered_and_a_bad_one_ends_the_command(tmp_path, monkeypatch):
    (tmp_path / "my_agents.py").write_text("def still(position): return 'stop'\nnumber = 5\n")
    monkeypatch.chdir(tmp_path)
    with served("--pacman", "my_agents:still") as address:
        assert "my_agents:still" in json.loads(post(address, "cast", {})[1])["pacman"]
        assert events(address, "pacman", {"pacman": "my_agents:still", "act": True})[0]["step"] == "stop"
    for option, name in (("--pacman", "my_agents:number"), ("--ghosts", "none:none"), ("--evaluation", "careful")):
        command = [sys.executable, "-m", "gamecore", "serve", option, name]
        ended = subprocess.run(command, capture_output=True, text=True)
        assert ended.returncode == 2 and ended.stderr.count("\n") == 1 and repr(name) in ended.stderr


def test_nothing_asked_badly_hangs_or_fails(address):
    """Requests made of pieces of good ones, in any mixture."""
    random = Random(1)
    pieces = {"game": ["connect-four", "checkers", "backgammon", "chess", None, 3, ["checkers"], {}],
              "position": [None, "", "4455", "B:WK1:B2", "4HPwATDgc/ABMA 31", "x" * 3000, "\0", 7, [], "XGID=",
                           "board:"],
              "steps": [[], [{"move": "4"}], [{"move": 4}], [{"chance": "(3, 1)"}], "steps", [{"cube": "double"}],
                        [{"chance": "(3, 1)"}, {"move": "8/5 6/5"}, {"cube": "double"}], [{"cube": []}], [[]],
                        [{}], None, 5,
                        [{"move": "11-15", "chance": "x"}], [{"move": "4"}] * 50, [{"move": "4"}] * 3000],
              "entered": [[], [[8, 5]], [[8, 5], [6, 5]], [[0, 0]], [["bar", {}]], "x", [[1, 2, 3]], [[1e9, -1]], 3],
              "dice": ["server", {"seed": 1}, {"seed": [1]}, {}, 5, None], "arrows": [["4"], [4], "4", {}, [None], 3],
              "level": [1, 11, -1, "x", None, 1.5, [], True], "lines": [0, 1, "9", None, 99],
              "seed": [None, 1, "x", {}],
              "plays": [0, 1, "x"], "depth": [0, 1, 2, 99, "x", None, 1.5],
              "orders": [["none", "random"], ["none", "none"], ["perfect", "full"], [], "none", [[], {}], None],
              "cube": [True, 1, "x"], "act": [True, 1], "kind": ["cuts", "x", []],
              "pacman": ["you", "expectimax", "os:system", 3, []],
              "maze": ["open", "x", None, {}], "rounds": [1, 9, "x"], "ghosts": ["minimax", ["random"]],
              "text": ["{}", "[", "1. 11-15", "XGID=a", " 3 point match", "", None, 5, '{"format":1}'],
              "tree": ["[[3,4],[1,2]]", "[", "((1,2))", None, 5, "[" * 9999, "[(1,2),3]", "9" * 5000, "[1e999]"],
              "layers": ["max,chance", "x", 5, "0"], "bounds": ["0,10", "0", [], "1/0,3"],
              "probabilities": ["1/2,1/2", "1", {}], "turned": [True, 1, "x"],
              "dark": [False, None], "\ud800": ["\ud800"]}
    paths = ["state", "state", "read", "write", "games", "move", "coach", "graph", "tree", "pruning", "cube", "pacman",
             "exercise", "nothing", "../play", "state/"]
    connection = HTTPConnection(urlsplit(address).netloc, timeout=30)
    root = urlsplit(address).path
    for _ in range(COUNT):
        chosen = {name: random.choice(values) for name, values in pieces.items() if random.random() < 0.4}
        record = {"level": 1, "depth": 1} | chosen             # more would think
        body = json.dumps(record).encode()
        if random.random() < 0.1:
            body = random.randbytes(random.randrange(40))
        elif random.random() < 0.1:
            body = body[:random.randrange(len(body))]
        path = random.choice(paths)
        connection.request(random.choice(["POST"] * 6 + ["GET", "PUT", "OPTIONS"]), f"{root}api/{path}", body)
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status < 500, (path, body, text)


def answered_move(address):
    """The last event of a level's move."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=30)
    connection.request("POST", f"{urlsplit(address).path}api/move", b'{"game": "checkers", "level": 1}')
    events = connection.getresponse().read().decode().strip().split("\n\n")
    return json.loads(events[-1].removeprefix("data: "))


@pytest.mark.parametrize("path, record, begins", [
    ("analyse", {"game": "checkers"}, "depth"),
    ("pruning", {"game": "checkers", "orders": ["minimax", "worst"], "depth": 12}, "sizes")],
    ids=["analyse", "pruning"])
def test_a_search_ends_with_its_page_and_others_wait_or_are_refused(address, path, record, begins):
    """More searches than may run and wait; the last ones are refused, and when all are left the next one begins."""
    body = json.dumps(record).encode()
    open_ones, first = [], []
    while len(first) < 8:
        connection = HTTPConnection(urlsplit(address).netloc, timeout=30)
        connection.request("POST", f"{urlsplit(address).path}api/{path}", body)
        answer = connection.getresponse()
        event = json.loads(answer.readline().decode().removeprefix("data: "))
        if len(first) < 2 and "waiting" in event:        # for a search of the test before, which is ending
            answer.close()
            connection.close()
            continue
        first.append(event)
        open_ones.append((connection, answer))
    kinds = [next(kind for kind in ("waiting", "error", begins) if kind in event) for event in first]
    assert kinds == [begins] * 2 + ["waiting"] * 4 + ["error"] * 2
    assert answered_move(address)["done"]                # a player's move does not wait for them
    for connection, answer in open_ones:
        answer.close()
        connection.close()
    assert answered_move(address)["done"]


def test_an_address_lasts_by_the_token_of_a_file(tmp_path):
    file = tmp_path / "page.token"
    addresses = set()
    for _ in range(2):
        with served("--token", str(file)) as address:
            addresses.add(urlsplit(address).path)
    assert addresses == {f"/{file.read_text()}/"} and file.stat().st_mode & 0o777 == 0o600
    assert len(file.read_text()) >= 16


def test_a_file_without_a_token_is_refused_in_a_line(tmp_path, capsys):
    file = tmp_path / "page.token"
    file.write_text("short")
    assert main(["serve", "--token", str(file)]) == 2
    assert "'short': expected 16 to 100 letters" in capsys.readouterr().err
