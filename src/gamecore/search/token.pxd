"""A token that ends the searches that received it."""
from gamecore.search.session cimport Session

cdef class StopToken:
    cdef readonly bint stopped
    cdef list sessions                   # that search with it now

    cdef int watch(self, Session session) except -1
