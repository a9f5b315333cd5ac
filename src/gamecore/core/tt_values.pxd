"""The transposition table of expectiminimax, with values as doubles in full precision.

The second word of an entry is the value. The first is the following word XOR a hash of the value:

    word   63                     14 13     8 7          3   2   1   0
          | the name's lowest bits  |  depth | generation | final | bound |

A name is a one-to-one image of key and depth. Its highest bits choose the bucket, its lowest bits are stored in the
entry, and together they are the complete name. So no two positions are ever confused, in a table of any accepted size,
unless the table grows while another thread reads or writes (and even then only once in 2**50 times). The values of one
position often differ only in their last bits, where the first word has the bound. So without the hash, halves of two
entries could form a third valid entry.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from gamecore.core.bits cimport load64, require, store64
from gamecore.core.tt cimport (BUCKET, LEAST_BUCKETS, META, NO_BOUND, VALUE_GENERATIONS, Entry, TableView, bucket_of,
                               grow, hash_of, is_of_search, word_of)
from gamecore.core.types cimport MAX_LAYERS, Key

cdef enum:
    DEPTH_SHIFT = 8          # from this bit on, a word identifies its entry

cdef struct FoundValue:
    double value             # for the side to move
    int bound                # a Bound
    bint final               # rests on finished games alone


cdef inline Key key_at_depth(Key key, int depth) noexcept nogil:
    return key + <uint64_t>depth * <uint64_t>0xd1342543de82ef95


cdef inline uint64_t tag_of(Key at_depth, int depth) noexcept nogil:
    """Returns the part of an entry that identifies its position: the depth, and the bits that the bucket lacks."""
    require((1 << META) <= LEAST_BUCKETS)
    require(MAX_LAYERS < (1 << (META - DEPTH_SHIFT)))
    return hash_of(at_depth) << META | <uint64_t>depth << DEPTH_SHIFT


cdef inline bint probe_value(const TableView* view, Key key, int depth, FoundValue* found) noexcept nogil:
    """Whether the table has the key at this depth; if so, fills `found`."""
    cdef Key at_depth = key_at_depth(key, depth)
    cdef const Entry* entry = bucket_of(view.table, at_depth)
    cdef uint64_t tag = tag_of(at_depth, depth), data, word
    cdef int i
    for i in range(BUCKET):
        data = load64(&entry[i].data)
        word = word_of(load64(&entry[i].check), data)
        if (word ^ tag) >> DEPTH_SHIFT == 0 and word & 3 != NO_BOUND:
            memcpy(&found.value, &data, sizeof(data))
            found.bound = word & 3
            found.final = word >> 2 & 1
            return True
    return False


cdef inline void store_value(const TableView* view, Key key, int depth, double value, int bound,
                             bint final) noexcept nogil:
    """Stores a result over the entry with the same key and depth, or else in the first empty entry; if there is none,
    replaces another entry."""
    cdef Key at_depth = key_at_depth(key, depth)
    cdef Entry* entry = bucket_of(view.table, at_depth)
    cdef Entry* victim = entry
    cdef uint64_t tag = tag_of(at_depth, depth), data, word
    cdef int i, cost, least = 1 << 20
    for i in range(BUCKET):
        word = word_of(load64(&entry[i].check), load64(&entry[i].data))
        if word & 3 == NO_BOUND or (word ^ tag) >> DEPTH_SHIFT == 0:
            victim = entry + i
            break
        cost = word >> DEPTH_SHIFT & ((1 << (META - DEPTH_SHIFT)) - 1)
        if is_of_search(word, view.generation):
            cost += 1 << (META - DEPTH_SHIFT)
        if cost < least:
            least = cost
            victim = entry + i
    else:
        if grow(view):
            store_value(view, key, depth, value, bound, final)
            return
    memcpy(&data, &value, sizeof(data))
    word = tag | view.generation % VALUE_GENERATIONS << 3 | <uint64_t>final << 2 | <uint64_t>bound
    store64(&victim.check, word_of(word, data))
    store64(&victim.data, data)
