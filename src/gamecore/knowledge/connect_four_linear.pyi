from gamecore.boards.connect_four import ConnectFour

WEIGHTS: dict[str, int]

def explain(position: ConnectFour) -> list[tuple[str, int, int]]: ...
