"""Iterative deepening: the loop around negamax."""
from gamecore.search.contract cimport AnyPosition, Position
from gamecore.search.log cimport Log
from gamecore.search.run cimport Run
from gamecore.search.worker cimport Worker

# Measures how deep the calling thread's stack lets the worker search.
cdef void measure_stack(const AnyPosition* root, Worker* w, bint chance) noexcept

# Whether the stack has room for the worker's depth; otherwise the leading thread ends the search.
cdef bint fits_stack(Worker* w) noexcept nogil

# Raises LimitError if the stack was too small for the requested depth.
cdef int check_stack(Worker* w) except -1

# Searches to depth 1, 2, 3, ... and records the finished iterations, the first of which is the fall-back result of
# depth 0. The leading thread also writes the reason of the end into shared.stop, reports, and starts the others when
# the search is large enough.
cdef int deepen(const Position* root, Worker* w, Run run, Log* log) except -1
