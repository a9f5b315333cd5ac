"""A token that ends the searches that received it."""
from gamecore.core.job cimport Job

cdef class StopToken:
    cdef readonly bint stopped
    cdef list jobs                       # that search with it now

    cdef int watch(self, Job job) except -1
