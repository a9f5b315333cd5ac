from typing import Final, SupportsFloat, SupportsIndex

from gamecore.games.outside.position import CompiledGame

class ChanceTree(CompiledGame):
    def __init__(self, branching: SupportsIndex = 8, layers: SupportsIndex = 1, outcomes: SupportsIndex = 6, *,
                 seed: SupportsIndex = 0, noise: SupportsFloat | SupportsIndex | None = None,
                 bounded: bool = True) -> None: ...
    leaves: Final[int]
