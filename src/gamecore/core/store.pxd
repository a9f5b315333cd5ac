"""A map from 64-bit keys to 64-bit values that loses nothing: it grows instead. For study, not for play."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport scale

cdef struct Slot:
    uint64_t key             # 0: empty
    uint64_t value

cdef struct Store:
    Slot* slots              # open addressing, linear probing
    uint64_t capacity
    uint64_t used            # at most half of capacity


cdef inline Slot* find(const Store* store, uint64_t key) noexcept nogil:
    """The key's slot, or the empty one where it belongs."""
    cdef uint64_t i
    key += key == 0                                    # 0 marks an empty slot
    i = scale(key * <uint64_t>0x9e3779b97f4a7c15, store.capacity)
    while store.slots[i].key != key and store.slots[i].key != 0:
        i += 1
        if i == store.capacity:
            i = 0
    return store.slots + i


cdef inline bint lookup(const Store* store, uint64_t key, uint64_t* value) noexcept nogil:
    cdef Slot* slot = find(store, key)
    value[0] = slot.value
    return slot.key != 0


cdef Store* new_store() except NULL
cdef void free_store(Store* store) noexcept
cdef bint put(Store* store, uint64_t key, uint64_t value) noexcept nogil      # False: out of memory
