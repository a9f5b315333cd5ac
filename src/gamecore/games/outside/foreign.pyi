from typing import Any, ClassVar

from gamecore.games.outside.position import CompiledGame

LOWEST: int
HIGHEST: int
FUNCTIONS: tuple[str, ...]

class FunctionTable:
    def __new__(cls, **functions: Any) -> FunctionTable: ...

class ForeignGame(CompiledGame):
    functions: ClassVar[FunctionTable | None]
    def __init__(self, data: bytes = b"") -> None: ...
    @property
    def data(self) -> bytes: ...

def restore(kind: type[ForeignGame], data: bytes) -> ForeignGame: ...
