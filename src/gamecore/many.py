"""Functions that search, solve, evaluate or count many positions, on threads or on any executor."""
from collections.abc import Callable, Iterable
from functools import cached_property
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex, overload

from gamecore.core.checks import checked_seconds, in_range, real
from gamecore.core.imports import check_home, home_of
from gamecore.core.position import Move, Position
from gamecore.core.parallel import SHARE, as_list, cores, parallel_map, reraised
from gamecore.core.token import Linked, StopToken
from gamecore.engine import DEEPEST, Engine
from gamecore.errors import ArgumentError, BatchError, CountError, LimitError
from gamecore.games.all import game_of
from gamecore.games.outside.turns import legal_moves, passes_turn, possible_outcomes
from gamecore.result import SearchResult
from gamecore.search.evaluations import is_custom

if TYPE_CHECKING:                    # slow modules are imported when they are first needed
    from concurrent.futures import Executor

    import numpy

    import gamecore.games.connect_four.solver as connect_four
    from gamecore.games.connect_four.position import ConnectFour
    from gamecore.solving import loops
    from gamecore.trees import Samples

Order = str | Callable[[Any, Any], SupportsFloat]
HASH_MB = 16                         # of a search's table
PARTS = 64                           # fewest parts of a count: a few for each of many cores
MOST_LINES = 1024                    # of a search
BEYOND = 2**128 - 2                  # lines: a count from here on is not exact
LEAST = 10_000                       # positions evaluated in one task, unless a chunk is given: half a millisecond


class SearchEach:
    """A task that searches each position as with a new engine."""

    def __init__(self, settings, limits):
        self.settings, self.limits = settings, limits
        self.token = StopToken()

    @cached_property
    def engine(self):
        return Engine(**self.settings)

    def __call__(self, position):
        self.engine.clear()
        return self.engine.search(position, **self.limits, token=self.token)

    def stop(self):
        self.token.stop()

    def __copy__(self):
        """Returns a copy for another thread, with an engine of its own; both copies are stopped together."""
        copy = type(self)(self.settings, self.limits)
        copy.token = self.token
        return copy

    def __reduce__(self):
        return unpickled, (type(self), self.settings, self.limits, home_of(self.settings.get("evaluation")))


def unpickled(kind, settings, limits, home):
    """Makes a pickled task anew."""
    check_home(settings.get("evaluation"), home)
    return kind(settings, limits)


class EvaluateEach(SearchEach):
    """A task that statically evaluates each position, or each part of a batch."""

    def __call__(self, item):
        return self.engine.evaluate_many(item) if hasattr(item, "dtype") else self.engine.evaluate(item)


class CountEach(SearchEach):
    """A task that counts the lines of play of a given length from a position, times the number of ways to that
    position."""

    def __call__(self, part):
        times, position, depth = part
        try:
            return times * self.engine.perft(position, depth, **self.limits, token=self.token)
        except CountError:
            return BEYOND


class SolveEach:
    """A task that finds the exact value of each position."""

    def __init__(self, hash_mb, options):
        self.hash_mb, self.options = hash_mb, options
        self.solver = None

    def __call__(self, position):
        game = game_of(position)
        if game.solved_from is None:
            return solve(position, **self.options)
        if self.solver is None:
            self.solver = game.part("solver").Solver(self.hash_mb)
        return self.solver.solve(position, **self.options)

    def __getstate__(self):
        """Returns the state without the solver: every thread and process makes its own."""
        return vars(self) | {"solver": None}


@overload
def search_many(positions: Iterable[Position[Move]], depth: int | None = None, nodes: int | None = None,
                seconds: float | None = None, *, switches: Any = "exact", order: Order = "full", seed: int = 0,
                multipv: int = 1, hash_mb: int | None = None, evaluation: Any = None, databases: Any = None,
                executor: "Executor | None" = None, jobs: int | None = None, chunk: int | None = None,
                progress: Callable[[int, int], object] | None = None, token: StopToken | None = None,
                errors: Literal["stop"] = "stop") -> list[SearchResult[Move]]: ...
@overload
def search_many(positions: Iterable[Position[Move]], depth: int | None = None, nodes: int | None = None,
                seconds: float | None = None, *, switches: Any = "exact", order: Order = "full", seed: int = 0,
                multipv: int = 1, hash_mb: int | None = None, evaluation: Any = None, databases: Any = None,
                executor: "Executor | None" = None, jobs: int | None = None, chunk: int | None = None,
                progress: Callable[[int, int], object] | None = None, token: StopToken | None = None,
                errors: Literal["keep"]) -> list[SearchResult[Move] | BatchError]: ...
def search_many(positions: Iterable[Position[Any]], depth: int | None = None, nodes: int | None = None,
                seconds: float | None = None, *, switches: Any = "exact", order: Order = "full", seed: int = 0,
                multipv: int = 1, hash_mb: int | None = None, evaluation: Any = None, databases: Any = None,
                executor: "Executor | None" = None, jobs: int | None = None, chunk: int | None = None,
                progress: Callable[[int, int], object] | None = None, token: StopToken | None = None,
                errors: str = "stop") -> list[Any]:
    """Searches many positions.

    Parameters
    ----------
    positions : iterable of ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
    depth, nodes, seconds
        The budget of each search, as for `Engine.search`.
    switches, order, seed, multipv, hash_mb, evaluation, databases
        As for `Engine` and `Engine.search`; each worker has an engine with one thread, and a table of 16 MiB by
        default.
    executor : concurrent.futures.Executor, optional
        The executor that searches: threads or processes, or `distributed.Client.get_executor()` for other machines. It
        is not closed. Without one, threads of this process.
    jobs : int, optional
        The number of threads without an executor; by default one per core.
    chunk : int, optional
        The number of positions per task, for executors that take long to distribute a task (docs/scaling.md).
    progress : callable, optional
        Called with (positions done, positions in all) after each chunk.
    token : StopToken, optional
        Its `stop()` ends all searches, even those that have not begun, as in `Engine.search`. It stops threads of this
        process, so it cannot be used with an executor.
    errors : {"stop", "keep"}
        Whether a position that cannot be searched ends the call, or a BatchError takes the place of its result.

    Returns
    -------
    list of SearchResult
        The results in the order of the positions. Every search is that of a new engine, so no result depends on
        another.

    Raises
    ------
    BatchError
        If a position cannot be searched, with its `index` and its exception as the cause, or the executor broke or was
        shut down.
    LimitError, SwitchError, EvaluationError
        If a setting is out of range or unknown.

    Examples
    --------
    >>> import gamecore
    >>> positions = [gamecore.ConnectFour(text) for text in ("112233", "4455", "")]
    >>> [(result.move, result.outcome) for result in gamecore.search_many(positions, depth=6)]
    [(4, 'win'), (3, 'win'), (4, None)]
    """
    settings = {"hash_mb": HASH_MB if hash_mb is None else hash_mb, "switches": switches, "order": order,
                "seed": seed, "evaluation": evaluation, "databases": databases}
    in_range("hash_mb", settings["hash_mb"], 1)
    limits = {"depth": depth, "nodes": nodes, "seconds": seconds, "multipv": multipv}
    if depth is None and nodes is None and seconds is None:
        raise LimitError("a search needs a limit: depth, nodes or seconds")
    # This raises errors in the settings at once, and reads the switches if they are an iterator.
    for limit, least, most in (("depth", 0, DEEPEST), ("nodes", 1, 2**63 - 1), ("multipv", 1, MOST_LINES)):
        if limits[limit] is not None:
            in_range(limit, limits[limit], least, most)
    if seconds is not None:
        checked_seconds(seconds)
    settings = Engine(**settings | {"hash_mb": 1}).settings | {"hash_mb": settings["hash_mb"]}
    function = SearchEach(settings, limits)
    if token is not None and executor is not None:
        raise ArgumentError(f"token={token!r} stops threads of this process, not those of executor={executor!r}")
    with Linked(token, function.token):
        return list(parallel_map(function, positions, executor=executor, jobs=jobs, chunk=chunk, progress=progress,
                                 errors=errors, name="positions"))


@overload
def solve(position: "ConnectFour", *, weak: bool = False, nodes: int | None = None, seconds: float | None = None,
          on_progress: "Callable[[connect_four.Solver], object] | None" = None,
          token: StopToken | None = None) -> "connect_four.Solution": ...
@overload
def solve(position: Position[Move], *, exact: bool | None = None, tolerance: float = 1e-9,
          max_states: SupportsIndex = 1_000_000, max_iterations: SupportsIndex = 100_000,
          progress: Callable[[Any], object] | None = None,
          token: StopToken | None = None) -> "loops.Solution[Move]": ...
def solve(position: Any, **options: Any) -> Any:
    """Returns the exact value of a position of connect four, or of a game with a finite number of positions.

    Parameters
    ----------
    position : ConnectFour, PythonGame or CompiledGame
    **options
        The options of `gamecore.games.connect_four.solver.Solver.solve` or of `gamecore.solving.loops.solve`. Each
        thread keeps a solver of connect four, with its table, until the thread ends.

    Returns
    -------
    gamecore.games.connect_four.solver.Solution or gamecore.solving.loops.Solution

    Examples
    --------
    >>> import gamecore
    >>> solution = gamecore.solve(gamecore.ConnectFour("4455"))
    >>> solution.score, solution.best_moves
    (18, [3, 6])
    >>> from gamecore.examples.oopsy_nim import OopsyNim
    >>> print(gamecore.solve(OopsyNim(7)).value)     # an attempt to take two coins fails with probability 1/4
    8/25
    """
    game = game_of(position)
    if game.solved_from is not None:
        return game.part("solver").default_solver().solve(position, **options)
    from gamecore.solving.loops import solve         # numpy, when it is first needed
    return solve(position, **options)


@overload
def solve_many(positions: "Iterable[ConnectFour]", *, hash_mb: int = 64, executor: "Executor | None" = None,
               jobs: int | None = None, chunk: int | None = None, progress: Callable[[int, int], object] | None = None,
               errors: Literal["stop"] = "stop", **options: Any) -> "list[connect_four.Solution]": ...
@overload
def solve_many(positions: Iterable[Position[Move]], *, hash_mb: int = 64, executor: "Executor | None" = None,
               jobs: int | None = None, chunk: int | None = None, progress: Callable[[int, int], object] | None = None,
               errors: Literal["stop"] = "stop", **options: Any) -> "list[loops.Solution[Move]]": ...
@overload
def solve_many(positions: "Iterable[ConnectFour]", *, hash_mb: int = 64, executor: "Executor | None" = None,
               jobs: int | None = None, chunk: int | None = None, progress: Callable[[int, int], object] | None = None,
               errors: Literal["keep"], **options: Any) -> "list[connect_four.Solution | BatchError]": ...
@overload
def solve_many(positions: Iterable[Position[Move]], *, hash_mb: int = 64, executor: "Executor | None" = None,
               jobs: int | None = None, chunk: int | None = None, progress: Callable[[int, int], object] | None = None,
               errors: Literal["keep"], **options: Any) -> "list[loops.Solution[Move] | BatchError]": ...
def solve_many(positions: Iterable[Any], *, hash_mb: int = 64, executor: "Executor | None" = None,
               jobs: int | None = None, chunk: int | None = None,
               progress: Callable[[int, int], object] | None = None, errors: str = "stop",
               **options: Any) -> list[Any]:
    """Returns the exact value of each of many positions.

    Parameters
    ----------
    positions : iterable of ConnectFour or PythonGame
        Positions of one kind.
    hash_mb : int, default 64
        Size of each worker's table of connect four, which is kept from one position to the next.
    executor, jobs, chunk, progress, errors
        As for `search_many`.
    **options
        Those of `gamecore.solve`.

    Returns
    -------
    list of Solution
        The results of `gamecore.solve` in the order of the positions. The values depend only on the positions; the
        numbers of nodes also depend on the worker's earlier positions.

    Examples
    --------
    >>> import gamecore
    >>> [solution.score for solution in gamecore.solve_many([gamecore.ConnectFour("4455"), gamecore.ConnectFour("44")])]
    [18, 1]
    """
    in_range("hash_mb", hash_mb, 2)
    return list(parallel_map(SolveEach(hash_mb, options), positions, executor=executor, jobs=jobs, chunk=chunk,
                             progress=progress, errors=errors, name="positions"))


def evaluate_many(positions: "Iterable[Position[Any]] | numpy.ndarray[Any, Any]", *, evaluation: Any = None,
                  executor: "Executor | None" = None, jobs: int | None = None, chunk: int | None = None,
                  progress: Callable[[int, int], object] | None = None
                  ) -> "numpy.ndarray[tuple[int], numpy.dtype[numpy.int32 | numpy.float64]]":
    """Returns the static evaluation of each of many positions.

    Parameters
    ----------
    positions : numpy.ndarray, or iterable of positions
        A batch of gamecore.arrays, or positions of one built-in game, or of games of your own.
    evaluation
        As for `Engine`.
    executor, jobs, chunk, progress
        As for `search_many`.

    Returns
    -------
    numpy.ndarray of int32, in games of chance of float64, shape (n,)
        As from `Engine.evaluate_many`.

    Raises
    ------
    PositionError, BatchError
        If an item is not a position, or a worker was lost; the error names its index.

    Examples
    --------
    >>> import gamecore
    >>> gamecore.evaluate_many([gamecore.ConnectFour(), gamecore.ConnectFour("4")]).shape
    (2,)
    """
    from gamecore.core.packages import numpy

    import gamecore.arrays as arrays
    listed: list[Any] = []
    function = EvaluateEach({"hash_mb": 1, "evaluation": evaluation}, {})
    shared: dict[str, Any] = {"executor": executor, "jobs": jobs}
    custom = is_custom(evaluation)               # a function of one position
    if custom or not hasattr(positions, "dtype"):
        listed = arrays.unpack(positions) if hasattr(positions, "dtype") else as_list(positions, "positions")
        if not listed or custom or type(listed[0]) not in arrays.DTYPES:
            found = list(parallel_map(function, listed, chunk=chunk, progress=progress, name="positions", **shared))
            averaged = any(isinstance(score, float) for score in found)
            return numpy.array(found, numpy.float64 if averaged else numpy.int32)
        positions = arrays.pack(listed)
    batch, _ = arrays.checked(positions)
    size = max(LEAST, len(batch) // (SHARE * cores())) if chunk is None else in_range("chunk", chunk, 1)
    parts = [batch[start:start + size] for start in range(0, max(len(batch), 1), size)]

    def on_part(done, total):
        progress(min(done * size, len(batch)), len(batch))

    try:
        found = list(parallel_map(function, parts, chunk=1, progress=on_part if progress else None, **shared))
    except BatchError as error:                  # a lost worker: the records have been checked
        if error.index is None:                  # ... or the function does not pickle
            raise
        first = size * error.index
        raise BatchError(f"positions[{first}:{min(first + size, len(batch))}]: {error}", first) from error
    scores = numpy.concatenate(found)
    for i, position in enumerate(listed):
        if getattr(position, "history", None) and position.is_over():
            scores[i] = function(position)       # an array does not hold the history
    return scores


def perft(position: Position[Any], depth: int, *, hash: bool = False, convention: str = "results",
          executor: "Executor | None" = None, jobs: int = 1) -> int:
    """Counts the lines of play of exactly `depth` plies. Lines that end earlier do not count; in checkers, a draw by
    the clock or by repetition does not end a line.

    Parameters
    ----------
    position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
    depth : int
        Plies, 1..500.
    hash : bool, default False
        Whether to count each position once for each depth and store the count, which takes memory.
    convention : {"results", "paths", "weighted"}, default "results"
        In checkers, count a jump that can visit its squares in several orders once ("results") or once for each order
        ("paths"). In backgammon a ply is a roll and a play, and there are 21 rolls; "weighted" counts the 36 ordered
        rolls.
    executor, jobs
        As for `search_many`, but with one thread by default. The first plies are divided among the workers; with `hash`
        only the first ply is divided, since each worker has its own table.

    Returns
    -------
    int
        It does not depend on the number of workers.

    Examples
    --------
    >>> import gamecore
    >>> gamecore.perft(gamecore.ConnectFour(), 7)
    823536
    >>> gamecore.perft(gamecore.ConnectFour(), 7, jobs=2)
    823536
    """
    engine, options = Engine(hash_mb=1), dict[str, Any](hash=hash, convention=convention)
    if executor is None and in_range("jobs", jobs, 1) == 1:
        return engine.perft(position, depth, **options)
    engine.perft(position, 1, **options)             # raises the errors of arguments now
    depth = in_range("depth", depth, 1, DEEPEST)
    parts = [(1, position, depth)]
    for _ in range(depth):
        if len(parts) < (2 if hash else PARTS):
            parts = [next_part for part in parts for next_part in divided(engine, *part, convention)]
    total = sum(reraised(parallel_map(CountEach({"hash_mb": 1}, options), parts, executor=executor, jobs=jobs,
                                      name="parts")))
    if total >= BEYOND:
        raise CountError(f"depth {depth} is too deep: there are more than 2**128 to count")
    return total


def uct(position: Position[Move], nodes: int | None = None, seconds: float | None = None, *,
        exploration: float = sqrt(2), seed: int = 0, tree_mb: int = 256) -> "Samples[Move]":
    """Searches by UCT, which needs no evaluation: it plays games to their end at random.

    The function is the compiled form of `gamecore.trees.uct`, with the same limits and results.

    Parameters
    ----------
    position : ConnectFour, Checkers, PythonGame or CompiledGame
        A position of two players, with or without chance, whose side to move is MAX. A win is 1 and a loss -1; other
        final scores count as they are. In checkers a game that repeats positions becomes a draw only by the clock.
    nodes : int, optional
        Positions to reach, 1 or more; the last game is finished.
    seconds : float, optional
        Wall time, more than 0. At least one of nodes and seconds is needed.
    exploration : float, optional
        The weight of the confidence bound's width, 0 or more, in units of the range of the results so far.
    seed : int, default 0
        The seed of the random games, 0..2**64-1. Without a time limit, equal seeds play equal games.
    tree_mb : int, default 256
        Memory for the tree in MiB, 1..131072. Each game adds a node of 32 bytes until the memory is used up; after that
        the tree no longer grows, but the counts of its nodes do.

    Returns
    -------
    gamecore.trees.Samples

    Raises
    ------
    LimitError
        If there is no limit, or a number is out of range.
    GameError
        If the game is backgammon or for several players, breaks the contract of a custom game, or goes on for
        more than 1000 plies.
    KeyboardInterrupt
        Within a tenth of a second after Ctrl-C.

    Examples
    --------
    >>> import gamecore
    >>> found = gamecore.uct(gamecore.ConnectFour("4455"), nodes=200_000)
    >>> found.move in (3, 6), found.value > 0.9
    (True, True)
    """
    from gamecore.trees import Samples               # when it is first needed
    weight = real(exploration)
    if weight is None or not 0 <= weight < inf:
        raise LimitError(f"exploration must be a finite number, 0 or more, not {exploration!r}")
    return Samples(*Engine(hash_mb=1)._sample(position, nodes, seconds, weight, seed, tree_mb))


def divided(engine, times, position, depth, convention):
    """Divides a part of the count: returns the positions one turn later, with the number of ways to each."""
    if depth == 1:
        return [(times, position, depth)]
    outcomes = possible_outcomes(position)
    if outcomes:
        least = min(probability for _, probability in outcomes)
        return [part for outcome, probability in outcomes
                for part in divided(engine, times * (round(probability / least) if convention == "weighted" else 1),
                                    position.play_outcome(outcome), depth - passes_turn(position, outcome),
                                    convention)]
    moves = legal_moves(position)
    if engine.perft(position, 1, convention=convention) != len(moves):       # several paths to one position
        return [(times, position, depth)]
    return [(times, position.play(move), depth - 1) for move in moves]
