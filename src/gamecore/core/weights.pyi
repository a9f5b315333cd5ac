from collections.abc import Sequence
from typing import Any, ClassVar, Self

from gamecore.core.sealed import Kind
from gamecore.core.weight_files import Weights

class StoredWeights:
    FILE: ClassVar[Kind]
    FILE_SHAPES: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]
    @classmethod
    def of(cls, words: Weights) -> Self: ...
    @classmethod
    def read(cls, path: object) -> Self: ...
    @property
    def digest(self) -> bytes: ...
    @property
    def weights(self) -> Any: ...
    def to_bytes(self) -> bytes: ...
