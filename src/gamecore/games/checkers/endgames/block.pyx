"""The memory for solving a block."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from gamecore.core.bits cimport map_pages, unmap_pages
from gamecore.core.limits cimport Counter


cdef int map_sides(BlockSide* sides, uint64_t positions, Counter* counter) except -1:
    """Maps memory, of which the system allocates only written pages; unmap_sides must be called in every case."""
    cdef Decided* lists[4]
    cdef int i
    memset(sides, 0, 2 * sizeof(BlockSide))
    lists[:] = [&sides[0].wins, &sides[0].losses, &sides[1].wins, &sides[1].losses]
    for i in range(4):
        lists[i].entries = <uint64_t*>map_pages(positions * sizeof(uint64_t), False)
        if lists[i].entries == NULL:
            raise MemoryError(f"the system refused {positions * sizeof(uint64_t) >> 20} MiB "
                              f"for a block of {positions} positions")
    sides[0].counter = sides[1].counter = counter
    return 0


cdef void unmap_sides(BlockSide* sides, uint64_t positions) noexcept:
    cdef uint64_t* lists[4]
    cdef int i
    lists[:] = [sides[0].wins.entries, sides[0].losses.entries, sides[1].wins.entries, sides[1].losses.entries]
    for i in range(4):
        if lists[i] != NULL:
            unmap_pages(lists[i], positions * sizeof(uint64_t))
