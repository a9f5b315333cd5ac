"""The adapter behind GameOps for a game written in Python."""
from cpython.ref cimport PyObject
from libc.stdint cimport uint64_t, uintptr_t

from gamecore.core.types cimport Move
from gamecore.games.outside.rules cimport CustomBits, GameOps

cdef extern from *:                # Python.h
    ctypedef object (*vectorcallfunc)(PyObject* function, PyObject** arguments, size_t n, PyObject* names)


cdef class Adapter:
    cdef GameOps ops
    cdef double unit
    cdef bint averages               # a game of chance: scores are neither rounded nor limited
    cdef object kind                 # the class whose methods are cached
    cdef list functions              # ... these methods, in the order of METHODS
    cdef vectorcallfunc calls[6]     # ... and how each is called
    cdef dict numbers                # move that is not an int -> its number, even
    cdef list moves                  # ... and half the number's move
    cdef object sides                # which side followed which, in the first plays of the search
    cdef set kinds                   # the classes of positions so far, the root's included
    cdef list lacking                # methods that change scores and that the root lacks
    cdef int unwatched               # plays of the search that are still to be checked for these
    cdef readonly object error       # type: BaseException | None; the first exception that the game raised
    cdef int* stop                   # the search's stop flag, or NULL

    cdef void put(self, CustomBits* bits, object position)
    cdef void fail(self, object error)
    cdef int check_kind(self, object position, object after) except -1
    cdef double to_score(self, object position, object value, bint final) except? -1
    cdef int fill_moves(self, object position, object legal, Move* moves) except -1
    cdef object move_of(self, Move number)
    cdef Move number_of(self, object position, object move) except? 0
    cdef tuple ask_bounds(self, const void* position)
    cdef object ask(self, const void* position, str method, object convert, object default, object argument=*)


cdef inline PyObject* held(const void* position) noexcept:
    """Returns the Python position, or NULL after a failure."""
    return <PyObject*><uintptr_t>(<const uint64_t*>position)[0]
