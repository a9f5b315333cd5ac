"""A function of a user's file in a process of its own, with limits on time, memory and output.

The messages from the process are data, and are never unpickled; student.py is the code of the process. If the process
does not answer in time, it is killed together with its process group, whatever signals it ignores.
"""
import base64
import json
import os
import pickle
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import Any

from gamecore.errors import ArgumentError, GameError
from gamecore.laboratory import student

SECONDS, TOTAL = 5, 45               # for one answer, and for all answers of a file
GRACE = 0.5                          # seconds in which the process may say where it was
LONGEST = 1 << 20                    # bytes of a message
CHILD = Path(__file__).with_name("student.py")
GROUPS = hasattr(signal, "SIGKILL")  # not on Windows, where a process is not limited in time, either


class Fault(Exception):
    """The failure of a function to return a result."""


class Endless(Fault):
    """The failure of a function's process, or of the function to return in time. The function is not called again."""


class SandboxedFunction:
    """FILE:function in a process of its own, as a function of picklable arguments that returns data.

    Parameters
    ----------
    text : str
        FILE:function, such as my_search.py:alpha_beta.
    seconds : float
        The time for one answer.
    kind : {"function", "search"}
        A search cannot use gamecore.
    factory : callable, optional
        Makes the function that is called from the function in the file; it is called in the process.

    Raises
    ------
    GameError
        If there is no such file or function, or the file cannot be run.
    """

    def __init__(self, text: str, seconds: float = SECONDS, kind: str = "function",
                 factory: Callable | None = None) -> None:
        file, _, self.name = text.rpartition(":")
        if not file.endswith(".py") or not self.name:
            raise GameError(f"{text!r} is not FILE:function, such as my_search.py:alpha_beta")
        open(file).close()                       # an OSError, if there is none
        self.command = [sys.executable, "-I", str(CHILD), os.path.abspath(file), self.name, kind, str(seconds)]
        self.seconds, self.left, self.factory = seconds, float(TOTAL), factory
        self.process, self.rest = None, b""
        try:
            is_agent, parameters = self.exchange({"call": "parameters"})
            self.is_agent = bool(is_agent)
            self.parameters = [(str(name), bool(has_default), is_none) for name, has_default, is_none in parameters]
        except (Fault, TypeError, ValueError) as fault:
            self.close()
            raise GameError(f"cannot load {text!r}: {fault}") from None

    def __call__(self, *arguments: Any, work: Callable | None = None) -> Any:
        """Returns the function's result as data, or the result of work(function), which may take longer; raises
        Fault."""
        call = {"call": "function", "pickled": base64.b64encode(pickle.dumps((arguments, self.factory, work))).decode()}
        result = self.exchange(call | ({"seconds": TOTAL} if work else {}))
        if isinstance(result, dict) and isinstance(parts := result.get("set"), list):
            return {part for part in parts if isinstance(part, (int, float, str))}
        return result

    def exchange(self, call, answer=None):
        """Returns the result of a call; `answer` maps each question, which is a list, to the answer that is sent
        back."""
        start = monotonic()
        deadline = start + min(call.get("seconds", self.seconds) + GRACE, self.left)
        try:
            if self.left <= 0:
                raise Endless(f"no answers within {TOTAL} seconds in all")
            self.process = self.process or self.started()
            self.send(call, deadline)
            while isinstance(message := self.receive(deadline), list):
                self.send(answer(message), deadline)
        except BaseException:
            self.close()
            raise
        finally:
            self.left -= monotonic() - start
        for key, error in ("endless", Endless), ("fault", Fault):
            if key in message:
                raise error(f"{message[key]!s:.500}")
        return message.get("result")

    def started(self):
        self.rest = b""
        process = Popen(self.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, bufsize=0, start_new_session=GROUPS,
                        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        if GROUPS:
            os.set_blocking(process.stdin.fileno(), False)
        return process

    def send(self, message, deadline):
        """Sends a message, which the process must read in time."""
        line = json.dumps(message).encode() + b"\n"
        while line:
            self.wait(deadline, writes=[self.process.stdin])
            try:
                line = line[self.process.stdin.write(line) or 0:]
            except BrokenPipeError:
                self.ended()

    def receive(self, deadline):
        """Returns the next message, a dictionary or a list."""
        while b"\n" not in self.rest:
            self.wait(deadline, reads=[self.process.stdout])
            part = os.read(self.process.stdout.fileno(), LONGEST)
            if not part:
                self.ended()
            self.rest += part
            if len(self.rest) > LONGEST:
                raise Endless("its result, or what it writes into the checker's pipe, is too long")
        line, _, self.rest = self.rest.partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, (dict, list)):
            raise Endless(f"it writes {line[:80]!r} into the checker's pipe")
        return message

    def wait(self, deadline, reads=(), writes=()):
        if GROUPS and not any(select.select(reads, writes, [], max(0.0, deadline - monotonic()))):
            raise Endless(f"no answer after {self.seconds:g} seconds" if self.left > self.seconds else
                          f"no answers within {TOTAL} seconds in all")

    def ended(self):
        """Raises the Fault of a process that has closed its pipes."""
        try:
            code = self.process.wait(1)
        except TimeoutExpired:
            raise Endless("it closes the checker's pipe") from None
        raise Endless(f"it ends the program: {f'exit code {code}' if code >= 0 else signal.Signals(-code).name}")

    def close(self):
        """Ends the process, and all processes that it has started in its group."""
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL) if GROUPS else process.terminate()
        process.wait()
        process.stdin.close()
        process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class LocalFunction:
    """A function of this process in place of a SandboxedFunction, for a search that the caller wrote."""

    is_agent = False

    def __init__(self, function: Callable) -> None:
        self.function, self.name = function, getattr(function, "__name__", "the function")
        try:
            self.parameters = student.parameters_of(function)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"{self.name}: its parameters cannot be read: {error}") from None

    def exchange(self, call, answer):
        """Returns the result of a call, as SandboxedFunction does."""
        try:
            return student.search(self.function, lambda *question: answer([*question]), **call["arguments"])
        except Exception as error:
            raise Fault(student.fault_of(error, "")) from None
