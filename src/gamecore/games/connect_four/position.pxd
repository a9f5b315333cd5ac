"""Connect four as a Python object; the rules are in rules.pxd."""
from libc.stdint cimport uint64_t

from gamecore.core.types cimport Move
from gamecore.games.connect_four.rules cimport ConnectFourBits

cdef class ConnectFour:
    cdef ConnectFourBits bits
    cdef str columns                    # the columns played, or None if the position was read from rows

    cdef int read_columns(self, str text) except -1
    cdef int read_rows(self, str text) except -1
    cdef str fault(self, uint64_t first, uint64_t second)
    cdef Move find(self, int column) noexcept
    cdef void advance(self, Move move) noexcept
    cdef Move legal(self, object move) except 0
