"""The order of moves. A rank is score * 65536 + (65535 - index), so no two ranks are equal and the order is stable.

Threads defer each other's moves (simplified ABDADA: Kerrigan 2017, after Weill 1996). Each thread marks the move that
it searches, unless it is a node's first move. A thread that finds a mark searches the node's other moves first; when it
returns to the marked move, the table probably has the score. Marks only change the order of moves, so a lost or
leftover mark is harmless, and no lock is needed.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memmove

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport load64, mix64, scale, store64, unlikely
from gamecore.core.types cimport Key, Move
from gamecore.search.contract cimport CustomBits, Position
from gamecore.search.switches cimport HINT, HISTORY, KILLERS, RANDOM, WORST
from gamecore.search.worker cimport MARKS, Worker

cdef enum:
    HINT_WEIGHT = 512             # history points per point of hint
    KILLER_SCORE = 4096           # ... and for the newest killer; the older one has half
    MAX_HISTORY = 4096


cdef inline int index_of(int64_t rank) noexcept nogil:
    """Returns the move's index in generator order."""
    return 0xffff - (rank & 0xffff)


cdef inline int64_t rank_of(int64_t score, int index) noexcept nogil:
    return score * 65536 + (0xffff - index)


cdef inline void lead(Move* moves, int64_t* ranks, int first) noexcept nogil:
    """Swaps the move with index `first` with the move in front, before the moves are ranked."""
    moves[0], moves[first] = moves[first], moves[0]
    ranks[0] = rank_of(0, first)


cdef inline void rank_moves(const Position* position, Worker* w, Move* moves, int64_t* ranks, int first, int n,
                            int ply) noexcept nogil:
    """Fills the ranks of n moves in generator order; if `first` < n, those of all moves except the one in front."""
    cdef int i, known = first < n
    if unlikely(w.order >= RANDOM):
        w.knowledge.custom.rank(position, w, moves, n, ranks)
    else:
        score_moves(position, w, moves, ranks, known, n, ply)
    if known:
        ranks[first] += first                # it now belongs to the move that was in front


cdef inline void score_moves(const Position* position, Worker* w, const Move* moves, int64_t* ranks, int known, int n,
                             int ply) noexcept nogil:
    """Ranks by hint, history and killers, as far as they are switched on."""
    cdef int weight = HINT_WEIGHT if w.switches & HINT else -1 if w.order == WORST else 0
    cdef int killer = KILLER_SCORE if w.switches & KILLERS else 0
    cdef Move move, newest = w.killers[ply][0], older = w.killers[ply][1]
    cdef Position copy
    cdef const Position* here = position
    cdef int64_t score
    cdef int i
    if Position is not CustomBits:
        copy = position[0]                   # the stores below cannot change it: common parts are computed once
        here = &copy
    if weight != 0:
        contract.ask_hints(position, moves + known, n - known, ranks + known)
    for i in range(known, n):
        move = moves[i]
        score = w.history[contract.history_slot(here, move)]
        if weight != 0:
            score += weight * contract.hint(here, move, ranks[i])
        score += killer if move == newest else killer // 2 if move == older else 0
        ranks[i] = rank_of(score, i)


cdef inline void pick(Move* moves, int64_t* ranks, int i, int n) noexcept nogil:
    """Moves the best of the moves from i on to place i."""
    cdef int j, best = i
    cdef int64_t highest = ranks[i]
    cdef Move move
    for j in range(i + 1, n):
        if ranks[j] > highest:
            highest, best = ranks[j], j
    move = moves[best]
    ranks[best], moves[best] = ranks[i], moves[i]
    ranks[i], moves[i] = highest, move


cdef inline void sort(Move* moves, int64_t* ranks, int i, int n) noexcept nogil:
    """Sorts the moves from place i on, the best first."""
    cdef int j, k
    cdef int64_t rank
    cdef Move move
    for j in range(i + 1, n):
        rank, move, k = ranks[j], moves[j], j
        while k > i and ranks[k - 1] < rank:
            ranks[k], moves[k] = ranks[k - 1], moves[k - 1]
            k -= 1
        ranks[k], moves[k] = rank, move


cdef inline void remember(const Position* position, Worker* w, Move* moves, int tried, int depth,
                          int ply) noexcept nogil:
    """Makes moves[tried] a killer after a cut. Its history value rises, and the values of the moves tried before it
    fall."""
    cdef int i, bonus = min(depth * depth, MAX_HISTORY // 4)
    if w.switches & KILLERS and w.killers[ply][0] != moves[tried]:
        w.killers[ply][1] = w.killers[ply][0]
        w.killers[ply][0] = moves[tried]
    if w.switches & HISTORY:
        for i in range(tried):
            adjust(&w.history[contract.history_slot(position, moves[i])], -bonus)
        adjust(&w.history[contract.history_slot(position, moves[tried])], bonus)


cdef inline void adjust(int* history, int bonus) noexcept nogil:
    """Adds a step to a history entry; the step becomes smaller as the entry approaches +-MAX_HISTORY."""
    history[0] += bonus - history[0] * (bonus if bonus >= 0 else -bonus) // MAX_HISTORY


cdef inline int64_t deferred(int i) noexcept nogil:
    """Returns the score, below all others, of a move deferred from place i."""
    return -(<int64_t>1 << 46) - i


cdef inline int first_place(int64_t rank, int i) noexcept nogil:
    """Returns the place that the move in place i had before it was deferred."""
    return <int>(deferred(0) - (rank >> 16)) if rank >> 16 <= deferred(0) else i


cdef inline uint64_t mark_of(Key key, Move move, int depth) noexcept nogil:
    """Returns the mark of a move to be searched to `depth` from the position with `key`."""
    return mix64(key ^ mix64(move + <uint64_t>depth * <uint64_t>0x9e3779b97f4a7c15))


cdef inline uint64_t mark_free(uint64_t* marks, Key key, int depth, Move* moves, int64_t* ranks, int i,
                               int n) noexcept nogil:
    """Moves the best move that no other thread is searching, or else the best of all, to place i and marks it.

    The others are deferred. Returns the mark.
    """
    cdef uint64_t mark = mark_of(key, moves[i], depth)
    cdef int64_t rank
    cdef Move move
    while ranks[i] >> 16 > deferred(0) and load64(marks + scale(mark, MARKS)) == mark:
        rank, move = rank_of(deferred(i), index_of(ranks[i])), moves[i]
        memmove(moves + i, moves + i + 1, (n - i - 1) * sizeof(Move))
        memmove(ranks + i, ranks + i + 1, (n - i - 1) * sizeof(int64_t))
        moves[n - 1], ranks[n - 1] = move, rank
        pick(moves, ranks, i, n)                 # they may be sorted only in part
        mark = mark_of(key, moves[i], depth)
    store64(marks + scale(mark, MARKS), mark)
    return mark


cdef inline void unmark(uint64_t* marks, uint64_t* mark) noexcept nogil:
    """Removes the mark, and sets it to 0."""
    if load64(marks + scale(mark[0], MARKS)) == mark[0]:
        store64(marks + scale(mark[0], MARKS), 0)
    mark[0] = 0
