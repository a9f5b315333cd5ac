from numpy import dtype, int8, int64, ndarray
from numpy.typing import ArrayLike

def successors(positions: ArrayLike, dice: ArrayLike) -> tuple[
    ndarray[tuple[int, int, int], dtype[int8]], ndarray[tuple[int], dtype[int64]]]:
    """Returns the positions after all legal plays of many rolls.

    Parameters
    ----------
    positions : array_like of int8, shape (n, 2, 26)
        Positions as `Backgammon.to_array` returns them, with the counts of the player on roll, then the opponent's:
        borne off, points 1..24, bar.
    dice : array_like of int, shape (n, 2)
        The roll of each position, 1..6, in any order.

    Returns
    -------
    finals : numpy.ndarray of int8, shape (m, 2, 26)
        The distinct positions after the plays, with the opponent on roll. Those of positions[i] are
        finals[first[i]:first[i + 1]].
    first : numpy.ndarray of int64, shape (n + 1,)

    Raises
    ------
    PositionError
        If a shape or type is wrong, a die is not 1..6, the game is over, or a position is impossible.
    """
