"""Jobs, which handle the budgets, signals, reports and threads of searches, solvers, playouts and builders of
tables."""
import os
import sys
from _thread import allocate_lock

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from gamecore.core.bits cimport now_ns, set_once, store_int
from gamecore.core.checks cimport in_range
from gamecore.core.limits cimport (NO_DEADLINE, NO_NODE_LIMIT, POLL_NS, RUNNING, STOP_ERROR, STOP_INTERRUPT,
                                   STOP_STOP, Counter, start_events)

from gamecore.core.aside import start_new_thread
from gamecore.core.checks import checked_seconds

if sys.platform == "emscripten":         # no other thread can call stop()
    from gamecore.core.browser import give_way
else:
    give_way = None

cdef int64_t REPORT_NS = 500_000_000     # between two reports of progress
cdef int forks = 0                       # between the first process and this one


def _count_fork():
    """Counts the fork in a new process."""
    global forks
    forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_count_fork)


cdef int forks_so_far() noexcept:
    return forks


cdef class Job:
    """Work that may be stopped, that threads may share, and that reports to a caller."""

    def __cinit__(self):
        self.forks, self.locks = forks, []
        self.allowed = NO_DEADLINE
        self.shared.limits.nodes, self.shared.limits.deadline = NO_NODE_LIMIT, NO_DEADLINE
        self.shared.poll, self.shared.context = call_poll, <void*>self

    cdef int set_budget(self, nodes, seconds) except -1:
        """Sets the limits of nodes and time, None for none."""
        self.shared.limits.nodes = NO_NODE_LIMIT if nodes is None else in_range("nodes", nodes, 1, 2**63 - 1)
        self.allowed = NO_DEADLINE
        if seconds is not None:
            self.allowed = <int64_t>(checked_seconds(seconds) * 1e9)
        return 0

    cdef int start_clock(self, int64_t now) except -1:
        """Starts the clock of the time limit."""
        self.next_report = now + REPORT_NS
        self.shared.limits.deadline = NO_DEADLINE if self.allowed == NO_DEADLINE else now + self.allowed
        return 0

    cdef int start_counter(self, Counter* counter, int i) except -1:
        """Prepares the counter of thread i; only the first thread polls."""
        counter.nodes = 0
        start_events(&counter.events, &self.shared, 1, NO_DEADLINE if i else now_ns() + POLL_NS)
        return 0

    cdef int start_thread(self, function, int i) except -1:
        """Calls function(self, i) in a thread, which releases a lock at its end: Ctrl-C may break threading's join."""
        lock = allocate_lock()
        lock.acquire()
        self.locks.append(lock)
        try:
            start_new_thread(_work, (self, function, i, lock))
        except BaseException:
            self.locks.remove(lock)              # no thread will release it
            raise
        return 0

    cdef int share(self, function, int threads) except -1:
        """Calls function(self, i) in each of `threads` threads, the first of which is this one; raises the job's
        error."""
        try:
            for i in range(1, threads):
                self.start_thread(function, i)
            function(self, 0)
        except BaseException as error:
            self.fail(error)
        self.join()
        return self.raise_error()

    cdef int join(self) except -1:
        """Waits until all threads have ended, even if a signal raises an exception, because they use the memory of the
        job."""
        while self.locks and self.forks == forks:        # the threads do not exist in a forked process
            try:
                self.locks[-1].acquire()
                self.locks.pop()
            except BaseException as error:
                self.error = error
                set_once(&self.shared.stop, STOP_INTERRUPT if isinstance(error, KeyboardInterrupt) else STOP_ERROR)
        return 0

    cdef int raise_error(self) except -1:
        """Raises the exception of a signal, a report or a helping thread, if there was one."""
        if self.error is not None:
            raise self.error
        return 0

    cdef void end(self) noexcept:
        """Ends the job from another thread; the result so far stays valid."""
        set_once(&self.shared.stop, STOP_STOP)

    cdef void fail(self, object error) noexcept:
        """Ends the job with an exception."""
        if self.error is None:
            self.error = error
        store_int(&self.shared.stop, STOP_INTERRUPT if isinstance(error, KeyboardInterrupt) else STOP_ERROR)

    cdef int poll(self) noexcept:
        """Handles signals and reports, and gives way; returns RUNNING, or the reason to stop."""
        try:
            with nogil:                  # work that keeps the GIL lets others have it here
                pass
            PyErr_CheckSignals()
            if give_way is not None:
                give_way()
            if self.on_report is not None and now_ns() >= self.next_report:
                self.next_report = now_ns() + REPORT_NS
                self.report_progress()
        except BaseException as error:
            self.error = error
            return STOP_INTERRUPT if isinstance(error, KeyboardInterrupt) else STOP_ERROR
        return RUNNING

    cdef int report_progress(self) except -1:
        """Calls the caller's function during the work."""
        self.on_report(self)
        return 0


cdef int call_poll(void* job) noexcept with gil:
    return (<Job>job).poll()


def _work(Job job not None, function, int i, lock):
    """Runs a helping thread."""
    try:
        function(job, i)
    except BaseException as error:              # the first thread raises it
        if job.error is None:
            job.error = error
        set_once(&job.shared.stop, STOP_ERROR)
    finally:
        lock.release()
