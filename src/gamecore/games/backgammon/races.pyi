from collections.abc import Sequence
from typing import Self

import numpy

from gamecore.core.weight_files import Kind

SHIPPED: str
FILE: Kind
TYPES: tuple[str, str, str, str]
UNITS: tuple[int, int, int, int]
SIZES: tuple[tuple[int, ...], ...]
SHAPES: list[tuple[str, tuple[int, ...], str]]

class RaceNet:
    def __init__(self, weights: Sequence[numpy.ndarray]) -> None: ...
    @property
    def digest(self) -> bytes: ...
    @property
    def weights(self) -> list[numpy.ndarray]: ...
    @classmethod
    def shipped(cls) -> RaceNet: ...
    @classmethod
    def from_floats(cls, arrays: Sequence[numpy.ndarray]) -> Self: ...
    def to_bytes(self) -> bytes: ...
    def late(self, sides: numpy.ndarray,
             first: bool = False) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint16]]: ...
    def values(self, sides: numpy.ndarray,
               first: bool = False) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint16]]: ...

def sides_of(sides: numpy.ndarray) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]: ...
