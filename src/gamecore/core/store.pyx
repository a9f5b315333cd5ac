"""The memory of a Store."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc

from gamecore.core.bits cimport Count

cdef uint64_t FIRST_CAPACITY = 1 << 12


cdef Store* new_store() except NULL:
    cdef Store* store = <Store*>malloc(sizeof(Store))
    if store == NULL:
        raise MemoryError("no memory for a store")
    store.capacity = FIRST_CAPACITY
    store.used = 0
    store.slots = <Slot*>calloc(FIRST_CAPACITY, sizeof(Slot))
    if store.slots == NULL:
        free(store)
        raise MemoryError("no memory for a store")
    return store


cdef void free_store(Store* store) noexcept:
    if store != NULL:
        free(store.slots)
        free(store)


cdef bint grow(Store* store) noexcept nogil:
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


cdef bint put(Store* store, uint64_t key, int depth, Count value) noexcept nogil:
    cdef Slot* slot
    if 4 * store.used >= 3 * store.capacity and not grow(store):
        return False
    slot = find(store, key, depth)
    store.used += not slot.taken
    slot.key, slot.depth, slot.taken, slot.value = key, depth, True, value
    return True
