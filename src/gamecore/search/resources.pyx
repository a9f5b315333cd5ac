"""The resources that an engine keeps between searches: tables, evaluations, and the memory of its threads.

A process that was forked during a search has only the thread that forked, which may still be inside that search. So the
process needs another pool for its own searches, and the old pool lives as long as the search that uses it.
"""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport map_pages, unmap_pages
from gamecore.core.checks cimport in_range
from gamecore.core.job cimport forks_so_far
from gamecore.core.types cimport MAX_LAYERS, MAX_MOVES
from gamecore.games.outside.rules cimport CustomBits
from gamecore.search.evaluations cimport Evaluations
from gamecore.search.tables cimport Tables
from gamecore.search.worker cimport MARKS, free_worker, new_worker

cdef size_t CHILDREN_BYTES = (MAX_LAYERS + 2) * MAX_MOVES * sizeof(CustomBits)


cdef class WorkerPool:
    """The workers of one search at a time."""

    def __cinit__(self, int threads):
        self.forks = forks_so_far()
        for self.threads in range(1, threads + 1):
            self.workers[self.threads - 1] = new_worker()
        if threads > 1:
            self.marks = <uint64_t*>map_pages(MARKS * sizeof(uint64_t), False)       # NULL: moves are not deferred

    def __dealloc__(self):
        for i in range(self.threads):
            free_worker(self.workers[i])
            if self.children[i] != NULL:
                unmap_pages(self.children[i], CHILDREN_BYTES)
        if self.marks != NULL:
            unmap_pages(self.marks, MARKS * sizeof(uint64_t))

    cdef void* successors_of(self, int i) except NULL:
        """Returns the memory for a thread's successors in games of chance."""
        if self.children[i] == NULL:
            self.children[i] = map_pages(CHILDREN_BYTES, False)
        if self.children[i] == NULL:
            raise MemoryError(f"the system refused {CHILDREN_BYTES >> 20} MiB for the successors of a game of chance")
        return self.children[i]

    cdef bint is_ours(self) noexcept:
        """Whether this process made the pool, rather than a process from which it was forked."""
        return self.forks == forks_so_far()


cdef class Resources:
    """The tables, the workers and the evaluations of an engine."""

    def __cinit__(self, Tables tables not None, threads, evaluation, databases, match):
        threads = in_range("threads", threads, 1, MAX_THREADS)
        self.evaluations = Evaluations(evaluation, match, databases)
        self.tables = tables
        self.pool = WorkerPool(threads)
