"""Tests the page and the course without a server, from the plain files that `make site` wrote."""
import json
import re
import runpy
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

import pytest

from gamecore.laboratory.exercises import problems

ROOT = Path(__file__).resolve().parents[2]
SITE, DRIVER = ROOT / "build/site", ROOT / "build/wasm/node_modules/puppeteer-core"
BROWSERS = {"chromium": ("chromium", "google-chrome"), "firefox": ("firefox-esr", "firefox")}
SLOW = 20e6 / 8                      # bytes a second
NO_MEMORY = 'WebAssembly.Memory = class { constructor() { throw new RangeError("could not allocate memory"); } };\n'

in_each_browser = pytest.mark.parametrize("kind", BROWSERS)


def run(kind, address, **options):
    """Runs .ci/site_test.mjs."""
    binary = next(filter(None, map(shutil.which, BROWSERS[kind])), None)
    needed = {f"a browser: {kind}": binary, "node": shutil.which("node"), "npm's puppeteer-core": DRIVER.exists()}
    if missing := [name for name, found in needed.items() if not found]:
        pytest.skip(f"the site is tested in a browser; there is no {', no '.join(missing)}")
    done = subprocess.run(["node", ".ci/site_test.mjs", kind, binary, address, json.dumps(options)], cwd=ROOT,
                          capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def site():
    """The built site."""
    if not SITE.exists():
        pytest.skip("there is no build/site, which make site builds")
    return SITE


@contextmanager
def plain(folder):
    """The address of Python's own server of a folder, a process of its own."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            yield re.search(r"http://[^)]*", server.stdout.readline())[0]
        finally:
            server.terminate()


class SlowHandler(SimpleHTTPRequestHandler):
    """Python's own server at the end of a line of SLOW bytes a second."""

    line, free = Lock(), 0.0         # when the line is free again

    def copyfile(self, source, outputfile):
        while part := source.read(1 << 14):
            with self.line:
                SlowHandler.free = max(SlowHandler.free, time.monotonic()) + len(part) / SLOW
            time.sleep(max(0.0, SlowHandler.free - time.monotonic()))
            outputfile.write(part)

    def log_message(self, *words):
        pass


@in_each_browser
def test_a_plain_server_is_enough_for_games_views_and_the_course_and_no_other_is_asked(kind, site):
    signature = (ROOT / "benchmarks/signature.txt").read_text(encoding="ascii").strip()
    problem, = problems(7, "cuts")
    with plain(site) as address:
        run(kind, address, signature=signature, problem={"question": problem.question, "answer": problem.answer})


@in_each_browser
def test_the_first_reply_comes_over_a_slow_line(kind, site):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SlowHandler, directory=site)) as server:
        Thread(target=server.serve_forever).start()
        try:
            run(kind, f"http://127.0.0.1:{server.server_port}/", brief=True)
        finally:
            server.shutdown()


def test_the_course_compares_outputs_as_doctest_does_and_marks_answers():
    snippet, marked = (runpy.run_path(str(ROOT / ".ci/site/course.py"))[name] for name in ("snippet", "marked"))
    outputs = {">>> 1 / 3\n0.33...": True, ">>> [1,\n...  2]\n[1,\n 2]": True, ">>> 2\n3": False,
               ">>> x = 2\n>>> x\n2": True, ">>> 2\n2\n>>> y\n3": False,
               ">>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: division by zero": True}
    assert {text: snippet(None, {"text": text})["same"] for text in outputs} == outputs
    assert snippet(None, {"text": "for i in 1, 2:\n    print(i)\nx"}) == {"printed": "1\n2\n2\n"}
    for answer, verdict in ("9", "right"), ("8", "wrong"), ("def visited(nested): return 8", "wrong: answer("):
        assert f"5.3: {verdict}" in marked(None, {"number": "5.3", "text": answer})["printed"]


def damage(path):
    """Changes a byte in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


FAULTS = {
    "no WebAssembly": (lambda files: None, {"words": "Python has ended: this browser has no WebAssembly"}),
    "no memory": (lambda files: (files / "worker.js").write_text(
        NO_MEMORY + (files / "worker.js").read_text(encoding="utf-8"), encoding="utf-8"),
        {"words": "Python has ended: there is not enough memory: close other pages"}),
    **{f"damaged {name}": (lambda files, name=name: damage(files / f"{name}.bin"),
                           {"words": f"Python has ended: {name} is damaged, load the page anew"})
       for name in ("gamecore.zip", "python_stdlib.zip", "pyodide.asm.mjs", "pyodide.asm.wasm")},
    "a file that is not there": (lambda files: (files / "gamecore.zip.bin").unlink(),
                                 {"words": "Python has ended: gamecore.zip cannot be loaded: 404"}),
    "damaged networks": (lambda files: damage(files / "backgammon.zip.bin"),
                         {"words": "[Bb]ackgammon.zip is damaged", "view": "#analyse&game=backgammon&moves=*(3, 1)"})}


@in_each_browser
@pytest.mark.parametrize("fault", FAULTS)
def test_what_keeps_python_from_starting_is_a_sentence(kind, fault, site, tmp_path):
    copy = shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns("docs"))
    damaging, says = FAULTS[fault]
    files, = copy.glob("gamecore-*")
    damaging(files)
    with plain(copy) as address:
        run(kind, address, says=says, bare=fault == "no WebAssembly")
