"""The same table as it serves expectiminimax: what earlier visits proved of a position, as a double, every bit of it.

The second word is the value, the first the key XOR the value; the key's lowest bits give way to what else is to be known. The bucket, which hangs on
all of the key, makes up for them.

    key    63                            14 13        6 5      3   2   1   0
          | the key's own bits             | generation | depth | final | bound |

Depth is part of the key, too: an entry is found for exactly the layers that are asked for. Here it stops at DEEPEST, and says what cost most.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from gamecore.core.bits cimport load64, store64
from gamecore.core.tt cimport BUCKET, NO_BOUND, Entry, Table, bucket_of
from gamecore.core.types cimport Key

cdef enum:
    META = 14                # bits
    DEEPEST = 7

cdef struct FoundValue:
    double value             # for the side to move
    int bound                # a Bound
    bint final               # rests on finished games alone


cdef inline Key key_at_depth(Key key, int depth) noexcept nogil:
    return key + <uint64_t>depth * <uint64_t>0xd1342543de82ef95


cdef inline bint probe_value(const Table* table, Key key, FoundValue* found) noexcept nogil:
    """Whether the table knows the key; if so, found is filled."""
    cdef const Entry* entry = bucket_of(table, key)
    cdef uint64_t data, meta
    cdef int i
    for i in range(BUCKET):
        data = load64(&entry[i].data)
        meta = load64(&entry[i].check) ^ data ^ key >> META << META
        if meta >> META == 0 and meta & 3 != NO_BOUND:
            memcpy(&found.value, &data, sizeof(data))
            found.bound = meta & 3
            found.final = meta >> 2 & 1
            return True
    return False


cdef inline void store_value(Table* table, Key key, double value, int depth, int bound, bint final) noexcept nogil:
    """Keeps a result: over the same key, else over the bucket's entry that cost least, older generations first."""
    cdef Entry* entry = bucket_of(table, key)
    cdef Entry* victim = entry
    cdef int i, worth, least = 1 << 20
    cdef uint64_t data, meta
    for i in range(BUCKET):
        meta = load64(&entry[i].check) ^ load64(&entry[i].data)
        if (meta ^ key) >> META == 0:
            victim = entry + i
            break
        worth = meta >> 3 & 7
        if (meta >> 6 & 0xff) == table.generation:
            worth += 8
        if worth < least:
            least = worth
            victim = entry + i
    memcpy(&data, &value, sizeof(data))
    meta = key >> META << META | table.generation << 6 | <uint64_t>min(depth, DEEPEST) << 3 | <uint64_t>final << 2 | <uint64_t>bound
    store64(&victim.check, meta ^ data)
    store64(&victim.data, data)
