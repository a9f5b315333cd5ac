from typing import Literal, SupportsFloat, SupportsIndex

from gamecore.games.outside.position import CompiledGame

MODELS: dict[str, int]

class UniformTree(CompiledGame):
    def __init__(self, branching: SupportsIndex = 4, depth: SupportsIndex = 8, *,
                 leaves: Literal["independent", "incremental", "nested", "constant"] = "independent",
                 seed: SupportsIndex = 0, noise: SupportsFloat | SupportsIndex | None = None) -> None: ...
    @property
    def branching(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def leaves(self) -> str: ...

def number_from_0(noise: object) -> float: ...
