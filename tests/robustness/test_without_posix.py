"""Tests the Python code as on a system without POSIX, in a child process without the modules, functions and signals
that Windows lacks."""
from tests.processes import python

PROGRAM = """
import os, signal, sys
for name in ("fcntl", "resource", "termios", "pwd", "grp"):
    sys.modules[name] = None
for name in ("SIGHUP", "SIGALRM", "SIGPIPE", "SIGKILL", "pthread_sigmask", "setitimer", "SIG_BLOCK", "SIG_SETMASK"):
    delattr(signal, name)
for name in ("O_NONBLOCK", "O_NOFOLLOW", "sched_getaffinity", "fork", "getuid"):
    delattr(os, name)
from gamecore.commands.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_commands_run_without_posix(tmp_path):
    rows = "pruning connect-four --max-depth 3 --orders none --csv rows.csv"
    for line in ("perft checkers --depth 5 --json", "search backgammon --dice 3,1 --depth 1 --json",
                 "solve connect-four --position 44455554221 --json", "endgames build --pieces 2 --out databases",
                 f"{rows} --jobs 2", "endgames verify databases"):
        done = python("-c", PROGRAM, *line.split(), cwd=tmp_path)
        assert done.returncode == 0 and not done.stderr, (line, done.stderr)
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 4
    assert not list(tmp_path.rglob("*.part"))


def test_functions_of_files_are_refused_without_posix(tmp_path):
    done = python("-c", PROGRAM, "exercises", "--check", "4.2", "mine.py:leaves", cwd=tmp_path)
    assert done.returncode == 2 and "mine.py:leaves' is not examined" in done.stderr and done.stderr.count("\n") == 1
    assert python("-c", PROGRAM, "exercises", "--check", "4.2", "8", cwd=tmp_path).returncode == 1


def test_a_failed_write_leaves_the_old_file_without_posix(tmp_path):
    (tmp_path / "rows.csv").mkdir()
    done = python("-c", PROGRAM, *"pruning connect-four --max-depth 2 --csv rows.csv".split(), cwd=tmp_path)
    assert done.returncode and "rows.csv" in done.stderr and "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]
