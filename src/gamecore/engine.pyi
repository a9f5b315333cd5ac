from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from threading import Lock
from typing import Any, Literal, Self

from gamecore.games.backgammon.net import BackgammonNet
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.patterns import CheckersPatterns
from gamecore.games.checkers.position import Checkers
from gamecore.games.connect_four.position import ConnectFour
from gamecore.games.outside.position import CompiledGame
from gamecore.games.outside.python_game import Adapter, PythonGame
from gamecore.result import SearchResult
from gamecore.search.deepening import Iteration

_Position = ConnectFour | Checkers | Backgammon | PythonGame | CompiledGame
_Order = Literal["full", "static", "none", "random", "worst", "perfect"]

CONVENTIONS: dict[str, int]

class Engine:
    def __new__(cls, hash_mb: int = 64, threads: int = 1, *, switches: str | Iterable[str] = "exact",
                order: _Order = "full",
                seed: int = 0, evaluation: str | PathLike[str] | Mapping[str, int] | CheckersPatterns | BackgammonNet
                | None = None,
                databases: str | PathLike[str] | Databases | None = None) -> Self: ...
    @property
    def threads(self) -> int: ...
    @property
    def hash_mb(self) -> int: ...
    @property
    def hash_used(self) -> float: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...
    def search(self, position: _Position, depth: int | None = None, nodes: int | None = None,
               seconds: float | None = None, *,
               switches: str | Iterable[str] | None = None, order: _Order | None = None, seed: int | None = None,
               multipv: int = 1,
               on_iteration: Callable[[Iteration], object] | None = None) -> SearchResult: ...
    def evaluate(self, position: _Position) -> float: ...
    def probabilities(self, position: Backgammon, depth: int = 0) -> list[float]: ...
    def perft(self, position: _Position, depth: int, hash: bool = False, convention: str = "results") -> int: ...
    def minimal_leaves(self, position: _Position, depth: int, *, evaluation: bool = True) -> int: ...

def perft(position: _Position, depth: int, *, hash: bool = False, convention: str = "results") -> int: ...
