"""A session, which prepares workers, salts and limits, runs a search on one or more threads, and creates its result."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t, uint64_t

from gamecore.core.bits cimport load_int, map_pages, mix64, now_ns, set_once, store_int, unmap_pages
from gamecore.core.checks cimport in_range
from gamecore.core.limits cimport (INTERVAL, NO_DEADLINE, NO_NODE_LIMIT, POLL_NS, RUNNING, STOP_BOUNDS, STOP_ERROR,
                                   STOP_INTERRUPT, STOP_STOP, Shared, schedule)
from gamecore.core.stats cimport Stats, add
from gamecore.core.store cimport free_store, new_store
from gamecore.core.tt cimport GENERATIONS
from gamecore.core.types cimport MAX_DEPTH, MAX_LAYERS, MAX_MOVES, MAX_PLY
from gamecore.games.outside.rules cimport CustomBits
from gamecore.search.deepening cimport Iteration
from gamecore.search.ordering cimport MARKED_MIN, MARKS
from gamecore.search.switches cimport DEFINITION, FULL, PVS, RANKED, SELECTIVE, TABLE
from gamecore.search.tables cimport Tables
from gamecore.search.worker cimport free_worker, new_worker, reset

from gamecore.core.checks import real
from gamecore.errors import BoundsError, LimitError
from gamecore.games.outside.python_game import PythonGame

cdef int64_t REPORT_NS = 500_000_000             # between two reports from inside an iteration
cdef size_t CHILDREN_BYTES = (MAX_LAYERS + 2) * MAX_MOVES * sizeof(CustomBits)


cdef class Session:
    """The tables, the workers and the evaluation parameters and databases of an engine, for one search at a time."""

    def __cinit__(self, Tables tables not None, threads, evaluation, databases, match):
        threads = in_range("threads", threads, 1, MAX_THREADS)
        self.evaluations = Evaluations(evaluation, match, databases)
        self.callbacks = Callbacks(evaluation)
        self.tables = tables
        self.view.table = &tables.scores
        self.view.generation = GENERATIONS           # no search has written anything yet
        for self.threads in range(1, threads + 1):
            self.workers[self.threads - 1] = new_worker()
        if threads > 1:
            self.marks = <uint64_t*>map_pages(MARKS * sizeof(uint64_t), False)       # NULL does no harm

    def __dealloc__(self):
        for i in range(self.threads):
            free_worker(self.workers[i])
            if self.children[i] != NULL:
                unmap_pages(self.children[i], CHILDREN_BYTES)
        if self.marks != NULL:
            unmap_pages(self.marks, MARKS * sizeof(uint64_t))

    cdef int limit(self, position, depth, nodes, seconds) except -1:
        """Sets the budget of the next search."""
        low, high = (0, MAX_LAYERS) if has_chance(position) else (1, MAX_DEPTH)
        if depth is None and nodes is None and seconds is None:
            raise LimitError("a search needs a limit: depth, nodes or seconds")
        self.shared.limits.depth = high if depth is None else in_range("depth", depth, low, high)
        self.shared.limits.exact_depth = depth is not None
        self.shared.limits.nodes = NO_NODE_LIMIT if nodes is None else in_range("nodes", nodes, 1, 2**63 - 1)
        self.allowed = NO_DEADLINE
        if seconds is not None:
            number = real(seconds)
            if number is None or not 0 < number < 1e9:
                raise LimitError(f"seconds must be a number above 0 and below 1e9, not {seconds!r}")
            self.allowed = <int64_t>(number * 1e9)
        return 0

    cdef int begin(self, position, on_iteration) except -1:
        """Resets the state of the last search, so that the next one may start."""
        self.error = self.outcome = None
        self.on_iteration = on_iteration
        self.adapter = Adapter(position) if isinstance(position, PythonGame) else None
        self.callbacks.begin(position, self.adapter)
        self.iterations = []
        self.start = now_ns()
        self.shared.nodes = 0
        self.shared.poll = poll
        self.shared.context = <void*>self
        store_int(&self.shared.stop, RUNNING)
        self.tables.searches += 1
        return 0

    cdef int set_up(self, Key salt, uint32_t switches, bint chance) except -1:
        """Prepares the workers for the position that the door has converted."""
        cdef Worker* w
        cdef int64_t now
        cdef int i
        self.view = self.tables.view(chance)
        if self.adapter is not None:
            self.adapter.stop = &self.shared.stop
        for i in range(self.threads):
            w = self.workers[i]
            make_ready(w, &self.shared, self.view.table, &self.knowledge, switches, salt)
            w.order = self.request.order
            w.random = mix64(self.request.seed + i)
            w.multipv = self.request.multipv
            w.keeps_gil = self.adapter is not None
            if self.marks != NULL and switches & TABLE and switches & RANKED and switches & PVS:
                w.marks, w.marked_min = self.marks, MARKED_MIN
            if w.keeps_gil or self.callbacks.calls_python():
                w.events.interval = 1                    # a node may be slow: let the first ones tell
                schedule(&w.events, 0)
            if chance:
                w.children = self.room_for_children(i)
            if self.request.stores:
                w.best = new_store()
        now = now_ns()                   # loading is not the search's time
        self.loading, self.start = now - self.start, now
        self.next_report = now + REPORT_NS
        self.shared.limits.deadline = NO_DEADLINE if self.allowed == NO_DEADLINE else now + self.allowed
        self.workers[0].events.next_poll = self.start + POLL_NS
        return 0

    cdef int renew_workers(self) except -1:
        """Renews the workers after a fork, since a lost thread may have left its worker in the middle of a search."""
        cdef Worker* worker
        for i in range(self.threads):
            worker = new_worker()
            free_worker(self.workers[i])
            self.workers[i] = worker
        return 0

    cdef void* room_for_children(self, int i) except NULL:
        if self.children[i] == NULL:
            self.children[i] = map_pages(CHILDREN_BYTES, False)
        if self.children[i] == NULL:
            raise MemoryError(f"the system refused {CHILDREN_BYTES >> 20} MiB for the successors of a game of chance")
        return self.children[i]

    cdef int close(self, list helpers) except -1:
        """Stops the threads that still search, and releases the resources of the search."""
        set_once(&self.shared.stop, STOP_STOP)
        self.join(helpers)
        for i in range(self.threads):
            free_store(self.workers[i].best)
            self.workers[i].best = NULL
        self.tables.searches -= 1
        return 0

    cdef int join(self, list helpers) except -1:
        """Waits until all threads have ended, even after Ctrl-C, since a busy worker must not be reused."""
        while helpers:
            try:
                helpers[-1].acquire()
                helpers.pop()
            except KeyboardInterrupt as error:
                self.error = error
                set_once(&self.shared.stop, STOP_INTERRUPT)
        return 0

    cdef int listen(self) except -1:
        """Handles signals and reports from inside a long iteration; returns RUNNING, or the reason to stop."""
        cdef Iteration last, report
        try:
            with nogil:                  # a search that keeps the GIL lets others have it here
                pass
            PyErr_CheckSignals()
            if self.on_iteration is not None and now_ns() >= self.next_report and self.iterations:
                self.next_report = now_ns() + REPORT_NS
                last = self.iterations[-1]
                report = last.progress()
                report.depth = self.workers[0].depth
                report.nodes = self.workers[0].stats.nodes
                report.seconds = (now_ns() - self.start) / 1e9
                self.on_iteration(report)
        except BaseException as error:
            self.error = error
            return STOP_INTERRUPT if isinstance(error, KeyboardInterrupt) else STOP_ERROR
        return RUNNING

    cdef int forget(self) except -1:
        """Releases a user's positions and exceptions."""
        self.on_iteration = self.iterations = self.error = self.adapter = self.outcome = self.share = None
        self.root_moves = None
        return self.callbacks.forget()

    cdef object failure(self):
        """Returns the exception that ended the search, or None."""
        cdef int stop = load_int(&self.shared.stop)
        if self.error is None and self.adapter is not None:
            self.error = self.adapter.error
        if self.error is None:
            self.error = self.callbacks.error
        if stop == STOP_ERROR and self.error is None:
            return MemoryError("no memory left for the positions that must be remembered")
        if stop == STOP_BOUNDS:
            return BoundsError(
                f"a score of {self.workers[0].offender!r} lies outside the bounds that the game declares")
        return self.error

    cdef Stats total(self) noexcept:
        """Returns the counts of all threads."""
        cdef Stats total = self.workers[0].stats
        cdef int i
        for i in range(1, self.threads):
            add(&total, &self.workers[i].stats)
        return total


cdef bint has_chance(object position) except -1:
    return getattr(position, "outcomes", None) is not None


cdef Key salt_of(uint32_t switches) noexcept nogil:
    return mix64(switches & (DEFINITION | SELECTIVE))


cdef void make_ready(Worker* w, Shared* shared, Table* table, const Knowledge* knowledge, uint32_t switches,
                     Key salt) noexcept nogil:
    reset(w)
    w.switches = switches
    w.order = FULL
    w.multipv = 1
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


cdef int poll(void* session) noexcept with gil:
    return (<Session>session).listen()
