from gamecore.games.checkers.position import Checkers

WEIGHTS: dict[str, int]
MOST: dict[str, int]

def explain(position: Checkers) -> list[tuple[str, int, int]]: ...
