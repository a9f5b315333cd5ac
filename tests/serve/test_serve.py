"""The local server: who may ask, and for what."""
import json
import os
import re
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from tests.browser import served

import gamecore

COUNT = int(os.environ.get("GAMECORE_REQUESTS", 500))        # bad ones
PAGES = ("", "play", "analyse", "tree", "pruning", "pacman")


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
    asked = {f"{address}{page}": 200 for page in PAGES} | {f"{address}static/style.css": 200}
    asked |= {f"{root}/": 404, f"{root}/play": 404, f"{root}/{token[:-1]}/play": 404, f"{address}static/../app.py": 404,
              f"{address}static/%2e%2e/app.py": 404}
    assert {path: status(path) for path in asked} == asked


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


def test_all_that_a_browser_loads_is_small_and_comes_from_here():
    static = Path(gamecore.__file__).parent / "serve" / "static"
    texts = {path.name: path.read_text(encoding="utf-8") for path in static.iterdir()}
    assert sum(len(text.encode()) for text in texts.values()) < 150_000
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
from gamecore.commands.ending import interrupt
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
