from gamecore.games.backgammon.position import Backgammon

WEIGHTS: dict[str, int]

def explain(position: Backgammon) -> list[tuple[str, int, int]]: ...
