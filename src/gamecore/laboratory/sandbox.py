"""Calls of a function in a user's file, with limits on time, memory and recursion; every failure is one exception."""
import io
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import contextmanager, redirect_stdout, suppress
from inspect import isfunction
from multiprocessing import get_context
from types import ModuleType
from typing import Any

from gamecore.errors import GameError

SECONDS = 5                          # for one answer
REPEAT = 0.1                         # seconds between alarms after the first
MEMORY = 2 << 30                     # bytes that a process of its own may add

expendable = False                   # whether this process may be ended with the function


class Fault(Exception):
    """The failure of a function to return a result."""


class Endless(Fault):
    """The failure of a function to return in time."""


class OutOfTime(BaseException):
    """The exception of a time limit, raised inside the function, where no `except Exception` stops it."""


class SandboxedFunction:
    """A function in a user's file.

    Parameters
    ----------
    source : callable
        Returns the function with fresh global variables.
    name, file : str
        The function's name, and the file whose lines are quoted.
    seconds : float
        The time for one answer.
    """

    def __init__(self, source: Callable, name: str, file: str = "", seconds: float = SECONDS) -> None:
        self.source, self.name, self.file, self.seconds = source, name, file, seconds

    def call(self, *arguments: Any, function: Callable | None = None, **named: Any) -> Any:
        """Returns the function's result; raises Fault if it raises, does not end, or ends the program."""
        try:
            with redirect_stdout(io.StringIO()), steady_recursion(), alarm(self.seconds, self.file):
                return (function or self.source())(*arguments, **named)
        except OutOfTime as error:
            raise Endless(f"no answer after {self.seconds:g} seconds{self.place(error)}") from None
        except RecursionError as error:
            raise Fault(f"recursion without an end{self.place(error)}: is each leaf marked as one?") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Fault(f"{type(error).__name__}: {words_of(error)}{self.place(error)}") from None

    def place(self, error):
        """Returns the last line of the user's file in an error's traceback."""
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.file]
        return f" (line {frames[-1].lineno}: {frames[-1].line})" if frames else ""


def words_of(error):
    """Returns the message of an error, even if its text cannot be computed."""
    try:
        return str(error)
    except Exception:
        return "its message cannot be written"


@contextmanager
def steady_recursion():
    """Restores the recursion limit after the block; a higher one might exhaust memory or the stack."""
    change, sys.setrecursionlimit = sys.setrecursionlimit, lambda limit: None
    try:
        yield
    finally:
        sys.setrecursionlimit = change


@contextmanager
def alarm(seconds, file):
    """Ends the block after some seconds; only in the main thread, which receives the signals, and not on Windows.

    The alarm repeats, because a bare `except` may catch it. It is raised only in code of the file.
    """
    def ring(_, frame):
        while frame is not None and frame.f_code.co_filename != file:
            frame = frame.f_back
        if frame is not None or not file:
            raise OutOfTime

    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT if file else 0)
    if expendable:
        signal.setitimer(signal.ITIMER_PROF, 2 * seconds)        # its signal ends the process
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def apart(work: Callable, on_start: Callable = lambda: None) -> Any:
    """Returns the result of work that calls a user's functions, run in its own process. Raises the work's exception,
    and Fault if it ends the process. Without fork() it runs in this process."""
    if not hasattr(os, "fork"):
        return work()
    receiver, sender = get_context("fork").Pipe(duplex=False)
    process = get_context("fork").Process(target=report, args=(work, sender))
    process.start()
    sender.close()
    on_start()
    try:
        result, error = receiver.recv()
    except EOFError:
        process.join()
        if process.exitcode == -signal.SIGPROF:
            raise Endless("no answer in time, from code that cannot be interrupted") from None
        how = f"exit code {process.exitcode}" if process.exitcode >= 0 else signal.Signals(-process.exitcode).name
        raise Fault(f"it ends the program: {how}") from None
    finally:
        process.terminate()
        process.join()
    if error:
        raise error
    return result


def report(work, sender):
    """Sends (result, None), or (None, the exception)."""
    global expendable
    expendable = True
    signal.signal(signal.SIGTERM, signal.SIG_DFL)            # from the parent, which needs no more
    with suppress(ImportError, OSError, ValueError):         # where there are no such limits
        import resource
        with open("/proc/self/statm") as sizes:
            now = int(sizes.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    try:
        sender.send((work(), None))
    except KeyboardInterrupt:            # the parent receives it, too
        pass
    except Exception as error:
        sender.send((None, error))


def load(text: str, seconds: float = SECONDS) -> SandboxedFunction:
    """Returns the function that FILE:function names; each call runs the file again.

    Raises
    ------
    GameError
        If there is no such file or function, or the file cannot be run.
    """
    file, _, name = text.rpartition(":")
    if not file.endswith(".py") or not name:
        raise GameError(f"{text!r} is not FILE:function, such as my_search.py:alpha_beta")
    path = os.path.abspath(file)
    try:
        with open(path, "rb") as stream:         # compile knows byte-order marks and declared encodings
            code = compile(stream.read(), path, "exec")
    except (SyntaxError, ValueError) as error:
        raise GameError(f"cannot read {file!r}: {type(error).__name__}: {error}") from error

    def run():
        module = ModuleType(f"user_{os.path.splitext(os.path.basename(path))[0]}")
        module.__file__ = path
        sys.modules[module.__name__] = module    # for dataclasses
        with redirect_stdout(io.StringIO()):
            exec(code, vars(module))
        return vars(module)

    sys.path.insert(0, os.path.dirname(path))
    function = SandboxedFunction(lambda: run()[name], name, path, seconds)
    try:
        scope = function.call(function=run)
    except Fault as fault:
        raise GameError(f"cannot load {text!r}: {fault}") from None
    if not callable(scope.get(name)):
        raise GameError(f"{file!r} has no function {name!r}; it has "
                        f"{', '.join(each for each in scope if isfunction(scope[each])) or 'none'}")
    return function
