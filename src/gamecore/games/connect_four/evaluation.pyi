from gamecore.games.connect_four.position import ConnectFour

WEIGHTS: dict[str, int]

class ConnectFourEvaluation:
    def __init__(self, chosen: str | None, changes: dict[str, int]) -> None: ...
    def explain(self, position: ConnectFour) -> list[tuple[str, int, int]]: ...
