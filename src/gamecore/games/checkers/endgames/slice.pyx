"""Two mirrored slices solved together, such as 1202 with Black to move and 0212, which is 1202 with White to move.

A man's move leads to a block whose men have advanced one row more in total, so blocks whose men have advanced equally
far are independent. Threads solve such blocks without locks, after all more advanced blocks are finished.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from gamecore.core.bits cimport (add64, finish64, finished64, load_int, lowest, map_pages, now_ns, pause, set_once,
                                 unmap_pages)
from gamecore.core.job cimport Job
from gamecore.core.limits cimport RUNNING, STOP_STOP, Counter, check_limits
from gamecore.games.checkers.endgames.block cimport BlockSide, map_sides, open_side, solve_block, unmap_sides
from gamecore.games.checkers.endgames.databases cimport Databases
from gamecore.games.checkers.endgames.index cimport Pieces, Slice, number_of_men, place_men, rotated
from gamecore.games.checkers.endgames.probe cimport PACKED, WIN, Endgames

import zlib

from gamecore.errors import DatabaseError
from gamecore.games.checkers.endgames.files import Header
from gamecore.games.checkers.endgames.index import size_of

cdef enum:
    ROWS = 7 * 6 + 1            # advanced by all men together, 0..42: at most 7 men, 6 rows each
    BATCH = 4096                # positions that a thread takes at a time, or one block
    NO_RULE = 1 << 30           # more layers than there are

cdef struct Work:
    const Endgames* endgames
    const Slice* slices[2]      # Black to move, White to move; the same if it is its own mirror
    uint8_t* values[2]          # a byte for each position
    uint32_t* blocks            # their numbers in slices[0], the most advanced first
    uint64_t count              # of blocks
    uint64_t starts[ROWS + 1]   # starts[r]: the number of blocks advanced r rows or more
    uint64_t batch              # blocks that a thread takes at a time
    uint64_t next               # the first block that no thread has taken
    uint64_t done
    int layers                  # of each block, after which the other positions are draws


cdef inline int rows_of(uint64_t men) noexcept nogil:
    """Returns the rows advanced by men that move up the board."""
    cdef int rows = 0
    while men:
        rows += lowest(men) // 9 * 2 + (lowest(men) % 9 >= 4)
        men &= men - 1
    return rows


cdef inline int rows_of_block(const Work* work, uint32_t number) noexcept nogil:
    """Returns the rows advanced by a block's men, or -1 if the block is solved from the other side."""
    cdef Pieces men
    place_men(work.slices[0], number, &men, work.endgames.binomials)
    if work.slices[0] == work.slices[1] and mirror_of(work, &men) < number:
        return -1
    return rows_of(men.own_men) + rows_of(rotated(men.other_men))


cdef inline uint32_t mirror_of(const Work* work, const Pieces* men) noexcept nogil:
    """Returns the number of this block with the other side to move."""
    return number_of_men(work.slices[1], rotated(men.other_men), rotated(men.own_men), work.endgames.binomials)


cdef void list_blocks(Work* work) noexcept nogil:
    """Sorts the blocks by rows, then by number."""
    cdef uint64_t places[ROWS]
    cdef uint32_t number
    cdef int rows
    for number in range(work.slices[0].men):
        rows = rows_of_block(work, number)
        if rows >= 0:
            work.starts[rows] += 1
    for rows in range(ROWS - 1, -1, -1):
        places[rows] = work.starts[rows + 1]
        work.starts[rows] += work.starts[rows + 1]
    for number in range(work.slices[0].men):
        rows = rows_of_block(work, number)
        if rows >= 0:
            work.blocks[places[rows]] = number
            places[rows] += 1
    work.count = work.starts[0]


cdef inline int open_block(const Work* work, BlockSide* sides, uint32_t number) noexcept nogil:
    """Prepares a block; returns its number of sides, 1 or 2."""
    cdef Pieces men
    cdef uint32_t mirror
    cdef int count
    place_men(work.slices[0], number, &men, work.endgames.binomials)
    mirror = mirror_of(work, &men)
    count = 1 if work.slices[0] == work.slices[1] and mirror == number else 2
    open_side(&sides[0], work.slices[0], men.own_men, men.other_men, &sides[count - 1])
    open_side(&sides[1], work.slices[1], rotated(men.other_men), rotated(men.own_men), &sides[0])
    sides[0].values = work.values[0] + <uint64_t>number * work.slices[0].kings
    sides[1].values = work.values[1] + <uint64_t>mirror * work.slices[1].kings
    return count


cdef inline bint wait_for(const Work* work, uint64_t blocks, Counter* counter) noexcept nogil:
    """Waits until this number of blocks is finished; returns False if the work was stopped."""
    while finished64(&work.done) < blocks:
        if check_limits(&counter.events, counter.nodes):
            return False
        pause()
    return load_int(&counter.events.shared.stop) == RUNNING


cdef void work_through(Work* work, BlockSide* sides) noexcept nogil:
    """Processes batches in one thread until none is left."""
    cdef uint64_t first, last, i, ready
    cdef int rows = ROWS - 1
    while True:
        last = add64(&work.next, work.batch)
        first = last - work.batch
        last = min(last, work.count)
        ready = first
        for i in range(first, last):
            while work.starts[rows] <= i:
                rows -= 1
            if work.starts[rows + 1] > ready:
                finish64(&work.done, i - ready)
                ready = i
            if not wait_for(work, work.starts[rows + 1], sides[0].counter):
                return
            solve_block(sides, open_block(work, sides, work.blocks[i]), work.endgames, work.layers)
        if first >= last:
            return
        finish64(&work.done, last - ready)


cdef class SlicePair(Job):
    """The solver of a slice and its mirror.

    Parameters
    ----------
    databases : Databases
        Databases with all slices to which captures and crownings lead.
    slice : tuple of int
        Own men, own kings, other's men, other's kings.
    layers : int, optional
        The number of plies within which a capture, a man's move or the end of the game must come for a win to count.

    Raises
    ------
    DatabaseError
        If there is no such slice, or the databases lack a slice to which it leads.
    MemoryError
        If the system has too little memory for its positions.

    Attributes
    ----------
    slices : list of tuple
        The slice and its mirror; the slice alone if these are equal.
    """

    cdef Work work
    cdef Databases databases
    cdef readonly list slices
    cdef int longest[2]

    def __cinit__(self, Databases databases not None, tuple slice not None, int layers=NO_RULE):
        cdef int i
        check_followers(databases, slice)
        self.databases = databases       # kept, since their tables are used
        self.slices = list(dict.fromkeys([slice, slice[2:] + slice[:2]]))
        self.work.endgames = databases.endgames
        for i in range(2):
            self.work.slices[i] = &databases.table(self.slices[i % len(self.slices)]).slice
            self.work.values[i] = self.work.values[0]
            if i < len(self.slices):
                self.work.values[i] = <uint8_t*>map_pages(self.work.slices[i].size, True)
        self.work.blocks = <uint32_t*>map_pages(self.work.slices[0].men * sizeof(uint32_t), True)
        if self.work.values[0] == NULL or self.work.values[1] == NULL or self.work.blocks == NULL:
            raise MemoryError(f"the system refused {self.work.slices[0].size >> 19} MiB for slice {slice}")
        self.work.layers = layers
        self.work.batch = max(1, BATCH // self.work.slices[0].kings)
        with nogil:
            list_blocks(&self.work)

    def __dealloc__(self):
        if self.work.blocks != NULL:
            unmap_pages(self.work.blocks, self.work.slices[0].men * sizeof(uint32_t))
        if self.work.values[1] != NULL and self.work.values[1] != self.work.values[0]:
            unmap_pages(self.work.values[1], self.work.slices[1].size)
        if self.work.values[0] != NULL:
            unmap_pages(self.work.values[0], self.work.slices[0].size)

    @property
    def blocks(self):
        """The number of blocks, which is also the largest useful number of threads."""
        return self.work.count

    @property
    def positions(self):
        """The number of positions in both slices."""
        return len(self.slices) * self.work.slices[0].size

    @property
    def done(self):
        """The share of positions solved, 0..1."""
        return <double>finished64(&self.work.done) / <double>self.work.count

    def stop(self):
        """Ends `solve`; call it from another thread."""
        set_once(&self.shared.stop, STOP_STOP)

    def solve(self, int threads=1, on_progress=None):
        """Solves the slices in threads; `on_progress` is called with the pair about twice a second."""
        self.on_report = on_progress
        self.start_clock(now_ns())
        try:
            self.share(_solve_blocks, threads)
        finally:
            self.on_report = None

    def file(self, int i):
        """Returns the header and the packed values of self.slices[i], after all is solved."""
        cdef uint64_t counts[WIN + 1]
        cdef uint64_t size = self.work.slices[range(len(self.slices))[i]].size
        packed = bytearray((size + PACKED - 1) // PACKED)
        cdef uint8_t[::1] view = packed
        counts[:] = [0, 0, 0]
        if load_int(&self.shared.stop) != RUNNING or finished64(&self.work.done) < self.work.count:
            raise DatabaseError(f"slice {self.slices[i]} is solved to {self.done:.0%} only")
        with nogil:
            pack(self.work.values[i], size, &view[0], counts)
        losses, draws, wins = counts
        return Header(self.slices[i], size, wins, losses, draws, self.longest[i], zlib.crc32(packed)), packed


def _solve_blocks(SlicePair pair not None, int i):
    """Solves blocks in the i-th thread."""
    cdef BlockSide sides[2]
    cdef Counter counter
    cdef int k
    pair.start_counter(&counter, i)
    try:
        map_sides(sides, pair.work.slices[0].kings, &counter)
        for k in range(2):
            sides[k].slice_values = pair.work.values[k]
        with nogil:
            work_through(&pair.work, sides)
    finally:
        unmap_sides(sides, pair.work.slices[0].kings)
    for k in range(2):
        pair.longest[k % len(pair.slices)] = max(pair.longest[k % len(pair.slices)], sides[k].longest)


cdef int check_followers(Databases databases, tuple slice) except -1:
    """Raises DatabaseError unless the databases contain the slices to which a slice leads."""
    size_of(slice)
    own_men, own_kings, other_men, other_kings = slice
    crowned = [(other_men, other_kings, own_men - 1, own_kings + 1)] if own_men else []
    crowned += [(own_men, own_kings, other_men - 1, other_kings + 1)] if other_men else []
    if sum(slice) > max(databases.pieces, 1) + 1 or not databases.headers.keys() >= set(crowned):
        raise DatabaseError(f"slice {slice} leads to slices that these databases lack")
    return 0


cdef void pack(const uint8_t* values, uint64_t size, uint8_t* packed, uint64_t* counts) noexcept nogil:
    """Packs five values into a byte, and counts each value."""
    cdef uint64_t number
    cdef int weight = 1
    for number in range(size):
        weight = 1 if number % PACKED == 0 else 3 * weight
        packed[number // PACKED] += weight * values[number]
        counts[values[number]] += 1
