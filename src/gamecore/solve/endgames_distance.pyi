from typing import Literal, NamedTuple

from gamecore.boards.checkers import Checkers
from gamecore.boards.checkers_notation import CheckersMove
from gamecore.knowledge.endgames import Databases

OPPOSITE: dict[str, str]

class RankedMove(NamedTuple):
    move: CheckersMove
    outcome: Literal["win", "loss", "draw"]
    plies: int | None

class Block:
    def __init__(self, databases: Databases, position: Checkers) -> None: ...
    def look_up(self, position: Checkers) -> tuple[Literal["win", "loss", "draw"], int | None] | None: ...

def preference(ranked: RankedMove) -> tuple[int, int]: ...

class Distances:
    def __init__(self, databases: Databases) -> None: ...
    def rank(self, position: Checkers) -> list[RankedMove] | None: ...
    def rank_move(self, position: Checkers, move: CheckersMove) -> RankedMove: ...
    def look_up(self, position: Checkers) -> tuple[Literal["win", "loss", "draw"], int | None]: ...
