"""Weights of evaluations, which come from a sealed file, or from a linear evaluation with a user's changes."""
from collections.abc import Mapping

from gamecore.core import weight_files
from gamecore.core.checks import integer
from gamecore.errors import EvaluationError


cdef class StoredWeights:
    """Weights in the form of a sealed file. They never change, so searches may share them.

    Attributes
    ----------
    FILE : FileKind
        The kind of file; a subclass sets it, and FILE_SHAPES.
    FILE_SHAPES : sequence of (str, tuple of int, str)
        Name, shape and type of each array in the file.
    digest : bytes
        A digest that is equal for equal weights.
    weights : list of array
    """

    @classmethod
    def of(cls, words: Weights) -> Self:
        """Creates an object from the Weights of a file."""
        return cls(words)

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
        return cls.of(weight_files.read(path, cls.FILE, cls.FILE_SHAPES))

    @property
    def digest(self) -> bytes:
        if self.words.digest is None:
            self.words = self.words._replace(digest=weight_files.digest_of(self.words.payload))
        return self.words.digest

    @property
    def weights(self) -> Any:
        return weight_files.split(self.words.payload, self.FILE_SHAPES)

    def to_bytes(self) -> bytes:
        """Returns the contents of a file with these weights."""
        return self.FILE.head([self.digest], self.words.payload) + self.words.payload

    def __reduce__(self):
        return type(self).of, (self.words,)


cdef uint64_t mixed_digest(uint64_t salt, StoredWeights weights) except? 0:
    """Returns a salt mixed with the digest of weights; it differs if any weight differs."""
    if weights.mark == 0:
        weights.mark = <uint64_t>int.from_bytes(weights.digest[:8], "little")
    return mix64(salt ^ weights.mark)


cdef dict changed(str game, dict shipped, object changes):
    """Returns the weights by feature, in the order of the features, with the user's changes."""
    if not (changes is None or isinstance(changes, Mapping)):      # `Mapping | None` hides Ctrl-C (Python 3.11)
        raise EvaluationError(f"weights are a dictionary of feature to int, not {changes!r}")
    found = dict(shipped)
    for name, weight in (changes or {}).items():
        if name not in shipped:
            raise EvaluationError(f"{game} has no feature {name!r}; known are {', '.join(shipped)}")
        found[name] = integer(weight)
        if found[name] is None:
            raise EvaluationError(f"the weight of {name!r} must be an int, not {weight!r}")
    return found


cdef list explained(dict shipped, const int* counts, const int* weights):
    """Returns the terms (feature, count, weight) of a linear evaluation's score."""
    return [(name, counts[i], weights[i]) for i, name in enumerate(shipped)]
