from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from threading import Lock
from typing import Any, Literal, Self

from gamecore.boards.backgammon import Backgammon
from gamecore.boards.checkers import Checkers
from gamecore.boards.connect_four import ConnectFour
from gamecore.boards.custom import CompiledGame
from gamecore.boards.python_game import Adapter, PythonGame
from gamecore.knowledge.checkers_patterns import CheckersPatterns
from gamecore.knowledge.endgames import Databases
from gamecore.result import SearchResult
from gamecore.search.deepening import Iteration

_Position = ConnectFour | Checkers | Backgammon | PythonGame | CompiledGame
_Order = Literal["full", "static", "none", "random", "worst", "perfect"]

CONVENTIONS: dict[str, int]

class Engine:
    def __new__(cls, hash_mb: int = 64, threads: int = 1, *, switches: str | Iterable[str] = "exact", order: _Order = "full",
                seed: int = 0, evaluation: str | PathLike[str] | Mapping[str, int] | CheckersPatterns | None = None,
                databases: str | PathLike[str] | Databases | None = None) -> Self: ...
    @property
    def threads(self) -> int: ...
    @property
    def hash_mb(self) -> int: ...
    @property
    def hash_used(self) -> float: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...
    def search(self, position: _Position, depth: int | None = None, nodes: int | None = None, seconds: float | None = None, *,
               switches: str | Iterable[str] | None = None, order: _Order | None = None, seed: int | None = None, multipv: int = 1,
               on_iteration: Callable[[Iteration], object] | None = None) -> SearchResult: ...
    def evaluate(self, position: _Position) -> float: ...
    def perft(self, position: _Position, depth: int, hash: bool = False, convention: str = "results") -> int: ...
    def minimal_leaves(self, position: _Position, depth: int, *, evaluation: bool = True) -> int: ...

def assist(engine: Engine, i: int, position: _Position, adapter: Adapter | None, done: Lock) -> None: ...
def perft(position: _Position, depth: int, *, hash: bool = False, convention: str = "results") -> int: ...
