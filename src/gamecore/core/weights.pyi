from typing import Any, Self

from gamecore.core.weight_files import Weights

class StoredWeights:
    """Weights in the form of a sealed file. They never change, so searches may share them.

    Attributes
    ----------
    FILE : FileKind
        The kind of file; a subclass sets it, and FILE_SHAPES.
    FILE_SHAPES : sequence of (str, tuple of int, str)
        Name, shape and type of each array in the file.
    digest : bytes
        Equal weights have equal digests.
    weights : list of array
    """
    @classmethod
    def of(cls, words: Weights) -> Self:
        """Creates an object from the Weights of a file."""
    @classmethod
    def read(cls, path: object) -> Self:
        """Reads the weights in a file.

        Raises
        ------
        EvaluationError
            If the file holds anything but such weights, or is damaged.
        OSError
            If it cannot be read.
        """
    @property
    def digest(self) -> bytes: ...
    @property
    def weights(self) -> Any: ...
    def to_bytes(self) -> bytes:
        """Returns the contents of a file with these weights."""
