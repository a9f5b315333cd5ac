from collections.abc import Sequence
from typing import Final, Self, SupportsIndex

from numpy import dtype, float64, ndarray

MOST: int

class TwoSided:
    checkers: Final[int]
    positions: Final[int]
    def __new__(cls, checkers: SupportsIndex = 6) -> Self: ...
    def win(self, first: Sequence[int], second: Sequence[int]) -> float: ...
    def cubeful(self, first: Sequence[int], second: Sequence[int]) -> tuple[float, float, float]: ...
    def to_array(self) -> ndarray[tuple[int, int], dtype[float64]]: ...
