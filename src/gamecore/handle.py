"""A search in its own thread, which `Engine.start` returns."""
import atexit
import os
import sys
from _thread import allocate_lock
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from math import inf
from threading import Condition, ExceptHookArgs, current_thread, excepthook
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Generic, Self
from weakref import WeakSet

from gamecore.core.aside import caller, start, wait
from gamecore.core.checks import real
from gamecore.core.position import Move_co, Score_co
from gamecore.errors import EngineBusyError, LimitError
from gamecore.result import SearchResult
from gamecore.search.iteration import Iteration
from gamecore.core.token import StopToken

PATIENCE = 5.0                               # seconds; only a user's own game may take longer to end
RUNNING: WeakSet["Search[Any]"] = WeakSet()  # the searches whose threads must end before Python does


class Search(Generic[Move_co, Score_co]):
    """A search that runs in the background.

    Iterating over the search yields an Iteration after each depth, and one every half second during a long depth, until
    the search has ended; `async for` does the same in asyncio. `await` returns the result, and cancelling the awaiting
    task ends the search. If the search is used as a context manager (`with`, `async with`), it is stopped at the end of
    the block.

    Attributes
    ----------
    reports : list of Iteration
        The reports so far.

    Examples
    --------
    >>> import gamecore
    >>> engine = gamecore.Engine(hash_mb=1)
    >>> with engine.start(gamecore.ConnectFour(), depth=40) as search:
    ...     for iteration in search:
    ...         if iteration.depth == 6:
    ...             break
    >>> search.result().stop, search.result().depth >= 6
    ('stop', True)
    """

    if not TYPE_CHECKING:
        def __class_getitem__(cls, types):
            """Returns Search[Move], since defaults of type variables are unknown before Python 3.13."""
            return GenericAlias(cls, types)

    def __init__(self, run: Callable[..., SearchResult[Move_co, Score_co]], token: StopToken,
                 on_iteration: Callable[[Iteration[Move_co, Score_co]], object] | None = None) -> None:
        self.reports: list[Iteration[Move_co, Score_co]] = []
        self._on_iteration = on_iteration
        self._token = token
        self._changed = Condition()
        self._listeners: list[Callable[[], None]] = []    # called in its thread after each report and at the end
        self._answer: SearchResult[Move_co, Score_co] | None = None
        self._error: BaseException | None = None
        self._over = False
        self._thread: object = self                      # caller() in it; until it has begun, not a caller
        self._process = os.getpid()
        self._lock = allocate_lock()                     # released when the thread has ended
        self._lock.acquire()
        start(self._work, (run,))
        RUNNING.add(self)

    def _work(self, run):
        self._thread = caller()
        try:
            self._answer = run(self._report)
        except BaseException as error:           # `result` raises it
            self._error = error
        try:
            self._notify(over=True)
        finally:
            self._lock.release()

    def _report(self, iteration):
        self.reports.append(iteration)
        if self._on_iteration is not None:
            self._on_iteration(iteration)
        self._notify()

    def _join(self, seconds=None):
        """Waits for the end of the thread, which does not exist in a forked process."""
        if (self._process == os.getpid() and wait(self._changed, self.done, seconds)
                and self._lock.acquire(timeout=-1 if seconds is None else seconds)):
            self._lock.release()

    def _notify(self, over=False):
        with self._changed:
            self._over = over
            self._changed.notify_all()
            listeners = list(self._listeners)
        for listener in listeners:
            try:
                listener()
            except BaseException:                # reported as a thread's; the other listeners are still called
                excepthook(ExceptHookArgs([*sys.exc_info(), current_thread()]))

    def stop(self) -> None:
        """Ends the search, if it is running, with its last complete iteration as the result."""
        self._token.stop()

    def done(self) -> bool:
        """Whether the search has ended."""
        return self._over

    def add_done_callback(self, function: Callable[[Self], object]) -> None:
        """Calls function(search) in the search's thread at the end of the search, or at once if it has already
        ended."""
        with self._changed:
            if not self._over:
                self._listeners.append(lambda: self._over and function(self))
                return
        function(self)

    def _check_thread(self) -> None:
        """Raises EngineBusyError if the caller is the search's own thread, which cannot wait for itself."""
        if not self._over and caller() == self._thread:
            raise EngineBusyError("a report cannot wait for the search that it reports")

    def result(self, timeout: float | None = None) -> SearchResult[Move_co, Score_co]:
        """Waits for the search to end and returns the SearchResult; Ctrl-C stops the search.

        Parameters
        ----------
        timeout : float, optional
            The longest time to wait, in seconds.

        Raises
        ------
        TimeoutError
            If the search has not ended by then; it goes on.
        EngineBusyError
            In a report of the search itself, without a timeout.
        LimitError
            If the timeout is not a finite number.
        Exception
            The exception that ended the search.
        """
        if timeout is None:
            self._check_thread()
        elif real(timeout) in (None, inf):           # with NaN the wait would be a busy one
            raise LimitError(f"timeout must be a finite number of seconds, not {timeout!r}")
        try:
            if not wait(self._changed, self.done, timeout):
                raise TimeoutError(f"the search has not ended within {timeout!r} seconds")
        except KeyboardInterrupt:
            self.stop()
            raise
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer

    def _has(self, i):
        """Whether report number i has arrived or will never arrive."""
        return self._over or len(self.reports) > i

    def __iter__(self) -> Iterator[Iteration[Move_co, Score_co]]:
        self._check_thread()
        for i in count():
            wait(self._changed, partial(self._has, i))
            if i == len(self.reports):
                self.result()                    # raises what has ended the search
                return
            yield self.reports[i]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        if caller() != self._thread:
            self._join()

    # asyncio

    async def _until(self, condition):
        """Waits without blocking the event loop."""
        import asyncio                           # imported lazily: it would double the import time
        loop, event = asyncio.get_running_loop(), asyncio.Event()

        def wake():
            with suppress(RuntimeError):         # the loop is closed: there is no waiter
                loop.call_soon_threadsafe(event.set)

        self._listeners.append(wake)
        try:
            while not condition():
                await event.wait()
                event.clear()
        finally:
            self._listeners.remove(wake)

    async def __aiter__(self) -> AsyncIterator[Iteration[Move_co, Score_co]]:
        for i in count():
            await self._until(partial(self._has, i))
            if i == len(self.reports):
                self.result()
                return
            yield self.reports[i]

    async def wait(self) -> SearchResult[Move_co, Score_co]:
        """Returns the SearchResult; cancelling ends the search."""
        import asyncio
        try:
            await self._until(self.done)
        except asyncio.CancelledError:
            await self.__aexit__()
            raise
        return self.result()

    def __await__(self) -> Generator[Any, None, SearchResult[Move_co, Score_co]]:
        return self.wait().__await__()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.stop()
        await self._until(self.done)              # a report may wait for the event loop


def renew_conditions():
    """Gives all searches a new condition in a forked process: a thread that was left behind may hold the old one."""
    for search in list(RUNNING):
        search._changed = Condition()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=renew_conditions)


@atexit.register
def end_all():
    """Ends all searches, because their threads must not outlive Python's objects."""
    searches = list(RUNNING)
    for search in searches:
        search.stop()
    for search in searches:
        search._join(PATIENCE)
