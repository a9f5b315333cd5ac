"""Support for Python in a worker of a browser, which has one thread: a computation must let the worker answer
messages."""
from asyncio import current_task, ensure_future, sleep
from contextvars import ContextVar
from time import monotonic

from pyodide.code import run_js
from pyodide.ffi import can_run_sync, run_sync

from gamecore.errors import ExtraError

# Chromium runs asyncio.sleep(0) before messages, which then waited for a third of the time that a search had taken.
later = run_js("() => new Promise(done => setTimeout(done, 0))")
caller = current_task                # what threading.get_ident is elsewhere
PAUSE = 0.05                         # seconds
TASKS = set()                        # begun by `start`; asyncio itself forgets them
WAITS = ContextVar("WAITS", default=None)        # a function: whether work of this context waits for other work


def give_way():
    """Lets the worker handle its messages, if the browser can suspend a call (JSPI)."""
    if can_run_sync():
        run_sync(later())
        while (waits := WAITS.get()) and waits():
            run_sync(sleep(PAUSE))


def no_thread(*arguments, **named):
    """Raises ExtraError, since there are no threads and processes."""
    raise ExtraError("threads and processes are needed, which Python in a browser lacks: expected threads=1 or jobs=1")


def start(function, arguments):
    """Calls function(*arguments) concurrently with the caller: when the caller gives way or ends."""
    TASKS.add(task := ensure_future(aside(function, *arguments)))
    task.add_done_callback(TASKS.discard)


async def aside(function, *arguments):
    """Returns function(*arguments), after the worker has handled its messages."""
    await later()
    return function(*arguments)


def wait(changed, condition, timeout=None):
    """Gives way until a condition holds, for at most `timeout` seconds; returns whether the condition holds."""
    end = float("inf") if timeout is None else monotonic() + timeout
    while not condition() and monotonic() < end:
        if not can_run_sync():
            raise ExtraError("this browser cannot suspend a call (JSPI): await the search instead of waiting for it")
        run_sync(later())
    return condition()
