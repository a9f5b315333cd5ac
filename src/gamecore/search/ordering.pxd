"""Which move is searched first. A rank is score * 65536 + (65535 - index), so ranks never tie and the order is stable."""
from libc.stdint cimport int64_t

from gamecore.core.bits cimport next_random
from gamecore.core.tt cimport NO_MOVE
from gamecore.core.types cimport Move
from gamecore.search cimport rules
from gamecore.search.rules cimport Position
from gamecore.search.switches cimport HINT, HISTORY, KILLERS, RANDOM, WORST
from gamecore.search.worker cimport Worker

cdef enum:
    HINT_WEIGHT = 32             # history points that a point of hint is worth
    KILLER_SCORE = 4096          # ... and that the newest killer is worth; the older one half
    MAX_HISTORY = 4096
    FIRST = 1 << 30              # beyond every other score


cdef inline int index_of(int64_t rank) noexcept nogil:
    """The move's index in generator order."""
    return 0xffff - (rank & 0xffff)


cdef inline int64_t rank_of(int64_t score, int index) noexcept nogil:
    return score * 65536 + (0xffff - index)


cdef inline int score_move(const Position* position, Worker* w, Move move, int ply) noexcept nogil:
    cdef int score = 0
    if w.order == RANDOM:
        return next_random(&w.random) >> 34
    if w.order == WORST:
        return -rules.hint(position, move)
    if w.switches & HINT:
        score += HINT_WEIGHT * rules.hint(position, move)
    if w.switches & HISTORY:
        score += w.history[rules.history_slot(position, move)]
    if w.switches & KILLERS:
        if move == w.killers[ply][0]:
            score += KILLER_SCORE
        elif move == w.killers[ply][1]:
            score += KILLER_SCORE // 2
    return score


cdef inline void rank_moves(const Position* position, Worker* w, int n, int first, int ply) noexcept nogil:
    """Fills w.ranks for the n moves on top of the stack; the move with index first, if any, leads."""
    cdef int i
    for i in range(n):
        w.ranks[i] = rank_of(score_move(position, w, w.moves[i], ply), i)
    if first < n:
        w.ranks[first] = rank_of(FIRST, first)


cdef inline void pick(Move* moves, int64_t* ranks, int i, int n) noexcept nogil:
    """Brings the best of the moves from i on to place i."""
    cdef int j, best = i
    cdef int64_t rank
    cdef Move move
    for j in range(i + 1, n):
        if ranks[j] > ranks[best]:
            best = j
    rank, move = ranks[best], moves[best]
    ranks[best], moves[best] = ranks[i], moves[i]
    ranks[i], moves[i] = rank, move


cdef inline void remember(const Position* position, Worker* w, Move* moves, int tried, int depth, int ply) noexcept nogil:
    """After a cut: moves[tried] is a killer and gains history, those tried before it in vain lose some."""
    cdef int i, bonus = min(depth * depth, MAX_HISTORY // 4)
    if w.switches & KILLERS and w.killers[ply][0] != moves[tried]:
        w.killers[ply][1] = w.killers[ply][0]
        w.killers[ply][0] = moves[tried]
    if w.switches & HISTORY:
        for i in range(tried):
            adjust(&w.history[rules.history_slot(position, moves[i])], -bonus)
        adjust(&w.history[rules.history_slot(position, moves[tried])], bonus)


cdef inline void adjust(int* history, int bonus) noexcept nogil:
    """Moves towards +-MAX_HISTORY, ever more slowly."""
    history[0] += bonus - history[0] * (bonus if bonus >= 0 else -bonus) // MAX_HISTORY
