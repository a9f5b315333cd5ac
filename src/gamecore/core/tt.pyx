"""The transposition table's memory: allocated, enlarged, cleared, measured and freed. Functions that run at every
node are in tt.pxd."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from gamecore.core.bits cimport (Count, finish64, load64, map_pages, offer_huge_pages, physical_memory, require,
                                 scale, set_once, store64, unmap_pages, zero_pages)
from gamecore.core.limits cimport check_limits

cdef uint64_t MIB = 1 << 20
cdef size_t PAGE = 4096               # bytes, at most as many as a page has
cdef int SAMPLE = 250                 # buckets that `usage` samples
cdef uint64_t FIRST_BUCKETS = 1 << 10            # 64 KiB, at least, of a table whose entries hold their whole key
cdef uint64_t SMALL_BUCKETS = 1 << 15            # up to here memory is zeroed, and not given back; in small pages
cdef uint64_t WATCHED = 1 << 14                  # buckets that are moved between two checks of flag and clock


cdef int allocate(TranspositionTable* table, uint64_t mebibytes, bint holds_values) except -1:
    """Gives the table memory for 1 MiB or more; raises MemoryError if there is too little. Free the table first."""
    require(LEAST_BUCKETS * BUCKET * sizeof(Entry) == (1 << 20))
    if mebibytes > physical_memory() // MIB:
        raise MemoryError(f"a table of {mebibytes} MiB does not fit: this machine has {physical_memory() // MIB} MiB")
    table.most = mebibytes * LEAST_BUCKETS
    table.entries = <Entry*>map_pages(size_of(table.most), False)
    if table.entries == NULL:
        raise MemoryError(f"the system refused {mebibytes} MiB for a table")
    if table.most > SMALL_BUCKETS:
        offer_huge_pages(table.entries + BUCKET * SMALL_BUCKETS, size_of(table.most - SMALL_BUCKETS))
    table.holds_values = holds_values
    table.buckets = first_buckets(table)
    table.generation = 0
    return 0


cdef size_t size_of(uint64_t buckets) noexcept nogil:
    return buckets * BUCKET * sizeof(Entry)


cdef uint64_t first_buckets(const TranspositionTable* table) noexcept nogil:
    """Returns the number of buckets that an empty table uses: its full number, halved as long as enough buckets
    remain."""
    cdef uint64_t buckets = table.most, least = LEAST_BUCKETS if table.holds_values else FIRST_BUCKETS
    while buckets % 2 == 0 and buckets >= 2 * least:
        buckets //= 2
    return buckets


cdef TableView next_view(TranspositionTable* table) noexcept nogil:
    cdef TableView view
    table.generation = (table.generation + 1) % GENERATIONS
    view.table, view.generation, view.events = table, table.generation, NULL
    return view


cdef void free(TranspositionTable* table) noexcept:
    if table.entries != NULL:
        unmap_pages(table.entries, size_of(table.most))
    table.entries = NULL


cdef void clear(TranspositionTable* table, bint shrinks) noexcept:
    """Empties the table. With `shrinks`, which needs that no search uses it, it also returns to its first size."""
    if table.entries == NULL:
        return
    if shrinks and table.buckets <= SMALL_BUCKETS:
        memset(table.entries, 0, size_of(table.buckets))
    else:
        zero_pages(table.entries, size_of(table.most))
    if shrinks:
        table.buckets = first_buckets(table)
        table.growing = 0
    table.generation = 0


cdef bint enlarge(const TableView* view) noexcept nogil:
    cdef TranspositionTable* table = view.table
    cdef uint64_t i
    if finish64(&table.growing, 1) > 1 or table.buckets == table.most:
        finish64(&table.growing, -1)
        return False
    for i in reversed(range(table.buckets)):         # each bucket's halves lie behind all that are yet to move
        split(table, i)
        if i % WATCHED == 0 and i > 0 and view.events != NULL and check_limits(view.events, view.events.reported):
            zero_pages(table.entries, size_of(i))        # the search is over: the rest is dropped
            break
    finish64(&table.buckets, table.buckets)
    finish64(&table.growing, -1)
    return True


cdef inline void split(TranspositionTable* table, uint64_t i) noexcept nogil:
    """Moves a bucket's entries to the buckets where they belong after the number of buckets has doubled. If another
    thread has meanwhile put an entry into a wrong bucket, the entry is dropped."""
    cdef Entry* bucket = table.entries + BUCKET * i
    cdef Entry* place
    cdef uint64_t check, data, name
    cdef int moved[2]
    cdef int k
    moved[0] = moved[1] = 0
    for k in range(BUCKET):              # bucket 0 moves partly into itself, but never to a later place
        check, data = load64(&bucket[k].check), load64(&bucket[k].data)
        if check | data == 0:
            return
        store64(&bucket[k].check, 0)
        store64(&bucket[k].data, 0)
        name = name_of_value(word_of(check, data), i, table.buckets) if table.holds_values else hash_of(check ^ data)
        name = scale(name, 2 * table.buckets)
        if name // 2 == i:
            place = table.entries + BUCKET * name + moved[name & 1]
            moved[name & 1] += 1
            store64(&place.check, check)
            store64(&place.data, data)


cdef uint64_t name_of_value(uint64_t word, uint64_t bucket, uint64_t buckets) noexcept nogil:
    """Returns the name of an entry of values: the only name that belongs in this bucket and has the lowest bits in its
    word."""
    cdef uint64_t first = <uint64_t>((<Count>bucket << 64) // buckets)
    return first + (((word >> META) - first) & ((<uint64_t>1 << (64 - META)) - 1))


cdef void touch(TranspositionTable* table) noexcept nogil:
    """Writes to all pages without changing them, so that the system allocates them."""
    cdef size_t i
    for i in range(size_of(table.most) // PAGE):
        set_once(<int*>(<char*>table.entries + PAGE * i), 0)


cdef double usage(const TableView* view, uint64_t nodes) noexcept:
    """Returns the share of sampled entries that the view's search wrote, 0..1. A node writes at most one entry, so
    after a few nodes a small sample suffices."""
    cdef const TranspositionTable* table = view.table
    cdef uint64_t buckets = min(<uint64_t>SAMPLE, min(table.buckets, nodes)), i
    cdef uint64_t check, data, used = 0
    if buckets == 0:
        return 0
    for i in range(buckets * BUCKET):
        check, data = load64(&table.entries[i].check), load64(&table.entries[i].data)
        if table.holds_values:
            used += is_of_search(word_of(check, data), view.generation)
        else:
            used += data != 0 and data >> 56 == view.generation
    return min(<double>used / <double>(buckets * BUCKET) * <double>table.buckets / <double>table.most,
               <double>nodes / <double>(table.most * BUCKET))
