"""The one door from Python to the compiled search. No other file names games to a search."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t, uint64_t, uintptr_t

import threading
from _thread import start_new_thread
from hashlib import blake2b
from weakref import ref

from gamecore.core cimport tt
from gamecore.core.bits cimport load_int, map_pages, mix64, now_ns, popcount, set_once, store_int, unmap_pages
from gamecore.core.limits cimport (INTERVAL, NO_DEADLINE, NO_NODE_LIMIT, POLL_NS, RUNNING, STOP_BOUNDS, STOP_COMPLETE,
                                   STOP_ERROR, STOP_INTERRUPT, STOP_STOP, Shared, schedule)
from gamecore.core.stats cimport Stats, add
from gamecore.core.store cimport free_store, new_store
from gamecore.core.tt cimport Table
from gamecore.core.types cimport MAX_DEPTH, MAX_LAYERS, MAX_MOVES, MAX_PLY, Move
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.backgammon.rules cimport BackgammonBits
from gamecore.games.checkers.endgames.probe cimport Endgames
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport legal_moves
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.python_game cimport Adapter
from gamecore.games.outside.rules cimport CustomBits, GameOps, release
from gamecore.result cimport SearchResult, make_result
from gamecore.search cimport contract, minimal_tree, perft as perft_search
from gamecore.search.contract cimport Position
from gamecore.search.deepening cimport Iteration, deepen, deepen_chance
from gamecore.search.evaluations cimport Evaluations
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.switches cimport (DATABASES, DEFINITION, FULL, INTERNAL_DEEPENING, PERFECT, QUIESCENCE, REPETITION,
                                       SELECTIVE, TABLE, TABLE_MOVE, UNORDERED, effective, parse_order, parse_switches)
from gamecore.search.worker cimport Worker, free_worker, new_worker, reset

from gamecore.errors import (BoundsError, EngineBusyError, EvaluationError, GameError, LimitError, PositionError,
                             StoppedError, SwitchError)
from gamecore.games.connect_four.position import notate as notate_connect_four
from gamecore.games.outside.python_game import PythonGame

cdef int64_t REPORT_NS = 500_000_000             # between two reports from inside an iteration
cdef int MAX_THREADS = 256

cdef size_t CHILDREN_BYTES = (MAX_LAYERS + 2) * MAX_MOVES * sizeof(CustomBits)

cdef enum Task:
    PERFT
    PERFT_PATHS
    PERFT_WEIGHTED
    MINIMAL_LEAVES

CONVENTIONS = {"results": PERFT, "paths": PERFT_PATHS, "weighted": PERFT_WEIGHTED}


cdef class Engine:
    """A search engine: a transposition table, threads, and what is known about the games.

    Parameters
    ----------
    hash_mb : int, default 64
        Size of the transposition table in MiB, 1 or more.
    threads : int, default 1
        Threads that search together, 1..256, sharing the table.
    switches : str or iterable of str, default "exact"
        Everything that is on: "exact", "play", "none", or names such as "pruning,deepening,table".
    order : {"full", "static", "none", "random", "worst", "perfect"}, default "full"
        In which order moves are searched.
    seed : int, default 0
        Of the order "random", 0..2**64-1.
    evaluation : {"linear", "patterns", "net"}, mapping of str to int, path, CheckersPatterns or BackgammonNet, optional
        Unless given, the best that each game has: "patterns" for checkers, "net" for backgammon, "linear" for connect four. A mapping
        holds weights of the linear evaluation's features that are to differ from the defaults, a path leads to pattern weights of
        checkers or to a network of backgammon.
    databases : path or Databases, optional
        Endgame databases of checkers: a directory that `gamecore endgames build` wrote. Unless given, those up to 4 pieces that are
        shipped. The switch "databases" tells whether they are used.

    Raises
    ------
    LimitError, SwitchError, EvaluationError, DatabaseError
        A number is out of range, a name unknown, a file of weights or a database damaged.
    MemoryError
        The machine has no room for the table.

    Notes
    -----
    One search at a time; from another thread, `stop()` ends it. Given a new engine (or `clear()`), no time limit and one
    thread, a search visits the same nodes and gives the same answer on every machine.

    Examples
    --------
    >>> import gamecore
    >>> engine = gamecore.Engine(hash_mb=1)
    >>> result = engine.search(gamecore.ConnectFour("112233"), depth=4)
    >>> result.move, result.score, result.outcome
    (4, 29999, 'win')
    """

    cdef Table table
    cdef Shared shared
    cdef Evaluations evaluations
    cdef object adviser                 # holds the endgame databases; None: not needed yet
    cdef object outcome                 # ... of the running search; None: not known
    cdef Worker* workers[256]
    cdef void* children                 # expectiminimax: the stack of successors, or NULL before it is needed
    cdef readonly int threads
    cdef readonly int hash_mb
    cdef uint32_t switches
    cdef int order
    cdef uint64_t seed
    cdef object busy                    # the lock that one search holds
    cdef dict namesakes                 # name of a game from outside -> weak references to the classes of this name
    # of the running search
    cdef object on_iteration
    cdef list iterations
    cdef object error                   # what a signal or the callback raised
    cdef int64_t start, next_report

    def __cinit__(self, hash_mb=64, threads=1, *, switches="exact", order="full", seed=0, evaluation=None, databases=None):
        self.busy = threading.Lock()
        self.namesakes = {}
        self.threads = in_range("threads", threads, 1, MAX_THREADS)
        self.switches = parse_switches(switches)
        self.order = parse_order(order)
        self.seed = in_range("seed", seed, 0, 2**64 - 1)
        self.evaluations = Evaluations(evaluation)
        if databases is not None:
            self.open_databases(databases)
        self.hash_mb = in_range("hash_mb", hash_mb, 1, 2**31 - 1)
        tt.allocate(&self.table, self.hash_mb)
        for i in range(self.threads):
            self.workers[i] = new_worker()

    def __dealloc__(self):
        for i in range(self.threads):
            free_worker(self.workers[i])
        if self.children != NULL:
            unmap_pages(self.children, CHILDREN_BYTES)
        tt.free(&self.table)

    cdef int open_databases(self, databases) except -1:
        from gamecore.games.checkers.endgames.databases import Databases              # imported when needed: `import gamecore` stays quick
        from gamecore.games.checkers.endgames.root import Adviser
        self.adviser = Adviser(databases if isinstance(databases, Databases) else Databases(databases))
        return 0

    def stop(self):
        """Ends the running search, from any thread; its last complete iteration stands. Without one, nothing happens."""
        set_once(&self.shared.stop, STOP_STOP)

    def clear(self):
        """Forgets all earlier searches, as if the engine were new."""
        if not self.busy.acquire(blocking=False):
            raise EngineBusyError("clear() while the engine is searching")
        tt.clear(&self.table)
        self.namesakes.clear()
        self.busy.release()

    @property
    def hash_used(self):
        """The share of the table that the latest search wrote, 0..1, from a sample."""
        return tt.usage(&self.table)

    def search(self, position, depth=None, nodes=None, seconds=None, *, switches=None, order=None, seed=None, multipv=1,
               on_iteration=None):
        """The best move, as far as the budget allows.

        Parameters
        ----------
        position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
            Where the side to move has a legal move.
        depth : int, optional
            Plies, 1..500; in games of chance, chance layers, 0..60.
        nodes : int, optional
            Positions to visit, 1 or more: exact with one thread, at most 1024 a thread more with several.
        seconds : float, optional
            Wall time, more than 0. At least one of depth, nodes and seconds is needed.
        switches, order, seed : optional
            For this search, in place of the engine's.
        multipv : int, default 1
            How many of the best moves to give a score and a line, 1..1024.
        on_iteration : callable, optional
            Called with an Iteration after each depth, and every half second inside a long one (`finished` is False there).
            An exception that it raises ends the search and reaches the caller.

        Returns
        -------
        SearchResult

        Raises
        ------
        GameOverError
            There is nothing to search.
        LimitError, SwitchError
            A limit or a switch that cannot be; no limit at all.
        EngineBusyError
            The engine is searching for somebody else.
        KeyboardInterrupt
            Ctrl-C, within a tenth of a second; its attribute `result` is the SearchResult so far.
        """
        if not self.busy.acquire(blocking=False):
            raise EngineBusyError("the engine is searching; one search at a time")
        try:
            self.set_limits(position, depth, nodes, seconds)
            self.on_iteration = on_iteration
            return self.run(position, self.switches if switches is None else parse_switches(switches),
                            self.order if order is None else parse_order(order),
                            self.seed if seed is None else in_range("seed", seed, 0, 2**64 - 1),
                            in_range("multipv", multipv, 1, 1024))
        finally:
            self.on_iteration = self.iterations = self.error = None
            self.busy.release()

    cdef int set_limits(self, position, depth, nodes, seconds) except -1:
        low, high = (0, MAX_LAYERS) if has_chance(position) else (1, MAX_DEPTH)
        if depth is None and nodes is None and seconds is None:
            raise LimitError("a search needs a limit: depth, nodes or seconds")
        self.start = now_ns()
        self.shared.limits.depth = high if depth is None else in_range("depth", depth, low, high)
        self.shared.limits.nodes = NO_NODE_LIMIT if nodes is None else in_range("nodes", nodes, 1, 2**63 - 1)
        self.shared.limits.deadline = NO_DEADLINE
        if seconds is not None:
            if not isinstance(seconds, (int, float)) or isinstance(seconds, bool) or not 0 < seconds < 1e9:
                raise LimitError(f"seconds must be a number above 0 and below 1e9, not {seconds!r}")
            self.shared.limits.deadline = self.start + <int64_t>(seconds * 1e9)
        return 0

    cdef object run(self, position, uint32_t switches, int order, uint64_t seed, int multipv):
        cdef Adapter adapter = Adapter(position) if isinstance(position, PythonGame) else None
        cdef list helpers = []
        if order == PERFECT and has_chance(position):
            raise SwitchError(f"order 'perfect' is for games without chance, not for {type(position).__name__}")
        self.open(position, adapter, switches, order, seed, multipv)
        try:
            if self.is_known(position, multipv):
                return self.conclude(adapter)
            for i in range(1, self.threads):
                helpers.append(start_helper(self, i, position, adapter))
            self.dispatch(self.workers[0], position, adapter, self.iterations, self.on_iteration, True)
        except KeyboardInterrupt as error:
            self.error = error
            set_once(&self.shared.stop, STOP_INTERRUPT)
        finally:
            self.close(helpers)
        while True:
            try:
                return self.conclude(adapter)
            except KeyboardInterrupt as error:           # unless it has been concluded with, Ctrl-C came only now
                if hasattr(error, "result") or not self.iterations:
                    raise
                self.error = error

    cdef bint is_known(self, position, int multipv) except -1:
        """Whether the databases answer for the position. If not, they may tell which moves the search is to choose from."""
        cdef uint32_t switches = self.workers[0].switches
        cdef Iteration answer = Iteration()
        cdef int64_t deadline = self.shared.limits.deadline
        if not switches & DATABASES or pieces_of(position) > self.evaluations.knowledge.endgames.pieces or not position.legal_moves():
            return False
        seconds = None if deadline == NO_DEADLINE else (deadline - now_ns()) / 1e9
        advice = self.adviser.advise(position, clock=bool(switches & REPETITION), seconds=seconds, multipv=multipv)
        if advice is None:
            return False
        self.outcome = advice.outcome
        for i in range(self.threads):
            self.workers[i].kept_count = keep(position, set(advice.moves), self.workers[i].kept)
        if not advice.lines:
            return False
        answer.finished = answer.complete = True
        answer.lines = advice.lines
        answer.score, answer.pv = advice.lines[0]
        self.iterations = [answer, answer]
        set_once(&self.shared.stop, STOP_COMPLETE)
        if self.on_iteration is not None:
            self.on_iteration(answer)
        return True

    cdef int open(self, position, Adapter adapter, uint32_t switches, int order, uint64_t seed, int multipv) except -1:
        """Makes everything ready for a search of this position."""
        self.error = self.outcome = None
        self.iterations = []
        self.next_report = self.start + REPORT_NS
        self.shared.nodes = 0
        self.shared.poll = poll
        self.shared.context = <void*>self
        self.table.generation = (self.table.generation + 1) % tt.GENERATIONS
        store_int(&self.shared.stop, RUNNING)
        for i in range(self.threads):
            self.set_up(self.workers[i], position, adapter, effective(switches, order), order, seed + i, multipv)
        self.start = now_ns()            # what had to be read first is not the search's time, though the deadline stands
        self.workers[0].events.next_poll = self.start + POLL_NS
        return 0

    cdef int close(self, list helpers) except -1:
        """Ends whoever still searches, and gives back what the search had borrowed."""
        set_once(&self.shared.stop, STOP_STOP)
        for done in helpers:
            self.wait_for(done)
        for i in range(self.threads):
            free_store(self.workers[i].best)
            self.workers[i].best = NULL
        return 0

    cdef int wait_for(self, done) except -1:
        """Until the thread has ended; a Ctrl-C meanwhile waits too, for nobody else may use a worker that is at work."""
        while True:
            try:
                return done.acquire()
            except KeyboardInterrupt as error:
                self.error = error

    cdef int set_up(self, Worker* w, position, Adapter adapter, uint32_t switches, int order, uint64_t seed, int multipv) except -1:
        """Makes a worker ready for a search of this position."""
        cdef const GameOps* ops
        reset(w)
        w.switches = switches
        w.order = order
        w.random = mix64(seed)
        w.multipv = multipv
        w.knowledge = &self.evaluations.knowledge
        w.events.shared = &self.shared
        w.events.reported = 0
        w.keeps_gil = adapter is not None
        w.events.interval = INTERVAL if adapter is None else 1      # a node in Python takes as long as a thousand compiled ones
        w.events.next_poll = NO_DEADLINE
        schedule(&w.events, 0)
        w.table = &self.table
        if adapter is not None:
            adapter.stop = &self.shared.stop
        ops = ops_of(position, adapter)
        if ops != NULL:
            w.switches = feasible(switches, ops)
            if ops.key == NULL and order == PERFECT:
                raise SwitchError(f"order 'perfect' needs {type(position).__name__}.key()")
        self.table.holds_values = has_chance(position)
        if self.table.holds_values:
            w.children = self.room_for_children()
        if not isinstance(position, Checkers):
            w.switches &= ~<uint32_t>DATABASES
        w.salt = self.salt(position, w.switches)
        if isinstance(position, Checkers):
            for key in (<Checkers>position).history[1 - MAX_PLY:]:
                w.path[w.path_length] = key
                w.path_length += 1
        if order == PERFECT:
            w.best = new_store()
        return 0

    cdef void* room_for_children(self) except NULL:
        if self.children == NULL:
            self.children = map_pages(CHILDREN_BYTES, False)
        if self.children == NULL:
            raise MemoryError(f"the system refused {CHILDREN_BYTES >> 20} MiB for the successors of a game of chance")
        return self.children

    cdef uint64_t salt(self, position, uint32_t switches) except? 0:
        """What a table entry hangs on besides the position: the game, the switches that change scores, the weights."""
        cdef uint64_t salt = mix64(switches & (DEFINITION | SELECTIVE))
        if isinstance(position, ConnectFour):
            return self.evaluations.use_for_connect_four(salt)
        if isinstance(position, Checkers):
            salt = self.evaluations.use_for_checkers(salt)
            return self.use_databases(position, salt) if switches & DATABASES else salt
        if isinstance(position, Backgammon):
            return self.evaluations.use_for_backgammon(salt)
        return mix64(salt ^ <uint64_t>int.from_bytes(blake2b(self.name_of(position).encode(), digest_size=8).digest(), "little"))

    cdef uint64_t use_databases(self, Checkers position, uint64_t salt) except? 0:
        """Makes the databases ready; they are asked about positions with fewer pieces than this one."""
        cdef Knowledge* knowledge = &self.evaluations.knowledge
        if self.adviser is None:
            self.open_databases(None)
        knowledge.endgames = <const Endgames*><uintptr_t>self.adviser.databases.address
        knowledge.endgame_pieces = min(knowledge.endgames.pieces, pieces_of(position) - 1)
        return mix64(salt ^ <uint64_t>self.adviser.digest ^ <uint64_t>knowledge.endgame_pieces)

    cdef str name_of(self, position):
        """What tells a game from outside from all others that this engine met, another version of the same class included."""
        game = type(position)
        name = f"{game.__module__}.{game.__qualname__}"
        namesakes = self.namesakes.setdefault(name, [])
        if ref(game) not in namesakes:
            namesakes.append(ref(game))
        return f"{name} {namesakes.index(ref(game))} {getattr(position, 'unit', 1)}"

    cdef int dispatch(self, Worker* w, position, Adapter adapter, list iterations, on_iteration, bint leads) except -1:
        """From an object to its struct: one branch a game."""
        cdef CustomBits custom
        if isinstance(position, ConnectFour):
            return deepen(&(<ConnectFour>position).bits, w, iterations, notate_connect_four, on_iteration, leads)
        if isinstance(position, Checkers):
            return deepen(&(<Checkers>position).bits, w, iterations, position.notate, on_iteration, leads)
        if isinstance(position, Backgammon):             # games of chance are searched by the first thread alone
            return deepen_chance(&(<Backgammon>position).bits, w, iterations, position.notate, on_iteration) if leads else 0
        if isinstance(position, CompiledGame):
            return self.dispatch_custom(&(<CompiledGame>position).bits, w, iterations, position.notate, on_iteration, leads)
        if adapter is None:
            raise not_a_position(position)
        adapter.put(&custom, position)
        try:
            return self.dispatch_custom(&custom, w, iterations, adapter.notate, on_iteration, leads)
        finally:
            release(&custom)

    cdef int dispatch_custom(self, const CustomBits* bits, Worker* w, list iterations, notate, on_iteration, bint leads) except -1:
        """Games of chance are searched by the first thread alone."""
        if bits.ops.outcomes == NULL:
            return deepen(bits, w, iterations, notate, on_iteration, leads)
        return deepen_chance(bits, w, iterations, notate, on_iteration) if leads else 0

    cdef int listen(self) except -1:
        """Signals, and the report from inside a long iteration. RUNNING, or why the search must stop."""
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

    cdef object conclude(self, Adapter adapter):
        """The result, or the exception that ended the search."""
        cdef int stop = load_int(&self.shared.stop)
        cdef Stats total = self.workers[0].stats
        cdef SearchResult result
        for i in range(1, self.threads):
            add(&total, &self.workers[i].stats)
        if self.error is None and adapter is not None:
            self.error = adapter.error
        if stop == STOP_ERROR or (adapter is not None and adapter.error is not None):
            tt.clear(&self.table)            # scores from after the failure may have got into it
            if self.error is None:
                raise MemoryError("no memory left for the moves of order 'perfect'")
        if stop == STOP_BOUNDS:
            raise BoundsError(f"a score of {self.workers[0].offender!r} lies outside the bounds that the game declares")
        if self.error is not None and (not isinstance(self.error, KeyboardInterrupt) or not self.iterations):
            raise self.error
        result = make_result(self.iterations, &total, stop, (now_ns() - self.start) / 1e9, self.hash_used)
        result.outcome = result.outcome or self.outcome
        if self.error is not None:
            self.error.result = result
            raise self.error
        return result

    def evaluate(self, position):
        """What the search takes a position for at its horizon: the static evaluation.

        Parameters
        ----------
        position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame

        Returns
        -------
        int, in games of chance float
            For the side to move.
        """
        cdef Adapter adapter = Adapter(position) if isinstance(position, PythonGame) else None
        cdef CustomBits custom
        if isinstance(position, ConnectFour):
            self.evaluations.use_for_connect_four(0)
            return contract.evaluate(&(<ConnectFour>position).bits, &self.evaluations.knowledge)
        if isinstance(position, Checkers):
            self.evaluations.use_for_checkers(0)
            return contract.evaluate(&(<Checkers>position).bits, &self.evaluations.knowledge)
        if isinstance(position, Backgammon):
            self.evaluations.use_for_backgammon(0)
            return self.evaluate_backgammon(&(<Backgammon>position).bits)
        if isinstance(position, CompiledGame):
            (<CompiledGame>position).check()
            return self.evaluate_custom(&(<CompiledGame>position).bits)
        if adapter is None:
            raise not_a_position(position)
        adapter.put(&custom, position)
        score = self.evaluate_custom(&custom)
        release(&custom)
        if adapter.error is not None:
            raise adapter.error
        return score

    def probabilities(self, position, depth=0):
        """How a game of backgammon will end, as far as the network knows.

        Parameters
        ----------
        position : Backgammon
            Before the dice, or with them.
        depth : int, default 0
            Rolls to look ahead, 0..60: each is answered by what a search through the rest of them finds best.

        Returns
        -------
        list of 5 float
            For the side on roll: win, gammon won, backgammon won, gammon lost, backgammon lost; a win counts the gammons, which count the
            backgammons. So the score of a search is 2 * win - 1 + gammon won + backgammon won - gammon lost - backgammon lost.

        Raises
        ------
        EvaluationError
            The engine's evaluation of backgammon is linear.
        LimitError, PositionError
            The depth is out of range; the position is not backgammon's.
        """
        if not isinstance(position, Backgammon):
            raise PositionError(f"probabilities are known of gamecore.Backgammon, not of {position!r}")
        self.evaluations.use_for_backgammon(0)
        if self.evaluations.net is None:
            raise EvaluationError(f"evaluation {self.evaluations.chosen or 'linear'!r} has no probabilities; a network has")
        return self.expected(position, in_range("depth", depth, 0, MAX_LAYERS))

    cdef list expected(self, position, int depth):
        """The five probabilities at a depth."""
        if position.dice:
            win, gammon, backgammon, lost, worse = self.expected(position.play(self.search(position, depth).move), depth)
            return [1 - win, lost, worse, gammon, backgammon]
        if depth == 0 or position.is_over():
            return self.evaluations.net.probabilities(position)
        rolls = [(share, self.expected(position.roll(*dice), depth - 1)) for dice, share in position.outcomes()]
        return [sum([share * five[i] for share, five in rolls]) for i in range(5)]

    cdef double evaluate_backgammon(self, const BackgammonBits* bits):
        return contract.final_utility(bits) if contract.is_over(bits) else contract.expect(bits, &self.evaluations.knowledge)

    cdef object evaluate_custom(self, const CustomBits* bits):
        if bits.ops.outcomes == NULL:
            return contract.evaluate(bits, &self.evaluations.knowledge)
        return contract.expect(bits, &self.evaluations.knowledge)

    def perft(self, position, depth, hash=False, convention="results"):
        """See gamecore.perft."""
        if convention not in CONVENTIONS:
            raise SwitchError(f"unknown convention {convention!r}; known are {', '.join(CONVENTIONS)}")
        if convention == "weighted" and not isinstance(position, Backgammon):
            raise SwitchError(f"convention {convention!r} is for backgammon, not {type(position).__name__}")
        return self.count(position, CONVENTIONS[convention], in_range("depth", depth, 1, MAX_DEPTH), bool(hash), 0, 0)

    def minimal_leaves(self, position, depth, *, evaluation=True):
        """The fewest leaves that alpha-beta could have looked at, had it known the best order and no table.

        The smallest proof that the value is at least v, plus the smallest proof that it is at most v, minus 1; on a uniform tree
        Knuth and Moore's b^ceil(d/2) + b^floor(d/2) - 1. Every position to the depth is visited: mind the depth.

        Parameters
        ----------
        position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
            A game with keys.
        depth : int
            Plies, 1..500.
        evaluation : bool, default True
            Whether the horizon is evaluated, or worth 0.

        Returns
        -------
        int
        """
        switches = "pruning,table,hint,killers,history,pvs,deepening" + (",evaluation" if evaluation else "")
        if has_chance(position):
            raise GameError(f"{type(position).__name__} is a game of chance: it has no minimal tree")
        value = self.search(position, depth, switches=switches).score
        return self.count(position, MINIMAL_LEAVES, in_range("depth", depth, 1, MAX_DEPTH), True, parse_switches(switches), value)

    cdef object count(self, position, Task task, int depth, bint store, uint32_t switches, int value):
        """A number that a worker counts without searching: one branch a game, as in dispatch."""
        cdef Adapter adapter = Adapter(position) if isinstance(position, PythonGame) else None
        cdef CustomBits custom
        cdef uint64_t total
        if not self.busy.acquire(blocking=False):
            raise EngineBusyError("the engine is searching; one search at a time")
        try:
            self.set_limits(position, depth, None, None)
            self.open(position, adapter, switches, PERFECT if store else UNORDERED, 0, 1)
            self.workers[0].switches = effective(switches, FULL)
            if isinstance(position, ConnectFour):
                total = count_from(&(<ConnectFour>position).bits, self.workers[0], task, depth, value)
            elif isinstance(position, Checkers):
                total = count_from(&(<Checkers>position).bits, self.workers[0], task, depth, value)
            elif isinstance(position, Backgammon):
                total = count_rolls(&(<Backgammon>position).bits, self.workers[0], task, depth)
            elif isinstance(position, CompiledGame):
                total = count_from(&(<CompiledGame>position).bits, self.workers[0], task, depth, value)
            elif adapter is None:
                raise not_a_position(position)
            else:
                adapter.put(&custom, position)
                total = count_from(&custom, self.workers[0], task, depth, value)
                release(&custom)
            if self.error is None and adapter is not None:
                self.error = adapter.error
            if self.error is not None:
                raise self.error
            if load_int(&self.shared.stop) == STOP_STOP:
                raise StoppedError("the count was stopped before its end")
            if self.workers[0].stopped:
                raise MemoryError("no memory left for the positions that are counted")
            return total
        finally:
            self.close([])
            self.error = None
            self.busy.release()


cdef uint64_t count_from(const Position* position, Worker* w, Task task, int depth, int value) noexcept:
    if contract.is_over(position):
        return 0
    with nogil:
        if task != MINIMAL_LEAVES:
            return perft_search.perft(position, w, depth, task == PERFT)
        return minimal_tree.minimal_leaves(position, w, value, depth)


cdef uint64_t count_rolls(const BackgammonBits* position, Worker* w, Task task, int depth) noexcept:
    if contract.is_over(position):
        return 0
    with nogil:
        return perft_search.perft_chance(position, w, depth, task == PERFT_WEIGHTED)


cdef int pieces_of(Checkers position) noexcept:
    return popcount(position.bits.own | position.bits.other)


cdef int keep(Checkers position, set moves, Move* kept) except -1:
    """Fills kept with these of the legal moves, in generator order, and returns their number."""
    cdef int count = legal_moves(&position.bits, kept), n = 0, i
    for i in range(count):
        if position.notate([kept[i]])[0] in moves:
            kept[n] = kept[i]
            n += 1
    return n


cdef object not_a_position(object position):
    return PositionError(f"a position is a gamecore.ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame, not {position!r}")


cdef const GameOps* ops_of(object position, Adapter adapter):
    """The table of functions of a game from outside, or NULL for a game that is built in."""
    if isinstance(position, CompiledGame):
        return (<CompiledGame>position).bits.ops
    return NULL if adapter is None else &adapter.ops


cdef uint32_t feasible(uint32_t switches, const GameOps* ops) noexcept:
    """What remains of the switches where a game from outside lacks the function that they need."""
    if ops.key == NULL:
        switches &= ~<uint32_t>(TABLE | TABLE_MOVE | INTERNAL_DEEPENING | REPETITION)
    if ops.is_reversible == NULL:
        switches &= ~<uint32_t>REPETITION
    if ops.is_quiet == NULL:
        switches &= ~<uint32_t>QUIESCENCE
    return switches


cdef bint has_chance(object position) except -1:
    if isinstance(position, CompiledGame):
        (<CompiledGame>position).check()
        return (<CompiledGame>position).bits.ops.outcomes != NULL
    return isinstance(position, Backgammon) or isinstance(position, PythonGame) and position.outcomes is not None


cdef object start_helper(Engine engine, int i, position, Adapter adapter):
    """Starts a helping thread; the lock is free when it has ended. threading.Thread's start and join may be torn by Ctrl-C."""
    done = threading.Lock()
    done.acquire()
    start_new_thread(assist, (engine, i, position, adapter, done))
    return done


def assist(Engine engine, int i, position, Adapter adapter, done):
    """A helping thread: the same search, whose results reach the first thread through the table."""
    try:
        engine.dispatch(engine.workers[i], position, adapter, [], None, False)
    except BaseException as error:              # the first thread raises it
        engine.error = error
        set_once(&engine.shared.stop, STOP_ERROR)
    finally:
        done.release()


cdef int poll(void* engine) noexcept with gil:
    return (<Engine>engine).listen()


cdef object in_range(str name, object value, object low, object high):
    """An int within low..high, or a LimitError that quotes it."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise LimitError(f"{name} must be an integer {low}..{high}, not {value!r}")
    return value


def perft(position, depth, *, hash=False, convention="results"):
    """The number of lines of play of exactly `depth` plies; games that end earlier do not count.

    Parameters
    ----------
    position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
    depth : int
        Plies, 1..500.
    hash : bool, default False
        Count each position once for each depth, and remember it: fewer visits, memory for each.
    convention : {"results", "paths", "weighted"}, default "results"
        Where a jump can visit its squares in several orders with one result (checkers only), count it once, or once for each order. In
        backgammon a ply is a roll and a play, and the rolls are 21, "weighted": the 36 of two dice told apart.

    Returns
    -------
    int

    Examples
    --------
    >>> import gamecore
    >>> gamecore.perft(gamecore.ConnectFour(), 7)
    823536
    """
    return Engine(hash_mb=1).perft(position, depth, hash, convention)
