"""The two-sided bear-off table, in which play maximises the chance of winning:

    win(i, j) = sum over rolls of their probability * max over plays i -> k of (1 if k == 0 else 1 - win(j, k))

No gammon is possible, since each side has a checker off. Positions have the numbers of the one-sided tables
(bearoff.pxd).

With a cube the value depends on its owner, so it has a plane for each: the cube is centred, or the side on roll owns
it, or the other side does. In units of the cube a side that may double turns its value v into max(v, min(2 d, 1)),
where d is its value before the roll while the other side owns the cube. A play maximises its own plane. The planes
contain (1 + value) / 2, so that one recursion computes them all.
"""
from libc.stdint cimport int16_t, int32_t, uint16_t
from libc.stdlib cimport calloc, free, malloc

from gamecore.core.bits cimport load_pointer, publish_pointer
from gamecore.core.checks import integer
from gamecore.errors import DatabaseError, LimitError
from gamecore.games.backgammon.bearoff cimport Moves, PAIRED, find_moves, unrank
from gamecore.games.backgammon.bearoff import counted
from gamecore.games.backgammon.rules cimport HOME

cdef enum:
    ROLL_KINDS = 21
    MOST_PAIRED = 6                      # checkers per side of PAIRED
    OWN = 1                              # the plane of a cube that the side on roll owns; in plane 0 it is centred
    THEIRS = 2                           # ... that the other side owns
    CUBED = 3                            # planes with a cube
    WAYS = 128                           # to play a roll: C(9, 4) of a double, in non-ascending order

cdef extern from "gamecore/games/backgammon/kernels.h" nogil:
    void add_most "gc_add_most"(double* sum, const double** rows, int n, double weight, int columns) noexcept

MOST = MOST_PAIRED                       # checkers per side

cdef void* paired = NULL                 # the table, computed once, never freed


cdef const int32_t* two_sided() noexcept nogil:
    """Returns the two-sided table of PAIRED positions per side, or NULL without memory.

    The first call computes it; of several threads' results the first is kept.
    """
    cdef int32_t* made
    if load_pointer(&paired) == NULL:
        made = new_pairs()
        if made != NULL and not publish_pointer(&paired, made):
            free(made)
    return <const int32_t*>load_pointer(&paired)


cdef int32_t* new_pairs() noexcept nogil:
    cdef int32_t* made = <int32_t*>malloc(PAIRED * PAIRED * sizeof(int32_t))
    cdef double* wins = <double*>malloc(PAIRED * PAIRED * sizeof(double))
    cdef bint done = made != NULL and wins != NULL and pair_up(wins, PAIRED, 1)
    cdef int i
    for i in range(PAIRED * PAIRED if done else 0):
        made[i] = <int32_t>(wins[i] * (1 << 24) + 0.5)
    free(wins)
    if not done:
        free(made)
        return NULL
    return made


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
    """Adds to the ends the positions after a die from the starts; returns their number."""
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
    int n
    int planes                           # 1, the chances of winning, or CUBED
    double* rolled[CUBED]                # [on roll][other], before the roll
    double* turned[CUBED]                # [other][on roll], before the decision to double
    Ends* ends
    int16_t* rank                        # of the positions as they are numbered elsewhere


cdef bint pair_up(double* tables, int n, int planes) noexcept nogil:
    """Computes the tables of positions 0..n-1, each [on roll][other], one after the other; returns False without
    memory."""
    cdef Pairs pairs
    cdef bint done
    cdef int plane, i, j
    pairs.n, pairs.planes = n, planes
    pairs.ends = <Ends*>malloc(n * sizeof(Ends))
    pairs.rank = <int16_t*>malloc(n * sizeof(int16_t))
    done = pairs.ends != NULL and pairs.rank != NULL
    for plane in range(planes):
        pairs.rolled[plane] = <double*>calloc(n * n, sizeof(double))     # 0 where the other side has borne off before
        pairs.turned[plane] = <double*>calloc(n * n, sizeof(double))
        done = done and pairs.rolled[plane] != NULL and pairs.turned[plane] != NULL
    done = done and settle_pairs(&pairs)
    for plane in range(planes):
        for i in range(n if done else 0):
            for j in range(n):
                tables[(plane * n + i) * n + j] = pairs.rolled[plane][pairs.rank[i] * n + pairs.rank[j]]
        free(pairs.rolled[plane])
        free(pairs.turned[plane])
    free(pairs.ends)
    free(pairs.rank)
    return done


cdef bint settle_pairs(Pairs* pairs) noexcept nogil:
    """Computes pairs of sides in the order of the fewer pips of the two, since every play costs pips.

    The pairs with that side on roll come first, because their plays lead to fewer pips, and then the others.
    """
    cdef int n = pairs.n, pips, first, end = 1, i, j
    cdef Moves* moves = <Moves*>malloc(n * sizeof(Moves))
    if moves == NULL:
        return False
    rank_by_pips(pairs, moves)
    for pips in range(1, HOME * MOST_PAIRED + 1):
        first = end
        while end < n and pairs.ends[end].pips == pips:
            end += 1
        for i in range(first, end):
            roll_against(pairs, i, first, n)
            for j in range(first, n):
                turn(pairs, i, j)
        for j in range(end, n):
            roll_against(pairs, j, first, end)
            for i in range(first, end):
                turn(pairs, j, i)
    free(moves)
    return True


cdef void rank_by_pips(Pairs* pairs, Moves* moves) noexcept nogil:
    """Fills rank and ends."""
    cdef uint16_t counts[HOME + 1]
    cdef int sums[PAIRED]
    cdef int last = 0, pips, i, roll, k
    cdef Ends* ends
    pairs.rank[0] = sums[0] = 0
    for i in range(1, pairs.n):
        unrank(i, counts)
        find_moves(i, counts, False, &moves[i])
        sums[i] = 0
        for k in range(1, HOME + 1):
            sums[i] += k * counts[k]
    for pips in range(1, HOME * MOST_PAIRED + 1):
        for i in range(1, pairs.n):
            if sums[i] == pips:
                last += 1
                pairs.rank[i] = last
    for i in range(1, pairs.n):
        ends = &pairs.ends[pairs.rank[i]]
        ends.pips = sums[i]
        find_ends(moves, i, ends)
        for roll in range(ROLL_KINDS):
            for k in range(ends.count[roll]):
                ends.numbers[roll][k] = pairs.rank[ends.numbers[roll][k]]


cdef inline void turn(const Pairs* pairs, int mover, int other) noexcept nogil:
    """Fills a pair's values before the decision from those before the roll."""
    cdef int before = mover * pairs.n + other, after = other * pairs.n + mover, plane
    cdef double doubled = 0              # no value is less
    if pairs.planes == CUBED:
        doubled = min(2 * pairs.rolled[THEIRS][before] - 0.5, 1)
    for plane in range(pairs.planes):
        pairs.turned[plane][after] = max(pairs.rolled[plane][before], doubled if plane != THEIRS else 0)


cdef void roll_against(const Pairs* pairs, int mover, int first, int end) noexcept nogil:
    """Computes the values of a side on roll against the sides from `first` on."""
    cdef const double* after[WAYS]       # the others' values after each play
    cdef const double* turned
    cdef double* row
    cdef const Ends* ends = &pairs.ends[mover]
    cdef int plane, roll, i
    for plane in range(pairs.planes):
        row = pairs.rolled[plane] + mover * pairs.n
        turned = pairs.turned[THEIRS if plane == OWN else OWN if plane == THEIRS else plane]
        for roll in range(ROLL_KINDS):
            for i in range(ends.count[roll]):
                after[i] = turned + ends.numbers[roll][i] * pairs.n + first
            add_most(row + first, after, ends.count[roll], 1 if roll < 6 else 2, end - first)
        for i in range(first, end):
            row[i] /= 36


cdef double* computed(int n, int planes) except NULL:
    """Returns new tables of the positions 0..n-1."""
    cdef double* made = <double*>malloc(planes * n * n * sizeof(double))
    cdef bint done
    with nogil:
        done = made != NULL and pair_up(made, n, planes)
    if not done:
        free(made)
        raise MemoryError("no memory for the two-sided bear-off table")
    return made


cdef class TwoSided:
    """The table of all positions with up to a given number of checkers per side.

    Parameters
    ----------
    checkers : int, 1..6, default 6
        Checkers per side; at six the table has 924 * 924 entries of 8 bytes.

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
    cdef double* table                  # [on roll][other]
    cdef double* cubed                  # [plane][on roll][other]; NULL before it is needed

    def __cinit__(self, checkers=MOST):
        if integer(checkers) is None or not 1 <= checkers <= MOST:
            raise LimitError(f"a two-sided bear-off table has 1..{MOST} checkers a side, not {checkers!r}")
        self.checkers = checkers
        self.positions = counted([0] * 5 + [checkers]) + 1
        self.table = computed(self.positions, 1)

    def __dealloc__(self):
        free(self.table)
        free(self.cubed)

    cdef int entry(self, first, second) except -1:
        cdef int i = counted(first), j = counted(second)
        if i == 0 or j == 0 or i >= self.positions or j >= self.positions:
            raise DatabaseError(f"this table has 1..{self.checkers} checkers a side, "
                                f"not {list(first)!r} against {list(second)!r}")
        return i * self.positions + j

    def win(self, first, second):
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
        return self.table[self.entry(first, second)]

    def cubeful(self, first, second):
        """Returns the equities for money of the side on roll if it does not double now, in units of the cube.

        Both sides double, take and play perfectly. The three values are for a cube that is centred, that the side on
        roll owns and that the other side owns. Twice the last is the equity after double and take. The first call
        computes a table of three times the size. Parameters and errors are those of `win`.

        Examples
        --------
        >>> [round(36 * equity) for equity in TwoSided(2).cubeful([0, 1, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0])]
        [2, 2, 2]
        """
        cdef int here = self.entry(first, second), size = self.positions * self.positions, plane
        cdef double* made
        if self.cubed == NULL:
            made = computed(self.positions, CUBED)
            if self.cubed == NULL:
                self.cubed = made
            else:                        # another thread was faster
                free(made)
        return tuple([2 * self.cubed[plane * size + here] - 1 for plane in range(CUBED)])

    def to_array(self):
        """Returns the table as float64, shape (positions, positions), by the numbers of both sides."""
        import numpy
        cdef double[:, :] table = <double[:self.positions, :self.positions]>self.table
        return numpy.array(table)
