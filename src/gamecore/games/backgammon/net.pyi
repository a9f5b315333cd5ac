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
    """Four networks in integers, one for each kind of position with contact (NETWORKS), and those of races.

    They are immutable, so searches may share them.

    Parameters
    ----------
    weights : sequence of 16 arrays, or weight_files.Weights
        For each kind, rows, int16, shape (rows, 128), in 1/256; bias, int16, shape (128,), in 1/256; weights of the
        outputs, int16, shape (5, 128), in 1/1024; and their biases, int32, shape (5,), in 1/2**21.
    races : RaceNet, optional
        By default the shipped networks.

    Raises
    ------
    EvaluationError
        If a shape or type is wrong.
    """
    FILE: ClassVar[FileKind]
    FILE_SHAPES: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]
    def __init__(self, weights: Sequence[numpy.ndarray], races: RaceNet | None = None) -> None: ...
    @classmethod
    def shipped(cls) -> BackgammonNet | None:
        """Returns the network that comes with gamecore, or None."""
    @classmethod
    def from_floats(cls, arrays: Sequence[numpy.ndarray]) -> Self:
        """Returns the network nearest to float weights from training, 16 arrays in the constructor's shapes.

        Raises EvaluationError unless all are finite.
        """
    def evaluate(self, positions: numpy.ndarray) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]:
        """Returns the probabilities of many positions for the side on roll, before it rolls.

        Parameters
        ----------
        positions : array of int8, shape (n, 2, 26)
            The checkers of the side on roll and of its opponent as in Backgammon.to_array, each side's from its own
            end: 0 for those borne off, 1..24 the points, 25 the bar.

        Returns
        -------
        array of float32, shape (n, 5)
            Win, gammon won, backgammon won, gammon lost, backgammon lost; wins include gammons, which include
            backgammons.

        Raises
        ------
        PositionError
            If the shape or type is wrong, or a position is impossible.
        """
    def probabilities(self, position: Backgammon) -> list[float]:
        """Returns the five probabilities of a position before the roll for the side on roll, as a list of float."""
    def best_play(self, own: Sequence[int], other: Sequence[int], a: int, b: int) -> tuple[list[int], list[int]]:
        """Returns the counts of the mover and of its opponent after the best play of the dice a and b.

        Sides are 26 counts as in `evaluate`.
        """

def features(position: numpy.ndarray) -> list[int]:
    """Returns the values of shape.GROUPS, the networks' inputs, as a list of int, which is empty for a race.

    The position is an array of int8, shape (2, 26), before the roll, as for BackgammonNet.evaluate.
    """
