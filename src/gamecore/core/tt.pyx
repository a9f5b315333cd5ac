"""The transposition table's memory: allocated, cleared, measured and freed. The functions that run per node are in
tt.pxd."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport load64, map_pages, physical_memory, require, set_once, unmap_pages, zero_pages
from gamecore.core.tt_values cimport is_of_search

cdef uint64_t MIB = 1 << 20
cdef size_t PAGE = 4096               # bytes, at most as many as a page has
cdef int SAMPLE = 1000                # buckets that usage looks at


cdef int allocate(Table* table, uint64_t mebibytes) except -1:
    """Gives the table zeroed pages, 1 MiB or more; MemoryError if there is too little memory. Free the table first."""
    require(LEAST_BUCKETS * BUCKET * sizeof(Entry) == (1 << 20))
    if mebibytes > physical_memory() // MIB:
        raise MemoryError(f"a table of {mebibytes} MiB does not fit: this machine has {physical_memory() // MIB} MiB")
    table.bytes = mebibytes * MIB
    table.entries = <Entry*>map_pages(table.bytes, True)
    if table.entries == NULL:
        raise MemoryError(f"the system refused {mebibytes} MiB for a table")
    table.buckets = table.bytes // (BUCKET * sizeof(Entry))
    table.generation = 0
    return 0


cdef void free(Table* table) noexcept:
    if table.entries != NULL:
        unmap_pages(table.entries, table.bytes)
    table.entries = NULL


cdef void clear(Table* table) noexcept:
    zero_pages(table.entries, table.bytes)
    table.generation = 0


cdef void touch(Table* table) noexcept nogil:
    """Touches all pages, so that the system allocates them: it allocates a page when it is written. A page of zeros
    stays zero."""
    cdef size_t i
    for i in range(table.bytes // PAGE):
        set_once(<int*>(<char*>table.entries + PAGE * i), 0)


cdef double usage(const Table* table, uint64_t nodes) noexcept:
    """Returns the share of sampled entries that the latest search wrote, 0..1. A node writes one entry at most, so
    after a few nodes a small sample suffices."""
    cdef uint64_t buckets = min(<uint64_t>SAMPLE, min(table.buckets, nodes)), i
    cdef uint64_t check, data, used = 0
    if buckets == 0:
        return 0
    for i in range(buckets * BUCKET):
        check, data = load64(&table.entries[i].check), load64(&table.entries[i].data)
        if table.holds_values:
            used += is_of_search(check ^ data, table.generation)
        else:
            used += data != 0 and data >> 56 == table.generation
    return min(<double>used / <double>(buckets * BUCKET), <double>nodes / <double>(table.buckets * BUCKET))
