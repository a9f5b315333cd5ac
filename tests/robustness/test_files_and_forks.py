"""Tests paths that are no files, names that no file can have, files that contain no text, and processes that fork."""
import os
import threading

import pytest
import gamecore
from gamecore.core.files import append_atomically, atomic_file, locked, open_binary
from gamecore.games.checkers.endgames.build import build
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.net import CheckersNet
from gamecore.games.checkers.patterns import CheckersPatterns
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.laboratory.suites import read_suite
from gamecore.match import ballots
from tests.processes import holds_in_a_fork, python, run_command

IMPOSSIBLE = ["a\0b", "\ud800", "a/\0"]


def write_to(path):
    with atomic_file(path) as file:
        file.write("text")


@pytest.mark.parametrize("name", IMPOSSIBLE)
@pytest.mark.parametrize("attempt", [
    lambda name: gamecore.Engine(hash_mb=1, databases=name),
    lambda name: gamecore.Engine(hash_mb=1, evaluation=f"./{name}"),
    Databases, CheckersPatterns.read, CheckersNet.read, BackgammonNet.read,
    lambda name: read_suite("checkers", name), lambda name: ballots.read(name, gamecore.Checkers),
    write_to, lambda name: append_atomically(name, "text"), lambda name: build(2, name),
], ids=["databases", "evaluation", "Databases", "CheckersPatterns", "CheckersNet", "BackgammonNet", "suite", "ballots",
        "atomic_file", "append", "build"])
def test_a_name_that_no_file_can_have_is_an_os_error_that_tells_it(name, attempt):
    with pytest.raises(OSError, match="No file can have this name") as caught:
        attempt(name)
    assert caught.value.filename.endswith(name)


# Atomic writes

def test_what_a_killed_writer_left_is_no_obstacle_and_is_cleared_away(tmp_path):
    """In a container the next process has the pid of the last one."""
    target = tmp_path / "rows.csv"
    killed = f"""
import os, signal
from gamecore.core.files import atomic_file
with atomic_file({str(target)!r}) as file:
    file.write("half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert python("-c", killed).returncode == -9
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv.part"]
    write_to(target)
    assert target.read_text() == "text" and list(tmp_path.iterdir()) == [target]


def test_of_two_writers_of_a_file_the_second_is_refused_and_leaves_no_trace(tmp_path):
    target = tmp_path / "rows.csv"
    with atomic_file(target) as file:
        file.write("first")
        with pytest.raises(BlockingIOError, match="In use by another writer") as caught:
            write_to(target)
        assert caught.value.filename == str(target)
    assert target.read_text() == "first" and list(tmp_path.iterdir()) == [target]


def test_a_part_file_that_vanishes_before_it_is_locked_is_made_anew(tmp_path, monkeypatch):
    """Another writer may finish between the opening and the locking."""
    target, locks = tmp_path / "rows.csv", []

    def lock(descriptor, path):
        locks.append(path)
        if len(locks) == 1:
            os.replace(path, target)

    monkeypatch.setattr("gamecore.core.files.lock", lock)
    target.write_text("other")
    with atomic_file(target) as file:
        file.write("text")
        assert target.read_text() == "" and len(locks) == 2
    assert target.read_text() == "text" and list(tmp_path.iterdir()) == [target]


def test_a_signal_before_a_part_file_is_known_leaves_none(tmp_path, monkeypatch):
    def interrupted(*args):
        monkeypatch.undo()
        opened.append(os.open(*args))
        raise KeyboardInterrupt

    opened = []
    monkeypatch.setattr("gamecore.core.files.os.open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_to(tmp_path / "rows.csv")
    os.close(opened.pop())
    assert not list(tmp_path.iterdir())


def test_an_error_keeps_the_old_file(tmp_path):
    target = tmp_path / "rows.csv"
    target.write_text("old")
    with pytest.raises(ZeroDivisionError), atomic_file(target) as file:
        file.write(str(1 // 0))
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


def test_two_commands_do_not_add_to_one_file(tmp_path, refusal):
    journal = tmp_path / "out.scores"
    with locked(journal):
        assert refusal(f"book build connect-four --plies 1 --out {tmp_path / 'out'}") == (
            f"gamecore: In use by another writer: {str(journal)!r}\n")


@pytest.fixture
def pipe(tmp_path):
    """A named pipe without a writer."""
    os.mkfifo(tmp_path / "0101.wld")
    return tmp_path / "0101.wld"


@pytest.mark.parametrize("read", [open_binary, CheckersPatterns.read, CheckersNet.read, BackgammonNet.read,
                                  lambda path: gamecore.Engine(hash_mb=1, evaluation=path),
                                  lambda path: Databases(path.parent)])
def test_a_pipe_in_place_of_a_file_keeps_no_reader_waiting(pipe, read):
    with pytest.raises(OSError, match="Not a regular file"):
        read(pipe)


def test_a_pipe_in_place_of_a_part_keeps_no_writer_waiting_and_remains(tmp_path):
    os.mkfifo(tmp_path / "X.part")
    for readers in range(2):                             # with a reader it can be opened
        reader = os.open(tmp_path / "X.part", os.O_RDONLY | os.O_NONBLOCK) if readers else None
        with pytest.raises(OSError, match="The .part file beside it is not a regular file: '.*X'"):
            write_to(tmp_path / "X")
        assert os.listdir(tmp_path) == ["X.part"]
    os.close(reader)


def test_the_command_says_so_in_one_line(pipe, refusal):
    err = refusal("search checkers --depth 1 --evaluation", pipe)
    assert "Not a regular file" in err and str(pipe) in err


def test_bytes_that_are_no_text_are_no_move():
    run = run_command("play connect-four --nodes 10", input=b"\xff\xfe\n4\nquit\n", text=False,
                      env=os.environ | {"PYTHONUTF8": "1"})
    assert run.returncode == 0 and run.stderr == b""
    assert rb"is not a legal move" in run.stdout and rb"\xff" in run.stdout


@pytest.mark.parametrize("module", ["enum", "gamecore.screen.console", "gamecore.commands.perft",
                                    "gamecore.games.connect_four.position"])
def test_control_c_during_the_commands_imports_leaves_no_traceback(module, tmp_path):
    """sitecustomize presses Ctrl-C when the module is about to be imported, where no exception can be raised."""
    tmp_path.joinpath("sitecustomize.py").write_text(f"""
import _signal as signal, sys
class Pressed:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
class Presser:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            Pressed()
sys.meta_path.insert(0, Presser())
""")
    run = run_command("perft connect-four --depth 1", path=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")


def test_little_is_imported_before_the_command_can_handle_control_c():
    run = python("-c", "import sys; known = set(sys.modules); import gamecore; print(*sorted({*sys.modules} - known))")
    assert run.stdout.split() == ["gamecore", "gamecore.core", "gamecore.core.about", "gamecore.core.shown"]


# Forks

class Waits(gamecore.PythonGame):
    """A game that forks from another thread's search: its first move waits until the child has been made."""

    def __init__(self, started, forked):
        self.started, self.forked = started, forked

    def legal_moves(self):
        self.started.set()
        self.forked.wait()
        return [1]

    def play(self, move):
        return self

    def final_score(self):
        return 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_child_forked_during_a_search_may_search(threads):
    engine, started, forked = gamecore.Engine(hash_mb=1, threads=threads), threading.Event(), threading.Event()
    searcher = threading.Thread(target=engine.search, args=(Waits(started, forked), 3))
    searcher.start()
    started.wait()

    def claim():
        found, expected = (by.search(gamecore.ConnectFour("4455"), depth=6).score
                           for by in (engine, gamecore.Engine(hash_mb=1)))
        engine.clear()
        return found == expected

    assert holds_in_a_fork(claim, forked.set)
    searcher.join()
    assert engine.search(gamecore.ConnectFour(), depth=2).depth == 2
