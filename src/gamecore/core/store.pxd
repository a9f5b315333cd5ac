"""A map from keys and depths to counts. It grows and never loses entries, and is used for counting, not for play."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

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
    """Returns the slot of a key and depth, or the empty one where they belong."""
    cdef uint64_t i = scale(mix64(key + <uint64_t>depth * <uint64_t>0x9e3779b97f4a7c15), store.capacity)
    while store.slots[i].taken and (store.slots[i].key != key or store.slots[i].depth != depth):
        i += 1
        if i == store.capacity:
            i = 0
    return store.slots + i


cdef inline bint lookup(const Store* store, uint64_t key, int depth, Count* value) noexcept nogil:
    """Whether there is a value for the key at this depth; if so, sets `value` to it."""
    cdef Slot* slot = find(store, key, depth)
    value[0] = slot.value
    return slot.taken


cdef inline bint grow(Store* store) noexcept nogil:
    """Doubles the capacity; returns False if memory is lacking."""
    cdef Store old = store[0]
    cdef uint64_t i
    store.capacity = 2 * old.capacity
    store.slots = <Slot*>calloc(store.capacity, sizeof(Slot))
    if store.slots == NULL:
        store[0] = old
        return False
    for i in range(old.capacity):
        if old.slots[i].taken:
            find(store, old.slots[i].key, old.slots[i].depth)[0] = old.slots[i]
    free(old.slots)
    return True


cdef inline bint put(Store* store, uint64_t key, int depth, Count value) noexcept nogil:
    """Stores a value under key and depth; returns False if memory is lacking."""
    cdef Slot* slot
    if 4 * store.used >= 3 * store.capacity and not grow(store):
        return False
    slot = find(store, key, depth)
    store.used += not slot.taken
    slot.key, slot.depth, slot.taken, slot.value = key, depth, True, value
    return True


cdef Store* new_store() except NULL
cdef void free_store(Store* store) noexcept
