"""Two-sided bear-off: the exact probability of winning when both sides have at most a few checkers, all at home and past each other.

Positions are numbered as in knowledge/bearoff.pxd. The side on roll wins a roll's best play:

    win(i, j) = sum over rolls of their probability * max over plays i -> k of (1 if k == 0 else 1 - win(j, k))

k < i, so all pairs are settled in the order of i + j. No gammon is possible: each side has a checker off.
"""
from libc.stdint cimport uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from gamecore.boards.backgammon cimport HOME
from gamecore.knowledge.bearoff cimport number, unrank

from gamecore.errors import DatabaseError, LimitError
from gamecore.knowledge.bearoff import counted

MOST = 6                                # checkers a side
cdef int ROLLS = 21
cdef int WAYS = 128                     # to play a roll at most: C(9, 4) of a double, in non-ascending order, and two orders of two dice

cdef struct Successors:                 # of a position, roll by roll
    int count[21]
    int numbers[21][128]


cdef class TwoSided:
    """The table of all positions with up to so many checkers a side.

    Parameters
    ----------
    checkers : int, 1..6, default 6
        At six it has 924 * 924 entries of 8 bytes, and is made in a second.

    Raises
    ------
    LimitError
        The number cannot be.

    Examples
    --------
    >>> TwoSided(2).win([1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0])
    1.0
    """
    cdef readonly int checkers
    cdef readonly int positions         # a side
    cdef double* table                  # [on roll][other]

    def __init__(self, checkers=MOST):
        if not isinstance(checkers, int) or not 1 <= checkers <= MOST:
            raise LimitError(f"a two-sided bear-off table has 1..{MOST} checkers a side, not {checkers!r}")
        self.checkers = checkers
        self.positions = counted([0] * 5 + [checkers]) + 1
        self.table = <double*>malloc(self.positions * self.positions * sizeof(double))
        cdef Successors* successors = <Successors*>malloc(self.positions * sizeof(Successors))
        if self.table == NULL or successors == NULL:
            free(successors)
            raise MemoryError("no memory for the two-sided bear-off table")
        with nogil:
            fill(self.table, self.positions, successors)
        free(successors)

    def __dealloc__(self):
        free(self.table)

    def win(self, first, second):
        """The probability that the side on roll wins.

        Parameters
        ----------
        first, second : sequence of 6 int
            The checkers of the side on roll and of the other on their points 1..6.

        Raises
        ------
        DatabaseError
            The table has not so many checkers, or a side has none.
        """
        cdef int i = counted(first), j = counted(second)
        if i == 0 or j == 0 or i >= self.positions or j >= self.positions:
            raise DatabaseError(f"this table has 1..{self.checkers} checkers a side, not {list(first)!r} against {list(second)!r}")
        return self.table[i * self.positions + j]

    def to_array(self):
        """The whole table: array of float64, shape (positions, positions), by the numbers of the side on roll and of the other."""
        import numpy
        return numpy.asarray(<double[:self.positions, :self.positions]>self.table).copy()


cdef void fill(double* table, int n, Successors* successors) noexcept nogil:
    cdef int total, i, j
    for i in range(1, n):
        find_successors(i, &successors[i])
    for j in range(n):
        table[j] = 0                    # the other has borne off before
        table[j * n] = 0
    for total in range(2, 2 * n - 1):
        for i in range(max(1, total - n + 1), min(n - 1, total - 1) + 1):
            table[i * n + total - i] = win(table, n, &successors[i], total - i)


cdef double win(const double* table, int n, const Successors* successors, int other) noexcept nogil:
    """The best plays against a position, over all rolls."""
    cdef const double* row = table + other * n
    cdef double sum = 0, least
    cdef int roll, i
    for roll in range(ROLLS):
        least = 1                       # of the other's chances after a play
        for i in range(successors.count[roll]):
            if successors.numbers[roll][i] == 0:
                least = 0
                break
            least = min(least, row[successors.numbers[roll][i]])
        sum += (1 if roll < 6 else 2) * (1 - least)
    return sum / 36


cdef void find_successors(int position, Successors* successors) noexcept nogil:
    """The doubles first, then the other rolls."""
    cdef uint16_t counts[7]
    cdef int roll = 6, a, b
    unrank(position, counts)
    for a in range(1, 7):
        successors.count[a - 1] = 0
        go_on(counts, a, a, 4, HOME, successors.numbers[a - 1], &successors.count[a - 1])
        for b in range(1, a):
            successors.count[roll] = 0
            go_on(counts, a, b, 2, HOME, successors.numbers[roll], &successors.count[roll])
            go_on(counts, b, a, 2, HOME, successors.numbers[roll], &successors.count[roll])
            roll += 1


cdef void go_on(const uint16_t* counts, int die, int then, int moves, int limit, int* numbers, int* n) noexcept nogil:
    """All ways to play a die now, from no point above limit, and then the others."""
    cdef uint16_t next[7]
    cdef int highest = HOME, point
    while highest and counts[highest] == 0:
        highest -= 1
    if moves == 0 or highest == 0:
        numbers[n[0]] = number(counts)
        n[0] += 1
        return
    for point in range(1, HOME + 1):
        if counts[point] and point <= limit and (point >= die or point == highest):
            memcpy(next, counts, sizeof(next))
            next[point] -= 1
            next[point - die if point > die else 0] += 1
            go_on(next, then, die, moves - 1, point if die == then else HOME, numbers, n)
