from gamecore.games.checkers.net import CheckersNet
from gamecore.games.checkers.patterns import CheckersPatterns
from gamecore.games.checkers.position import Checkers

WEIGHTS: dict[str, int]
MOST: dict[str, int]

class CheckersEvaluation:
    def __init__(self, chosen: str | None, changes: dict[str, int],
                 weights: CheckersPatterns | CheckersNet | None = None) -> None: ...
    def explain(self, position: Checkers) -> list[tuple[str, int, float]]: ...
