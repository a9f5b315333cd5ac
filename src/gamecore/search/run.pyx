"""A run: one search from its arguments to its result. It is made for one call, never reset, and never shared."""
from libc.stdint cimport int64_t, uint32_t

from gamecore.core.bits cimport load64, load_int, mix64, now_ns, set_once
from gamecore.core.checks cimport in_range
from gamecore.core.limits cimport (INTERVAL, NO_DEADLINE, POLL_NS, STOP_BOUNDS, STOP_ERROR, STOP_STOP, Shared,
                                   start_events)
from gamecore.core.stats cimport Stats, add
from gamecore.core.store cimport free_store, new_store
from gamecore.core.types cimport MAX_DEPTH, MAX_LAYERS, MAX_PLY
from gamecore.search.iteration cimport Iteration
from gamecore.search.log cimport Finished, Line, free_log
from gamecore.search.switches cimport CUSTOM_ORDER, DEFINITION, FULL, PVS, RANKED, SELECTIVE, TABLE
from gamecore.search.worker cimport MARKED_MIN, reset

from gamecore.errors import BoundsError, LimitError

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
        return self.set_budget(nodes, seconds)

    cdef int begin(self) except -1:
        """Starts the clock that measures loading. From now on the run can be stopped."""
        self.iterations = []
        self.start = now_ns()
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
            init_worker(w, &self.shared, self.view.table, &self.knowledge, switches, salt)
            w.order, w.multipv, w.random = self.order, self.multipv, mix64(self.seed + i)
            w.leads, w.holds_gil = i == 0, self.root.adapter is not None
            if self.pool.marks != NULL and switches & TABLE and switches & RANKED and switches & PVS:
                w.marks, w.marked_min = self.pool.marks, MARKED_MIN
            if w.holds_gil or self.calls_python():
                start_events(&w.events, &self.shared, 1, NO_DEADLINE)
            if chance:
                w.children = self.pool.successors_of(i)
            if self.stores:
                w.best = new_store()
        now = now_ns()                   # loading is not the search's time
        self.loading, self.start = now - self.start, now
        self.start_clock(now)
        self.pool.workers[0].events.next_poll = self.start + POLL_NS
        return 0

    cdef bint calls_python(self) noexcept:
        """Whether the caller's functions need the GIL."""
        return self.order == CUSTOM_ORDER or self.custom is not None and self.custom.address == NULL

    cdef int close(self) except -1:
        """Stops the threads that still search, and releases the memory that the workers borrowed."""
        set_once(&self.shared.stop, STOP_STOP)
        self.join()
        for i in range(self.pool.threads):
            free_store(self.pool.workers[i].best)
            self.pool.workers[i].best = NULL
        self.resources.tables.searches -= 1
        return 0

    cdef int start_helpers(self) except -1:
        for i in range(1, self.pool.threads):
            self.start_thread(self.help, i)
        return 0

    cdef int collect(self) except -1:
        """Converts the iterations in the log to Python objects."""
        cdef size_t i
        for i in range(len(self.iterations) + 1, self.log.count):
            self.iterations.append(self.iteration_at(i))
        return 0

    cdef Iteration iteration_at(self, size_t i):
        """Converts an iteration in the log to a Python object."""
        cdef const Finished* finished = self.log.iterations + i
        cdef const Line* line
        cdef Iteration iteration = Iteration.__new__(Iteration)
        cdef int k
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
        return iteration

    cdef Iteration latest(self):
        """Returns the latest iteration, or else the fall-back result, or None if there is none yet."""
        self.collect()
        if self.iterations:
            return self.iterations[-1]
        return self.iteration_at(0) if self.log.count > 0 else self.fallback

    cdef int report(self) except -1:
        """Reports the latest iteration."""
        self.on_report(self.latest())
        return 0

    cdef int report_progress(self) except -1:
        """Reports from inside an iteration."""
        cdef Iteration latest = self.latest(), report
        if latest is not None:
            report = latest.progress()
            report.depth = self.pool.workers[0].depth
            report.nodes = load64(&self.shared.nodes)
            report.seconds = (now_ns() - self.start) / 1e9
            self.on_report(report)
        return 0

    cdef object failure(self):
        """Returns the exception that ended the search, or None."""
        cdef int stop = load_int(&self.shared.stop)
        if self.error is None and self.root.adapter is not None:
            self.error = self.root.adapter.error
        if stop == STOP_ERROR and self.error is None:
            return MemoryError("no memory left for the positions that must be remembered")
        if stop == STOP_BOUNDS:
            return BoundsError(f"a score of {self.offender()!r} lies outside the bounds that the game declares")
        return self.error

    cdef double offender(self) noexcept:
        """Returns a score outside the bounds that a thread has met."""
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


cdef void init_worker(Worker* w, Shared* shared, TranspositionTable* table, const Knowledge* knowledge,
                      uint32_t switches, Key salt) noexcept nogil:
    reset(w)
    w.switches = switches
    w.order = FULL
    w.multipv = 1
    w.leads = True
    w.holds_gil = False
    w.probe = NULL
    w.marked_min = w.solved_from = MAX_PLY
    w.last_ply = w.deepest = MAX_PLY - 1
    w.knowledge = knowledge
    w.table.table, w.table.generation, w.table.events = table, table.generation, &w.events
    w.salt = salt
    start_events(&w.events, shared, INTERVAL, NO_DEADLINE)
