"""The memory of a Store."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc

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
        if old.slots[i].key != 0:
            find(store, old.slots[i].key)[0] = old.slots[i]
    free(old.slots)
    return True


cdef bint put(Store* store, uint64_t key, uint64_t value) noexcept nogil:
    cdef Slot* slot
    if 2 * store.used >= store.capacity and not grow(store):
        return False
    slot = find(store, key)
    if slot.key == 0:
        slot.key = key + (key == 0)
        store.used += 1
    slot.value = value
    return True
