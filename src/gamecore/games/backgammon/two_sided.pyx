"""The two-sided bear-off table, in which play maximises the chance of winning:

    win(i, j) = sum over rolls of their probability * max over plays i -> k of (1 if k == 0 else 1 - win(j, k))

No gammon is possible, since each side has a checker off. Positions have the numbers of the one-sided tables
(bearoff.pxd).

With a cube the value depends on the cube's owner, so the table has three planes: the cube is centred, the side on roll
owns it, or the other side owns it. In units of the cube a side that may double turns its value v into max(v, min(2 d,
1)), where d is its value before the roll while the other side owns the cube. In each plane the plays are chosen to
maximise the values of this plane. The planes contain (1 + value) / 2, so that one recursion computes them all.
"""
from libc.stdint cimport int16_t, uint16_t
from libc.stdlib cimport calloc, free, malloc

from gamecore.core.bits cimport load_pointer, publish_pointer
from gamecore.core.checks import integer
from gamecore.core.job cimport Job
from gamecore.core.limits cimport Counter, advance
from gamecore.errors import DatabaseError, LimitError, PositionError
from gamecore.games.backgammon.bearoff cimport Moves, PAIRED, find_moves, number, unrank
from gamecore.games.backgammon.rules cimport CHECKERS, HOME

from math import comb

cdef enum:
    ROLL_KINDS = 21
    MOST_PAIRED = 6                      # checkers per side of PAIRED
    OWN = 1                              # the plane of a cube that the side on roll owns; in plane 0 it is centred
    THEIRS = 2                           # ... that the other side owns
    CUBED = 3                            # planes with a cube
    WAYS = 128                           # to play a roll: C(9, 4) of a double, in non-ascending order

cdef extern from "gamecore/games/backgammon/kernels.h" nogil:
    void add_most "gc_add_most"(double* sum, const double** rows, int n, double weight, int columns) noexcept

MOST: int = MOST_PAIRED                  # checkers per side

cdef void* tables[2]                    # without and with a cube, each computed once, never freed


cdef const double* two_sided(bint cube) except NULL:
    cdef double* made
    if load_pointer(&tables[cube]) == NULL:
        made = computed(CUBED if cube else 1)
        if not publish_pointer(&tables[cube], made):
            free(made)
    return <const double*>load_pointer(&tables[cube])


cdef struct Ends:                        # where plays lead, roll by roll, the doubles first; to 0 alone if one does
    int count[ROLL_KINDS]
    int16_t numbers[ROLL_KINDS][WAYS]
    int pips


cdef void find_ends(const Moves* moves, int here, Ends* ends) noexcept nogil:
    """Fills the ends of all rolls, without repetitions."""
    cdef int16_t middle[WAYS]
    cdef int16_t third[WAYS]
    cdef int16_t start = here
    cdef int roll = 6, a, b, n
    for a in range(6):
        n = go_on(moves, &start, 1, a, middle, 0)
        n = go_on(moves, middle, n, a, third, 0)
        n = go_on(moves, third, n, a, middle, 0)
        ends.count[a] = go_on(moves, middle, n, a, ends.numbers[a], 0)
        for b in range(a):
            n = go_on(moves, &start, 1, a, middle, 0)
            ends.count[roll] = go_on(moves, middle, n, b, ends.numbers[roll], 0)
            n = go_on(moves, &start, 1, b, middle, 0)
            ends.count[roll] = go_on(moves, middle, n, a, ends.numbers[roll], ends.count[roll])
            roll += 1
    for roll in range(ROLL_KINDS):
        for a in range(ends.count[roll]):
            if ends.numbers[roll][a] == 0:
                ends.numbers[roll][0] = 0
                ends.count[roll] = 1
                break


cdef int go_on(const Moves* moves, const int16_t* starts, int n, int die, int16_t* ends, int found) noexcept nogil:
    """Adds the positions after a die from each of the starts to the ends; returns the number of ends."""
    cdef int i, j, k
    cdef int16_t end
    for i in range(n):
        for j in range(moves[starts[i]].count[die] if starts[i] else 1):
            end = moves[starts[i]].numbers[die][j] if starts[i] else 0
            k = 0
            while k < found and ends[k] != end:
                k += 1
            ends[k] = end
            found += k == found
    return found


cdef struct Pairs:                       # the tables as they grow; positions are numbered by their pips
    int planes                           # 1, the chances of winning, or CUBED
    double rolled[CUBED][PAIRED][PAIRED]         # [on roll][other], before the roll
    double transposed[CUBED][PAIRED][PAIRED]     # [other][on roll], before the decision to double
    Ends ends[PAIRED]
    Moves moves[PAIRED]
    int16_t rank[PAIRED]                 # by the positions' numbers in bearoff.pxd


cdef double* computed(int planes) except NULL:
    """Returns new planes."""
    cdef Job job = Job()
    cdef Counter counter
    cdef double* made = <double*>malloc(planes * PAIRED * PAIRED * sizeof(double))
    cdef Pairs* pairs = <Pairs*>calloc(1, sizeof(Pairs))     # 0 where the other side has borne off before
    try:
        if made == NULL or pairs == NULL:
            raise MemoryError("no memory for the two-sided bear-off table")
        pairs.planes = planes
        job.start_counter(&counter, 0)
        with nogil:
            compute_pairs(pairs, &counter)
            renumber(pairs, made)
        job.raise_error()
    except BaseException:
        free(made)
        raise
    finally:
        free(pairs)
    return made


cdef void renumber(const Pairs* pairs, double* made) noexcept nogil:
    """Fills the planes from the tables."""
    cdef int plane, i, j
    for plane in range(pairs.planes):
        for i in range(PAIRED):
            for j in range(PAIRED):
                made[(plane * PAIRED + i) * PAIRED + j] = pairs.rolled[plane][pairs.rank[i]][pairs.rank[j]]


cdef void compute_pairs(Pairs* pairs, Counter* counter) noexcept nogil:
    """Computes pairs of sides in the order of the smaller of their two pip counts, since every play reduces the pips.

    The pairs in which the side with fewer pips is on roll come first, because their plays lead to fewer pips; the
    others follow.
    """
    cdef int pips, first, end = 1, i, j
    rank_by_pips(pairs)
    for pips in range(1, HOME * MOST_PAIRED + 1):
        first = end
        while end < PAIRED and pairs.ends[end].pips == pips:
            end += 1
        for i in range(first, end):
            if advance(counter, PAIRED - first):
                return
            roll_against(pairs, i, first, PAIRED)
            for j in range(first, PAIRED):
                turn(pairs, i, j)
        for j in range(end, PAIRED):
            if advance(counter, end - first):
                return
            roll_against(pairs, j, first, end)
            for i in range(first, end):
                turn(pairs, j, i)


cdef void rank_by_pips(Pairs* pairs) noexcept nogil:
    """Fills rank and ends."""
    cdef uint16_t counts[HOME + 1]
    cdef int sums[PAIRED]
    cdef int last = 0, pips, i, roll, k
    cdef Ends* ends
    for i in range(1, PAIRED):
        unrank(i, counts)
        find_moves(i, counts, False, &pairs.moves[i])
        sums[i] = 0
        for k in range(1, HOME + 1):
            sums[i] += k * counts[k]
    for pips in range(1, HOME * MOST_PAIRED + 1):
        for i in range(1, PAIRED):
            if sums[i] == pips:
                last += 1
                pairs.rank[i] = last
    for i in range(1, PAIRED):
        ends = &pairs.ends[pairs.rank[i]]
        ends.pips = sums[i]
        find_ends(pairs.moves, i, ends)
        for roll in range(ROLL_KINDS):
            for k in range(ends.count[roll]):
                ends.numbers[roll][k] = pairs.rank[ends.numbers[roll][k]]


cdef inline void turn(Pairs* pairs, int mover, int other) noexcept nogil:
    """Fills a pair's values before the decision from those before the roll."""
    cdef double doubled = 0              # the least value
    cdef int plane
    if pairs.planes == CUBED:
        doubled = min(2 * pairs.rolled[THEIRS][mover][other] - 0.5, 1)
    for plane in range(pairs.planes):
        pairs.transposed[plane][other][mover] = max(pairs.rolled[plane][mover][other],
                                                    doubled if plane != THEIRS else 0)


cdef void roll_against(Pairs* pairs, int mover, int first, int end) noexcept nogil:
    """Computes the values of a side on roll against the sides from `first` on."""
    cdef const double* after[WAYS]       # the others' values after each play
    cdef double* row
    cdef const Ends* ends = &pairs.ends[mover]
    cdef int plane, swapped, roll, i
    for plane in range(pairs.planes):
        row = pairs.rolled[plane][mover]
        swapped = THEIRS if plane == OWN else OWN if plane == THEIRS else plane
        for roll in range(ROLL_KINDS):
            for i in range(ends.count[roll]):
                after[i] = &pairs.transposed[swapped][ends.numbers[roll][i]][first]
            add_most(row + first, after, ends.count[roll], 1 if roll < 6 else 2, end - first)
        for i in range(first, end):
            row[i] /= 36


cdef class TwoSided:
    """The table of all positions with up to a given number of checkers per side. It is a part of the table for six.

    Parameters
    ----------
    checkers : int, 1..6, default 6
        Checkers per side.

    Raises
    ------
    LimitError
        If the number is out of range.

    Examples
    --------
    >>> TwoSided(2).win([1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0])
    1.0
    """
    cdef readonly int checkers
    cdef readonly int positions         # a side

    def __cinit__(self, checkers: SupportsIndex = MOST):
        if integer(checkers) is None or not 1 <= checkers <= MOST:
            raise LimitError(f"a two-sided bear-off table has 1..{MOST} checkers a side, not {checkers!r}")
        self.checkers, self.positions = checkers, comb(checkers + HOME, HOME)

    cdef int entry(self, first, second) except -1:
        cdef int i = counted(first), j = counted(second)
        if i == 0 or j == 0 or i >= self.positions or j >= self.positions:
            raise DatabaseError(f"this table has 1..{self.checkers} checkers a side, "
                                f"not {list(first)!r} against {list(second)!r}")
        return i * PAIRED + j

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
        return two_sided(False)[self.entry(first, second)]

    def cubeful(self, first: Sequence[int], second: Sequence[int]) -> tuple[float, float, float]:
        """Returns the equities for money of the side on roll if it does not double now, in units of the cube.

        Both sides double, take and play perfectly. The three values are for a cube that is centred, that the side on
        roll owns and that the other side owns. Twice the last value is the equity after double and take. The first call
        computes a table of three times the size. Parameters and errors are those of `win`.

        Examples
        --------
        >>> [round(36 * equity) for equity in TwoSided(2).cubeful([0, 1, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0])]
        [2, 2, 2]
        """
        cdef int here = self.entry(first, second), plane
        return tuple([2 * two_sided(True)[plane * PAIRED * PAIRED + here] - 1 for plane in range(CUBED)])

    def to_array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float64]]:
        """Returns the chances as float64, shape (positions, positions): a row for each position of the side on roll."""
        from gamecore.core.packages import numpy
        cdef double[:, :] whole = <double[:PAIRED, :PAIRED]><double*>two_sided(False)
        return numpy.array(whole[:self.positions, :self.positions])


cdef int counted(checkers) except -1:
    """Returns the number of a position from the checkers on the points 1..6."""
    cdef uint16_t counts[HOME + 1]
    cdef int i
    home = [integer(count) for count in checkers]
    if len(home) != HOME or None in home or min(home) < 0 or sum(home) > CHECKERS:
        raise PositionError(f"a bear-off has up to {CHECKERS} checkers on {HOME} points, not {checkers!r}")
    for i in range(HOME):
        counts[i + 1] = home[i]
    return number(counts)
