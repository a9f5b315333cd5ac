"""How a command ends early: by Ctrl-C, or because the system tells it to end (SIGTERM, SIGHUP), which is the same."""
import os
import signal

INTERRUPTED = 130                    # the exit code that a shell expects of a program that Ctrl-C ended
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

_told = []                           # SIGTERM or SIGHUP, once the process got it


def leave(number, frame):
    """Handles a signal while there is nothing to lose: the process ends at once."""
    os._exit(128 + number)


def interrupt(number, frame):
    """Handles a signal during a command. Only Ctrl-C interrupts its end once more: a terminal hangs up twice."""
    if number != signal.SIGINT:
        if _told:
            return
        _told.append(number)
    raise KeyboardInterrupt


def handle_signals(handler):
    """Sets the handler of all signals that this process does not ignore (as after nohup)."""
    for number in SIGNALS:
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, handler)


def interruptible():
    """From now on signals raise KeyboardInterrupt, if this process is the command."""
    if signal.getsignal(signal.SIGINT) is leave or signal.getsignal(signal.SIGTERM) is leave:
        handle_signals(interrupt)


def is_told_to_end():
    """Whether the system wants the process to end, about which a person cannot be asked."""
    return bool(_told)


def code_of(code):
    """The exit code of a command that returned this one: the signal's, if one ended it."""
    return 128 + _told[0] if _told and code else code


def carry_out(told, *arguments):
    """Plays with the arguments, and reports whatever was played.

    Parameters
    ----------
    told : object
        With play(*arguments), report(), and `stop`, which becomes "interrupt" after Ctrl-C.

    Returns
    -------
    int
        The exit code.
    """
    code = 0
    try:
        told.play(*arguments)
    except KeyboardInterrupt:
        told.stop = "interrupt"
        code = INTERRUPTED
    told.report()
    return code
