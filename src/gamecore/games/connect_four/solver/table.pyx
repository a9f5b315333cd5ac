"""The memory of the solver's table."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport highest, map_pages, physical_memory, unmap_pages, zero_pages
from gamecore.errors import LimitError


# In bytes. A doubling cannot be stopped: to 64 MiB it takes 6 ms, to 256 MiB up to .4 s if memory is short.
cdef size_t LARGEST_DOUBLING = 1 << 26


cdef int allocate(BoundTable* table, uint64_t mebibytes, bint shared) except -1:
    """Allocates zeroed pages for the table: the largest power of two within `mebibytes`. If `shared`, several threads
    use the table at once."""
    if mebibytes < 2:
        raise LimitError(f"the solver's table needs 2 MiB or more, not {mebibytes}")
    if mebibytes > physical_memory() >> 20:
        raise MemoryError(f"a table of {mebibytes} MiB does not fit: this machine has {physical_memory() >> 20} MiB")
    table.most_bits = highest((mebibytes << 20) // (SLOTS * sizeof(uint64_t)))
    table.bytes = SLOTS * sizeof(uint64_t) << table.most_bits
    table.bucket_bits = table.most_bits if shared or table.bytes > LARGEST_DOUBLING else LEAST_BUCKET_BITS
    table.slots = <uint64_t*>map_pages(table.bytes, True)
    if table.slots == NULL:
        raise MemoryError(f"the system refused {mebibytes} MiB for a table")
    return 0


cdef void enlarge(BoundTable* table) noexcept nogil:
    cdef int next_bit = CHECK_SHIFT + 63 - table.bucket_bits         # of the hash, in an entry
    cdef size_t i = <size_t>1 << table.bucket_bits
    cdef uint64_t first, second
    cdef uint64_t* place
    while i > 0:                         # from the last one: its two halves lie behind all that are yet to be moved
        i -= 1
        first, second = table.slots[SLOTS * i], table.slots[SLOTS * i + 1]
        if first == 0:
            continue
        table.slots[SLOTS * i] = table.slots[SLOTS * i + 1] = 0
        table.slots[SLOTS * (2 * i + (first >> next_bit & 1))] = first
        if second != 0:
            place = table.slots + SLOTS * (2 * i + (second >> next_bit & 1))
            place[place[0] != 0] = second
    table.bucket_bits += 1


cdef void free(BoundTable* table) noexcept:
    if table.slots != NULL:
        unmap_pages(table.slots, table.bytes)
    table.slots = NULL


cdef void clear(BoundTable* table) noexcept:
    zero_pages(table.slots, table.bytes)
