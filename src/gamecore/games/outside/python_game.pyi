from collections.abc import Hashable, Iterable
from types import FunctionType
from typing import Self, final

from gamecore.games.outside.base import PythonGame as PythonGame

NOTHING: object

@final
class Adapter:
    error: BaseException | None
    def __new__(cls, root: PythonGame) -> Self: ...
    def notate(self, moves: Iterable[int]) -> tuple[Hashable, ...]: ...
    def to_outcomes(self, position: PythonGame,
                    outcomes: Iterable[tuple[Hashable, float]] | None) -> list[tuple[int, float]]: ...

def defines(position: PythonGame, method: str) -> bool: ...
def functions_of(root: PythonGame) -> list[FunctionType]: ...
