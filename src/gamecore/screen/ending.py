"""The early end of a command by Ctrl-C, or by SIGTERM or SIGHUP with the same effect."""
import os
import _signal as signal             # `signal` also imports enumerations, which doubles the time so far
from time import monotonic, perf_counter

INTERRUPTED = 130                    # the exit code that a shell expects after Ctrl-C
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

SHOW_SECONDS = 0.1                   # between two reports of progress; a game may take a millisecond
SECOND_HANGUP = 2                    # seconds within which a terminal that closes sends its second SIGHUP

_signals = []                        # each SIGTERM or SIGHUP that the process got, with its time


def leave(number, frame):
    """Ends the process at once on a signal; used while no work could be lost."""
    os._exit(128 + number)


def interrupt(number, frame):
    """Handles a signal during a command. Terminals send a second SIGHUP at once, which does not interrupt the command's
    ending.

    A later signal does, since the first may have come in a callback from which Python propagates no exception.
    """
    if number != signal.SIGINT:
        if _signals and monotonic() < _signals[-1][1] + SECOND_HANGUP:
            return
        _signals.append((number, monotonic()))
    raise KeyboardInterrupt


def handle_signals(handler):
    """Sets the handler of all signals that this process does not ignore (as it does after nohup)."""
    for number in SIGNALS:
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, handler)


def interruptible():
    """Makes signals raise KeyboardInterrupt, if this process runs the command."""
    if signal.getsignal(signal.SIGINT) is leave or signal.getsignal(signal.SIGTERM) is leave:
        handle_signals(interrupt)


def is_terminating():
    """Whether the process received a signal to end, so that it may not prompt for input."""
    return bool(_signals)


def code_of(code):
    """Returns the code of the signal that ended the command, or else `code`."""
    return 128 + _signals[0][0] if _signals and code else code


class LongTask:
    """A long task. `play` performs it, and `as_dict` and `show` report it; after Ctrl-C they report the part that is
    finished."""

    stop = "complete"                    # what ended it

    def __init__(self, args, console):
        self.args, self.console = args, console
        self.begin = self.shown = perf_counter()

    def run(self, *arguments):
        """Calls play(*arguments) and report(); returns the exit code."""
        code = 0
        try:
            self.play(*arguments)
        except KeyboardInterrupt:
            self.stop = "interrupt"
            code = INTERRUPTED
        self.report()
        return code

    def report(self):
        self.console.report(self.as_dict(), self.show)

    def report_progress(self, done, text, *arguments):
        """Shows text(*arguments) beside the progress of --games, unless it was shown a moment ago."""
        now = perf_counter()
        if now - self.shown >= SHOW_SECONDS:
            self.shown = now
            self.console.progress(done, self.args.games, text(*arguments))
