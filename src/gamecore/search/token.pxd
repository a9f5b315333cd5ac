"""A token that ends the searches that received it."""
from gamecore.search.run cimport Run

cdef class StopToken:
    cdef readonly bint stopped
    cdef list runs                       # that search with it now

    cdef int watch(self, Run run) except -1
