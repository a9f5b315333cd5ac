"""What an engine keeps from one search to the next."""
from gamecore.search.callbacks cimport CustomEvaluation
from gamecore.search.evaluations cimport Evaluations
from gamecore.search.pool cimport WorkerPool
from gamecore.search.tables cimport Tables

cdef class Resources:
    cdef Tables tables                   # maybe other engines' too
    cdef Evaluations evaluations
    cdef CustomEvaluation custom         # a function of the caller's; None: the games' own evaluations
    cdef WorkerPool pool
