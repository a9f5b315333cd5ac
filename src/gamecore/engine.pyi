from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Final, Literal, Protocol, Self, SupportsFloat, SupportsIndex, overload

import numpy

from gamecore.core.position import Deterministic, Move, Position
from gamecore.games.backgammon.cube import Decision
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.net import CheckersNet
from gamecore.games.checkers.patterns import CheckersPatterns
from gamecore.handle import Search
from gamecore.result import SearchResult
from gamecore.search.iteration import Iteration
from gamecore.core.token import StopToken

_Order = Literal["full", "static", "none", "random", "worst", "perfect"] | Callable[[Any, Any], SupportsFloat]
_Evaluation = (str | PathLike[str] | Mapping[str, int] | CheckersPatterns | CheckersNet | BackgammonNet
               | Callable[[Any], Any] | SupportsIndex | "_HasAddress")

class _HasAddress(Protocol):
    @property
    def address(self) -> int: ...

DEEPEST: int
SEARCH_ARGUMENTS: tuple[str, ...]
SYNONYMS: dict[str, str]
CONVENTIONS: dict[str, int]

class Engine:
    """A search engine with a transposition table, threads, and the evaluations and databases of the games.

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
        with a higher one are searched earlier, and nothing else orders them.
    seed : int, default 0
        The seed of the order "random", 0..2**64-1.
    evaluation : {"linear", "patterns", "net"}, mapping of str to int, path, weights, callable, or address, optional
        By default the best of each game, "net" for checkers and backgammon, "linear" for connect four. A mapping holds
        changed weights of the linear evaluation's features; a path names a file of checkers pattern weights or of a
        network; weights are a CheckersPatterns, CheckersNet or BackgammonNet. A function of a position, in Python, or
        the address of one in C evaluates every game: see Notes.
    databases : path or Databases, optional
        Endgame databases of checkers: a directory written by `gamecore endgames build`. The default is the shipped ones
        up to 4 pieces. The switch "databases" turns their use on; in connect four it lets the solver search the root,
        in place of an iteration that reaches 20 empty cells and, if nodes or time are limited, in turns with earlier
        ones.
    table : Engine, optional
        An engine whose transposition table to share, in place of `hash_mb`. All may search at the same time, each in
        its own thread, with different settings.
    match : MatchScore, optional
        A score of a backgammon match, by default money. Scores are then the value of points for the match, on a scale
        where a single win is 1 and a single loss -1.

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
        These arguments, for another engine like this one: `Engine(**engine.settings)`.

    Notes
    -----
    An engine runs one search at a time. From another thread, `stop()` ends it, and so does the search's StopToken,
    which also ends a search that has yet to begin. `start` searches in the background. With a new engine (or after
    `clear()`), no time limit and one thread, a search visits the same nodes and gives the same result on every machine.
    With a shared table the nodes depend on the other engines; exact scores do not.

    A function for `evaluation` returns the score of an unfinished position for the side to move: a number below 20000
    in units of its attribute `unit` (by default the game's `unit`, or 1), rounded to whole units in games without
    chance. It may depend only on the pieces, the dice and the side to move; after a change of the function call
    `clear`.
    If its attribute `batch` is true, it is called with an array of positions (docs/arrays.md), in games without chance
    one at a time, and returns an array of scores. In backgammon the side on roll is always white. An int, or an object
    with the attribute `address` such as numba's cfunc, is the address of a function in C, `double f(const void
    *position)`, of a record of such an array or the bytes of a CompiledGame. It is called without the GIL; a wrong
    address crashes the process. A search raises whatever a function raises.
    """
    def __new__(cls, hash_mb: SupportsIndex | None = None, threads: SupportsIndex = 1, *,
                switches: str | Iterable[str] = "exact", order: _Order = "full", seed: SupportsIndex = 0,
                evaluation: _Evaluation | None = None,
                databases: str | PathLike[str] | Databases | None = None, table: Engine | None = None,
                match: MatchScore | None = None) -> Self: ...
    threads: Final[int]
    switches: Final[str]
    order: Final[_Order]
    seed: Final[int]
    settings: Final[dict[str, Any]]
    hash_mb: Final[int]
    @property
    def hash_used(self) -> float:
        """The share of the table that this engine's latest search wrote, 0..1, from a sample."""
    def stop(self) -> None:
        """Ends the running search, from any thread, with its last complete iteration as the result.

        Later searches are not affected; a StopToken stops those, too.
        """
    def clear(self) -> None:
        """Clears the table, as if the engine were new.

        A shared table is cleared for all engines that share it, even during their searches.
        """
    def prepare(self, game: Position[Any] | type[Position[Any]]) -> None:
        """Loads everything that a search of a game may need, and allocates the table's memory.

        A search also loads these before its clock starts, but takes memory only as it fills the table.

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
    @overload
    def search(self, position: Deterministic[Move], depth: SupportsIndex | None = None,
               nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, *,
               switches: str | Iterable[str] | None = None, order: _Order | None = None,
               seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
               root_moves: Iterable[Move | str] | None = None,
               on_iteration: Callable[[Iteration[Move, int]], object] | None = None,
               clock: Sequence[float] | None = None, token: StopToken | None = None) -> SearchResult[Move, int]:
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
            The number of best moves to report with score and line, 1..1024; of a root of checkers that databases know
            to be drawn, only those that keep the draw.
        root_moves : sequence, optional
            The legal moves, or their texts, to search; by default all.
        on_iteration : callable, optional
            Called with an Iteration after each depth, and every half second inside a long one (with `finished` False).
            An exception that it raises ends the search and is raised in the caller.
        clock : (float, float, float), optional
            Seconds on the clock of the side to move and of the other, and the increment of a move, as in
            `gamecore.Game.time()`: the search takes a share of them, or `seconds` if that is less.
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
    @overload
    def search(self, position: Position[Move], depth: SupportsIndex | None = None, nodes: SupportsIndex | None = None,
               seconds: SupportsFloat | SupportsIndex | None = None, *,
               switches: str | Iterable[str] | None = None, order: _Order | None = None,
               seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
               root_moves: Iterable[Move | str] | None = None,
               on_iteration: Callable[[Iteration[Move]], object] | None = None,
               clock: Sequence[float] | None = None, token: StopToken | None = None) -> SearchResult[Move]: ...
    @overload
    def start(self, position: Deterministic[Move], depth: SupportsIndex | None = None,
              nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, *,
              switches: str | Iterable[str] | None = None, order: _Order | None = None,
              seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
              root_moves: Iterable[Move | str] | None = None,
              on_iteration: Callable[[Iteration[Move, int]], object] | None = None,
              clock: Sequence[float] | None = None, token: StopToken | None = None) -> Search[Move, int]:
        """Starts a search in its own thread; its arguments are those of `search`.

        Parameters
        ----------
        position, depth, nodes, seconds, switches, order, seed, multipv, root_moves, on_iteration, clock, token
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
    @overload
    def start(self, position: Position[Move], depth: SupportsIndex | None = None, nodes: SupportsIndex | None = None,
              seconds: SupportsFloat | SupportsIndex | None = None, *,
              switches: str | Iterable[str] | None = None, order: _Order | None = None,
              seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
              root_moves: Iterable[Move | str] | None = None,
              on_iteration: Callable[[Iteration[Move]], object] | None = None,
              clock: Sequence[float] | None = None, token: StopToken | None = None) -> Search[Move]: ...
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
    def perft(self, position: Position[Any], depth: SupportsIndex, hash: bool = False,
              convention: str = "results", *, token: StopToken | None = None) -> int:
        """Returns the result of gamecore.perft; a token ends the count with a StoppedError."""
    def _sample(self, position: Position[Any], nodes: SupportsIndex | None, seconds: SupportsFloat | None,
                exploration: float, seed: SupportsIndex, tree_mb: SupportsIndex) -> tuple[Any, ...]: ...
    def minimal_leaves(self, position: Position[Any], depth: SupportsIndex, *, evaluation: bool = True,
                       token: StopToken | None = None) -> int:
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
            Whether the horizon is evaluated; otherwise its value is 0.
        token : StopToken, optional
            Ends the count with a StoppedError.

        Returns
        -------
        int
        """
