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
    def hash_used(self) -> float: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...
    def prepare(self, game: Position[Any] | type[Position[Any]]) -> None: ...
    @overload
    def search(self, position: Deterministic[Move], depth: SupportsIndex | None = None,
               nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, *,
               switches: str | Iterable[str] | None = None, order: _Order | None = None,
               seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
               root_moves: Iterable[Move | str] | None = None,
               on_iteration: Callable[[Iteration[Move, int]], object] | None = None,
               clock: Sequence[float] | None = None,
               token: StopToken | None = None) -> SearchResult[Move, int]: ...
    @overload
    def search(self, position: Position[Move], depth: SupportsIndex | None = None, nodes: SupportsIndex | None = None,
               seconds: SupportsFloat | SupportsIndex | None = None, *,
               switches: str | Iterable[str] | None = None, order: _Order | None = None,
               seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
               root_moves: Iterable[Move | str] | None = None,
               on_iteration: Callable[[Iteration[Move]], object] | None = None,
               clock: Sequence[float] | None = None,
               token: StopToken | None = None) -> SearchResult[Move]: ...
    @overload
    def start(self, position: Deterministic[Move], depth: SupportsIndex | None = None,
              nodes: SupportsIndex | None = None, seconds: SupportsFloat | SupportsIndex | None = None, *,
              switches: str | Iterable[str] | None = None, order: _Order | None = None,
              seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
              root_moves: Iterable[Move | str] | None = None,
              on_iteration: Callable[[Iteration[Move, int]], object] | None = None,
              clock: Sequence[float] | None = None,
              token: StopToken | None = None) -> Search[Move, int]: ...
    @overload
    def start(self, position: Position[Move], depth: SupportsIndex | None = None, nodes: SupportsIndex | None = None,
              seconds: SupportsFloat | SupportsIndex | None = None, *,
              switches: str | Iterable[str] | None = None, order: _Order | None = None,
              seed: SupportsIndex | None = None, multipv: SupportsIndex = 1,
              root_moves: Iterable[Move | str] | None = None,
              on_iteration: Callable[[Iteration[Move]], object] | None = None,
              clock: Sequence[float] | None = None,
              token: StopToken | None = None) -> Search[Move]: ...
    def evaluate(self, position: Position[Any]) -> float: ...
    def evaluate_many(self, positions: Iterable[Position[Any]] | numpy.ndarray[Any, Any]
                      ) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.int32 | numpy.float64]]: ...
    def probabilities(self, position: Backgammon, depth: SupportsIndex = 0) -> list[float]: ...
    def decide(self, position: Backgammon, depth: SupportsIndex = 0, cube: SupportsIndex | None = None,
               owner: str = "centred", *, jacoby: bool = False, beavers: bool = False) -> Decision: ...
    def perft(self, position: Position[Any], depth: SupportsIndex, hash: bool = False,
              convention: str = "results", *, token: StopToken | None = None) -> int: ...
    def _sample(self, position: Position[Any], nodes: SupportsIndex | None, seconds: SupportsFloat | None,
                exploration: float, seed: SupportsIndex, tree_mb: SupportsIndex) -> tuple[Any, ...]: ...
    def minimal_leaves(self, position: Position[Any], depth: SupportsIndex, *, evaluation: bool = True,
                       token: StopToken | None = None) -> int: ...
