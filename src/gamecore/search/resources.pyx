"""What an engine keeps from one search to the next: tables, evaluations, and the memory of its threads."""
from gamecore.core.checks cimport in_range
from gamecore.search.callbacks cimport CustomEvaluation
from gamecore.search.evaluations cimport Evaluations
from gamecore.search.pool cimport MAX_THREADS, WorkerPool
from gamecore.search.tables cimport Tables

from gamecore.search.callbacks import is_own


cdef class Resources:
    """The tables, the workers and the evaluations of an engine."""

    def __cinit__(self, Tables tables not None, threads, evaluation, databases, match):
        threads = in_range("threads", threads, 1, MAX_THREADS)
        self.evaluations = Evaluations(evaluation, match, databases)
        if is_own(evaluation):
            self.custom = CustomEvaluation(evaluation)
        self.tables = tables
        self.pool = WorkerPool(threads)
