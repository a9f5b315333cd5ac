from gamecore.games.outside.position import CompiledGame

class ChanceTree(CompiledGame):
    def __init__(self, branching: int = 8, layers: int = 1, outcomes: int = 6, *, seed: int = 0,
                 noise: float | None = None, bounded: bool = True) -> None: ...
    @property
    def leaves(self) -> int: ...
