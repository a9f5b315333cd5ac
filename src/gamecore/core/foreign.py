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
from types import ModuleType
from typing import Any

from gamecore.errors import GameError

SECONDS = 5.0                        # for one answer
REPEAT = 0.1                         # seconds between alarms after the first


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
            with redirect_stdout(io.StringIO()), alarm(self.seconds, self.file):
                return (function or self.source())(*arguments, **named)
        except OutOfTime as error:
            raise Endless(f"no answer after {self.seconds:g} seconds{self.place(error)}") from None
        except RecursionError as error:
            raise Fault(f"recursion without an end{self.place(error)}: is each leaf told from a node?") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Fault(f"{type(error).__name__}: {words_of(error)}{self.place(error)}") from None

    def place(self, error):
        """Returns the last line of the student's file in an error's traceback."""
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.file]
        return f" (line {frames[-1].lineno}: {frames[-1].line})" if frames else ""


def words_of(error):
    """Returns the message of an error, even of one that fails to write it."""
    try:
        return str(error)
    except Exception:
        return "its message cannot be written"


@contextmanager
def alarm(seconds, file):
    """Ends the block after some seconds; for the main thread, which alone receives signals. The alarm repeats, because
    a bare `except` may catch it, but it is raised in code of the file alone, never in what handles it."""
    def ring(_, frame):
        while frame is not None and frame.f_code.co_filename != file:
            frame = frame.f_back
        if frame is not None or not file:
            raise OutOfTime

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT if file else 0)
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
        with open(path, "rb") as stream:         # compile knows byte-order marks and declared encodings
            code = compile(stream.read(), path, "exec")
    except (SyntaxError, ValueError) as error:
        raise GameError(f"cannot read {file!r}: {type(error).__name__}: {error}") from error

    def run():
        module = ModuleType(f"user_{os.path.splitext(os.path.basename(path))[0]}")
        module.__file__ = path
        sys.modules[module.__name__] = module    # dataclasses look there
        with redirect_stdout(io.StringIO()):
            exec(code, vars(module))
        return vars(module)

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
