from collections.abc import Hashable, Iterable
from types import FunctionType
from typing import Self, final

from gamecore.games.outside.base import PythonGame as PythonGame

NOTHING: object

@final
class Adapter:
    """The adapter for one search of a Python game, which numbers its moves and stores its exception.

    A position's bytes begin with an owned reference to the Python object, or NULL after a failure. The number of an int
    is odd, and holds its value. Other moves get even numbers in the order of their first appearance, so that runs
    repeat exactly whatever Python's hash seed.
    """
    error: BaseException | None
    def __new__(cls, root: PythonGame) -> Self: ...
    def notate(self, moves: Iterable[int]) -> tuple[Hashable, ...]:
        """Returns the game's own moves with these numbers."""
    def to_outcomes(self, position: PythonGame,
                    outcomes: Iterable[tuple[Hashable, float]] | None) -> list[tuple[int, float]]:
        """Returns (number, probability) of each possible outcome; outcomes are numbered like moves."""

def defines(position: PythonGame, method: str) -> bool:
    """Whether a position, or its class, has a method in place of PythonGame's default or None."""
def functions_of(root: PythonGame) -> list[FunctionType]:
    """Returns the functions of METHODS in the class; none if one is not a plain function, or the position has its own.
    """
