"""The caller's own functions: an evaluation, and an order of moves."""
from gamecore.games.outside.python_game cimport Adapter
from gamecore.search.contract cimport AnyPosition
from gamecore.search.knowledge cimport OwnFunctions
from gamecore.search.worker cimport Worker


cdef enum:
    MANY = 64                # positions for one call of a function of an array, at most

cdef class Callbacks:
    cdef readonly object evaluation      # the function, or the address of one; None: the game's evaluation counts
    cdef readonly bint batch             # whether it is called with an array of positions
    cdef double unit                     # of its scores, where they are not averaged
    cdef double (*address)(const void* position) noexcept nogil     # of a function in C, or NULL
    cdef object order                    # of the running search: a function; None: a built-in order
    cdef object position                 # its root
    cdef Adapter adapter                 # ... and what stands for a game in Python, or None
    cdef object error                    # the first exception of either function

    cdef int begin(self, object position, Adapter adapter) except -1
    cdef int forget(self) except -1
    cdef double unit_in(self, object position) except -1
    cdef bint calls_python(self) noexcept
    cdef bint has_failed(self, Worker* w) noexcept
    cdef void fail(self, Worker* w, object error)
    cdef double convert(self, object answer, double unit) except? -1
    cdef list answers(self, bytearray records, object position)


# An evaluation of a root by the caller's function: an int or, where scores are averaged, a float.
cdef object evaluate_root(const AnyPosition* root, object position, Callbacks own)

# Lets a search call the functions. Once one has raised, scores and ranks are 0, and the worker has stopped.
cdef int take_over(const AnyPosition* root, Callbacks own, OwnFunctions* functions) except -1
