"""The resources of one search at a time, which a session prepares before it and releases after it."""
from libc.stdint cimport int64_t, uint32_t, uint64_t

from gamecore.core.limits cimport Shared
from gamecore.core.stats cimport Stats
from gamecore.core.tt cimport Table, View
from gamecore.core.types cimport Key
from gamecore.games.outside.python_game cimport Adapter
from gamecore.search.callbacks cimport Callbacks
from gamecore.search.evaluations cimport Evaluations
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.tables cimport Tables
from gamecore.search.worker cimport Worker

cdef enum:
    MAX_THREADS = 256

cdef struct Request:                     # the arguments of a search, besides its limits
    uint32_t switches                    # of Switch, as requested
    int order                            # an Order
    uint64_t seed
    int multipv                          # best lines wanted
    bint stores                          # workers get a store: order `perfect`, counts that remember positions
    double exploration                   # of UCT: the weight of the confidence bound's width
    size_t tree_bytes                    # ... and the memory of its tree


cdef class Session:
    cdef Tables tables                   # maybe other sessions' too
    cdef View view                       # the latest search's, of one of them
    cdef Shared shared
    cdef Knowledge knowledge
    cdef Request request
    cdef Worker* workers[MAX_THREADS]
    cdef uint64_t* marks                 # of ordering.pxd; NULL: there is one thread
    cdef void* children[MAX_THREADS]     # expectiminimax: each thread's stack of successors; NULL before it is needed
    cdef Evaluations evaluations
    cdef Callbacks callbacks             # the caller's own functions
    cdef int threads
    # of the running search
    cdef Adapter adapter                 # stands for a game in Python; None for all others
    cdef object on_iteration
    cdef list root_moves                 # that the search chooses from; None: everything
    cdef object outcome                  # what databases know of the root; None: nothing
    cdef list iterations
    cdef object share                    # expectiminimax: the root's moves that the threads are searching
    cdef object error                    # what a signal or the callback raised
    cdef int64_t start, next_report      # nanoseconds on the monotonic clock; the start of loading, then of the search
    cdef int64_t allowed                 # nanoseconds of the search; NO_DEADLINE: any number
    cdef int64_t loading                 # nanoseconds between the call and the search

    cdef int limit(self, position, depth, nodes, seconds) except -1
    cdef int begin(self, position, on_iteration) except -1
    cdef int set_up(self, Key salt, uint32_t switches, bint chance) except -1
    cdef int renew_workers(self) except -1
    cdef void* room_for_children(self, int i) except NULL
    cdef int close(self, list helpers) except -1
    cdef int join(self, list helpers) except -1
    cdef int listen(self) except -1
    cdef object failure(self)
    cdef int forget(self) except -1
    cdef Stats total(self) noexcept


# Whether chance acts in the position's game.
cdef bint has_chance(object position) except -1


# Returns the salt of the table's keys before a game adds that of its evaluation.
cdef Key salt_of(uint32_t switches) noexcept nogil

# Prepares a worker for a search, except for the parts that only the first worker, or only one game, needs.
cdef void make_ready(Worker* w, Shared* shared, Table* table, const Knowledge* knowledge, uint32_t switches,
                     Key salt) noexcept nogil
