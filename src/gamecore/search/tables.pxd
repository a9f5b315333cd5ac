"""The memory of transposition tables, used by one engine or several."""
from gamecore.core.tt cimport TableView, TranspositionTable
from gamecore.core.types cimport Key

cdef class Tables:
    cdef readonly int hash_mb            # MiB of each table
    cdef TranspositionTable scores       # of games without chance
    cdef TranspositionTable values       # of games of chance; no memory before the first of them is searched
    cdef dict namesakes                  # name -> classes (as weak references) and functions of this name
    cdef int searches                    # that are using these tables

    # Returns a new search's view of one of the two tables.
    cdef TableView view(self, bint values) except *
    cdef int clear(self) except -1
    cdef int touch(self, bint values) except -1
    cdef Key salt_of_class(self, position) except? 0
    cdef Key salt_of(self, thing, str name, unit=*) except? 0
