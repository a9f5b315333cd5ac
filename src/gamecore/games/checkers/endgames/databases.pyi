import os
from typing import Any, Final, Literal

from gamecore.games.checkers.endgames.files import Header
from gamecore.games.checkers.position import Checkers

SHIPPED: str
SHIPPED_PIECES: int
SLOW: tuple[str, ...]
EXPLORED: int
VALUES: dict[int, Literal["win", "loss", "draw"] | None]

def slices_of(pieces: int) -> list[tuple[int, int, int, int]]:
    """Returns the slices with `pieces` pieces, at least one per side, by the number of men, in an order for solving."""
def shipped() -> Databases:
    """Returns the databases that come with gamecore, which all engines share."""
def latest_clock(header: Header) -> int:
    """Returns the clock up to which a slice's wins and losses hold, below 0 if they never do."""

class Databases:
    """Endgame databases of checkers, which hold the result with best play of every position with few pieces.

    Parameters
    ----------
    path : str or os.PathLike, optional
        A directory written by `gamecore endgames build`, finished or not, whose files are mapped into memory. By
        default the databases up to 4 pieces that come with gamecore.
    check : bool, default True
        Whether to compare the checksum of every file, which reads it once. Sizes and headers are always checked.

    Attributes
    ----------
    pieces : int
        Every position with at most this number of pieces is in the databases; 0 if those with 2 are missing.
    headers : dict of tuple to Header
        For each known slice, (own men, own kings, other's men, other's kings), the header of its file.

    Raises
    ------
    DatabaseError
        If a file is truncated, foreign or damaged, or the directory has none.
    """
    headers: dict[tuple[int, int, int, int], Header]
    def __init__(self, path: str | os.PathLike[str] | None = None, *, check: bool = True) -> None: ...
    @classmethod
    def empty(cls) -> Databases:
        """Returns empty databases."""
    @staticmethod
    def sizes(pieces: int) -> dict[tuple[int, int, int, int], int]:
        """Returns the slices with 2 to `pieces` pieces in an order for solving them, {slice: number of positions}."""
    def open_shipped(self) -> None: ...
    def open_directory(self, path: str, check: bool) -> None: ...
    def open_file(self, path: str, check: bool = True) -> None:
        """Adds a slice from its file."""
    def add(self, header: Header, packed: Any) -> None:
        """Adds a slice from `packed`, a bytes-like object, which is kept.

        Raises
        ------
        DatabaseError
            If there is no such slice, or the number of values is not its number of positions.
        """
    address: Final[int]
    digest: Final[int]
    pieces: Final[int]
    def probe(self, position: Checkers, *, clock: bool = True) -> Literal["win", "loss", "draw"] | None:
        """Returns the result of a position for the side to move, with best play.

        Parameters
        ----------
        position : Checkers
        clock : bool, default True
            Whether a win or loss that the 80-ply rule may turn into a draw counts as unknown. If False, that rule is
            ignored.

        Returns
        -------
        {"win", "loss", "draw", None}
            None if there are too many pieces or the slice is missing.
        """
    def statistics(self) -> dict[str, dict[str, int]]:
        """Returns {"positions", "wins", "losses", "draws", "longest"} of each known slice, by its four digits."""
