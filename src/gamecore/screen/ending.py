"""The early end of a command by Ctrl-C, or by SIGTERM or SIGHUP with the same effect."""
import os
import _signal as signal             # without its enumerations, whose import is as long as all before it
from time import monotonic

INTERRUPTED = 130                    # the exit code that a shell expects after Ctrl-C
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

SECOND_HANGUP = 2                    # seconds within which a terminal that closes sends its second SIGHUP

_signals = []                        # each SIGTERM or SIGHUP that the process got, with its time


def leave(number, frame):
    """Ends the process at once on a signal; used while no work could be lost."""
    os._exit(128 + number)


def interrupt(number, frame):
    """Handles a signal during a command; a second SIGHUP at once, which terminals send, does not interrupt the end.

    A later one does: the first may have come in a callback from which Python propagates no exception.
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
    """Makes signals raise KeyboardInterrupt, if this process is the command."""
    if signal.getsignal(signal.SIGINT) is leave or signal.getsignal(signal.SIGTERM) is leave:
        handle_signals(interrupt)


def is_terminating():
    """Whether the process received a signal to end, so that it may not prompt for input."""
    return bool(_signals)


def code_of(code):
    """Returns the code of the signal that ended the command, or else `code`."""
    return 128 + _signals[0][0] if _signals and code else code


def run_to_report(work, *arguments):
    """Calls work.play(*arguments) and work.report(), with work.stop "interrupt" after Ctrl-C; returns the exit code."""
    code = 0
    try:
        work.play(*arguments)
    except KeyboardInterrupt:
        work.stop = "interrupt"
        code = INTERRUPTED
    work.report()
    return code
