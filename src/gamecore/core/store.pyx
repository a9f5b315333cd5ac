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
