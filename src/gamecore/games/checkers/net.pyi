from typing import Self

import numpy

from gamecore.core.sealed import Kind
from gamecore.games.checkers.patterns import CheckersPatterns
from gamecore.games.checkers.position import Checkers

FILE: Kind
SHIPPED: str
SHAPES: tuple[tuple[str, tuple[int, ...], str], ...]
FILE_SHAPES: list[tuple[str, tuple[int, ...], str]]
UNITS: tuple[int, int, float]

class CheckersNet:
    def __init__(self, patterns: CheckersPatterns, inputs: numpy.ndarray, biases: numpy.ndarray,
                 outputs: numpy.ndarray) -> None: ...
    @property
    def patterns(self) -> CheckersPatterns: ...
    @property
    def weights(self) -> tuple[numpy.ndarray, ...]: ...
    @property
    def digest(self) -> bytes: ...
    @classmethod
    def read(cls, path: object) -> Self: ...
    def to_bytes(self) -> bytes: ...
    def evaluate(self, position: Checkers) -> int: ...
    def explain(self, position: Checkers) -> list[tuple[str, int, float]]: ...

def shipped() -> CheckersNet | None: ...
