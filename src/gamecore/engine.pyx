"""The Python face of the compiled search."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t

cimport gamecore.core.tt as tt
from gamecore.core.bits cimport load_int, now_ns, set_once, store_int
from gamecore.core.checks cimport in_range
from gamecore.core.limits cimport STOP_INTERRUPT, STOP_STOP
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.stats cimport Stats
from gamecore.core.types cimport MAX_DEPTH, MAX_LAYERS
from gamecore.result cimport SearchResult, make_result
from gamecore.search.batch cimport evaluate_all
from gamecore.search.door cimport (EVALUATE, MINIMAL_LEAVES, PERFT, PERFT_PATHS, PERFT_WEIGHTED, PREPARE, SAMPLE,
                                   SEARCH, Task, carry_out)
from gamecore.search.session cimport Session, has_chance
from gamecore.search.switches cimport OWN, PERFECT, name_switches, parse_order, parse_switches
from gamecore.search.tables cimport Tables
from gamecore.search.token cimport StopToken

import os
from collections.abc import Iterable

from gamecore.errors import (ArgumentError, EngineBusyError, GameError, LimitError, MoveError, PositionError,
                             StoppedError, SwitchError)
from gamecore.games.all import game_of
from gamecore.games.outside.turns import check_two_sides
from gamecore.handle import Search

DEEPEST = MAX_DEPTH                  # plies
cdef int HASH_MB = 64                # MiB of a table whose size nobody has chosen
CONVENTIONS = {"results": PERFT, "paths": PERFT_PATHS, "weighted": PERFT_WEIGHTED}

cdef int forks = 0                   # between the first process and this one


def _count_fork():
    """Counts the fork in a new process."""
    global forks
    forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_count_fork)

# The switches of minimal_leaves, all that find a score quickly except databases and quiescence.
cdef str QUICK = "pruning,table,hint,killers,history,pvs,deepening"


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
        The switches that are on: "exact", "play", "none", or names such as "pruning,deepening,table".
    order : {"full", "static", "none", "random", "worst", "perfect"} or callable, default "full"
        The order in which moves are searched. A function of a position and one of its moves returns a number: moves
        with a higher one are searched earlier, and nothing else orders them.
    seed : int, default 0
        The seed of the order "random", 0..2**64-1.
    evaluation : {"linear", "patterns", "net"}, mapping of str to int, path, weights, callable, or address, optional
        By default the best of each game, "net" for checkers and backgammon, "linear" for connect four. A mapping holds
        changed weights of the linear evaluation's features; a path names a file of pattern weights of checkers or of a
        network; weights are a CheckersPatterns, CheckersNet or BackgammonNet. A function of a position, in Python, or
        the address of one in C evaluates every game: see Notes.
    databases : path or Databases, optional
        Endgame databases of checkers: a directory written by `gamecore endgames build`. The default is the shipped ones
        up to 4 pieces. The switch "databases" turns their use on; in connect four it lets a search ask the solver about
        positions with at most 20 empty cells.
    table : Engine, optional
        An engine whose transposition table to share, in place of `hash_mb`. All may search at the same time, each in
        its own thread, with different settings.
    match : MatchScore, optional
        A score of a backgammon match, by default money. Scores are then the worth of points for the match, where a
        single win is worth 1 and a single loss -1.

    Raises
    ------
    LimitError, SwitchError, EvaluationError, DatabaseError
        If a number is out of range, a name is unknown, a file of weights or a database is damaged, or `table` is no
        engine or is given with `hash_mb`.
    ArgumentError
        If there is no such argument.
    MemoryError
        If the machine has no room for the table.

    Attributes
    ----------
    settings : dict
        These arguments, for another engine like this one: `Engine(**engine.settings)`.

    Notes
    -----
    An engine runs one search at a time. From another thread, `stop()` ends it, and so does the search's StopToken,
    which also ends a search that has yet to begin. `start` searches in the background. With a new engine (or after
    `clear()`), no time limit and one thread, a search visits the same nodes and gives the same result on every machine.
    With a shared table the nodes depend on the other engines; exact scores do not.

    A function for `evaluation` returns the score of an unfinished position for the side to move: a number below 20000
    in units of its attribute `unit` (default 1; of a game with a `unit`, the game's), to which games without chance
    round it. It may depend only on the pieces, the dice and the side to move; after a change of the function call
    `clear`.
    If its attribute `batch` is true, it is called with an array of positions (docs/arrays.md), in games without chance
    one at a time, and returns an array of scores. In backgammon the side on roll is always white. An int, or an object
    with the attribute `address` such as numba's cfunc, is the address of a function in C, `double f(const void
    *position)`, of a record of such an array or the bytes of a CompiledGame. It is called without the GIL; a wrong
    address crashes the process. A search raises whatever a function raises.

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

    cdef Session session
    cdef uint32_t switch_bits
    cdef readonly object order           # the order in which moves are searched
    cdef readonly uint64_t seed
    cdef readonly dict settings          # the arguments that make an engine like this one
    cdef int busy                        # whether a search has claimed the engine
    cdef int forks                       # of the process whose search and workers they are
    cdef object __weakref__

    def __cinit__(self, hash_mb=None, threads=1, *, switches="exact", order="full", seed=0, evaluation=None,
                  databases=None, table=None, match=None, **unknown):
        self.settings = {"hash_mb": hash_mb, "threads": threads, "switches": switches, "order": order, "seed": seed,
                         "evaluation": evaluation, "databases": databases, "table": table, "match": match}
        refuse(unknown, self.settings)
        self.forks = forks
        self.switch_bits = parse_switches(switches)
        parse_order(order)
        self.order = order
        self.seed = in_range("seed", seed, 0, 2**64 - 1)
        self.session = Session(tables_of(hash_mb, table), threads, evaluation, databases, match)

    @property
    def threads(self):
        """The threads that search together."""
        return self.session.threads

    @property
    def switches(self):
        """The switches that are on, separated by commas, or "none"."""
        return name_switches(self.switch_bits)

    @property
    def hash_mb(self):
        """Size of the transposition table in MiB."""
        return self.session.tables.hash_mb

    @property
    def hash_used(self):
        """The share of the table that this engine's latest search wrote, 0..1, from a sample."""
        return tt.usage(&self.session.view, <uint64_t>-1)

    def stop(self):
        """Ends the running search, from any thread, with its last complete iteration as the result.

        Later searches are not affected; a StopToken stops those, too.
        """
        set_once(&self.session.shared.stop, STOP_STOP)

    def clear(self):
        """Clears the table, as if the engine were new.

        A shared table is cleared for all engines that share it, even during their searches.
        """
        self.claim()
        self.session.tables.clear()
        self.release()

    def prepare(self, game):
        """Loads everything that a search of a game may need, and allocates the table's memory.

        A search also loads what it needs before its clock starts, but takes memory only as it fills the table.

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
        position = game() if isinstance(game, type) else game
        self.claim()
        try:
            self.request(self.switch_bits, self.order, self.seed, 1)
            self.answer(PREPARE, position, 0, None)
        finally:
            self.release()

    def search(self, position, depth=None, nodes=None, seconds=None, *, switches=None, order=None, seed=None, multipv=1,
               root_moves=None, on_iteration=None, token=None):
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
            Wall time, more than 0. At least one of depth, nodes and seconds is needed.
        switches, order, seed : optional
            For this search, in place of the engine's.
        multipv : int, default 1
            The number of best moves to report with score and line, 1..1024.
        root_moves : sequence, optional
            The legal moves, or their texts, to search; by default all.
        on_iteration : callable, optional
            Called with an Iteration after each depth, and every half second inside a long one (with `finished` False).
            An exception that it raises ends the search and is raised in the caller.
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
            The game is for several players, or breaks the contract of a game from outside.
        EngineBusyError
            If the engine is already searching.
        KeyboardInterrupt
            Within a tenth of a second after Ctrl-C; its attribute `result` is the SearchResult so far.
        """
        self.claim()
        try:
            self.read_arguments(position, (depth, nodes, seconds), switches, order, seed, multipv, root_moves,
                                on_iteration)
            return self.run(position, on_iteration, token)
        finally:
            self.release()

    def start(self, position, depth=None, nodes=None, seconds=None, *, switches=None, order=None, seed=None, multipv=1,
              root_moves=None, on_iteration=None):
        """Starts the same search in its own thread.

        Parameters
        ----------
        position, depth, nodes, seconds, switches, order, seed, multipv, root_moves, on_iteration
            As those of `search`; `on_iteration` is called in that thread.

        Returns
        -------
        gamecore.handle.Search
            The search, to iterate over, stop, wait for or await. The engine is busy until it has ended.

        Raises
        ------
        LimitError, SwitchError, MoveError, ArgumentError, EngineBusyError
            As in `search`, at once; the result raises all other exceptions.
        """
        token = StopToken()
        self.claim()
        try:
            self.read_arguments(position, (depth, nodes, seconds), switches, order, seed, multipv, root_moves,
                                on_iteration)
            return Search(lambda report: self._finish(position, report, token), token, on_iteration)
        except BaseException:
            self.release()
            raise

    def _finish(self, position, on_iteration, StopToken token not None):
        """Runs the search in the thread of `start`."""
        try:
            return self.run(position, on_iteration, token)
        finally:
            self.release()

    cdef int read_arguments(self, position, tuple limits, switches, order, seed, multipv, root_moves,
                            on_iteration) except -1:
        """Reads the arguments of a search; None for switches, order and seed means the engine's."""
        if on_iteration is not None and not callable(on_iteration):
            raise ArgumentError(f"on_iteration must be a function of an Iteration, or None, not {on_iteration!r}")
        if getattr(position, "mover", None) is not None:
            check_two_sides(position)
        self.session.root_moves = None if root_moves is None else legal_among(position, root_moves)
        self.session.limit(position, limits[0], limits[1], limits[2])
        return self.request(self.switch_bits if switches is None else parse_switches(switches),
                            self.order if order is None else order,
                            self.seed if seed is None else in_range("seed", seed, 0, 2**64 - 1),
                            in_range("multipv", multipv, 1, 1024))

    cdef int claim(self) except -1:
        """Claims the engine for one search, or to clear it; a process forked during a search gets new workers."""
        if self.forks != forks:
            self.session.renew_workers()
            self.busy = False
            self.forks = forks
        if set_once(&self.busy, True):
            raise EngineBusyError("the engine is searching; one search at a time")
        return 0

    cdef int release(self) except -1:
        self.session.forget()
        store_int(&self.busy, False)
        return 0

    cdef int request(self, uint32_t switches, order, uint64_t seed, int multipv) except -1:
        cdef int number = parse_order(order)
        self.session.request.switches = switches
        self.session.request.order = number
        self.session.callbacks.order = order if number == OWN else None
        self.session.request.seed = seed
        self.session.request.multipv = multipv
        self.session.request.stores = number == PERFECT
        return 0

    cdef object run(self, position, on_iteration, StopToken token):
        """Returns the result of the requested search."""
        cdef list helpers = []
        self.session.begin(position, on_iteration)
        try:
            if token is not None:
                token.watch(self.session)
            carry_out(SEARCH, position, self.session, 0, helpers)
        except KeyboardInterrupt as error:
            if not self.session.iterations and self.session.error is None and self.session.adapter is None:
                set_once(&self.session.shared.stop, STOP_STOP)               # it came while weights were loaded
                carry_out(SEARCH, position, self.session, 0, helpers)
                store_int(&self.session.shared.stop, STOP_INTERRUPT)
            set_once(&self.session.shared.stop, STOP_INTERRUPT)
            self.session.error = error
        finally:
            self.session.close(helpers)
            if token is not None:
                token.sessions.remove(self.session)
        while True:
            try:
                return self.conclude(position)
            except KeyboardInterrupt as error:           # unless it has been concluded with, Ctrl-C came only now
                if hasattr(error, "result") or not self.session.iterations:
                    raise
                self.session.error = error

    cdef object conclude(self, position):
        """Returns the result, or raises the exception that ended the search, with the result so far after Ctrl-C."""
        cdef Session session = self.session
        cdef Stats total = session.total()
        cdef SearchResult result
        PyErr_CheckSignals()                 # of what came while the threads ended
        error = session.failure()
        if error is not None and (not isinstance(error, KeyboardInterrupt) or not session.iterations):
            raise error
        result = make_result(position, session.iterations, &total, load_int(&session.shared.stop),
                             (now_ns() - session.start) / 1e9, session.loading / 1e9,
                             tt.usage(&session.view, total.nodes))
        for score, _ in result.lines:
            check_range(position, score)
        result.outcome = result.outcome or session.outcome
        if error is not None:
            error.result = result
            raise error
        return result

    def evaluate(self, position):
        """Returns the static evaluation, a position's score at the horizon of a search.

        That of a finished game is its result: -WIN for a game that is lost.

        Parameters
        ----------
        position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame

        Returns
        -------
        int, in games of chance float
            For the side to move.
        """
        score = carry_out(EVALUATE, position, self.session, 0, None)
        check_range(position, score)
        return score

    def evaluate_many(self, positions):
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
            If a batch has another dtype or shape, or something in it is no position.
        """
        from gamecore import arrays                  # numpy is imported when it is first needed
        if not hasattr(positions, "dtype"):
            positions = list(positions)
            if not positions or type(positions[0]) not in arrays.DTYPES:
                return arrays.numpy.array([self.evaluate(position) for position in positions])
            positions = arrays.pack(positions)
        batch, game = arrays.checked(positions)
        if self.session.callbacks.evaluation is not None:
            return arrays.numpy.array([self.evaluate(position) for position in arrays.unpack(batch)])
        scores = arrays.numpy.empty(len(batch), arrays.numpy.float64 if has_chance(game) else arrays.numpy.int32)
        evaluate_all(self.session, arrays.GAMES.index(game), batch.ctypes.data, len(batch), scores.ctypes.data)
        return scores

    def probabilities(self, position, depth=0):
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
            If the depth is out of range, or the position is not backgammon's.
        """
        return self.part("probabilities", position).expected(*self.expectation(position, depth))

    def decide(self, position, depth=0, cube=1, owner="centred", *, jacoby=False, beavers=False):
        """Returns the decision about the doubling cube before a roll of backgammon.

        The score is that of the engine's `match`; without one the game is for money.

        Parameters
        ----------
        position : Backgammon
            A position before the dice.
        depth : int, default 0
            Rolls to search ahead, 0..60, before each of which both sides use the cube; behind them counts the estimate
            of `Cube`, or for money the bear-off table.
        cube : int, default 1
            The cube's value, a power of two.
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
                self.session.evaluations.of_game[game_of(position).name].probabilities, self.search)

    def perft(self, position, depth, hash=False, convention="results", *, token=None):
        """Returns the result of gamecore.perft; a token ends the count with a StoppedError."""
        if convention not in CONVENTIONS:
            raise SwitchError(f"unknown convention {convention!r}; known are {', '.join(CONVENTIONS)}")
        limits = in_range("depth", depth, 1, DEEPEST), None, None
        return self.count(CONVENTIONS[convention], position, limits, 0, bool(hash), 0, 0, token)

    def _sample(self, position, nodes, seconds, exploration, seed, tree_mb):
        """Returns the fields of the result of gamecore.uct."""
        check_two_sides(position)
        if nodes is None and seconds is None:
            raise LimitError("a search needs a limit: nodes or seconds")
        self.session.request.exploration = exploration
        self.session.request.tree_bytes = <size_t>in_range("tree_mb", tree_mb, 1, 2**17) << 20
        return self.count(SAMPLE, position, (None, nodes, seconds), 0, False, in_range("seed", seed, 0, 2**64 - 1), 0,
                          None)

    def minimal_leaves(self, position, depth, *, evaluation=True, token=None):
        """Returns the fewest leaves that alpha-beta can visit, with the best order and without a table.

        It is the size of the smallest proof that the value is at least v, plus that of the smallest proof that it is at
        most v, minus 1; on a uniform tree Knuth and Moore's b^ceil(d/2) + b^floor(d/2) - 1. Every position to the depth
        is visited, so the time grows quickly with the depth.

        Parameters
        ----------
        position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
            A game with keys.
        depth : int
            Plies, 1..500.
        evaluation : bool, default True
            Whether the horizon is evaluated; otherwise it is worth 0.
        token : StopToken, optional
            Ends the count with a StoppedError.

        Returns
        -------
        int
        """
        switches = QUICK + (",evaluation" if evaluation else "")
        if has_chance(position):
            raise GameError(f"{type(position).__name__} is a game of chance: it has no minimal tree")
        score = self.search(position, depth, switches=switches, token=token).score
        return self.count(MINIMAL_LEAVES, position, (depth, None, None), parse_switches(switches), True, 0, score,
                          token)

    cdef object count(self, Task task, position, tuple limits, uint32_t switches, bint stores, uint64_t seed,
                      int argument, StopToken token):
        """Returns what the first worker counts."""
        self.claim()
        try:
            self.session.limit(position, limits[0], limits[1], limits[2])
            self.request(switches, "full", seed, 1)
            self.session.request.stores = stores
            total, stop = self.answer(task, position, argument, token)
            if stop == STOP_STOP:
                raise StoppedError("the count was stopped before its end")
            return total
        finally:
            self.release()

    cdef tuple answer(self, Task task, position, int argument, StopToken token):
        """Returns the first worker's answer to a requested task, and what stopped it."""
        cdef Session session = self.session
        session.begin(position, None)
        try:
            if token is not None:
                token.watch(session)
            answer = carry_out(task, position, session, argument, None), load_int(&session.shared.stop)
        finally:
            session.close([])
            if token is not None:
                token.sessions.remove(session)
        error = session.failure()
        if error is not None:
            raise error
        return answer

    def __repr__(self):
        return (f"Engine(hash_mb={self.hash_mb}, threads={self.threads}, switches={self.switches!r}, "
                f"order={self.order!r}, seed={self.seed})")

    def __reduce__(self):
        raise TypeError("an Engine does not pickle: every process makes its own")


cdef int check_range(position, score) except -1:
    """Raises GameError for the score in place of a utility or an evaluation that is too large for negamax."""
    if isinstance(score, int) and abs(score) == MAX_EVALUATION:
        raise GameError(f"a score of {type(position).__name__} must stay below {MAX_EVALUATION} in units of "
                        f"{getattr(position, 'unit', 1):g}, but one is greater: give the class a greater unit")
    return 0


cdef int refuse(dict unknown, dict known) except -1:
    """Raises ArgumentError if there is an unknown argument."""
    if unknown:
        from difflib import get_close_matches        # needed only here
    for name in unknown:
        close = get_close_matches(name, known, 1)
        raise ArgumentError(f"Engine takes no argument {name!r}{f', did you mean {close[0]!r}?' if close else ';'} "
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
    return (<Engine>table).session.tables


cdef list legal_among(position, moves):
    """Returns the legal moves that match these moves or texts."""
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise MoveError(f"root_moves must be a sequence of moves, not {moves!r}")
    chance = has_chance(position) and position.outcomes()
    legal = {} if chance or position.is_over() else {str(move): move for move in position.legal_moves()}
    chosen = list(moves)
    for move in chosen:
        if str(move) not in legal:
            raise MoveError(f"no move {move!r} in {str(position)!r}: legal are {', '.join(legal) or 'none'}")
    if not chosen:
        raise MoveError(f"root_moves is empty: there is nothing to search in {str(position)!r}")
    return [legal[str(move)] for move in chosen]
