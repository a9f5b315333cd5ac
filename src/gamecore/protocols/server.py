"""The common part of UGI and JSON lines: a server that receives and answers lines."""
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, Queue
from threading import Semaphore, Thread

from gamecore.screen.complaints import explain, explain_user_error
from gamecore.core.text import one_line
from gamecore.errors import GamecoreError, ProtocolError
from gamecore.handle import PATIENCE, Search

GRACE = 2.0                          # seconds after the last line in which a search with limits may finish
LINES = 64                           # lines to read ahead
LONGEST_ERROR = 400                  # characters
MAX_LINE = 1 << 20                   # bytes; no game is so long
TOO_LONG = object()                  # in place of a longer line


def standard_lines():
    """Returns the lines of standard input. They come from a separate stream, because at exit a thread may hold the lock
    of sys.stdin."""
    return read_lines(open(sys.stdin.fileno(), "rb", closefd=False)) if sys.stdin else iter(())


def write_line(line):
    """Writes a line to standard output and flushes it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def read_lines(stream):
    """Yields the lines of a binary stream without their ends, or TOO_LONG for a line of more than MAX_LINE bytes."""
    while line := stream.readline(MAX_LINE):
        if not line.endswith(b"\n") and len(line) == MAX_LINE:
            while (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            yield TOO_LONG
        else:
            yield line.decode("utf-8", "backslashreplace").strip()


@dataclass(eq=False)
class SearchTask:
    """A search to be answered."""

    report: Callable                 # takes each Iteration
    conclude: Callable               # takes the SearchResult
    about: object = None             # the subject of an error, for ProtocolServer.complain
    waits: bool = False              # whether the finished search waits for `stop` before it is answered
    search: Search | None = None
    over: bool = False               # whether its end has been reported


class ProtocolServer:
    """A server of one engine for one program.

    Lines and the search's reports go into one queue, and one thread handles them and writes. A protocol defines
    `execute(line)` and `complain(message, about)`; `write` sends a line; `grace` is GRACE, or None for no limit.
    """

    def __init__(self, game, write, engine, grace=GRACE):
        self.game, self.write, self.engine, self.grace = game, write, engine, grace
        self.events = Queue()            # callables without arguments
        self.slots = Semaphore(LINES)
        self.ended = False               # whether to ignore further lines
        self.task = None

    def serve(self, lines):
        """Handles lines until one of them quits or the input ends; a running search then ends and answers."""
        Thread(target=self.read, args=(lines,), daemon=True).start()
        try:
            self.work(lambda: self.ended)
            if self.task and not self.task.waits:
                self.work(lambda: self.task is None, self.grace)
        finally:
            self.stop()
            self.work(lambda: self.task is None, PATIENCE)

    def read(self, lines):
        """Queues the lines as they arrive."""
        with suppress(OSError):
            for line in lines:
                self.slots.acquire()
                self.events.put(partial(self.accept_line, line))
        self.events.put(partial(setattr, self, "ended", True))

    def work(self, until, seconds=None):
        """Handles queued items until a condition holds or the time is over."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not until():
            try:
                event = self.events.get(timeout=deadline and max(0.0, deadline - time.monotonic()))
            except Empty:
                return
            event()

    def accept_line(self, line):
        if self.ended:                   # without a free slot: no more is read
            return
        self.slots.release()
        if line is TOO_LONG:
            self.complain(f"a line has more than {MAX_LINE} bytes", None)
        elif line:
            self.attempt(self.execute, line)

    def quit(self, words=()):
        """Ends the running search; later lines are ignored."""
        self.ended, self.grace = True, 0.0

    def attempt(self, act, *arguments, about=None):
        """Calls a function and reports any exception, since a user's game may raise anything.
        Returns whether it succeeded."""
        try:
            act(*arguments)
        except Exception as error:
            expected = isinstance(error, (GamecoreError, MemoryError, OSError))
            self.complain(one_line(explain(error) if expected else explain_user_error(error), LONGEST_ERROR), about)
            return False
        return True

    # Searching.

    def check_idle(self, wish):
        if self.task:
            raise ProtocolError(f"{wish!r} while a search is running: stop it first, or wait for its answer")

    def think(self, task, position, limits, enough=lambda iteration: False):
        """Starts a task's search with these arguments of Engine.start; it ends at an Iteration for which `enough` is
        true."""
        engine = self.engine

        def on_iteration(iteration):
            self.events.put(partial(self.hear, task, iteration))
            if enough(iteration):
                engine.stop()

        task.search = engine.start(position, **limits, on_iteration=on_iteration)
        self.task = task
        task.search.add_done_callback(lambda search: self.events.put(partial(self.finish, task)))

    def hear(self, task, iteration):
        if task is self.task and not self.attempt(task.report, iteration, about=task.about):
            self.drop()

    def finish(self, task):
        """Answers when the search has ended, unless the answer has to wait for `stop`."""
        task.over = True
        if task is self.task and not task.waits:
            self.task = None
            self.attempt(lambda: task.conclude(task.search.result()), about=task.about)

    def stop(self, words=()):
        """Ends a running search, which then answers."""
        if self.task:
            self.task.waits = False
            self.task.search.stop()
            if self.task.over:
                self.finish(self.task)

    def drop(self):
        """Ends a running search without an answer."""
        task, self.task = self.task, None
        task.search.stop()
        with suppress(Exception):
            task.search.result()
