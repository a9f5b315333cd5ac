from collections.abc import Sequence
from typing import ClassVar, Self

import numpy

from gamecore.core.sealed import FileKind
from gamecore.core.weights import StoredWeights
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.races import RaceNet

SHIPPED: str
FILE: FileKind
UNITS: tuple[int, int, int, int]
NETWORKS: tuple[str, str, str, str]
SHAPES: list[tuple[str, tuple[int, ...], str]]

class BackgammonNet(StoredWeights):
    FILE: ClassVar[FileKind]
    FILE_SHAPES: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]
    def __init__(self, weights: Sequence[numpy.ndarray], races: RaceNet | None = None) -> None: ...
    @classmethod
    def shipped(cls) -> BackgammonNet | None: ...
    @classmethod
    def from_floats(cls, arrays: Sequence[numpy.ndarray]) -> Self: ...
    def evaluate(self, positions: numpy.ndarray) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]: ...
    def probabilities(self, position: Backgammon) -> list[float]: ...
    def best_play(self, own: Sequence[int], other: Sequence[int], a: int, b: int) -> tuple[list[int], list[int]]: ...

def features(position: numpy.ndarray) -> list[int]: ...
