"""The successors of many positions of backgammon in arrays."""
from libc.stdint cimport int8_t, int64_t
from libc.stdlib cimport free, realloc

from gamecore.games.backgammon.rules cimport MAX_PLAYS, BackgammonBits, Sight, look, plays

from gamecore.errors import PositionError


cdef class Finals:
    """A growing buffer of positions."""

    cdef BackgammonBits* room
    cdef int64_t size, capacity

    def __dealloc__(self):
        free(self.room)

    cdef BackgammonBits* reserve(self) except NULL:
        """Returns room for the plays of one more roll."""
        cdef BackgammonBits* larger
        if self.size + MAX_PLAYS > self.capacity:
            larger = <BackgammonBits*>realloc(self.room, (2 * self.capacity + MAX_PLAYS) * sizeof(BackgammonBits))
            if larger == NULL:
                raise MemoryError(f"no memory for {2 * self.capacity + MAX_PLAYS} positions")
            self.room = larger
            self.capacity = 2 * self.capacity + MAX_PLAYS
        return self.room + self.size


def successors(positions, dice):
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
        If a shape is wrong, a die is not 1..6, the game is over, or a position is impossible.

    Examples
    --------
    >>> import gamecore
    >>> from gamecore.games.backgammon.arrays import successors
    >>> finals, first = successors([gamecore.Backgammon().to_array()] * 2, [(3, 1), (6, 6)])
    >>> finals.shape, first.tolist()
    ((27, 2, 26), [0, 16, 27])
    """
    import numpy
    boards = numpy.ascontiguousarray(positions, dtype=numpy.int8)
    rolls = numpy.ascontiguousarray(dice, dtype=numpy.int64)
    if boards.ndim != 3 or boards.shape[1:] != (2, SIDE) or rolls.shape != (len(boards), 2):
        raise PositionError(f"positions have the shape (n, 2, {SIDE}) and dice (n, 2), "
                            f"not {boards.shape} and {rolls.shape}")
    if ((rolls < 1) | (rolls > 6)).any():
        raise PositionError(f"a die shows 1..6, not {rolls[(rolls < 1) | (rolls > 6)][0]}")
    first = numpy.zeros(len(boards) + 1, dtype=numpy.int64)
    kept = expand(boards, rolls, first)
    finals = numpy.empty((first[-1], 2, SIDE), dtype=numpy.int8)
    write(kept, finals)
    return finals, first


cdef Finals expand(const int8_t[:, :, ::1] boards, const int64_t[:, ::1] rolls, int64_t[::1] first):
    """Returns all final positions, and writes the index of the first one of each position."""
    cdef Finals finals = Finals()
    cdef BackgammonBits* room
    cdef BackgammonBits position
    cdef Sight sight
    cdef int64_t i
    for i in range(boards.shape[0]):
        room = finals.reserve()
        if not read(&boards[i, 0, 0], &position):
            raise PositionError(f"positions[{i}] is no position that goes on: "
                                f"{[[c for c in side] for side in boards[i]]!r}")
        look(&position, &sight)
        finals.size += plays(&position, &sight, max(rolls[i, 0], rolls[i, 1]), min(rolls[i, 0], rolls[i, 1]), room)
        first[i + 1] = finals.size
    return finals


cdef int write(Finals finals, int8_t[:, :, ::1] boards) except -1:
    cdef int64_t i
    for i in range(finals.size):
        unpack(finals.room[i].own, &boards[i, 0, 0])
        unpack(finals.room[i].other, &boards[i, 1, 0])
    return 0
