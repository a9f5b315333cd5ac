from collections.abc import Sequence
from typing import ClassVar, Self

import numpy

from gamecore.core.sealed import FileKind
from gamecore.core.weight_files import Weights
from gamecore.core.weights import StoredWeights
from gamecore.games.checkers.patterns import CheckersPatterns
from gamecore.games.checkers.position import Checkers

FILE: FileKind
SHIPPED: str
SHAPES: tuple[tuple[str, tuple[int, ...], str], ...]
FILE_SHAPES: list[tuple[str, tuple[int, ...], str]]
UNITS: tuple[int, int, float]

class CheckersNet(StoredWeights):
    FILE: ClassVar[FileKind]
    FILE_SHAPES: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]
    @classmethod
    def of(cls, words: Weights) -> Self: ...
    def __init__(self, patterns: CheckersPatterns, inputs: numpy.ndarray, biases: numpy.ndarray,
                 outputs: numpy.ndarray) -> None: ...
    @property
    def patterns(self) -> CheckersPatterns: ...
    @property
    def weights(self) -> tuple[numpy.ndarray, ...]: ...
    def evaluate(self, position: Checkers) -> int: ...
    def explain(self, position: Checkers) -> list[tuple[str, int, float]]: ...

def shipped() -> CheckersNet | None: ...
