"""A function of a user's file in a process of its own, with limits on time, memory and output.

What the process sends is data, never unpickled; the other side is student.py. A process that does not answer in time is
killed, with its group, whatever it ignores.
"""
import base64
import json
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from socket import socketpair
from subprocess import DEVNULL, Popen
from time import monotonic
from typing import Any

from gamecore.errors import GameError
from gamecore.laboratory.student import Endless, Fault

SECONDS, TOTAL = 5, 45               # for one answer, and for all answers of a file
LONGEST = 1 << 20                    # bytes of a message
CHILD = Path(__file__).with_name("student.py")


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
        Makes the function that is called, in its process, from the one in the file.

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
        if not hasattr(signal, "SIGKILL"):
            raise GameError(f"{text!r} is not examined: this system has no limits for its process")
        open(file).close()                       # an OSError, if there is none
        self.command = [sys.executable, "-I", str(CHILD), os.path.abspath(file), self.name, kind]
        self.seconds, self.left, self.factory = seconds, float(TOTAL), factory
        self.process, self.rest, self.end = None, b"", None
        try:
            is_agent, parameters = self.exchange({"call": "parameters"})
            self.is_agent = bool(is_agent)
            self.parameters = [(str(name), bool(has_default), is_none) for name, has_default, is_none in parameters]
        except (Fault, TypeError, ValueError) as fault:
            self.close()
            raise GameError(f"cannot load {text!r}: {fault}") from None

    def __call__(self, *arguments: Any, work: Callable | None = None) -> Any:
        """Returns the function's result as data, or that of work(function), which may take longer; raises Fault."""
        pickled = base64.b64encode(pickle.dumps((arguments, self.factory, work))).decode()
        result = self.exchange({"call": "function", "pickled": pickled}, seconds=TOTAL if work else None)
        if isinstance(result, dict) and isinstance(parts := result.get("set"), list):
            return {part for part in parts if isinstance(part, (int, float, str))}
        return result

    def exchange(self, call, answer=None, seconds=None):
        """Returns the result of a call; `answer` maps each question, a list, to what is sent back.

        After an Endless call there is no other.
        """
        start, seconds = monotonic(), min(seconds or self.seconds, self.left)
        try:
            if self.end:
                raise self.end
            self.process = self.process or self.started()
            message = self.next_message(call, start + seconds)
            while isinstance(message, list):
                message = self.next_message(answer(message), start + seconds)
        except BaseException as error:
            self.end = error if isinstance(error, Endless) else None
            self.close()
            raise
        finally:
            self.left -= monotonic() - start
        if "fault" in message:
            raise Fault(f"{message['fault']!s:.500}")
        return message.get("result")

    def started(self):
        self.rest, (self.socket, other) = b"", socketpair()
        with other:
            return Popen(self.command, stdin=other, stdout=other, stderr=DEVNULL, start_new_session=True,
                         env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})

    def next_message(self, message, deadline):
        """Sends a message and returns the next one, a dictionary or a list; raises Endless if there is none in time."""
        try:
            self.socket.settimeout(max(0.001, deadline - monotonic()))
            self.socket.sendall(json.dumps(message).encode() + b"\n")
            while b"\n" not in self.rest:
                self.socket.settimeout(max(0.001, deadline - monotonic()))
                part = self.socket.recv(LONGEST)
                self.rest += part
                if not part or len(self.rest) > LONGEST:
                    raise Endless("its result, or what it writes into the checker's pipe, is too long" if part else
                                  "it ends the program")
        except TimeoutError:
            raise Endless(f"no answers within {TOTAL} seconds in all" if self.left <= self.seconds else
                          f"no answer after {self.seconds:g} seconds") from None
        except OSError:
            raise Endless("it ends the program") from None
        line, _, self.rest = self.rest.partition(b"\n")
        with suppress(ValueError, RecursionError):
            if isinstance(message := json.loads(line), (dict, list)):
                return message
        raise Endless(f"it writes {line[:80]!r} into the checker's pipe")

    def close(self):
        """Ends the process and all that it has started in its group."""
        if self.process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.socket.close()
            self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
