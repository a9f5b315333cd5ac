"""The Python API of the compiled search."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t

cimport gamecore.core.tt as tt
from gamecore.core.bits cimport load_int, now_ns, set_once, store_int
from gamecore.core.checks cimport in_range
from gamecore.core.limits cimport RUNNING, STOP_INTERRUPT, STOP_STOP
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.stats cimport Stats
from gamecore.core.tt cimport GENERATIONS, TableView
from gamecore.core.types cimport MAX_DEPTH, MAX_LAYERS
from gamecore.result cimport SearchResult, create_result
from gamecore.search.batch cimport evaluate_all
from gamecore.search.dispatch cimport (PATHS, RESULTS, WEIGHTED, evaluate, load_all, moves_of, run_minimal_leaves,
                                       run_perft, run_search, run_uct)
from gamecore.search.resources cimport Resources, WorkerPool
from gamecore.search.root cimport CUSTOM, Root, root_of
from gamecore.search.run cimport Run
from gamecore.search.switches cimport name_switches, parse_order, parse_switches
from gamecore.search.tables cimport Tables
from gamecore.core.token cimport StopToken

from collections.abc import Iterable
from functools import partial
from time import sleep

from gamecore.core.clock import seconds_within
from gamecore.core.imports import check_home, home_of
from gamecore.core.token import Linked, token_or_none
from gamecore.errors import (ArgumentError, EngineBusyError, GameError, LimitError, MoveError, PositionError,
                             StoppedError, SwitchError)
from gamecore.games.all import game_of
from gamecore.games.outside.turns import check_two_sides
from gamecore.handle import Search
from gamecore.search.dispatch import run_help

DEEPEST: int = MAX_DEPTH             # plies
SEARCH_ARGUMENTS: tuple[str, ...] = ("depth", "nodes", "seconds", "switches", "order", "seed", "multipv", "root_moves",
                                     "on_iteration", "clock", "token")
SYNONYMS: dict[str, str] = {"time": "seconds", "movetime": "seconds", "plies": "depth", "moves": "root_moves"}
cdef int HASH_MB = 64                # MiB of a table without a given size
CONVENTIONS: dict[str, int] = {"results": RESULTS, "paths": PATHS, "weighted": WEIGHTED}


cdef class Engine:
    """Engine(hash_mb=None, threads=1, *, switches='exact', order='full', seed=0, evaluation=None, databases=None,
    table=None, match=None)
--

    A search engine with a transposition table, threads, and the evaluations and databases of the games.

    Parameters
    ----------
    hash_mb : int, optional
        Size of the transposition table in MiB, 1 or more, by default 64. Games of chance have a separate table of the
        same size, which takes no memory before the first search of such a game.
    threads : int, default 1
        Threads that search together, 1..256, sharing the table.
    switches : str or iterable of str, default "exact"
        The switches that are on: "exact", "play", "none", or names such as "pruning,deepening,table". A name after a
        minus sign is off: "exact,-databases".
    order : {"full", "static", "none", "random", "worst", "perfect"} or callable, default "full"
        The order in which moves are searched. A function of a position and one of its moves returns a number: moves
        with a higher number are searched earlier, and nothing else affects the order.
    seed : int, default 0
        The seed of the order "random", 0..2**64-1.
    evaluation : {"linear", "patterns", "net"}, mapping of str to int, path, weights, callable, or address, optional
        By default the best of each game, "net" for checkers and backgammon, "linear" for connect four. A mapping holds
        changed weights of the linear evaluation's features; a path names a file of checkers pattern weights or of a
        network; weights are a CheckersPatterns, CheckersNet or BackgammonNet. A function of a position, in Python, or
        the address of one in C evaluates every game: see Notes.
    databases : path or Databases, optional
        Endgame databases of checkers: a directory written by `gamecore endgames build`. The default is the shipped
        databases of up to 4 pieces. The switch "databases" turns their use on. In connect four this switch lets the
        solver search the root instead of an iteration that reaches 20 empty cells and, if nodes or time are limited, in
        turns with earlier iterations.
    table : Engine, optional
        An engine whose transposition table to share, in place of `hash_mb`. All may search at the same time, each in
        its own thread, with different settings.
    match : MatchScore, optional
        The score of a backgammon match; the default is a game for money. At a match score, the scores of a search
        express the value of points for the match, on a scale on which a single win is 1 and a single loss -1.

    Raises
    ------
    LimitError, SwitchError, EvaluationError, DatabaseError
        If a number is out of range, a name is unknown, a file of weights or a database is damaged, or `table` is not
        an Engine, or is given with `hash_mb`.
    ArgumentError
        If an argument is unknown.
    MemoryError
        If the machine has too little memory for the table.

    Attributes
    ----------
    settings : dict
        The arguments of this engine; `Engine(**engine.settings)` creates another engine like it.

    Notes
    -----
    A copy of an engine, or an unpickled engine, is a new engine with the same settings.

    An engine runs one search at a time. From another thread, `stop()` ends the search, and so does the search's
    StopToken, which also ends a search that has yet to begin. `start` searches in the background. With a new engine (or
    after `clear()`), no time limit and one thread, a search visits the same nodes and gives the same result on every
    machine. With a shared table the number of nodes depends on the other engines, but exact scores do not.

    A function for `evaluation` returns the score of an unfinished position for the side to move: a number below 20000
    in units of its attribute `unit` (by default the game's `unit`, or 1), rounded to whole units in games without
    chance. It may depend only on the pieces, the dice and the side to move. If the function changes, call `clear`.
    If its attribute `batch` is true, it is called with an array of positions (docs/arrays.md), which in games without
    chance contains one position, and returns an array of scores. In backgammon the side on roll is always white. An
    int, or an object with the attribute `address` such as numba's cfunc, is the address of a C function `double f(const
    void *position)`. Its argument points to a record of such an array, or to the bytes of a position of a CompiledGame.
    It is called without the GIL; a wrong address crashes the process. If a function raises an exception, so does the
    search.

    Examples
    --------
    >>> import gamecore
    >>> engine = gamecore.Engine(hash_mb=1)
    >>> result = engine.search(gamecore.ConnectFour("112233"), depth=4)
    >>> result.move, result.score, result.outcome
    (4, 29999, 'win')
    >>> engine = gamecore.Engine(evaluation=lambda position: -position.ply, order=lambda position, move: -abs(move - 4))
    >>> engine.search(gamecore.ConnectFour(), depth=2).score
    -2
    """

    cdef Resources resources
    cdef uint32_t switch_bits
    cdef int order_number                # an Order
    cdef readonly object order           # type: MoveOrder; ... and its name, or the caller's function
    cdef readonly uint64_t seed
    cdef readonly dict settings          # type: dict[str, Any]; the arguments that make an engine like this one
    cdef TableView view                  # of the latest search
    cdef uint64_t nodes                  # ... which it visited
    cdef object claimant                 # the run or the call that has claimed the engine; None: it is idle
    cdef set runs                        # in progress, including counts, which claim nothing
    cdef object __weakref__

    def __cinit__(self, hash_mb: SupportsIndex | None = None, threads: SupportsIndex = 1, *,
                  switches: str | Iterable[str] = "exact", order: MoveOrder = "full", seed: SupportsIndex = 0,
                  evaluation: str | PathLike[str] | Mapping[str, int] | CheckersPatterns | CheckersNet | BackgammonNet
                              | Callable[[Any], Any] | SupportsIndex | HasAddress | None = None,
                  databases: str | PathLike[str] | Databases | None = None, table: Engine | None = None,
                  match: MatchScore | None = None, **unknown):
        self.settings = {"hash_mb": hash_mb, "threads": threads, "switches": switches, "order": order, "seed": seed,
                         "evaluation": evaluation, "databases": databases, "table": table, "match": match}
        refuse("Engine", unknown, self.settings)
        self.switch_bits = parse_switches(switches)
        if not isinstance(switches, str):
            self.settings["switches"] = self.switches            # an iterator is used up now, a list may change
        if hasattr(evaluation, "keys"):
            self.settings["evaluation"] = dict(evaluation)
        self.order, self.order_number = order, parse_order(order)
        self.seed = in_range("seed", seed, 0, 2**64 - 1)
        self.resources = Resources(tables_of(hash_mb, table), threads, evaluation, databases, match)
        self.view.table = &self.resources.tables.scores
        self.view.generation = GENERATIONS           # no search has written to the table yet
        self.runs = set()

    @property
    def threads(self) -> int:
        """The threads that search together."""
        return self.resources.pool.threads

    @property
    def switches(self) -> str:
        """The switches that are on, separated by commas, or "none"."""
        return name_switches(self.switch_bits)

    @property
    def hash_mb(self) -> int:
        """Size of the transposition table in MiB."""
        return self.resources.tables.hash_mb

    @property
    def hash_used(self) -> float:
        """The share of the table that this engine's latest search wrote, 0..1, from a sample."""
        cdef Stats total
        if isinstance(self.claimant, Run) and (<Run>self.claimant).view.table != NULL:          # in progress
            total = (<Run>self.claimant).total()
            return tt.usage(&(<Run>self.claimant).view, total.nodes)
        return tt.usage(&self.view, self.nodes)

    def stop(self) -> None:
        """Ends the running search, from any thread, with its last complete iteration as the result.

        Later searches are not affected; to stop those too, use a StopToken.
        """
        if isinstance(self.claimant, Run):           # its thread may not have begun it
            (<Run>self.claimant).end()
        for run in list(self.runs):
            (<Run>run).end()

    def clear(self) -> None:
        """Clears the table, as if the engine were new.

        A shared table is cleared for all engines that share it, even during their searches.
        """
        self.claim("clear")
        self.resources.tables.clear()
        self.resources.evaluations.connect_four.clear()
        self.release("clear")

    def prepare(self, game: Position[Any] | type[Position[Any]]) -> None:
        """Loads everything that a search of a game may need, and allocates the table's memory.

        A search also loads these data before its clock starts, but it allocates memory only as it fills the table.

        Parameters
        ----------
        game : position, or class
            A position of the game, or its class, which is called without arguments.

        Raises
        ------
        EngineBusyError
            If the engine is searching.
        EvaluationError, DatabaseError
            If a file of weights or a database is damaged.
        """
        cdef Run run = self.new_run(game() if isinstance(game, type) else game, 1, None, None)
        self.claim(run)
        try:
            self.begin(run, None)
            try:
                load_all(run)
            finally:
                self.finish(run, None)
        finally:
            self.release(run)

    def search(self, position: Either[Deterministic[Move], Position[Move]], depth: SupportsIndex | None = None,
               nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, *,
               switches: str | Iterable[str] | None = None, order: MoveOrder | None = None,
               seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
               root_moves: Iterable[Move | str] | None = None,
               on_iteration: Callable[[Either[Iteration[Move, int], Iteration[Move]]], object] | None = None,
               clock: Sequence[float] | None = None, token: StopToken | None = None, **unknown
               ) -> Either[SearchResult[Move, int], SearchResult[Move]]:
        """Finds the best move within the budget.

        Parameters
        ----------
        position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
            A position in which the side to move has a legal move.
        depth : int, optional
            Plies, 1..500; in games of chance, chance layers, 0..60.
        nodes : int, optional
            Positions to visit, 1 or more: exact with one thread, at most 1024 more per thread with several.
        seconds : float, optional
            Wall time, more than 0. At least one of depth, nodes, seconds and clock is needed.
        switches, order, seed : optional
            For this search, in place of the engine's.
        multipv : int, default 1
            The number of best moves to report with score and line, 1..1024; at a root of checkers that databases know
            to be drawn, only moves that keep the draw are reported.
        root_moves : sequence, optional
            The legal moves, or their texts, to search; by default all.
        on_iteration : callable, optional
            Called with an Iteration after each depth, and every half second inside a long one (with `finished` False).
            An exception that it raises ends the search and is raised in the caller.
        clock : (float, float, float), optional
            Seconds on the clock of the side to move and of the other side, and the increment per move, as in
            `gamecore.Game.time()`. The search takes a share of this time, or `seconds` if that is less.
        token : StopToken, optional
            Its `stop()` ends the search, even before it begins; the result is then that of depth 0.

        Returns
        -------
        SearchResult

        Raises
        ------
        GameOverError
            If there is no legal move.
        LimitError, SwitchError, MoveError, ArgumentError
            If a limit, a switch, one of `root_moves` or `on_iteration` is invalid, or there is no limit.
        GameError
            If the game is for several players, or breaks the contract of a custom game.
        EngineBusyError
            If the engine is already searching.
        KeyboardInterrupt
            Within a tenth of a second after Ctrl-C; its attribute `result` is the SearchResult so far.
        """
        cdef Run run
        refuse("search", unknown, SEARCH_ARGUMENTS)
        token_or_none(token)
        run = self.new_search(position, depth, nodes, seconds, clock, switches, order, seed, multipv, root_moves,
                              on_iteration)
        self.claim(run)
        try:
            return self.execute(run, token)
        finally:
            self.release(run)

    def start(self, position: Either[Deterministic[Move], Position[Move]], depth: SupportsIndex | None = None,
              nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, *,
              switches: str | Iterable[str] | None = None, order: MoveOrder | None = None,
              seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
              root_moves: Iterable[Move | str] | None = None,
              on_iteration: Callable[[Either[Iteration[Move, int], Iteration[Move]]], object] | None = None,
              clock: Sequence[float] | None = None, token: StopToken | None = None, **unknown
              ) -> Either[Search[Move, int], Search[Move]]:
        """Starts a search in a thread of its own, with the arguments of `search`.

        Parameters
        ----------
        position, depth, nodes, seconds, switches, order, seed, multipv, root_moves, on_iteration, clock, token
            As in `search`; `on_iteration` is called in the new thread.

        Returns
        -------
        gamecore.handle.Search
            The search, to iterate over, stop, wait for or await. The engine is busy until it has ended.

        Raises
        ------
        LimitError, SwitchError, MoveError, ArgumentError, EngineBusyError
            As in `search`, at once; the result raises all other exceptions.
        """
        refuse("start", unknown, SEARCH_ARGUMENTS)
        cdef Run run = self.new_search(position, depth, nodes, seconds, clock, switches, order, seed, multipv,
                                       root_moves, on_iteration)
        cdef StopToken own = StopToken()
        token_or_none(token)
        run.reports = True
        self.claim(run)
        try:
            return Search(partial(self._finish, run, own, token), own, on_iteration)
        except BaseException:
            own.stop()
            if not set_once(&run.taken, True):       # no thread has begun; one that begins now will end at once
                self.release(run)
            while self.claimant is run:              # only the thread may release it
                sleep(0.001)
            raise

    def _finish(self, Run run not None, StopToken own not None, token, on_iteration):
        """Runs the search in the thread that `start` created; from then on only this thread releases the engine."""
        if set_once(&run.taken, True):
            raise StoppedError("the search was interrupted before it began")
        run.on_report = on_iteration
        try:
            with Linked(token, own):
                return self.execute(run, own)
        finally:
            self.release(run)

    cdef Run new_search(self, position, depth, nodes, seconds, clock, switches, order, seed, multipv, root_moves,
                        on_iteration):
        """Returns a run with these arguments; if switches, order or seed is None, the engine's value applies."""
        cdef Run run
        if on_iteration is not None and not callable(on_iteration):
            raise ArgumentError(f"on_iteration must be a function of an Iteration, or None, not {on_iteration!r}")
        self.check_idle()
        run = self.new_run(position, depth, nodes, seconds if clock is None else seconds_within(seconds, clock))
        if run.root.kind >= CUSTOM:
            check_two_sides(position)
        if switches is not None:
            run.switches = parse_switches(switches)
        if order is not None:
            run.ranking, run.order = order, parse_order(order)
        if seed is not None:
            run.seed = in_range("seed", seed, 0, 2**64 - 1)
        run.multipv = in_range("multipv", multipv, 1, 1024)
        if root_moves is not None:
            run.root_moves = indices_of(run.root, root_moves)
        run.on_report, run.reports = on_iteration, on_iteration is not None
        if run.pool.threads > 1 and run.root.adapter is None:            # games in Python hold the GIL
            run.help, run.has_helpers = run_help, True
        return run

    cdef Run new_run(self, position, depth, nodes, seconds):
        """Returns a run with the engine's settings."""
        cdef Run run = Run.__new__(Run)
        run.root = root_of(position, self.resources.evaluations.backgammon.at_score)
        run.resources, run.pool = self.resources, self.resources.pool
        run.switches, run.seed, run.multipv = self.switch_bits, self.seed, 1
        run.ranking, run.order, run.custom = self.order, self.order_number, self.resources.evaluations.custom
        run.set_limits(depth, nodes, seconds)
        return run

    cdef int check_idle(self) except -1:
        """Raises EngineBusyError if the engine is claimed; a claim does not hold in a process that was forked after
        it."""
        if not self.resources.pool.is_ours():
            self.resources.pool = WorkerPool(self.resources.pool.threads)
            self.claimant, self.runs = None, set()
        if self.claimant is not None:
            raise EngineBusyError("the engine is searching; one search at a time")
        return 0

    cdef int claim(self, claimant) except -1:
        """Claims the engine for one search, or to clear it."""
        self.check_idle()
        self.claimant = claimant
        if isinstance(claimant, Run):
            (<Run>claimant).pool = self.resources.pool
        return 0

    cdef int release(self, claimant) except -1:
        """Releases the engine, unless a process forked meanwhile has claimed it for another search."""
        if self.claimant is claimant:
            self.claimant = None
        return 0

    cdef object execute(self, Run run, token):
        """Returns the result of a run that has claimed the engine."""
        cdef Stats total
        self.begin(run, token)
        try:
            run_search(run)
        except KeyboardInterrupt as error:
            run.fail(error)
            self.fall_back(run)
        finally:
            self.finish(run, token)
            if run.view.table != NULL:
                total = run.total()
                self.view, self.nodes = run.view, total.nodes
        while True:
            try:
                return self.conclude(run)
            except KeyboardInterrupt as error:           # Ctrl-C during `conclude`, unless it raised it
                if hasattr(error, "result") or run.latest() is None:
                    raise
                run.error = error

    cdef int finish(self, Run run, token) except -1:
        """Ends the threads of a run, which cannot be stopped any more. Returns the Stop that ended the run."""
        cdef int stop = load_int(&run.shared.stop)
        run.close()
        self.runs.discard(run)
        if token is not None:
            (<StopToken>token).ignore(run)
        return stop

    cdef int fall_back(self, Run run) except -1:
        """Finds the result of depth 0 after Ctrl-C during the loading of weights."""
        if run.latest() is not None or run.root.adapter is not None:
            return 0
        store_int(&run.shared.stop, STOP_STOP)
        run_search(run)
        store_int(&run.shared.stop, STOP_INTERRUPT)
        return 0

    cdef object conclude(self, Run run):
        """Returns the result, or raises the exception that ended the search, with the result so far after Ctrl-C."""
        cdef Stats total = run.total()
        cdef SearchResult result
        PyErr_CheckSignals()                 # those that arrived while the threads ended
        latest, error = run.latest(), run.failure()
        if error is not None and (not isinstance(error, KeyboardInterrupt) or latest is None):
            raise error
        result = create_result(run.root.position, latest, run.iterations, &total, load_int(&run.shared.stop),
                               (now_ns() - run.start) / 1e9, run.loading / 1e9, tt.usage(&run.view, total.nodes))
        for score, _ in result.lines:
            check_range(run.root.position, score)
        result.outcome = run.outcome or result.outcome
        if error is not None:
            error.result = result
            raise error
        return result

    def evaluate(self, position: Position[Any]) -> float:
        """Returns the static evaluation, a position's score at the horizon of a search.

        A finished game's evaluation is its result: -WIN for a lost game.

        Parameters
        ----------
        position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame

        Returns
        -------
        int, in games of chance float
            For the side to move.
        """
        score = evaluate(root_of(position, self.resources.evaluations.backgammon.at_score), self.resources)
        check_range(position, score)
        return score

    def evaluate_many(self, positions: Iterable[Position[Any]] | numpy.ndarray[Any, Any]
                      ) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.int32 | numpy.float64]]:
        """Returns the static evaluations of many positions.

        Parameters
        ----------
        positions : numpy.ndarray, or sequence of positions
            A batch of gamecore.arrays, or positions as for `evaluate`.

        Returns
        -------
        numpy.ndarray of int32, in games of chance of float64, shape (n,)
            The result of `evaluate` for each.

        Raises
        ------
        PositionError
            If a batch has another dtype or shape, or something in it is not a position.
        """
        from gamecore import arrays                  # numpy is imported when it is first needed
        cdef bint custom = self.resources.evaluations.custom is not None
        cdef list listed = []
        cdef bint at_score = self.resources.evaluations.backgammon.at_score
        if not hasattr(positions, "dtype"):
            positions = list(positions)
            # An array does not contain the player on roll, on whom the value of points depends at a match score.
            if (not positions or custom or type(positions[0]) not in arrays.DTYPES
                    or at_score and has_chance(positions[0])):
                return self.evaluate_each(positions)
            listed, positions = positions, arrays.pack(positions)
        batch, game = arrays.checked(positions)
        if custom:
            return self.evaluate_each(arrays.unpack(batch))
        scores = arrays.numpy.empty(len(batch), arrays.numpy.float64 if has_chance(game) else arrays.numpy.int32)
        evaluate_all(self.resources, game, batch.ctypes.data, len(batch), scores.ctypes.data)
        if hasattr(game, "history"):                     # an array does not hold the history for repetitions
            for i, position in enumerate(listed):
                if position.history and position.is_over():
                    scores[i] = self.evaluate(position)
        return scores

    cdef object evaluate_each(self, list positions):
        """Returns an array of the evaluations of positions, one call for each."""
        from gamecore.core.packages import numpy
        scores = [self.evaluate(position) for position in positions]
        averaged = any([isinstance(score, float) for score in scores])
        return numpy.array(scores, numpy.float64 if averaged else numpy.int32)

    def probabilities(self, position: Backgammon, depth: SupportsIndex = 0) -> list[float]:
        """Returns the network's probabilities of the results of a game of backgammon.

        Parameters
        ----------
        position : Backgammon
            A position before or after the dice.
        depth : int, default 0
            Rolls to search ahead, 0..60; a search through the remaining ones chooses the play of each.

        Returns
        -------
        list of 5 float
            Win, gammon won, backgammon won, gammon lost and backgammon lost for the side on roll; wins include gammons,
            which include backgammons. So the score of a search is 2 * win - 1 + gammon won + backgammon won - gammon
            lost - backgammon lost.

        Raises
        ------
        EvaluationError
            If the engine's evaluation of backgammon is linear.
        LimitError, PositionError
            If the depth is out of range, or it is not a position of backgammon.
        """
        return self.part("probabilities", position).expected(*self.expectation(position, depth))

    def decide(self, position: Backgammon, depth: SupportsIndex = 0, cube: SupportsIndex | None = None,
               owner: str = "centred", *, jacoby: bool = False, beavers: bool = False) -> Decision:
        """Returns the decision about the doubling cube before a roll of backgammon.

        The score is that of the engine's `match`; without one the game is for money.

        Parameters
        ----------
        position : Backgammon
            A position before the dice.
        depth : int, default 0
            Rolls to search ahead, 0..60, before each of which both sides use the cube; the leaves use the estimate of
            `Cube` or, for money, the bear-off table.
        cube : int, optional
            The cube's value, a power of two; by default that of the engine's `match`, or 1.
        owner : {"centred", "me", "you"}
            The cube's place: "me" is the player on roll.
        jacoby : bool, default False
            Whether gammons count only after a double, for money.
        beavers : bool, default False
            Whether a player may double at once after a take and still own the cube, for money.

        Returns
        -------
        Decision

        Raises
        ------
        PositionError, LimitError, SettingsError, EvaluationError
            If an argument is impossible, or the evaluation has no probabilities.
        """
        return self.part("cube_search", position).decide(*self.expectation(position, depth), self.settings["match"],
                                                         cube, owner, jacoby, beavers)

    cdef object part(self, str name, position):
        """Returns a module of a game that has probabilities."""
        game = game_of(position)
        if not game.probabilities:
            raise PositionError(f"probabilities are known of gamecore.Backgammon, not of {position!r}")
        return game.part(name)

    cdef tuple expectation(self, position, depth):
        """Returns the arguments of the functions that search for probabilities."""
        return (position, in_range("depth", depth, 0, MAX_LAYERS),
                self.resources.evaluations.of_game[game_of(position).name].probabilities, self.search)

    def perft(self, position: Position[Any], depth: SupportsIndex, hash: bool = False, convention: str = "results", *,
              token: StopToken | None = None) -> int:
        """Returns the result of gamecore.perft; a token ends the count with a StoppedError."""
        token_or_none(token)
        if convention not in CONVENTIONS:
            raise SwitchError(f"unknown convention {convention!r}; known are {', '.join(CONVENTIONS)}")
        cdef Run run = self.new_count(position, in_range("depth", depth, 1, DEEPEST), None, None, hash)
        self.begin(run, token)
        try:
            total = run_perft(run, CONVENTIONS[convention])
        finally:
            stop = self.finish(run, token)
        return counted(run, total, stop)

    def _sample(self, position: Position[Any], nodes: SupportsIndex | None, seconds: SupportsFloat | None,
                double exploration: float, seed: SupportsIndex, tree_mb: SupportsIndex) -> tuple[Any, ...]:
        """Returns the fields of the result of gamecore.uct."""
        cdef Run run
        cdef size_t size = <size_t>in_range("tree_mb", tree_mb, 1, 2**17) << 20
        check_two_sides(position)
        if nodes is None and seconds is None:
            raise LimitError("a search needs a limit: nodes or seconds")
        run = self.new_count(position, None, nodes, seconds, False)
        run.seed = in_range("seed", seed, 0, 2**64 - 1)
        self.begin(run, None)
        try:
            fields = run_uct(run, exploration, size)
        finally:
            stop = self.finish(run, None)
        return counted(run, fields, stop)

    cdef Run new_count(self, position, depth, nodes, seconds, stores):
        """Returns a run with its own worker, so that the engine remains free to search."""
        cdef Run run = self.new_run(position, depth, nodes, seconds)
        run.pool, run.stores = WorkerPool(1), bool(stores)
        return run

    cdef int begin(self, Run run, token) except -1:
        """Begins a run, which can be stopped from now on."""
        run.begin()
        self.runs.add(run)
        if token is not None:
            (<StopToken>token).watch(run)
        return 0

    def minimal_leaves(self, position: Position[Any], depth: SupportsIndex, *, evaluation: bool = True,
                       token: StopToken | None = None) -> int:
        """Returns the smallest number of leaves that alpha-beta can visit, with the best order and without a table.

        It is the size of the smallest proof that the value is at least v, plus that of the smallest proof that it is at
        most v, minus 1. On a uniform tree it is Knuth and Moore's b^ceil(d/2) + b^floor(d/2) - 1. The function visits
        every position up to the depth, so the time grows quickly with the depth.

        Parameters
        ----------
        position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
            A game with keys.
        depth : int
            Plies, 1..500.
        evaluation : bool, default True
            Whether the horizon is evaluated; otherwise its value is 0.
        token : StopToken, optional
            Ends the count with a StoppedError.

        Returns
        -------
        int
        """
        cdef Run search, proof
        token_or_none(token)
        if has_chance(position):
            raise GameError(f"{type(position).__name__} is a game of chance: it has no minimal tree")
        switches = "exact,-quiescence,-repetition,-databases" if evaluation else "exact,-definition"
        search = self.new_search(position, depth, None, None, None, switches, "full", None, 1, None, None)
        proof = self.new_count(position, depth, None, None, True)
        proof.switches, proof.order = search.switches, search.order
        self.claim(search)
        try:
            self.begin(proof, token)             # before the search: stop() ends both
            try:
                result = self.execute(search, token)
                if result.stop == "stop":
                    raise StoppedError("the count was stopped before its end")
                total = run_minimal_leaves(proof, result.score)
            finally:
                stop = self.finish(proof, token)
        finally:
            self.release(search)
        return counted(proof, total, stop)

    def __repr__(self):
        return (f"Engine(hash_mb={self.hash_mb}, threads={self.threads}, switches={self.switches!r}, "
                f"order={self.order!r}, seed={self.seed})")

    def __reduce__(self):
        settings = self.settings
        return (new_engine, (type(self), settings, home_of(settings["evaluation"])), getattr(self, "__dict__", None))


def new_engine(kind: type, settings: dict[str, Any], home: int | None) -> Engine:
    """Returns the copy of an engine; a subclass then gets its attributes, without its __init__."""
    check_home(settings["evaluation"], home)
    return Engine.__new__(kind, **settings)


cdef int check_range(position, score) except -1:
    """Raises GameError if the score stands for a utility or an evaluation that is too large for negamax."""
    if isinstance(score, int) and abs(score) == MAX_EVALUATION:
        raise GameError(f"a score of {type(position).__name__} must stay below {MAX_EVALUATION} in units of "
                        f"{getattr(position, 'unit', 1):g}, but one is greater: give the class a greater unit")
    return 0


cdef object counted(Run run, answer, int stop):
    """Returns a run's count, or raises the exception that ended it."""
    error = run.failure() if stop != RUNNING else None
    if error is not None:
        raise error
    if stop == STOP_STOP:
        raise StoppedError("the count was stopped before its end")
    return answer


cdef bint has_chance(object position) except -1:
    """Whether chance acts in the position's game."""
    return getattr(position, "outcomes", None) is not None


cdef int refuse(str function, dict unknown, known) except -1:
    """Raises ArgumentError if there is an unknown argument."""
    if not unknown:
        return 0
    from difflib import get_close_matches            # needed only here
    for name in unknown:
        close = get_close_matches(SYNONYMS.get(name, name), known, 1)
        raise ArgumentError(f"{function} takes no argument {name!r}{f', did you mean {close[0]!r}?' if close else ';'} "
                            f"its arguments are {', '.join(known)}")
    return 0


cdef Tables tables_of(hash_mb, table):
    """Returns another engine's tables, or new ones of this size."""
    if table is None:
        return Tables(HASH_MB if hash_mb is None else hash_mb)
    if not isinstance(table, Engine):
        raise LimitError(f"table must be an Engine, whose table is to be shared, not {table!r}")
    if hash_mb is not None:
        raise LimitError(f"hash_mb={hash_mb!r} and table={table!r}: a shared table has a size already")
    return (<Engine>table).resources.tables


cdef list indices_of(Root root, moves):
    """Returns the indices of these moves, or of the moves with these texts, in the order of the search."""
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise MoveError(f"root_moves must be a sequence of moves, not {moves!r}")
    chosen, names = list(moves), moves_of(root)
    if not chosen:
        raise MoveError(f"root_moves is empty: there is nothing to search in {str(root.position)!r}")
    return sorted({index_of(root, names, move) for move in chosen})


cdef object index_of(Root root, list names, move):
    """Returns the index of a move that is equal to the given one, or else has it as its text."""
    if move in names:
        return names.index(move)
    texts = [str(name) for name in names]
    if texts.count(str(move)) == 1:
        return texts.index(str(move))
    if isinstance(move, str) and names:
        return names.index(root.position.read_move(move))
    raise MoveError(f"no move {move!r} in {str(root.position)!r}: legal are {', '.join(texts) or 'none'}")
