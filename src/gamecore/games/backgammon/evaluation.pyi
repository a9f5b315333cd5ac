from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.net import BackgammonNet
from gamecore.games.backgammon.position import Backgammon

WEIGHTS: dict[str, int]

class BackgammonEvaluation:
    def __init__(self, chosen: str | None, changes: dict[str, int], net: BackgammonNet | None = None,
                 match: MatchScore | None = None) -> None: ...
    def explain(self, position: Backgammon) -> list[tuple[str, int, int]] | None: ...
    def probabilities(self, position: Backgammon) -> list[float]: ...
