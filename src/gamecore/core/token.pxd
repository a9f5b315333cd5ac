"""A token that ends the searches that received it."""
cdef class StopToken:
    cdef readonly bint stopped
    cdef list ends                       # jobs that go on, and tokens, which end with it

    cdef int watch(self, each) except -1
    cdef int ignore(self, each) except -1
