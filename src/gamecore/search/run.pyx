"""A run: one search from its arguments to its result. It is made for one call, never reset, and never shared."""
from _thread import allocate_lock, start_new_thread

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t

from gamecore.core.bits cimport load_int, mix64, now_ns, set_once, store_int
from gamecore.core.checks cimport in_range
from gamecore.core.limits cimport (INTERVAL, NO_DEADLINE, NO_NODE_LIMIT, POLL_NS, RUNNING, STOP_BOUNDS, STOP_ERROR,
                                   STOP_INTERRUPT, STOP_STOP, Shared, schedule)
from gamecore.core.stats cimport Stats, add
from gamecore.core.store cimport free_store, new_store
from gamecore.core.types cimport MAX_DEPTH, MAX_LAYERS, MAX_PLY
from gamecore.search.iteration cimport Iteration
from gamecore.search.log cimport Finished, Line, free_log
from gamecore.search.ordering cimport MARKED_MIN
from gamecore.search.switches cimport DEFINITION, FULL, PVS, RANKED, SELECTIVE, TABLE
from gamecore.search.worker cimport reset

from gamecore.core.checks import real
from gamecore.errors import BoundsError, LimitError

cdef int64_t REPORT_NS = 500_000_000             # between two reports from inside an iteration


cdef class Run:
    """One search of an engine."""

    def __dealloc__(self):
        free_log(&self.log)

    cdef int set_limits(self, depth, nodes, seconds) except -1:
        cdef bint chance = self.root.has_chance()
        cdef int high = MAX_LAYERS if chance else MAX_DEPTH
        if depth is None and nodes is None and seconds is None:
            raise LimitError("a search needs a limit: depth, nodes or seconds")
        self.shared.limits.depth = high if depth is None else in_range("depth", depth, 0 if chance else 1, high)
        self.shared.limits.exact_depth = depth is not None
        self.shared.limits.nodes = NO_NODE_LIMIT if nodes is None else in_range("nodes", nodes, 1, 2**63 - 1)
        self.allowed = NO_DEADLINE
        if seconds is not None:
            number = real(seconds)
            if number is None or not 0 < number < 1e9:
                raise LimitError(f"seconds must be a number above 0 and below 1e9, not {seconds!r}")
            self.allowed = <int64_t>(number * 1e9)
        return 0

    cdef int begin(self) except -1:
        """Starts the clock of loading; from here on the run can be stopped."""
        self.iterations, self.locks = [], []
        self.start = now_ns()
        self.shared.poll, self.shared.context = poll, <void*>self
        if self.root.adapter is not None:
            self.root.adapter.stop = &self.shared.stop
        self.resources.tables.searches += 1
        return 0

    cdef int set_up(self, Key salt, uint32_t switches, bint chance) except -1:
        """Prepares the workers, with the run's view of a table, and starts the clock of the search."""
        cdef Worker* w
        cdef int64_t now
        cdef int i
        for i in range(self.pool.threads):
            w = self.pool.workers[i]
            make_ready(w, &self.shared, self.view.table, &self.knowledge, switches, salt)
            w.order, w.multipv, w.random = self.order, self.multipv, mix64(self.seed + i)
            w.leads, w.keeps_gil = i == 0, self.root.adapter is not None
            if self.pool.marks != NULL and switches & TABLE and switches & RANKED and switches & PVS:
                w.marks, w.marked_min = self.pool.marks, MARKED_MIN
            if w.keeps_gil or self.callbacks is not None and self.callbacks.calls_python():
                w.events.interval = 1                    # a node may be slow: let the first ones tell
                schedule(&w.events, 0)
            if chance:
                w.children = self.pool.successors_of(i)
            if self.stores:
                w.best = new_store()
        now = now_ns()                   # loading is not the search's time
        self.loading, self.start = now - self.start, now
        self.next_report = now + REPORT_NS
        self.shared.limits.deadline = NO_DEADLINE if self.allowed == NO_DEADLINE else now + self.allowed
        self.pool.workers[0].events.next_poll = self.start + POLL_NS
        return 0

    cdef int close(self) except -1:
        """Stops the threads that still search, and releases what the workers borrowed."""
        set_once(&self.shared.stop, STOP_STOP)
        self.join()
        for i in range(self.pool.threads):
            free_store(self.pool.workers[i].best)
            self.pool.workers[i].best = NULL
        self.resources.tables.searches -= 1
        return 0

    cdef int start_helpers(self) except -1:
        """Starts the helping threads, each of which releases a lock at its end: Ctrl-C may break threading's join."""
        for i in range(1, self.pool.threads):
            lock = allocate_lock()
            lock.acquire()
            self.locks.append(lock)
            try:
                start_new_thread(_help, (self, i, lock))
            except BaseException:
                self.locks.remove(lock)          # no thread will release it
                raise
        return 0

    cdef int join(self) except -1:
        """Waits until all threads have ended, even after Ctrl-C, since a busy worker must not be reused."""
        while self.locks and self.pool.is_ours():        # a fork leaves the threads behind
            try:
                self.locks[-1].acquire()
                self.locks.pop()
            except KeyboardInterrupt as error:
                self.error = error
                set_once(&self.shared.stop, STOP_INTERRUPT)
        return 0

    cdef void fail(self, object error) noexcept:
        """Ends the search with an exception."""
        if self.error is None:
            self.error = error
        store_int(&self.shared.stop, STOP_INTERRUPT if isinstance(error, KeyboardInterrupt) else STOP_ERROR)

    cdef int collect(self) except -1:
        """Makes Python objects of the iterations in the log."""
        cdef const Finished* finished
        cdef const Line* line
        cdef Iteration iteration
        cdef size_t i
        cdef int k
        for i in range(len(self.iterations), self.log.count):
            finished = self.log.iterations + i
            iteration = Iteration.__new__(Iteration)
            iteration.depth, iteration.complete, iteration.finished = finished.depth, finished.complete, i > 0
            iteration.seconds = finished.wall / 1e9
            iteration.nodes, iteration.leaves = finished.nodes, finished.leaves
            iteration.cuts, iteration.first_cuts = finished.cuts, finished.first_cuts
            iteration.lines = []
            for k in range(finished.lines):
                line = self.log.lines + finished.first + k
                iteration.lines.append((line.score, self.root.notate(
                    [self.log.moves[line.first + j] for j in range(line.length)])))
            iteration.score, iteration.pv = iteration.lines[0]
            self.iterations.append(iteration)
        return 0

    cdef int report(self) except -1:
        self.collect()
        self.on_iteration(self.iterations[-1])
        return 0

    cdef int poll(self) noexcept:
        """Handles signals and reports from inside a long iteration; returns RUNNING, or the reason to stop."""
        cdef Iteration last, report
        try:
            with nogil:                  # a search that keeps the GIL lets others have it here
                pass
            PyErr_CheckSignals()
            if self.on_iteration is not None and now_ns() >= self.next_report:
                self.next_report = now_ns() + REPORT_NS
                self.collect()
                if not self.iterations:
                    return RUNNING
                last = self.iterations[-1]
                report = last.progress()
                report.depth = self.pool.workers[0].depth
                report.nodes = self.pool.workers[0].stats.nodes
                report.seconds = (now_ns() - self.start) / 1e9
                self.on_iteration(report)
        except BaseException as error:
            self.error = error
            return STOP_INTERRUPT if isinstance(error, KeyboardInterrupt) else STOP_ERROR
        return RUNNING

    cdef object failure(self):
        """Returns the exception that ended the search, or None."""
        cdef int stop = load_int(&self.shared.stop)
        if self.error is None and self.root.adapter is not None:
            self.error = self.root.adapter.error
        if self.error is None and self.callbacks is not None:
            self.error = self.callbacks.error
        if stop == STOP_ERROR and self.error is None:
            return MemoryError("no memory left for the positions that must be remembered")
        if stop == STOP_BOUNDS:
            return BoundsError(f"a score of {self.offender()!r} lies outside the bounds that the game declares")
        return self.error

    cdef double offender(self) noexcept:
        """Returns the score outside the bounds, of the thread that met it."""
        for i in range(self.pool.threads):
            if self.pool.workers[i].offender != 0:
                return self.pool.workers[i].offender
        return 0

    cdef Stats total(self) noexcept:
        """Returns the counts of all threads."""
        cdef Stats total = self.pool.workers[0].stats
        cdef int i
        for i in range(1, self.pool.threads):
            add(&total, &self.pool.workers[i].stats)
        return total


def _help(Run run not None, i, lock):
    """Runs a helping thread."""
    try:
        run.help(run, i)
    except BaseException as error:              # the first thread raises it
        run.error = error
        set_once(&run.shared.stop, STOP_ERROR)
    finally:
        lock.release()


cdef int poll(void* run) noexcept with gil:
    return (<Run>run).poll()


cdef void report_iteration(Run run) noexcept with gil:
    try:
        run.report()
    except BaseException as error:
        run.fail(error)


cdef void call_helpers(Run run) noexcept with gil:
    try:
        run.start_helpers()
    except BaseException as error:
        run.fail(error)


cdef Key salt_of(uint32_t switches) noexcept nogil:
    return mix64(switches & (DEFINITION | SELECTIVE))


cdef void make_ready(Worker* w, Shared* shared, Table* table, const Knowledge* knowledge, uint32_t switches,
                     Key salt) noexcept nogil:
    reset(w)
    w.switches = switches
    w.order = FULL
    w.multipv = 1
    w.leads = True
    w.keeps_gil = False
    w.marked_min = MAX_PLY
    w.last_ply = w.deepest = MAX_PLY - 1
    w.knowledge = knowledge
    w.table.table, w.table.generation, w.table.events = table, table.generation, &w.events
    w.salt = salt
    w.events.shared = shared
    w.events.reported = 0
    w.events.interval = INTERVAL
    w.events.looked = 0
    w.events.next_poll = NO_DEADLINE
    schedule(&w.events, 0)
