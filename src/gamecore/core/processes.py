"""Processes that share the work of `parallel_map`. They leave signals to their parent, and end when it ends."""
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import current_process, get_context, parent_process
from threading import current_thread, main_thread

from gamecore.core.aside import Thread
from gamecore.core.parallel import SHARE, parallel_map, reraised
from gamecore.errors import BatchError

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
MASKS = hasattr(signal, "pthread_sigmask")       # not on Windows
UNGUARDED = 97                   # exit code of a worker that runs the main program again and would start more workers


def in_processes(function, items, jobs, name):
    """Applies `parallel_map` in `jobs` processes; raises a failing item's exception, or a lost worker's BatchError."""
    with Workers(jobs) as workers:
        yield from in_workers(function, items, workers, jobs, name)


def in_workers(function, items, executor, jobs, name):
    """Applies `parallel_map` in the workers of an executor, assumed to be `jobs` in number."""
    chunk = max(1, len(items) // (SHARE * jobs))
    yield from reraised(parallel_map(function, items, executor=executor, chunk=chunk, name=name))


class Workers(ProcessPoolExecutor):
    """Provides an executor of `jobs` processes; an exception in its block ends them, even in the middle of a task.

    Since the processes end, tasks are not cancelled first (see Batch.spare_if_lost). Only the parent handles signals.
    """

    cancels_tasks = False

    def __init__(self, jobs):
        if getattr(current_process(), "_inheriting", False):
            os._exit(UNGUARDED)
        Thread()                         # its error, where there are neither threads nor processes
        super().__init__(jobs, server_of_processes() if MASKS else get_context("spawn"), begin_work)

    def submit(self, *task, **named):
        """Submits a task with signals blocked, so that the start of a process leaves no orphan."""
        with deferred_signals():
            return super().submit(*task, **named)

    def __exit__(self, kind, error, trace):
        if error is not None:
            processes = list((self._processes or {}).values())           # not those of other executors
            for process in processes:
                process.kill()
            if any(process.exitcode == UNGUARDED for process in processes):
                raise BatchError('the processes of jobs run the program again, as far as `if __name__ == "__main__":`: '
                                 "this call belongs below that line") from None
        return super().__exit__(kind, error, trace)


def server_of_processes():
    """Returns the context of a fork server that blocks signals; the processes that it starts block them, too."""
    from multiprocessing import forkserver, resource_tracker
    context = get_context("forkserver")
    context.set_forkserver_preload(["gamecore.engine"])
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context


def begin_work():
    """Prepares a new process; its parent handles Ctrl-C and ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent():
    """Ends this process when its parent ends, even if the parent was killed."""
    parent_process().join()
    os._exit(1)


@contextmanager
def deferred_signals():
    """Defers signal handlers until the end of the block, if this is the thread in which they run."""
    came = []
    ours = SIGNALS if current_thread() is main_thread() else []
    handlers = {number: signal.signal(number, lambda number, frame: came.append(number)) for number in ours
                if callable(signal.getsignal(number))}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)
