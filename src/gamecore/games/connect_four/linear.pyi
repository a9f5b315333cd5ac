from gamecore.games.connect_four.position import ConnectFour

WEIGHTS: dict[str, int]

def explain(position: ConnectFour) -> list[tuple[str, int, int]]: ...
