from typing import Any, ClassVar

from gamecore.games.outside.position import CompiledGame

LOWEST: int
HIGHEST: int
FUNCTIONS: tuple[str, ...]

class FunctionTable:
    """The addresses of a game's functions; GameOps in games/outside/rules.pxd defines their signatures.

    Parameters
    ----------
    **functions : int, or object with the address as attribute `address`
        `legal_moves`, `play` and `final_score`, and those that the game has of `release`, `is_over`, `evaluate`,
        `key`, `hints`, `history_slot`, `is_quiet`, `is_reversible`, `same_player`, `outcomes`, `play_outcome`,
        `bounds`, `passes_turn` and `move_set`. A wrong address crashes the process.

    Raises
    ------
    GameError
        If a name is unknown, a value is not an address, or legal_moves, play or final_score is missing.
    """
    def __new__(cls, **functions: Any) -> FunctionTable: ...

class ForeignGame(CompiledGame):
    """The base class of positions whose rules are the functions of a FunctionTable.

    Parameters
    ----------
    data : bytes
        The position in the form of the functions, up to 256 bytes; the rest is filled with zeros.

    Attributes
    ----------
    functions : FunctionTable
        Set by the subclass; all its positions share it.
    data : bytes
        The position, 256 bytes. Those that the functions never write are arbitrary in a position that a search hands to
        a function in Python.

    Raises
    ------
    GameError
        If the class has no FunctionTable.
    PositionError
        If the data are not bytes, or too many.

    Notes
    -----
    The functions are called without the GIL, so Python functions cannot be used: see docs/embedding.md.
    """
    functions: ClassVar[FunctionTable | None]
    def __init__(self, data: bytes = b"") -> None: ...
    @property
    def data(self) -> bytes: ...

def restore(kind: type[ForeignGame], data: bytes) -> ForeignGame:
    """Returns the position of this class with these data."""
