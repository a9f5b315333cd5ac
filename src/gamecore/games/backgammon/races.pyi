from collections.abc import Sequence
from typing import ClassVar, Self

import numpy

from gamecore.core.sealed import FileKind
from gamecore.core.weights import StoredWeights
from gamecore.games.backgammon.position import Backgammon

SHIPPED: str
FILE: FileKind
UNITS: tuple[int, int, int, int]
SHAPES: list[tuple[str, tuple[int, ...], str]]

class RaceNet(StoredWeights):
    FILE: ClassVar[FileKind]
    FILE_SHAPES: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]
    def __init__(self, weights: Sequence[numpy.ndarray]) -> None: ...
    @classmethod
    def shipped(cls) -> RaceNet: ...
    @classmethod
    def from_floats(cls, arrays: Sequence[numpy.ndarray]) -> Self: ...
    def late(self, sides: numpy.ndarray,
             first: bool = False) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint16]]: ...
    def values(self, sides: numpy.ndarray,
               first: bool = False) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint16]]: ...

def moves_to_tables(position: Backgammon) -> list[tuple[int, int]]: ...
def sides_of(sides: numpy.ndarray) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]: ...
