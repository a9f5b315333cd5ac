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
    """The two race networks in integers, which are immutable, so searches may share them.

    Parameters
    ----------
    weights : sequence of 8 arrays, or weight_files.Weights
        For the rolls until all checkers are off, then for those until the first one is, rows, int16, shape (rows, 128),
        in 1/1024, which shape.RACE describes; bias, int16, shape (128,), in 1/1024; weights of the outputs, int16,
        shape (32, 128), in 1/2048; and their biases, int32, shape (32,), in 1/2**21.

    Raises
    ------
    EvaluationError
        If a shape or type is wrong.
    """
    FILE: ClassVar[FileKind]
    FILE_SHAPES: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]
    def __init__(self, weights: Sequence[numpy.ndarray]) -> None: ...
    @classmethod
    def shipped(cls) -> RaceNet:
        """Returns the networks that come with gamecore."""
    @classmethod
    def from_floats(cls, arrays: Sequence[numpy.ndarray]) -> Self:
        """Returns the networks nearest to float weights from training, 8 arrays in the constructor's shapes.

        Raises EvaluationError unless all are finite.
        """
    def late(self, sides: numpy.ndarray,
             first: bool = False) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint16]]:
        """Returns the probabilities that sides in races need more than 0, 1, ... 31 rolls.

        Parameters
        ----------
        sides : array of int8, shape (n, 26)
            The checkers of each side: 0 for those borne off, 1..24 the points, 25 the bar, which is empty.
        first : bool
            Whether to count the rolls until the first checker is off, not the last.

        Returns
        -------
        array of uint16, shape (n, 32), in 1/65535

        Raises
        ------
        PositionError
            If the shape is wrong, or a side is impossible.
        """
    def mean_rolls(self, position: Backgammon) -> float:
        """Returns the mean number of rolls in which a side of a race bears off, averaged over both sides."""
    def values(self, sides: numpy.ndarray,
               first: bool = False) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint16]]:
        """Returns the inputs for sides with a checker outside home, as uint16, shape (n, 27).

        They are the values of the groups of shape.RACE, numbered through all groups. Arguments and errors are those of
        `late`.
        """

def moves_to_tables(position: Backgammon) -> list[tuple[int, int]]:
    """Returns the fewest one-die moves after which the two-sided table, and that of stragglers, may contain a side.

    Returns
    -------
    list of (int, int)
        For the side on roll, then for the other; a turn has at most four moves.
    """
def sides_of(sides: numpy.ndarray) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]:
    """Returns the counts of sides of races; raises PositionError if the shape is wrong, or a side is impossible."""
