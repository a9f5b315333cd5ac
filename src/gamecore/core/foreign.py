"""A function of a user's file, called with a time limit; every failure is one exception."""
import io
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import contextmanager, redirect_stdout
from inspect import isfunction
from typing import Any

from gamecore.errors import GameError

SECONDS = 5.0                        # for one answer


class Fault(Exception):
    """A function failed to return a result."""


class Endless(Fault):
    """It returned nothing in time."""


class OutOfTime(BaseException):
    """Raised inside the function; no `except Exception` stops it."""


class Foreign:
    """A function from outside.

    Parameters
    ----------
    source : callable
        Returns the function, as new: its global variables are reset.
    name, file : str
        Its name, and the file whose lines are quoted.
    seconds : float
        For one answer.
    """

    def __init__(self, source: Callable, name: str, file: str = "", seconds: float = SECONDS) -> None:
        self.source, self.name, self.file, self.seconds = source, name, file, seconds

    def call(self, *arguments: Any, function: Callable | None = None, **named: Any) -> Any:
        """Returns the function's result; Fault if it raises, does not end, or ends the program."""
        try:
            with redirect_stdout(io.StringIO()), alarm(self.seconds):
                return (function or self.source())(*arguments, **named)
        except OutOfTime as error:
            raise Endless(f"no answer after {self.seconds:g} seconds{self.place(error)}") from None
        except RecursionError as error:
            raise Fault(f"recursion without an end{self.place(error)}: is each leaf told from a node?") from None
        except (Exception, SystemExit) as error:
            raise Fault(f"{type(error).__name__}: {error}{self.place(error)}") from None

    def place(self, error):
        """Returns the last line of the student's file in an error's traceback."""
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.file]
        return f" (line {frames[-1].lineno}: {frames[-1].line})" if frames else ""


@contextmanager
def alarm(seconds):
    """Ends the block after some seconds, in the main thread, the only one that receives signals."""
    def ring(*_):
        raise OutOfTime

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)            # once: a second signal might find nobody to catch it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def load(text: str, seconds: float = SECONDS) -> Foreign:
    """Returns the function that FILE:function names; the file is run anew for each call.

    Raises
    ------
    GameError
        There is no such file or function, or the file cannot be run.
    """
    file, _, name = text.rpartition(":")
    if not file.endswith(".py") or not name:
        raise GameError(f"{text!r} is no FILE:function, such as my_search.py:alpha_beta")
    path = os.path.abspath(file)
    try:
        with open(path, encoding="utf-8") as stream:
            code = compile(stream.read(), path, "exec")
    except (SyntaxError, ValueError) as error:
        raise GameError(f"cannot read {file!r}: {type(error).__name__}: {error}") from error

    def run():
        scope = {"__name__": os.path.splitext(os.path.basename(path))[0], "__file__": path}
        exec(code, scope)
        return scope

    sys.path.insert(0, os.path.dirname(path))
    foreign = Foreign(lambda: run()[name], name, path, seconds)
    try:
        scope = foreign.call(function=run)
    except Fault as fault:
        raise GameError(f"cannot load {text!r}: {fault}") from None
    if not callable(scope.get(name)):
        raise GameError(f"{file!r} has no function {name!r}; it has "
                        f"{', '.join(each for each in scope if isfunction(scope[each])) or 'none'}")
    return foreign
