"""Starts child processes for tests: Python, the command, a fork, and Ctrl-C."""
import os
import signal
import subprocess
import sys

from gamecore.screen.ending import SIGNALS


def python(*arguments, path=None, **options):
    """Runs Python, with a folder before others on its path: the finished process."""
    if path is not None:
        folders = os.pathsep.join(filter(None, [str(path), os.environ.get("PYTHONPATH")]))
        options["env"] = os.environ | {"PYTHONPATH": folders}
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True,
                          **{"text": True, "timeout": 600} | options)


def run_command(command, **options):
    """Runs a command."""
    return python("-m", "gamecore", *command.split(), **options)


def start(*arguments, **options):
    """Starts Python, which signals reach even if this process ignores them."""
    def restore_signals():
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)

    return subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            preexec_fn=restore_signals, **{"text": True} | options)


def holds_in_a_fork(claim, meanwhile=lambda: None):
    """Whether a function returns True in a forked child within a minute; the parent does something meanwhile."""
    child = os.fork()
    if child == 0:
        code = 1
        signal.alarm(60)
        try:
            code = 0 if claim() else 2
        finally:
            os._exit(code)
    meanwhile()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def interrupted(*arguments):
    """Presses Ctrl-C when Python, run with these arguments, has printed a line: that line, and those behind it.

    It must end as by Ctrl-C, and complain of nothing.
    """
    process = start(*arguments)
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    return first, out.splitlines()
