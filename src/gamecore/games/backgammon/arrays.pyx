"""The successors of many positions of backgammon in arrays."""
from libc.stdint cimport int8_t, int64_t

from gamecore.games.backgammon.rules cimport MAX_PLAYS, BackgammonBits, Masks, fill_masks, plays

from gamecore.core.checks import board
from gamecore.errors import PositionError

cdef BackgammonBits ROOM[MAX_PLAYS]      # room for the plays of one roll, while the GIL is held


def successors(positions: numpy.typing.ArrayLike, dice: numpy.typing.ArrayLike) -> tuple[
        numpy.ndarray[tuple[int, int, int], numpy.dtype[numpy.int8]],
        numpy.ndarray[tuple[int], numpy.dtype[numpy.int64]]]:
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
        The distinct positions after the plays, with the opponent on roll. The positions after the plays of positions[i]
        are finals[first[i]:first[i + 1]].
    first : numpy.ndarray of int64, shape (n + 1,)

    Raises
    ------
    PositionError
        If a shape or type is wrong, a die is not 1..6, the game is over, or a position is impossible.

    Examples
    --------
    >>> import gamecore
    >>> from gamecore.games.backgammon.arrays import successors
    >>> finals, first = successors([gamecore.Backgammon().to_array()] * 2, [(3, 1), (6, 6)])
    >>> finals.shape, first.tolist()
    ((27, 2, 26), [0, 16, 27])
    """
    from gamecore.core.packages import numpy
    boards, rolls = board(positions, ("n", 2, SIDE)), board(dice, ("n", 2), 1, 6, "a roll")
    if len(rolls) != len(boards):
        raise PositionError(f"there are {len(boards)} positions, and {len(rolls)} rolls")
    first = numpy.zeros(len(boards) + 1, dtype=numpy.int64)
    kept = expand(boards, rolls, first)
    finals = numpy.empty((first[-1], 2, SIDE), dtype=numpy.int8)
    write(kept, finals)
    return finals, first


cdef bytearray expand(const int8_t[:, :, ::1] boards, const int8_t[:, ::1] rolls, int64_t[::1] first):
    """Returns all final positions as BackgammonBits, and writes the index of the first one of each position."""
    cdef BackgammonBits position
    cdef Masks masks
    cdef bytearray finals = bytearray()
    cdef int64_t i
    cdef int n
    for i in range(boards.shape[0]):
        if not read(&boards[i, 0, 0], &position):
            raise PositionError(f"positions[{i}] is not an unfinished position: "
                                f"{[[c for c in side] for side in boards[i]]!r}")
        fill_masks(&position, &masks)
        n = plays(&position, &masks, max(rolls[i, 0], rolls[i, 1]), min(rolls[i, 0], rolls[i, 1]), ROOM)
        finals += (<char*>ROOM)[:n * sizeof(BackgammonBits)]
        first[i + 1] = first[i] + n
    return finals


cdef int write(bytearray finals, int8_t[:, :, ::1] boards) except -1:
    cdef const BackgammonBits* positions = <const BackgammonBits*><char*>finals
    cdef int64_t i
    for i in range(boards.shape[0]):
        unpack(positions[i].own, &boards[i, 0, 0])
        unpack(positions[i].other, &boards[i, 1, 0])
    return 0
