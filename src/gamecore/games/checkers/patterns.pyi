from collections.abc import Sequence
from typing import ClassVar, Self

import numpy

from gamecore.core.sealed import FileKind
from gamecore.core.weight_files import Weights
from gamecore.core.weights import StoredWeights
from gamecore.games.checkers.position import Checkers

FILE: FileKind
SHAPES: dict[str, tuple[int, int]]
FILE_SHAPES: list[tuple[str, tuple[int, int], str]]

class CheckersPatterns(StoredWeights):
    FILE: ClassVar[FileKind]
    FILE_SHAPES: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]
    @classmethod
    def of(cls, words: Weights) -> Self: ...
    def __init__(self, entries: numpy.ndarray, pieces: numpy.ndarray, balance: numpy.ndarray,
                 move: numpy.ndarray) -> None: ...
    def arrays(self) -> dict[str, numpy.ndarray]: ...
    def evaluate(self, position: Checkers) -> int: ...
    def explain(self, position: Checkers) -> list[tuple[str, int, float]]: ...

def block_name(entry: int, sign: int) -> str: ...
