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
    """A network and the patterns that it corrects. Both are immutable, so searches may share them.

    Parameters
    ----------
    patterns : CheckersPatterns
    inputs : array of int16, shape (128, 128)
        The weights, for each hidden unit, in 1/181, of a man of the side to move on each square, then of one of its
        opponent, a king of the side to move, and one of its opponent. The board is turned so that the side to move is
        Black.
    biases : array of int16, shape (128,)
        The biases of the hidden units, in 1/181.
    outputs : array of int16, shape (128,)
        The weight of each hidden unit's square in the score; 8 are almost 1/100 of a logit.

    Attributes
    ----------
    patterns : CheckersPatterns
    weights : tuple
        The three arrays.
    digest : bytes
        A checksum of all weights; equal weights have equal digests.

    Raises
    ------
    EvaluationError
        If a shape or type is wrong, or the weights are so large that a sum could overflow its 16 or 32 bits.
    """
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
    def evaluate(self, position: Checkers) -> int:
        """Returns the score of a position for the side to move."""
    def explain(self, position: Checkers) -> list[tuple[str, int, float]]:
        """Returns the terms of a score: those of the patterns and, if it applies, the network's correction."""

def shipped() -> CheckersNet | None:
    """Returns the network that comes with gamecore, or None."""
