"""Application of a function to many items, on threads or any executor of concurrent.futures, with results in order.

The function is pickled for other processes. It creates objects that threads must not share, such as an engine, at its
first call, and leaves them out of its pickle. Every thread works with a copy of its own.
"""
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from copy import copy
from queue import SimpleQueue
from threading import local
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from gamecore.core import imports
from gamecore.core.aside import Thread
from gamecore.core.checks import in_range
from gamecore.errors import ArgumentError, BatchError, LimitError

if TYPE_CHECKING:                    # importing concurrent.futures takes longer than solving a position
    from concurrent.futures import Executor

SHARE = 32                           # default number of tasks per worker, so that the last ones end together
ERRORS = ("stop", "keep")

LOCAL = local()                      # each thread's copy of the current function, and its original
NAMES = WeakKeyDictionary()          # of functions that were pickled


def parallel_map(function: Callable[[Any], Any], items: Iterable[Any], *, executor: "Executor | None" = None,
                 jobs: int | None = None, chunk: int | None = None,
                 progress: Callable[[int, int], object] | None = None, errors: str = "stop",
                 name: str = "items") -> Iterator[Any]:
    """Yields function(item) for each item in order, as soon as this result and those of all earlier items are known.

    Parameters
    ----------
    function : callable
        A function of one item. For an executor it is pickled, like the items and results. If it has a method stop(),
        this is called when the results are no longer needed.
    items : iterable
    executor : concurrent.futures.Executor, optional
        The executor that does the work; it is not closed. By default threads of this process, or this thread if `jobs`
        is 1.
    jobs : int, optional
        The number of threads; by default one per core.
    chunk : int, optional
        Items per task, 1 or more; by default a 32nd of a worker's share.
    progress : callable, optional
        Called with (items done, items in all) after each chunk.
    errors : {"stop", "keep"}
        Whether the first item that fails ends everything, or a BatchError takes the place of its result.
    name : str
        The name of the items in messages.

    Raises
    ------
    BatchError
        If an item failed, with its `index` and its exception as the cause, or the executor broke or was shut down.
    """
    if errors not in ERRORS:
        raise LimitError(f"errors must be 'stop' or 'keep', not {errors!r}")
    if executor is not None and not hasattr(executor, "submit"):
        raise LimitError(f"executor must have a method submit, as in concurrent.futures, unlike {executor!r}")
    if progress is not None and not callable(progress):
        raise ArgumentError(f"progress must be a function of (done, in all), or None, not {progress!r:.200}")
    items = as_list(items, name)
    jobs = cores() if jobs is None else in_range("jobs", jobs, 1)
    chunk = max(1, len(items) // (SHARE * jobs)) if chunk is None else in_range("chunk", chunk, 1)
    return Batch(function, items, chunk, progress, errors == "keep", name).run(executor, jobs)


def as_list(items: Iterable[Any], name: str) -> list[Any]:
    """Returns items as a list; raises ArgumentError if they are not iterable."""
    if not (hasattr(items, "__iter__") or hasattr(items, "__getitem__")):
        raise ArgumentError(f"{name} must be a list, or iterable, not {items!r:.200}")
    return list(items)


def cores() -> int:
    """Returns the number of processors that this process may use."""
    if sys.platform == "emscripten":     # which counts those that it cannot use
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Batch:
    """The work of one call of `parallel_map`."""

    def __init__(self, function, items, chunk, progress, keep_errors, name):
        self.function, self.items, self.progress = function, items, progress
        self.keep_errors, self.name = keep_errors, name
        self.starts = range(0, len(items), chunk)
        self.chunk = chunk
        self.futures = {}                # by the number of the chunk, until its answer is taken
        self.failed = False
        self.cancels = True

    def run(self, executor, jobs):
        jobs = min(jobs, len(self.starts))
        if executor is not None:
            self.cancels = getattr(executor, "cancels_tasks", True)
            answers = self.submitted(executor, pickled(self.function), self.starts)
        elif jobs <= 1:
            answers = (self.work_on(start) for start in self.starts)
        else:
            answers = self.threaded(jobs)
        with closing(answers):
            yield from self.collect(answers)

    def threaded(self, jobs):
        """Yields the results of all chunks in order, computed by threads, at a quarter of a ThreadPoolExecutor's
        cost."""
        numbers, answers, known = deque(range(len(self.starts))), SimpleQueue(), {}
        threads = [Thread(target=self.work_through, args=(copy(self.function), numbers, answers), name="gamecore")
                   for _ in range(jobs)]
        try:
            for thread in threads:
                thread.start()
            for number in range(len(self.starts)):
                while number not in known:
                    known.update([answers.get()])
                yield known.pop(number)
        finally:
            self.failed = True
            if hasattr(self.function, "stop"):
                self.function.stop()
            for thread in threads:
                if thread.ident is not None:     # None: it was never started
                    thread.join()

    def work_through(self, function, numbers, answers):
        """Processes chunks in one thread. After a failure, the chunks that have already begun are finished."""
        while not self.failed:
            try:
                number = numbers.popleft()
            except IndexError:
                return
            start = self.starts[number]
            try:
                answer = run_chunk(function, self.items[start:start + self.chunk], self.keep_errors)
            except BaseException as error:       # SystemExit, say
                answer = [], (0, error)
            if answer[1] is not None:
                self.failed = True
            answers.put((number, answer))

    def submitted(self, executor, blob, starts):
        """Yields the results of all chunks in order; after a failure, or when it is closed, cancels the remaining
        chunks."""
        try:
            for number, start in enumerate(starts):
                if self.failed:
                    break
                self.futures[number] = self.submit(executor, blob, start)
                self.futures[number].add_done_callback(lambda done, number=number: self.on_done(done, number))
            for number in range(len(self.futures)):
                yield self.answer_of(self.futures.pop(number), starts[number])
        finally:
            self.cancel_from(0)

    def submit(self, executor, blob, start):
        try:
            return executor.submit(work, blob, self.items[start:start + self.chunk], self.keep_errors)
        except RuntimeError as error:            # the executor takes no more work; what it has done is not lost
            from concurrent.futures import Future
            refused = Future()
            refused.set_exception(error)
            return refused

    def on_done(self, done, number):
        """Cancels the later chunks if this one failed."""
        if not self.keep_errors and not done.cancelled() and (done.exception() or done.result()[1]):
            self.failed = True
            self.spare_if_lost(done.exception())
            self.cancel_from(number + 1)

    def spare_if_lost(self, error):
        """Prevents further cancellations if the executor broke: Python 3.11 fails on tasks that are both cancelled and
        lost."""
        from concurrent.futures import BrokenExecutor
        self.cancels = self.cancels and not isinstance(error, BrokenExecutor)

    def cancel_from(self, number):
        for later, future in list(self.futures.items()) if self.cancels else ():
            if later >= number:
                future.cancel()

    def answer_of(self, future, start):
        from concurrent.futures import CancelledError
        try:
            return future.result()
        except (CancelledError, Exception) as error:         # not the items' own errors: those are answers
            self.spare_if_lost(error)
            chunk = f"{self.name}[{start}:{min(start + self.chunk, len(self.items))}]"
            reason = "the executor was shut down" if isinstance(error, CancelledError) else f"{error or repr(error)}"
            lost = [BatchError(f"no answer for {chunk}: {type(error).__name__}: {reason}", i)
                    for i, _ in enumerate(self.items[start:start + self.chunk], start)]
            return lost, None if self.keep_errors else (0, lost[0])

    def work_on(self, start):
        return run_chunk(self.function, self.items[start:start + self.chunk], self.keep_errors)

    def collect(self, answers):
        """Returns the results of finished chunks."""
        for start, (results, failure) in zip(self.starts, answers):
            for i, result in enumerate(results if failure is None else results[:failure[0]], start):
                yield self.named(i, result) if isinstance(result, Failure) else result
            if failure is not None:
                raise self.named(start + failure[0], failure[1]) if isinstance(failure[1], Failure) else failure[1]
            if self.progress is not None:
                self.progress(min(start + self.chunk, len(self.items)), len(self.items))

    def named(self, i, failure):
        error = failure.error
        wrapped = BatchError(f"{self.name}[{i}], {self.items[i]!r:.200}: {type(error).__name__}: {error}", i)
        wrapped.__cause__ = error
        return wrapped


class Failure:
    """Wraps an exception raised by an item, or its text if the exception cannot be pickled and unpickled."""

    def __init__(self, error):
        self.error = error

    def __reduce__(self):
        try:
            pickle.loads(pickle.dumps(self.error))
        except Exception:
            return Failure, (BatchError(f"{type(self.error).__name__}: {self.error}"),)
        return Failure, (self.error,)


# In the workers

def work(blob, items, keep_errors):
    """Returns a chunk's results; the last is (index in the chunk, Failure) if an item ended the chunk."""
    if getattr(LOCAL, "blob", LOCAL) != blob:
        LOCAL.blob, (_, LOCAL.function) = blob, pickle.loads(blob)
    return run_chunk(LOCAL.function, items, keep_errors)


def run_chunk(function, items, keep_errors):
    results = []
    for i, item in enumerate(items):
        try:
            results.append(function(item))
        except Exception as error:
            if not keep_errors:
                return results, (i, Failure(error))
            results.append(Failure(error))
    return results, None


def pickled(function):
    """Returns a pickle of (name, function). The name is needed since functions with equal pickles may differ: a file
    that they name may have changed."""
    from uuid import uuid4                       # for executors alone
    name = uuid4().hex
    with suppress(TypeError):                    # if it cannot be hashed: each pickle has a name of its own
        name = NAMES.setdefault(function, name)
    try:
        return imports.pickled((name, function))
    except Exception as error:
        raise BatchError(f"{function!r:.200} cannot be sent to a worker: {error}", None) from error


def reraised(results):
    """Yields the results; raises the exception of the first item that failed."""
    try:
        yield from results
    except BatchError as error:
        raise error.__cause__ or error from None
