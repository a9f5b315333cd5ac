"""The caller's own functions: an evaluation, and an order of moves."""
from gamecore.search.contract cimport AnyPosition
from gamecore.search.evaluations cimport CustomEvaluation
from gamecore.search.knowledge cimport CustomFunctions
from gamecore.search.root cimport Root
from gamecore.search.worker cimport Worker


cdef enum:
    MANY = 64                # positions for one call of a function of an array, at most

cdef class Callbacks:
    cdef CustomEvaluation custom         # None: the game's evaluation counts
    cdef object order                    # a function; None: a built-in order
    cdef Root root                       # of the search
    cdef object error                    # the first exception of either function

    cdef bint calls_python(self) noexcept
    cdef bint has_failed(self, Worker* w) noexcept
    cdef void fail(self, Worker* w, object error)


# The functions that act in one search.
cdef Callbacks callbacks_of(Root root, CustomEvaluation custom, object order)

# Returns the evaluation of a root by the caller's function: an int or, where scores are averaged, a float.
cdef object evaluate_root(const AnyPosition* position, Root root, CustomEvaluation custom)

# Lets a search call the functions. Once one has raised, scores and ranks are 0, and the worker has stopped.
cdef int install_callbacks(const AnyPosition* root, Callbacks callbacks, CustomFunctions* functions) except -1
