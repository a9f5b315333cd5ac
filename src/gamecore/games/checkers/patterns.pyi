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
    """The weights of the fitted evaluation, which are immutable, so searches may share them.

    Parameters
    ----------
    entries : array of int16, shape (173430, 2)
        The values of the contents of blocks, with 24 pieces on the board and with none, in quarters of 1/100 of a
        logit. The order of the rows is that of `games/checkers/patterns.pxd`.
    pieces : array of int16, shape (2, 2)
        The same for each additional man, and for each additional king.
    balance : array of int16, shape (112, 2)
        The same for the side to move, by 16 * (men ahead + 3) + 4 * own kings + other's kings, each at most 3.
    move : array of int16, shape (25, 2)
        By the number of pieces, the value for the side to move without and with `the move`.

    Attributes
    ----------
    digest : bytes
        A checksum of the weights.

    Raises
    ------
    EvaluationError
        If a shape or type is wrong, or the weights are so large that a sum could overflow 16 bits.
    """
    FILE: ClassVar[FileKind]
    FILE_SHAPES: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]
    @classmethod
    def of(cls, words: Weights) -> Self: ...
    def __init__(self, entries: numpy.ndarray, pieces: numpy.ndarray, balance: numpy.ndarray,
                 move: numpy.ndarray) -> None: ...
    def arrays(self) -> dict[str, numpy.ndarray]:
        """Returns the constructor's arguments as a dict of numpy arrays."""
    def evaluate(self, position: Checkers) -> int:
        """Returns the score of a position for the side to move."""
    def explain(self, position: Checkers) -> list[tuple[str, int, float]]:
        """Returns the terms of a score.

        Returns
        -------
        list of (str, int, float)
            Name, count and weight for the side to move; the score is the sum of count * weight without its fraction.
            Each block that counts is a term, named by its first and last square.
        """

def block_name(entry: int, sign: int) -> str:
    """Returns a block's name, such as "men 1-14", or "kings 1-10" for three rows of it with kings."""
