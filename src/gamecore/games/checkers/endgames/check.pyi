from gamecore.games.checkers.endgames.databases import Databases

def check_values(databases: Databases, slice: tuple[int, int, int, int], first: int, last: int,
                 step: int) -> tuple[int | None, tuple[int, int, int]]: ...
