"""A map from keys and depths to counts that loses nothing: it grows instead. For study, not for play."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport Count, mix64, scale

cdef struct Slot:
    uint64_t key
    int depth
    bint taken               # or empty
    Count value

cdef struct Store:
    Slot* slots              # open addressing, linear probing
    uint64_t capacity
    uint64_t used            # at most three quarters of capacity


cdef inline Slot* find(const Store* store, uint64_t key, int depth) noexcept nogil:
    """The slot of key and depth, or the empty one where they belong."""
    cdef uint64_t i = scale(mix64(key + <uint64_t>depth * <uint64_t>0x9e3779b97f4a7c15), store.capacity)
    while store.slots[i].taken and (store.slots[i].key != key or store.slots[i].depth != depth):
        i += 1
        if i == store.capacity:
            i = 0
    return store.slots + i


cdef inline bint lookup(const Store* store, uint64_t key, int depth, Count* value) noexcept nogil:
    """Whether there is a value for the key at this depth; if so, value is it."""
    cdef Slot* slot = find(store, key, depth)
    value[0] = slot.value
    return slot.taken


cdef Store* new_store() except NULL
cdef void free_store(Store* store) noexcept
cdef bint put(Store* store, uint64_t key, int depth, Count value) noexcept nogil      # False: out of memory
