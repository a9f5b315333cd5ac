"""The memory of the solver's table."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport highest, map_pages, physical_memory, unmap_pages, zero_pages
from gamecore.errors import LimitError


cdef int allocate(Table* table, uint64_t mebibytes) except -1:
    """Allocates zeroed pages for the table, the largest power of two within `mebibytes`."""
    if mebibytes < 2:
        raise LimitError(f"the solver's table needs 2 MiB or more, not {mebibytes}")
    if mebibytes > physical_memory() >> 20:
        raise MemoryError(f"a table of {mebibytes} MiB does not fit: this machine has {physical_memory() >> 20} MiB")
    table.bucket_bits = highest((mebibytes << 20) // (SLOTS * sizeof(uint64_t)))
    table.bytes = SLOTS * sizeof(uint64_t) << table.bucket_bits
    table.slots = <uint64_t*>map_pages(table.bytes, True)
    if table.slots == NULL:
        raise MemoryError(f"the system refused {mebibytes} MiB for a table")
    table.generation = 0
    return 0


cdef void free(Table* table) noexcept:
    if table.slots != NULL:
        unmap_pages(table.slots, table.bytes)
    table.slots = NULL


cdef void clear(Table* table, int key_bits) noexcept:
    """Clears the table by a new generation of keys, or by zeroes when all generations have been used."""
    table.generation += 1
    if key_bits >= 64 or table.generation >> (64 - key_bits):
        zero_pages(table.slots, table.bytes)
        table.generation = 0
