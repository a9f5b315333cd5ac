from typing import Literal

from gamecore.games.outside.position import CompiledGame

MODELS: dict[str, int]

class UniformTree(CompiledGame):
    def __init__(self, branching: int = 4, depth: int = 8, *,
                 leaves: Literal["independent", "incremental", "nested", "constant"] = "independent",
                 seed: int = 0, noise: float | None = None) -> None: ...
    @property
    def branching(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def leaves(self) -> str: ...

def number_from_0(noise: object) -> float: ...
