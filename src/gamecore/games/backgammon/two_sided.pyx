"""The two-sided bear-off table, in which play maximises the chance of winning:

    win(i, j) = sum over rolls of their probability * max over plays i -> k of (1 if k == 0 else 1 - win(j, k))

No gammon is possible, since each side has a checker off. Positions have the numbers of the one-sided tables
(bearoff.pxd).
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
    cdef bint done = made != NULL and wins != NULL and pair_up(wins, PAIRED)
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


cdef struct Pairs:                       # the two-sided table as it grows; positions are numbered by their pips
    int n
    double* wins                         # [on roll][other]
    double* turned                       # [other][on roll]
    Ends* ends
    int16_t* rank                        # of the positions as they are numbered elsewhere


cdef bint pair_up(double* wins, int n) noexcept nogil:
    """Computes the table wins[i * n + j] of positions 0..n-1, with i on roll; returns False without memory."""
    cdef Pairs pairs
    cdef bint done
    cdef int i, j
    pairs.n = n
    pairs.wins = <double*>calloc(n * n, sizeof(double))          # 0 where the side not on roll has borne off before
    pairs.turned = <double*>calloc(n * n, sizeof(double))
    pairs.ends = <Ends*>malloc(n * sizeof(Ends))
    pairs.rank = <int16_t*>malloc(n * sizeof(int16_t))
    done = (pairs.wins != NULL and pairs.turned != NULL and pairs.ends != NULL and pairs.rank != NULL
            and settle_pairs(&pairs))
    for i in range(n if done else 0):
        for j in range(n):
            wins[i * n + j] = pairs.wins[pairs.rank[i] * n + pairs.rank[j]]
    free(pairs.wins)
    free(pairs.turned)
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
            win_against(pairs, i, first, n)
            for j in range(first, n):
                pairs.turned[j * n + i] = pairs.wins[i * n + j]
        for j in range(end, n):
            win_against(pairs, j, first, end)
            for i in range(first, end):
                pairs.turned[i * n + j] = pairs.wins[j * n + i]
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


cdef void win_against(const Pairs* pairs, int mover, int first, int end) noexcept nogil:
    """Computes the chances of a side on roll against the sides from `first` on."""
    cdef const double* after[WAYS]       # the others' chances after each play
    cdef double* row = pairs.wins + mover * pairs.n
    cdef const Ends* ends = &pairs.ends[mover]
    cdef int roll, i
    for roll in range(ROLL_KINDS):
        for i in range(ends.count[roll]):
            after[i] = pairs.turned + ends.numbers[roll][i] * pairs.n + first
        add_most(row + first, after, ends.count[roll], 1 if roll < 6 else 2, end - first)
    for i in range(first, end):
        row[i] /= 36


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

    def __cinit__(self, checkers=MOST):
        if integer(checkers) is None or not 1 <= checkers <= MOST:
            raise LimitError(f"a two-sided bear-off table has 1..{MOST} checkers a side, not {checkers!r}")
        self.checkers = checkers
        self.positions = counted([0] * 5 + [checkers]) + 1
        self.table = <double*>malloc(self.positions * self.positions * sizeof(double))
        cdef bint done = False
        if self.table != NULL:
            with nogil:
                done = pair_up(self.table, self.positions)
        if not done:
            raise MemoryError("no memory for the two-sided bear-off table")

    def __dealloc__(self):
        free(self.table)

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
        cdef int i = counted(first), j = counted(second)
        if i == 0 or j == 0 or i >= self.positions or j >= self.positions:
            raise DatabaseError(f"this table has 1..{self.checkers} checkers a side, "
                                f"not {list(first)!r} against {list(second)!r}")
        return self.table[i * self.positions + j]

    def to_array(self):
        """Returns the table as float64, shape (positions, positions), by the numbers of both sides."""
        import numpy
        cdef double[:, :] table = <double[:self.positions, :self.positions]>self.table
        return numpy.array(table)
