from typing import Final, Literal, SupportsFloat, SupportsIndex

from gamecore.games.outside.position import CompiledGame

MODELS: dict[str, int]

class UniformTree(CompiledGame):
    def __init__(self, branching: SupportsIndex = 4, depth: SupportsIndex = 8, *,
                 leaves: Literal["independent", "incremental", "nested", "constant"] = "independent",
                 seed: SupportsIndex = 0, noise: SupportsFloat | SupportsIndex | None = None) -> None: ...
    branching: Final[int]
    depth: Final[int]
    ply: Final[int]
    leaves: Final[str]

def number_from_0(noise: object) -> float: ...
