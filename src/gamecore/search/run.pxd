"""One search, from its arguments to its result."""
from libc.stdint cimport int64_t, uint32_t, uint64_t

from gamecore.core.job cimport Job
from gamecore.core.limits cimport Shared
from gamecore.core.stats cimport Stats
from gamecore.core.tt cimport TableView, TranspositionTable
from gamecore.core.types cimport Key
from gamecore.search.evaluations cimport CustomEvaluation
from gamecore.search.iteration cimport Iteration
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.log cimport Log
from gamecore.search.resources cimport Resources, WorkerPool
from gamecore.search.root cimport Root
from gamecore.search.worker cimport Worker

cdef class Run(Job):
    # the arguments
    cdef Root root
    cdef Resources resources
    cdef WorkerPool pool                 # the workers that search
    cdef uint32_t switches               # of Switch
    cdef int order                       # an Order
    cdef uint64_t seed
    cdef int multipv                     # best lines wanted
    cdef bint stores                     # workers get a store: counts with hash, and order `perfect`
    cdef object root_moves               # indices of the moves to search, in generator order; None: all
    cdef object ranking                  # ... and the order's name, or the caller's function
    cdef CustomEvaluation custom         # the caller's function; None: the game's evaluation counts
    # shared by its threads
    cdef Knowledge knowledge
    cdef TableView view                  # of the table
    cdef object help                     # a helping thread's function, of the run and the thread's number
    cdef bint has_helpers, reports       # whether there are helping threads, and on_report
    cdef object share                    # of deepening_chance.pyx
    # the results
    cdef Log log                         # the finished iterations of the first thread
    cdef list iterations                 # ... and those of them that are Python objects already, without the fall-back
    cdef Iteration fallback              # the result of depth 0 in games of chance, which have no log
    cdef object root_solver              # of connect four, behind the first worker's probe; None: there is none
    cdef object outcome                  # the root's outcome from databases; None: unknown
    cdef int64_t start                   # nanoseconds on the monotonic clock: of loading, then of the search
    cdef int64_t loading                 # nanoseconds between the call and the search
    cdef int taken                       # by the thread that runs it, or the caller who gave it up; written once

    cdef int set_limits(self, depth, nodes, seconds) except -1
    cdef int begin(self) except -1
    cdef int set_up(self, Key salt, uint32_t switches, bint chance) except -1
    cdef int close(self) except -1
    cdef int start_helpers(self) except -1
    cdef int report(self) except -1
    cdef int collect(self) except -1
    cdef Iteration iteration_at(self, size_t i)
    cdef Iteration latest(self)
    cdef bint calls_python(self) noexcept
    cdef object failure(self)
    cdef double offender(self) noexcept
    cdef Stats total(self) noexcept


# Reports the latest iteration to the callback; called where the GIL may be released.
cdef void report_iteration(Run run) noexcept with gil

# Starts the helping threads; called where the GIL may be released.
cdef void call_helpers(Run run) noexcept with gil

# Returns the salt of the table's keys, to which a game then adds the salt of its evaluation.
cdef Key salt_of(uint32_t switches) noexcept nogil

# Prepares a worker for a search, except for the parts that only the first worker or only one game needs.
cdef void init_worker(Worker* w, Shared* shared, TranspositionTable* table, const Knowledge* knowledge,
                      uint32_t switches, Key salt) noexcept nogil
