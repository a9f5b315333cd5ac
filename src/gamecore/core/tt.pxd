"""The transposition table: what earlier visits proved of a position. Lockless, of any size.

An entry is two words. The second holds what was proved, the first the key XOR the second: if two threads mix their
halves, or a bit flips, the key no longer matches and the entry is not found (Hyatt and Mann 2002).

    data   63      56 55      45   44    43 42  41     32 31     16 15      0
          | generation |  unused | final | bound |  depth  |  move   |  score  |

`move` is an index in generator order (NO_MOVE if none is known), `score` counts from the node. `final` says that the
bound rests on finished games alone, so that it holds at every greater depth too.
"""
from libc.stdint cimport int16_t, uint64_t

from gamecore.core.bits cimport load64, prefetch, scale, store64
from gamecore.core.types cimport Key

cdef enum:         # Bound
    NO_BOUND = 0
    LOWER = 1        # the score is at least this
    UPPER = 2        # the score is at most this
    EXACT = 3        # LOWER | UPPER

cdef enum:
    NO_MOVE = 0xffff
    BUCKET = 4               # entries that share a cache line
    LEAST_BUCKETS = 1 << 14  # a table of one MiB, the smallest
    GENERATIONS = 256

cdef struct Entry:
    uint64_t check           # key ^ data
    uint64_t data

cdef struct Table:
    Entry* entries           # BUCKET * buckets of them, on a cache line's boundary; NULL: no table
    uint64_t buckets
    uint64_t generation      # of the running search, 0..GENERATIONS-1: older entries yield first
    size_t bytes
    bint holds_values        # the running search's entries are those of tt_values.pxd

cdef struct Found:
    int score                # counts from the node
    int move                 # index in generator order, or NO_MOVE
    int depth                # plies searched below the position
    int bound                # a Bound
    bint final               # rests on finished games alone


cdef inline uint64_t spread(Key key) noexcept nogil:
    """A one-to-one image of the key; its highest bits depend on all bits (Knuth, TAOCP 6.4: 2**64 / golden ratio)."""
    return key * <uint64_t>0x9e3779b97f4a7c15


cdef inline Entry* bucket_of(const Table* table, Key key) noexcept nogil:
    return table.entries + BUCKET * scale(spread(key), table.buckets)


cdef inline void fetch(const Table* table, Key key) noexcept nogil:
    prefetch(bucket_of(table, key))


cdef inline bint probe(const Table* table, Key key, Found* found) noexcept nogil:
    """Whether the table knows the key; if so, found is filled."""
    cdef const Entry* entry = bucket_of(table, key)
    cdef uint64_t data
    cdef int i
    for i in range(BUCKET):
        data = load64(&entry[i].data)
        if load64(&entry[i].check) ^ data == key and data != 0:
            found.score = <int16_t>(data & 0xffff)
            found.move  = (data >> 16) & 0xffff
            found.depth = (data >> 32) & 0x3ff
            found.bound = (data >> 42) & 3
            found.final = (data >> 44) & 1
            return True
    return False


cdef inline void store(Table* table, Key key, int score, int move, int depth, int bound, bint final) noexcept nogil:
    """Keeps a result: over the same key, else over the bucket's entry that cost least, older generations first."""
    cdef Entry* entry = bucket_of(table, key)
    cdef Entry* victim = entry
    cdef int i, worth, least = 1 << 20
    cdef uint64_t data
    for i in range(BUCKET):
        data = load64(&entry[i].data)
        if load64(&entry[i].check) ^ data == key and data != 0:
            victim = entry + i
            if move == NO_MOVE:
                move = (data >> 16) & 0xffff
            break
        worth = (data >> 32) & 0x3ff
        if data >> 56 == table.generation:
            worth += 0x400
        if worth < least:
            least = worth
            victim = entry + i
    data = ((<uint64_t>score & 0xffff) | <uint64_t>move << 16 | <uint64_t>depth << 32 | <uint64_t>bound << 42
            | <uint64_t>final << 44 | table.generation << 56)
    store64(&victim.check, key ^ data)
    store64(&victim.data, data)


cdef inline void store_move(Table* table, Key key, int move, int depth) noexcept nogil:
    """Keeps a move to try first, and what else is known of the position."""
    cdef Entry* entry = bucket_of(table, key)
    cdef uint64_t data
    cdef int i
    if move == NO_MOVE:
        return
    for i in range(BUCKET):
        data = load64(&entry[i].data)
        if load64(&entry[i].check) ^ data == key and data != 0:
            data = (data & ~(<uint64_t>NO_MOVE << 16)) | <uint64_t>move << 16
            store64(&entry[i].check, key ^ data)
            store64(&entry[i].data, data)
            return
    store(table, key, 0, move, depth, NO_BOUND, False)


cdef int allocate(Table* table, uint64_t mebibytes) except -1
cdef void free(Table* table) noexcept
cdef void clear(Table* table) noexcept
cdef void touch(Table* table) noexcept nogil
cdef double usage(const Table* table, uint64_t nodes) noexcept
