"""One piece of work: its limits, its stop flag, and the threads that help with it."""
from libc.stdint cimport int64_t

from gamecore.core.limits cimport Counter, Shared

cdef class Job:
    cdef Shared shared
    cdef int64_t allowed                 # nanoseconds; NO_DEADLINE: any number
    cdef int64_t next_report             # nanoseconds on the monotonic clock
    cdef object on_report                # the caller's function, called about twice a second; None: there is none
    cdef object error                    # the first exception of a signal, a report or a helping thread
    cdef int forks                       # between the first process and the one that began the job
    cdef list locks                      # of the helping threads: each is released when its thread has ended

    cdef int set_budget(self, nodes, seconds) except -1
    cdef int start_clock(self, int64_t now) except -1
    cdef int start_counter(self, Counter* counter, int i) except -1
    cdef int start_thread(self, function, int i) except -1
    cdef int share(self, function, int threads) except -1
    cdef int join(self) except -1
    cdef int raise_error(self) except -1
    cdef void end(self) noexcept
    cdef void fail(self, object error) noexcept
    cdef int poll(self) noexcept
    cdef int report_progress(self) except -1

# Returns the number of forks between the first process and this one.
cdef int forks_so_far() noexcept
