"""The resources that an engine keeps between searches."""
from libc.stdint cimport uint64_t

from gamecore.search.evaluations cimport Evaluations
from gamecore.search.tables cimport Tables
from gamecore.search.worker cimport Worker

cdef enum:
    MAX_THREADS = 256

cdef class WorkerPool:
    cdef readonly int threads
    cdef int forks                       # between the first process and the one that made the pool
    cdef Worker* workers[MAX_THREADS]
    cdef uint64_t* marks                 # of ordering.pxd; NULL: there is one thread
    cdef void* children[MAX_THREADS]     # expectiminimax: each thread's stack of successors; NULL before it is needed

    cdef void* successors_of(self, int i) except NULL
    cdef bint is_ours(self) noexcept

cdef class Resources:
    cdef Tables tables                   # perhaps shared with other engines
    cdef Evaluations evaluations
    cdef WorkerPool pool
