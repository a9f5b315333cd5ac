from gamecore.boards.backgammon import Backgammon

WEIGHTS: dict[str, int]

def explain(position: Backgammon) -> list[tuple[str, int, int]]: ...
