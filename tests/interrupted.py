"""Ctrl-C, pressed on a process of its own."""
import signal
import subprocess
import sys


def interrupted(*arguments):
    """Presses Ctrl-C when Python, run with these arguments, has printed a line: that line, and those behind it.

    It must end as by Ctrl-C, and complain of nothing.
    """
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    return first, out.splitlines()
