"""Perft, with the last ply counted rather than played."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport mix64
from gamecore.core.store cimport lookup, put
from gamecore.core.types cimport Key, Move
from gamecore.search cimport rules
from gamecore.search.rules cimport Position
from gamecore.search.worker cimport Worker, enter


cdef uint64_t perft(const Position* position, Worker* w, int depth, bint distinct) noexcept nogil:
    cdef Move* moves = w.moves
    cdef uint64_t total = 0
    cdef Key key = 0
    cdef Position child, leaf
    cdef int n, i
    if depth == 1:
        return rules.count_moves(position, moves, distinct)
    if w.best != NULL:
        key = mix64(rules.key(position) + <Key>depth * <Key>0x9e3779b97f4a7c15)
        if lookup(w.best, key, &total):
            return total
    if not enter(w):
        return 0
    n = rules.legal_moves(position, moves) if distinct else rules.legal_paths(position, moves)
    w.moves += n
    if depth == 2:                   # by far the most visits: no call, and a position that may stay in registers
        for i in range(n):
            rules.play(position, moves[i], &leaf)
            if not rules.is_over(&leaf):
                total += rules.count_moves(&leaf, w.moves, distinct)
            rules.release(&leaf)
    else:
        for i in range(n):
            rules.play(position, moves[i], &child)
            if not rules.is_over(&child):
                total += perft(&child, w, depth - 1, distinct)
            rules.release(&child)
    w.moves = moves
    if w.best != NULL and not w.stopped:
        put(w.best, key, total)
    return total
