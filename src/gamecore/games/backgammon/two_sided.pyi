from collections.abc import Sequence
from typing import Final, Self, SupportsIndex

from numpy import dtype, float64, ndarray

MOST: int

class TwoSided:
    """The table of all positions with up to a given number of checkers per side, which is a part of one for six.

    Parameters
    ----------
    checkers : int, 1..6, default 6
        Checkers per side.

    Raises
    ------
    LimitError
        If the number is out of range.
    """
    checkers: Final[int]
    positions: Final[int]
    def __new__(cls, checkers: SupportsIndex = 6) -> Self: ...
    def win(self, first: Sequence[int], second: Sequence[int]) -> float:
        """Returns the probability that the side on roll wins.

        Parameters
        ----------
        first, second : sequence of 6 int
            The checkers of the side on roll and of the other on their points 1..6.

        Raises
        ------
        DatabaseError
            If a side has more checkers than the table, or none.
        """
    def cubeful(self, first: Sequence[int], second: Sequence[int]) -> tuple[float, float, float]:
        """Returns the equities for money of the side on roll if it does not double now, in units of the cube.

        Both sides double, take and play perfectly. The three values are for a cube that is centred, that the side on
        roll owns and that the other side owns. Twice the last is the equity after double and take. The first call
        computes a table of three times the size. Parameters and errors are those of `win`.
        """
    def to_array(self) -> ndarray[tuple[int, int], dtype[float64]]:
        """Returns the chances as float64, shape (positions, positions): a row for each position of the side on roll."""
