"""The transposition table, which stores the results of earlier visits of a position, without locks.

A table uses few of its buckets at first. When a bucket is full, the table doubles: the entries of bucket i move to
2 * i and 2 * i + 1, in the same order. So no entry is replaced before the table has its full size, and a search visits
the same nodes as if the table had this size from the beginning. While a table doubles, other threads may miss an entry.

An entry consists of two words. The second word holds the result, and the first is the key XOR the second word. If the
halves of two threads' entries are mixed, or a bit flips, the key no longer matches and the entry is not found (Hyatt
and Mann 2002).

    data   63      56 55      45   44    43 42  41     32 31     16 15      0
          | generation |  filter | final | bound |  depth  |  move   |  score  |

`move` is an index in generator order (NO_MOVE if none is known), and `score` counts from the node. `final` means that
the bound depends on finished games alone, so it also holds at every greater depth. Only the search uses `filter`, which
holds the placements described in search/repetition.pxd.
"""
from libc.stdint cimport int16_t, uint64_t

from gamecore.core.bits cimport load64, prefetch, scale, store64
from gamecore.core.limits cimport Events
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
    FILTER_BITS = 11
    FULL_FILTER = (1 << FILTER_BITS) - 1
    META = 14                # bits below the name's, in a word of tt_values.pxd
    VALUE_GENERATIONS = 32   # ... and its generations: an entry that passes for a new one is only replaced later

cdef struct Entry:
    uint64_t check           # key ^ data
    uint64_t data

cdef struct TranspositionTable:
    Entry* entries           # on a cache line's boundary; NULL: no table
    uint64_t buckets         # in use, of BUCKET entries each; all others are empty
    uint64_t most            # that there is memory for
    uint64_t generation      # of the latest search, 0..GENERATIONS-1: older entries yield first
    uint64_t growing         # threads that want to double it; the first of them moves the entries
    bint holds_values        # the entries are those of tt_values.pxd

cdef struct TableView:       # a search's; each of its threads has a copy
    TranspositionTable* table
    uint64_t generation      # of the search
    Events* events           # of the thread, which do not wait for the growth of a large table; NULL: there are none

cdef struct Found:
    int score                # counts from the node
    int move                 # index in generator order, or NO_MOVE
    int depth                # plies searched below the position
    int bound                # a Bound
    bint final               # rests on finished games alone
    int filter               # 0..FULL_FILTER


cdef inline uint64_t hash_of(Key key) noexcept nogil:
    """Returns a bijective hash of the key whose highest bits depend on all (Knuth, TAOCP 6.4: 2**64 / golden ratio)."""
    return key * <uint64_t>0x9e3779b97f4a7c15


cdef inline uint64_t word_of(uint64_t check, uint64_t data) noexcept nogil:
    """Returns the word of an entry of values (tt_values.pxd), from its halves."""
    return check ^ hash_of(data)


cdef inline bint is_of_search(uint64_t word, uint64_t generation) noexcept nogil:
    """Whether the search of a generation wrote the entry of values with this word."""
    return word & 3 != NO_BOUND and (word >> 3) % VALUE_GENERATIONS == generation % VALUE_GENERATIONS


cdef inline Entry* bucket_of(const TranspositionTable* table, Key key) noexcept nogil:
    return table.entries + BUCKET * scale(hash_of(key), load64(&table.buckets))


cdef inline void fetch(const TableView* view, Key key) noexcept nogil:
    prefetch(bucket_of(view.table, key))


cdef inline bint probe(const TableView* view, Key key, Found* found) noexcept nogil:
    """Whether the table has the key; if so, fills `found`."""
    cdef const Entry* entry = bucket_of(view.table, key)
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
            found.filter = (data >> 45) & FULL_FILTER
            return True
    return False


# Doubles the number of buckets, unless the table has its full size or another thread is doubling it; returns whether it
# did so.
cdef bint enlarge(const TableView* view) noexcept nogil


cdef inline bint grow(const TableView* view) noexcept nogil:
    return load64(&view.table.buckets) < view.table.most and enlarge(view)


cdef inline void store(const TableView* view, Key key, int score, int move, int depth, int bound,
                       bint final, int filter) noexcept nogil:
    """Stores a result over an entry with its key, or else in the first empty entry. In a full bucket of a full-sized
    table it replaces an entry: one of an older generation first, then the one with the least depth."""
    cdef Entry* entry = bucket_of(view.table, key)
    cdef Entry* victim = entry
    cdef int i, cost, least = 1 << 20
    cdef uint64_t data
    for i in range(BUCKET):
        data = load64(&entry[i].data)
        if data == 0 or load64(&entry[i].check) ^ data == key:
            victim = entry + i
            if move == NO_MOVE and data != 0:
                move = (data >> 16) & 0xffff
            break
        cost = (data >> 32) & 0x3ff
        if data >> 56 == view.generation:
            cost += 0x400
        if cost < least:
            least = cost
            victim = entry + i
    else:
        if grow(view):
            store(view, key, score, move, depth, bound, final, filter)
            return
    data = ((<uint64_t>score & 0xffff) | <uint64_t>move << 16 | <uint64_t>depth << 32 | <uint64_t>bound << 42
            | <uint64_t>final << 44 | <uint64_t>filter << 45 | view.generation << 56)
    store64(&victim.check, key ^ data)
    store64(&victim.data, data)


cdef inline void store_move(const TableView* view, Key key, int move, int depth) noexcept nogil:
    """Stores a move to try first, and keeps the position's other data."""
    cdef Entry* entry = bucket_of(view.table, key)
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
    store(view, key, 0, move, depth, NO_BOUND, False, 0)


cdef int allocate(TranspositionTable* table, uint64_t mebibytes, bint holds_values) except -1
cdef TableView next_view(TranspositionTable* table) noexcept nogil      # for a new search
cdef void free(TranspositionTable* table) noexcept
cdef void clear(TranspositionTable* table, bint shrinks) noexcept
cdef void touch(TranspositionTable* table) noexcept nogil
cdef double usage(const TableView* view, uint64_t nodes) noexcept
