"""A thread marks each move that it searches, except a node's first. One that finds a mark searches the node's other
moves first; when it returns, the table probably has the score.

Marks only change the order of moves. A lost or leftover mark does no harm, so no lock is needed.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memmove

from gamecore.core.bits cimport load64, mix64, scale, store64
from gamecore.core.types cimport Key, Move
from gamecore.search.ordering cimport index_of, pick, rank_of

cdef int64_t DEFERRED = -(<int64_t>1 << 46)      # a score below all others


cdef inline uint64_t mark_of(Key key, Move move, int depth) noexcept nogil:
    """Returns the mark of a move from the position with this key, to be searched to this depth."""
    return mix64(key ^ mix64(move + <uint64_t>depth * <uint64_t>0x9e3779b97f4a7c15))


cdef inline uint64_t* place_of(uint64_t* marks, uint64_t mark) noexcept nogil:
    return marks + scale(mark, MARKS)


cdef inline bint is_deferred(int64_t rank) noexcept nogil:
    return rank >> 16 <= DEFERRED


cdef inline void defer(Move* moves, int64_t* ranks, int i, int n) noexcept nogil:
    """Defers the move in place i behind all others, with a rank that records its place."""
    cdef Move move = moves[i]
    cdef int64_t rank = rank_of(DEFERRED - i, index_of(ranks[i]))
    memmove(moves + i, moves + i + 1, (n - i - 1) * sizeof(Move))
    memmove(ranks + i, ranks + i + 1, (n - i - 1) * sizeof(int64_t))
    moves[n - 1], ranks[n - 1] = move, rank


cdef uint64_t begin_free(uint64_t* marks, Key key, int depth, Move* moves, int64_t* ranks, int i, int n) noexcept nogil:
    cdef uint64_t mark = mark_of(key, moves[i], depth)
    while not is_deferred(ranks[i]) and load64(place_of(marks, mark)) == mark:
        defer(moves, ranks, i, n)
        pick(moves, ranks, i, n)                 # not all of them may have been sorted
        mark = mark_of(key, moves[i], depth)
    store64(place_of(marks, mark), mark)
    return mark


cdef void end(uint64_t* marks, uint64_t* mark) noexcept nogil:
    if load64(place_of(marks, mark[0])) == mark[0]:
        store64(place_of(marks, mark[0]), 0)
    mark[0] = 0


cdef int first_place(int64_t rank, int i) noexcept nogil:
    return <int>(DEFERRED - (rank >> 16)) if is_deferred(rank) else i
