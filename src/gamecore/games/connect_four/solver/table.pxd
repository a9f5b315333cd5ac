"""The solver's table of proved bounds, one word per position, so that threads need no locks.

    63            17 16    12 11    6 5     0
    |     check     |  work  | upper | lower |

Multiplication of the key by an odd number is a bijection of the 64-bit words. The upper bits of the product choose the
bucket, and the lower 47 bits are the check. With at least 2**17 buckets no bit of the key is lost, and no two positions
are confused. Bounds never expire, so the table is kept from one position to the next.

A table of one thread, of at most 64 MiB, begins with 2**17 buckets and doubles when an entry would be replaced, so a
call visits the same nodes as with the full size from the beginning, and a short call touches little memory.
"""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport highest, load64, prefetch, store64

cdef enum:
    SLOTS = 2                # of a bucket; the one that took less work is replaced
    CHECK_SHIFT = 17
    WORK_SHIFT = 12
    UPPER_SHIFT = 6
    OFFSET = 32              # makes a bound 0..63
    LEAST_BUCKET_BITS = 17   # 64 - 47: fewer would lose bits of the key

cdef struct BoundTable:
    uint64_t* slots          # SLOTS << bucket_bits of them, zeroed: no entry has an upper bound of -OFFSET
    int bucket_bits          # in use
    int most_bits            # that there is memory for
    size_t bytes             # of these


cdef inline uint64_t hash_of(uint64_t key) noexcept nogil:
    return key * <uint64_t>0x9e3779b97f4a7c15


cdef inline uint64_t* bucket_of(const BoundTable* table, uint64_t hash) noexcept nogil:
    return table.slots + SLOTS * (hash >> (64 - table.bucket_bits))


cdef inline bint probe(const BoundTable* table, uint64_t hash, int* lower, int* upper) noexcept nogil:
    """Whether there is an entry for the position; if so, narrows the bounds by it."""
    cdef const uint64_t* slot = bucket_of(table, hash)
    cdef uint64_t entry
    cdef int i
    for i in range(SLOTS):
        entry = load64(slot + i)
        if (entry >> CHECK_SHIFT) == (hash & (~<uint64_t>0 >> CHECK_SHIFT)) and entry & 0xfff:
            lower[0] = max(lower[0], <int>(entry & 63) - OFFSET)
            upper[0] = min(upper[0], <int>(entry >> UPPER_SHIFT & 63) - OFFSET)
            return True
    return False


# Doubles the number of buckets; no other thread may use the table.
cdef void enlarge(BoundTable* table) noexcept nogil


cdef inline bint is_for(uint64_t entry, uint64_t check) noexcept nogil:
    """Whether a slot is empty, or has an entry of the position."""
    return entry == 0 or entry ^ check < 1 << CHECK_SHIFT


cdef inline void store(BoundTable* table, uint64_t hash, int lower, int upper, uint64_t work) noexcept nogil:
    """Stores bounds, with the number of nodes that they took."""
    cdef uint64_t* slot = bucket_of(table, hash)
    cdef uint64_t check = hash << CHECK_SHIFT, first = load64(slot), second = load64(slot + 1)
    cdef uint64_t entry = (check | <uint64_t>highest(work | 1) << WORK_SHIFT | <uint64_t>(upper + OFFSET) << UPPER_SHIFT
                           | <uint64_t>(lower + OFFSET))
    if is_for(first, check):
        store64(slot, entry)
    elif is_for(second, check):
        store64(slot + 1, entry)
    elif table.bucket_bits < table.most_bits:
        enlarge(table)
        store(table, hash, lower, upper, work)
    else:
        store64(slot if (first >> WORK_SHIFT & 31) <= (second >> WORK_SHIFT & 31) else slot + 1, entry)


cdef int allocate(BoundTable* table, uint64_t mebibytes, bint shared) except -1
cdef void free(BoundTable* table) noexcept
cdef void clear(BoundTable* table) noexcept
