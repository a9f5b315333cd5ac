"""The one-sided bear-off tables, which are reckoned anew by every process that needs them: it takes a fraction of a second."""
from libc.stdint cimport int32_t, uint16_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from gamecore.errors import PositionError

cdef BearOff* tables = NULL              # reckoned once, never freed

cdef struct Best:                        # of the plays of a roll
    int fewest                           # number of the position that needs the fewest rolls
    double mean
    int safest                           # number of the position that soonest has a checker off; -1: one is off
    double risk

cdef struct Builder:
    BearOff* tables
    float (*exact)[ROLLS]                # probabilities of needing i + 1 rolls
    float (*waiting)[FIRST_ROLLS]        # of positions from FULL on: none off after i rolls
    double* patience                     # the sum of a row of waiting: what a side in danger of a gammon makes small


cdef const BearOff* bear_off() except NULL:
    """The tables. The GIL is held: only one thread makes them."""
    global tables
    cdef BearOff* made
    if tables == NULL:
        made = <BearOff*>calloc(1, sizeof(BearOff))
        if made == NULL:
            raise MemoryError("no memory for the bear-off tables")
        build(made)
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
    cdef int a, b, i
    for i in range(ROLLS):
        chances[i] = 0
    for i in range(FIRST_ROLLS):
        waiting[i] = 0
    for a in range(1, 7):
        for b in range(1, a + 1):
            weight = (1 if a == b else 2) / 36.0
            find_best(builder, counts, a, b, &best)
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


cdef void find_best(const Builder* builder, const uint16_t* counts, int a, int b, Best* best) noexcept nogil:
    """The best plays of a roll: for the fewest rolls, and for the first checker."""
    best.mean = best.risk = 1e9
    best.fewest = best.safest = -1
    if a == b:
        go_on(builder, counts, a, a, 4, HOME, best)
    else:
        go_on(builder, counts, a, b, 2, HOME, best)
        go_on(builder, counts, b, a, 2, HOME, best)


cdef void go_on(const Builder* builder, const uint16_t* counts, int die, int then, int moves, int limit, Best* best) noexcept nogil:
    """All ways to play a die now, from no point above limit, and then the others."""
    cdef uint16_t next[HOME + 1]
    cdef int highest = HOME, point
    while highest and counts[highest] == 0:
        highest -= 1
    if moves == 0 or highest == 0:
        weigh(builder, counts, best)
        return
    for point in range(1, HOME + 1):
        if counts[point] == 0 or point > limit or (point < die and point != highest):
            continue
        memcpy(next, counts, sizeof(next))
        next[point] -= 1
        if point > die:
            next[point - die] += 1
        else:
            next[0] += 1
        go_on(builder, next, then, die, moves - 1, point if die == then else HOME, best)


cdef void weigh(const Builder* builder, const uint16_t* counts, Best* best) noexcept nogil:
    cdef int here = number(counts)
    cdef double mean = builder.tables.mean[here]
    if mean < best.mean:
        best.mean = mean
        best.fewest = here
    if here < FULL:
        best.risk = 0
        best.safest = -1
    elif builder.patience[here - FULL] < best.risk:
        best.risk = builder.patience[here - FULL]
        best.safest = here


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
