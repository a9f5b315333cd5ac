"""The suite's profile, with the same examples in every run (tests/stress/fresh.py draws new ones), and compiled
games."""
import gc
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
from fcntl import LOCK_EX, flock
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
import gamecore
from gamecore.commands.cli import main
from gamecore.core.about import about
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
INSTALL = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-index",
           "--disable-pip-version-check"]

# A shell starts what it puts into the background with Ctrl-C ignored; the tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("repeatable", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("fresh", deadline=None, print_blob=True)
settings.load_profile("repeatable")


def pytest_collection_finish():
    """What the suite itself is made of stays: no collection of garbage need look at it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def run(capsys, request):
    """Runs a command in this process, its words in one text or behind it: (exit code, stdout, stderr). A file whose
    tests run one command names it: COMMAND."""
    def run(command="", *words):
        code = main([*getattr(request.module, "COMMAND", "").split(), *command.split(), *map(str, words)])
        return code, *capsys.readouterr()
    return run


@pytest.fixture
def shown(run):
    """Runs a command that must succeed: what it prints."""
    def shown(command, *words):
        code, out, err = run(command, *words)
        assert (code, err) == (0, "")
        return out
    return shown


@pytest.fixture
def records(run):
    """Runs a command with --json that must succeed: its lines, parsed."""
    def records(command, *words):
        code, out, err = run(command, *words, "--json")
        assert (code, err) == (0, "")
        return [json.loads(line) for line in out.splitlines()]
    return records


@pytest.fixture
def refusal(run):
    """Runs a command that must be refused, in one line: that line."""
    def refusal(command, *words):
        code, out, err = run(command, *words)
        assert (code, out, err.count("\n")) == (2, "", 1), (code, out, err)
        return err
    return refusal


@pytest.fixture(scope="session")
def compiler():
    """The words that a call of the C compiler begins with."""
    words = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if shutil.which(words[0]) is None:
        pytest.skip(f"no C compiler: {words[0]!r} is not on the path")
    if "sanitize" in about()["flags"]:
        pytest.skip("the compiler itself would run under the sanitizers")
    return words


def start(command, folder):
    """Starts a build whose compiler finds this gamecore, however it is installed."""
    path = os.pathsep.join(filter(None, [gamecore.get_include(), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(command, cwd=folder, env=os.environ | {"PYTHONPATH": path}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.fixture(scope="session")
def outside(tmp_path_factory):
    """The modules othello, four, dice, misfits, tables, kalah, rings, built once against the installed gamecore,
    by the first of the processes that run the tests."""
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    if "sanitize" in about()["flags"]:
        pytest.skip("the compiler itself would run under the sanitizers")
    base = tmp_path_factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with open(base / "outside.lock", "w") as lock:
        flock(lock, LOCK_EX)
        if not (base / "outside" / "built").exists():
            build(base / "outside")
    sys.path[:0] = [str(base / "outside" / folder) for folder in ("installed", "outside")]
    names = ("othello", "four", "dice", "misfits", "tables", "kalah", "rings")
    yield SimpleNamespace(**{name: import_module(name) for name in names})
    del sys.path[:2]


def build(scratch):
    for source in (ROOT / "games" / "othello", ROOT / "tests" / "outside"):
        shutil.copytree(source, scratch / source.name, dirs_exist_ok=True,
                        ignore=lambda _, names: [name for name in names if not name.endswith((".pyx", ".py", ".toml"))])
    builds = [start([*INSTALL, "--target", str(scratch / "installed"), "./othello"], scratch),
              start([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], scratch / "outside")]
    for started in builds:
        output, _ = started.communicate()
        if re.search(r"command '\S*(cc|gcc|clang)' failed: No such file", output):
            pytest.skip("no C compiler")
        assert started.returncode == 0, output
    (scratch / "built").touch()
