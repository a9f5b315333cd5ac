"""The moves that several threads are searching at the moment, so that they take different ones: deferred moves, ABDADA
simplified (Kerrigan 2017, after Weill 1996)."""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.types cimport Key, Move

cdef enum:
    MARKS = 1 << 12          # places for them; a thread has some twenty moves under way
    MARKED_MIN = 4           # plies: below, a move is searched too soon (of 2, 3, 4 and 6 none is clearly better)

# Brings the best move that no other thread is searching to place i, and marks it; if there is none, the best of all.
# Returns the mark.
cdef uint64_t begin_free(uint64_t* marks, Key key, int depth, Move* moves, int64_t* ranks, int i, int n) noexcept nogil

# Removes the mark, and sets it to 0.
cdef void end(uint64_t* marks, uint64_t* mark) noexcept nogil

# The place of the move in place i, before it was deferred.
cdef int first_place(int64_t rank, int i) noexcept nogil
