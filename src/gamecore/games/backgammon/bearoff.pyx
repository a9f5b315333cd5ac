"""The bear-off tables. Some tables are shipped in a file; a process computes the others at their first use.

The computation takes less than a tenth of a second. This command writes the file:

    python -c 'from gamecore.games.backgammon.bearoff import ship; ship("src/gamecore/data/bearoff.bin")'

Play minimises the mean number of rolls. For every position the computation stores the best move of each die, so the
best play of a roll takes only a few look-ups. Probabilities are integers, and every product in a sum of means is exact,
so every machine computes the same tables. The large tables are aligned to pages, so that a side's probabilities fill
one cache line.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

import os

from gamecore.core.bits cimport load_pointer, map_pages, publish_pointer, unmap_pages
from gamecore.core.job cimport Job
from gamecore.core.limits cimport Counter, advance

from gamecore.core import weight_files
from gamecore.core.files import DATA, write_atomically

FILE = weight_files.kind(b"gamecore bear-off 1\n", "bear-off tables")
SHIPPED = os.path.join(DATA, "bearoff.bin")
# The tables of BearOff, in the order of its fields.
SHAPES = (("late", (POSITIONS, ROLLS), "<u2"), ("unsaved", (POSITIONS - FULL, FIRST_ROLLS), "<u2"),
          ("cleared", (PAIRED, ROLLS), "<u2"))

cdef enum:
    TEN = 8008                           # positions with up to ten checkers, C(16, 6)
    SCALE = 26                           # probabilities are in 1/2**SCALE: 36 of them fit into a uint32
    STRAGGLING_BYTES = STRAGGLING * ROLLS * sizeof(uint16_t)

cdef BearOff* tables = NULL              # read at most once, never freed
cdef void* strayed = NULL                # the table of straggling, computed once, never freed

cdef struct Plan:                        # the play that soonest reaches a position below `first`
    int first
    int end                              # of the positions
    int32_t (*after)[3][6]               # [position][k][die - 1]: where k + 1 plays of a die lead at best
    double* mean                         # rolls
    uint32_t (*chance)[ROLLS]            # that exactly i + 1 rolls are needed, in 1/2**SCALE
    unsigned char* most                  # the most rolls that may be needed

# Fills tables, unless a signal comes.
ctypedef void (*Build)(Plan* plan, void* made, Counter* counter) noexcept nogil


cdef const BearOff* bear_off() except NULL:
    """Returns the tables of the file, which the first call reads."""
    global tables
    cdef BearOff* made
    if tables == NULL:
        payload = weight_files.read(SHIPPED, FILE, SHAPES).payload
        made = <BearOff*>map_pages(sizeof(BearOff), True)
        if made == NULL:
            raise MemoryError("no memory for the bear-off tables")
        memcpy(made, <const char*><bytes>payload, sizeof(BearOff))
        tables = made
    return tables


def ship(path):
    """Computes the tables and writes the file that comes with gamecore."""
    cdef void* made = built(build, POSITIONS, sizeof(BearOff))
    payload = (<const char*>made)[:sizeof(BearOff)]
    unmap_pages(made, sizeof(BearOff))
    write_atomically(path, FILE.head([weight_files.digest_of(payload)], payload) + payload)


cdef void* built(Build build, int positions, size_t size) except NULL:
    """Returns new tables in mapped memory, which `build` has filled for this number of positions."""
    cdef Job job = Job()
    cdef Counter counter
    cdef Plan plan
    cdef bint opened = open_plan(&plan, positions)
    cdef void* made = map_pages(size, True)
    try:
        if made == NULL or not opened:
            raise MemoryError("no memory for the bear-off tables")
        job.start_counter(&counter, 0)
        with nogil:
            build(&plan, made, &counter)
        job.raise_error()
    except BaseException:
        if made != NULL:
            unmap_pages(made, size)
        raise
    finally:
        close_plan(&plan)
    return made


cdef void build(Plan* plan, void* made, Counter* counter) noexcept nogil:
    """Fills a BearOff."""
    cdef BearOff* bear_off = <BearOff*>made
    compute_range(plan, 1, PAIRED, True, counter)
    write_tails(plan, bear_off.cleared[0], ROLLS)
    compute_range(plan, FULL, POSITIONS, False, counter)
    write_tails(plan, bear_off.unsaved[0], FIRST_ROLLS)
    compute_range(plan, 1, POSITIONS, False, counter)
    write_tails(plan, bear_off.late[0], ROLLS)


cdef const uint16_t* straggling() except NULL:
    """Returns the table of sides with one checker outside home and up to nine inside.

    The first call computes the table; if several threads compute it, the first result is kept.
    """
    cdef void* made
    if load_pointer(&strayed) == NULL:
        made = built(build_straggling, TEN + STRAGGLING, STRAGGLING_BYTES)
        if not publish_pointer(&strayed, made):
            unmap_pages(made, STRAGGLING_BYTES)
    return <const uint16_t*>load_pointer(&strayed)


cdef void build_straggling(Plan* plan, void* made, Counter* counter) noexcept nogil:
    """Fills a table of stragglers. Positions are numbered from TEN on by the straggler's point, then by the other
    checkers."""
    cdef uint16_t counts[HOME + 1]
    cdef Moves moves
    cdef int here
    compute_range(plan, 1, TEN, False, counter)
    for here in range(STRAGGLING):
        if advance(counter, 1):
            return
        unrank(here % NINE, counts)
        find_moves_home(HOME + 1 + here // NINE, here % NINE, counts, &moves)
        compute_position(plan, TEN + here, &moves)
    plan.first, plan.end = TEN, TEN + STRAGGLING
    write_tails(plan, <uint16_t*>made, ROLLS)


cdef void find_moves_home(int straggler, int others, uint16_t* counts, Moves* moves) noexcept nogil:
    """Finds the positions after one die if a checker is outside home, so that no checker may be borne off."""
    cdef int first = TEN + (straggler - HOME - 1) * NINE, die, point, n
    for die in range(1, HOME + 1):
        n = 1
        if straggler - die > HOME:
            moves.numbers[die - 1][0] = first + others - die * NINE
        else:
            moves.numbers[die - 1][0] = number_after(counts, 0, straggler - die)
        for point in range(die + 1, HOME + 1):
            if counts[point]:
                moves.numbers[die - 1][n] = first + number_after(counts, point, point - die)
                n += 1
        moves.count[die - 1] = n


cdef inline int number_after(uint16_t* counts, int start, int end) noexcept nogil:
    """Returns the number of a position after a checker's move from `start`, 0 for outside home."""
    cdef int result
    counts[start] -= 1
    counts[end] += 1
    result = number(counts)
    counts[start] += 1
    counts[end] -= 1
    return result


cdef bint open_plan(Plan* plan, int positions) noexcept nogil:
    plan.after = <int32_t (*)[3][6]>malloc(positions * sizeof(plan.after[0]))
    plan.mean = <double*>malloc(positions * sizeof(double))
    plan.chance = <uint32_t (*)[ROLLS]>malloc(positions * sizeof(plan.chance[0]))
    plan.most = <unsigned char*>malloc(positions)
    return plan.after != NULL and plan.mean != NULL and plan.chance != NULL and plan.most != NULL


cdef void close_plan(Plan* plan) noexcept nogil:
    free(plan.after)
    free(plan.mean)
    free(plan.chance)
    free(plan.most)


cdef void compute_range(Plan* plan, int first, int end, bint free, Counter* counter) noexcept nogil:  # no-cython-lint
    """Computes the number of rolls from each position below `end` to one below `first`.

    If `free`, a die may bear off any checker on a lower point, even if other checkers stand behind it.
    """
    cdef uint16_t counts[HOME + 1]
    cdef Moves moves
    cdef int here, k, die
    plan.first, plan.end = first, end
    for here in range(first):
        plan.mean[here] = 0
        plan.most[here] = 0
        for k in range(3):
            for die in range(6):
                plan.after[here][k][die] = here
    for here in range(first, end):
        if advance(counter, 1):
            return
        unrank(here, counts)
        find_moves(here, counts, free, &moves)
        compute_position(plan, here, &moves)


cdef void find_moves(int here, const uint16_t* counts, bint free, Moves* moves) noexcept nogil:    # no-cython-lint
    """Finds the positions after one die; a checker's move changes the sums of all points down to its new point."""
    cdef int32_t fall[HOME + 1]          # of the number, when a checker goes from this point to 0
    cdef int point, die, n, sum = 0, highest = 0
    for point in range(1, HOME + 1):
        sum += counts[point]
    fall[0] = 0
    for point in range(1, HOME + 1):
        fall[point] = fall[point - 1] + TERMS[HOME - point][sum] - (TERMS[HOME - point][sum - 1] if sum else 0)
        sum -= counts[point]
        highest = point if counts[point] else highest
    for die in range(1, HOME + 1):
        n = 0
        for point in range(1, highest + 1):
            if counts[point] and (point >= die or point == highest or free):
                moves.numbers[die - 1][n] = here - fall[point] + (fall[point - die] if point > die else 0)
                n += 1
        moves.count[die - 1] = n


cdef inline int better(const Plan* plan, int best, int other) noexcept nogil:
    return other if best < 0 or plan.mean[other] < plan.mean[best] else best


cdef void compute_position(Plan* plan, int here, const Moves* moves) noexcept nogil:
    """Computes the probabilities and the mean of a position whose successors are known."""
    cdef uint32_t sums[ROLLS]            # 36 times the chances
    cdef double total = 0                # 36 times the mean less 1
    cdef int a, b, k, i, best, end, most = 0
    memset(sums, 0, sizeof(sums))
    for a in range(6):
        for k in range(3):
            best = -1
            for i in range(moves.count[a]):
                end = moves.numbers[a][i]
                best = better(plan, best, plan.after[end][k - 1][a] if k else end)
            plan.after[here][k][a] = best
        best = -1
        for i in range(moves.count[a]):
            best = better(plan, best, plan.after[moves.numbers[a][i]][2][a])
        count_in(plan, best, 1, sums, &total, &most)
        for b in range(a):
            best = -1
            for i in range(moves.count[a]):
                best = better(plan, best, plan.after[moves.numbers[a][i]][0][b])
            for i in range(moves.count[b]):
                best = better(plan, best, plan.after[moves.numbers[b][i]][0][a])
            count_in(plan, best, 2, sums, &total, &most)
    plan.mean[here] = 1 + total / 36
    plan.most[here] = most
    for i in range(ROLLS):
        plan.chance[here][i] = (sums[i] + 18) // 36


cdef inline void count_in(const Plan* plan, int end, int weight, uint32_t* sums, double* total,
                          int* most) noexcept nogil:
    """Adds the probabilities and the mean of the position after a roll."""
    cdef const uint32_t* chance = plan.chance[end]
    cdef int n = plan.most[end], i
    total[0] += weight * plan.mean[end]
    most[0] = max(most[0], min(n + 1, ROLLS))
    if n == 0:
        sums[0] += <uint32_t>weight << SCALE
    elif n < 16:
        for i in range(15):
            sums[i + 1] += weight * chance[i]
    else:
        for i in range(ROLLS - 1):
            sums[i + 1] += weight * chance[i]


cdef void write_tails(const Plan* plan, uint16_t* late, int rolls) noexcept nogil:
    """Writes the probabilities that more than i rolls are needed, in 1/UNIT, of each position from `first` on."""
    cdef int first = 0 if plan.first == 1 else plan.first
    cdef int here, i
    cdef uint32_t left
    for here in range(first, plan.end):
        left = 0 if here < plan.first else <uint32_t>1 << SCALE
        for i in range(rolls):
            late[i] = (<uint64_t>left * UNIT + (<uint64_t>1 << (SCALE - 1))) >> SCALE
            left -= min(left, plan.chance[here][i]) if left else 0
        late += rolls


cdef void unrank(int number, uint16_t* counts) noexcept nogil:
    """Computes the counts of the position with a number."""
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
