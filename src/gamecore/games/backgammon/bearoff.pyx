"""The bear-off tables, which every process that needs them computes in a fraction of a second.

The one-sided play minimises the mean number of rolls. The two-sided play maximises the chance to win:

    win(i, j) = sum over rolls of their probability * max over plays i -> k of (1 if k == 0 else 1 - win(j, k))

k < i, so all pairs are computed in the order of i + j. No gammon is possible: each side has a checker off.
"""
from libc.stdint cimport int32_t, uint16_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from gamecore.core.checks import integer
from gamecore.errors import DatabaseError, LimitError, PositionError

MOST = 6                                 # checkers a side in the two-sided tables

cdef enum:
    ROLL_KINDS = 21
    DOUBLES = 6                          # they come first
    WAYS = 128                           # to play a roll: C(9, 4) of a double, in non-ascending order

cdef BearOff* tables = NULL              # computed once, never freed

cdef struct Best:                        # of the plays of a roll
    int fewest                           # number of the position that needs the fewest rolls
    double mean
    int safest                           # number of the position that soonest has a checker off; -1: one is off
    double risk

cdef struct Successors:                  # of a position, roll by roll
    int count[ROLL_KINDS]
    int numbers[ROLL_KINDS][WAYS]

cdef struct Builder:
    BearOff* tables
    float (*exact)[ROLLS]                # probabilities of needing i + 1 rolls
    float (*waiting)[FIRST_ROLLS]        # of positions from FULL on: none off after i rolls
    double* patience                     # the sum of a row of waiting, which a side in danger of a gammon minimises


cdef const BearOff* bear_off() except NULL:
    """The tables. The GIL is held: only one thread makes them."""
    global tables
    cdef BearOff* made
    if tables == NULL:
        made = <BearOff*>calloc(1, sizeof(BearOff))
        if made == NULL:
            raise MemoryError("no memory for the bear-off tables")
        build(made)
        pair_up(made)
        tables = made
    return tables


cdef int build(BearOff* made) except -1:
    cdef Builder builder
    cdef uint16_t counts[HOME + 1]
    cdef int i
    builder.tables = made
    builder.exact = <float (*)[ROLLS]>calloc(POSITIONS, ROLLS * sizeof(float))
    builder.waiting = <float (*)[FIRST_ROLLS]>calloc(POSITIONS - FULL, FIRST_ROLLS * sizeof(float))
    builder.patience = <double*>calloc(POSITIONS - FULL, sizeof(double))
    if builder.exact == NULL or builder.waiting == NULL or builder.patience == NULL:
        free(builder.exact)
        free(builder.waiting)
        free(builder.patience)
        raise MemoryError("no memory to build the bear-off tables")
    for i in range(ROLLS):
        made.late[0][i] = 0
    for i in range(1, POSITIONS):
        unrank(i, counts)
        settle(&builder, i, counts)
    free(builder.exact)
    free(builder.waiting)
    free(builder.patience)
    return 0


cdef void unrank(int number, uint16_t* counts) noexcept nogil:
    """The counts of a number."""
    cdef int k, sum, above = 15
    counts[0] = 0
    for k in range(5, -1, -1):
        sum = above
        while TERMS[k][sum] > number:
            sum -= 1
        number -= TERMS[k][sum]
        if k < 5:
            counts[HOME - k - 1] = above - sum
        above = sum
    counts[HOME] = above


cdef void settle(Builder* builder, int position, const uint16_t* counts) noexcept nogil:
    """All about a position whose successors are known."""
    cdef Best best
    cdef double chances[ROLLS]
    cdef double waiting[FIRST_ROLLS]
    cdef double mean = 1, weight, left = 1
    cdef Successors successors
    cdef int roll, i
    for i in range(ROLLS):
        chances[i] = 0
    for i in range(FIRST_ROLLS):
        waiting[i] = 0
    find_successors(counts, &successors)
    for roll in range(ROLL_KINDS):
        weight = (1 if roll < DOUBLES else 2) / 36.0
        find_best(builder, successors.numbers[roll], successors.count[roll], &best)
        mean += weight * best.mean
        if best.fewest == 0:
            chances[0] += weight
        else:
            for i in range(ROLLS - 1):
                chances[i + 1] += weight * builder.exact[best.fewest][i]
        if best.safest >= 0:
            for i in range(FIRST_ROLLS - 1):
                waiting[i + 1] += weight * builder.waiting[best.safest - FULL][i]
    builder.tables.mean[position] = mean
    for i in range(ROLLS):
        builder.tables.late[position][i] = <uint16_t>(left * UNIT + 0.5)
        builder.exact[position][i] = <float>chances[i]
        left -= chances[i]
        left = left if left > 0 else 0
    if position >= FULL:
        waiting[0] = 1
        builder.patience[position - FULL] = 0
        for i in range(FIRST_ROLLS):
            builder.waiting[position - FULL][i] = <float>waiting[i]
            builder.patience[position - FULL] += waiting[i]
            builder.tables.unsaved[position - FULL][i] = <uint16_t>(waiting[i] * UNIT + 0.5)


cdef void find_best(const Builder* builder, const int* numbers, int n, Best* best) noexcept nogil:
    """The best of the plays of a roll: for the fewest rolls, and for the first checker."""
    cdef int i, here
    cdef double mean
    best.mean = best.risk = 1e9
    best.fewest = best.safest = -1
    for i in range(n):
        here = numbers[i]
        mean = builder.tables.mean[here]
        if mean < best.mean:
            best.mean = mean
            best.fewest = here
        if here < FULL:
            best.risk = 0
            best.safest = -1
        elif builder.patience[here - FULL] < best.risk:
            best.risk = builder.patience[here - FULL]
            best.safest = here


cdef void find_successors(const uint16_t* counts, Successors* successors) noexcept nogil:
    """The numbers of the positions after each roll, some more than once."""
    cdef int roll = DOUBLES, a, b
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
    cdef uint16_t next[HOME + 1]
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


cdef void fill(double* table, int n, Successors* successors) noexcept nogil:
    """The two-sided table of the positions numbered 0..n-1."""
    cdef uint16_t counts[HOME + 1]
    cdef int total, i, j
    for i in range(1, n):
        unrank(i, counts)
        find_successors(counts, &successors[i])
    for j in range(n):
        table[j] = 0                    # the other has borne off before
        table[j * n] = 0
    for total in range(2, 2 * n - 1):
        for i in range(max(1, total - n + 1), min(n - 1, total - 1) + 1):
            table[i * n + total - i] = win(table, n, &successors[i], total - i)


cdef double win(const double* table, int n, const Successors* successors, int other) noexcept nogil:
    """The best plays' chances, over all rolls."""
    cdef const double* row = table + other * n
    cdef double sum = 0, least
    cdef int roll, i
    for roll in range(ROLL_KINDS):
        least = 1                       # of the other's chances after a play
        for i in range(successors.count[roll]):
            if successors.numbers[roll][i] == 0:
                least = 0
                break
            least = min(least, row[successors.numbers[roll][i]])
        sum += (1 if roll < DOUBLES else 2) * (1 - least)
    return sum / 36


def counted(checkers):
    """The number of a position, from the checkers on the points 1..6."""
    cdef uint16_t counts[HOME + 1]
    cdef int i
    checkers = list(checkers)
    if len(checkers) != HOME or min(checkers) < 0 or sum(checkers) > CHECKERS:
        raise PositionError(f"a bear-off has up to {CHECKERS} checkers on {HOME} points, not {checkers!r}")
    for i in range(HOME):
        counts[i + 1] = checkers[i]
    return number(counts)


def mean_rolls(checkers):
    """The mean number of rolls to bear off all checkers, by the play that makes it smallest.

    Parameters
    ----------
    checkers : sequence of 6 int
        On the points 1..6.
    """
    return bear_off().mean[counted(checkers)]


def rolls(checkers):
    """The probabilities that bearing off takes 0, 1, 2 .. rolls: array of float64, shape (33,), to 1/65535."""
    import numpy
    cdef int here = counted(checkers), i
    cdef const BearOff* made = bear_off()
    late = [1.0] + [made.late[here][i] / <double>UNIT for i in range(ROLLS)]
    return -numpy.diff(late + [0.0])


def win_chances(first, second):
    """The probabilities of a bear-off race for the side on roll: (win, gammon won, gammon lost).

    Parameters
    ----------
    first, second : sequence of 6 int
        The checkers of the side on roll and of the other on their points 1..6. With less than fifteen, others are off.
    """
    cdef int a = counted(first), b = counted(second)
    cdef const BearOff* made = bear_off()
    cdef double unit = <double>UNIT * UNIT
    return (first_wins(made, a, b) / unit, wins_gammon(made, a, b, 0) / unit if b >= FULL else 0.0,
            wins_gammon(made, b, a, 1) / unit if a >= FULL else 0.0)


cdef class TwoSided:
    """The table of all positions with up to a given number of checkers a side.

    Parameters
    ----------
    checkers : int, 1..6, default 6
        At six it has 924 * 924 entries of 8 bytes, and is made in a second.

    Raises
    ------
    LimitError
        The number is out of range.

    Examples
    --------
    >>> TwoSided(2).win([1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0])
    1.0
    """
    cdef readonly int checkers
    cdef readonly int positions         # a side
    cdef double* table                  # [on roll][other]

    def __cinit__(self, checkers=MOST):
        if integer(checkers) is None or not 1 <= checkers <= MOST:
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
            A side has more checkers than the table, or none.
        """
        cdef int i = counted(first), j = counted(second)
        if i == 0 or j == 0 or i >= self.positions or j >= self.positions:
            raise DatabaseError(f"this table has 1..{self.checkers} checkers a side, "
                                f"not {list(first)!r} against {list(second)!r}")
        return self.table[i * self.positions + j]

    def to_array(self):
        """The whole table: array of float64, shape (positions, positions), by the numbers of both sides."""
        import numpy
        cdef double[:, :] table = <double[:self.positions, :self.positions]>self.table
        return numpy.array(table)


cdef int pair_up(BearOff* made) except -1:
    """The two-sided table in whole numbers."""
    cdef TwoSided exact = TwoSided()
    cdef int i, j
    for i in range(PAIRED):
        for j in range(PAIRED):
            made.wins[i][j] = <int32_t>(exact.table[i * PAIRED + j] * (1 << 24) + 0.5)
    return 0
