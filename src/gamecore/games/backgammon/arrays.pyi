from numpy import dtype, int8, int64, ndarray
from numpy.typing import ArrayLike

def successors(positions: ArrayLike, dice: ArrayLike) -> tuple[
    ndarray[tuple[int, int, int], dtype[int8]], ndarray[tuple[int], dtype[int64]]]: ...
