"""Perft, with the last ply counted rather than played."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport mix64
from gamecore.core.store cimport lookup, put
from gamecore.core.types cimport MAX_OUTCOMES, Key, Move, Outcome
from gamecore.search cimport contract
from gamecore.search.contract cimport ChancePosition, Position
from gamecore.search.worker cimport Worker, enter


cdef uint64_t perft(const Position* position, Worker* w, int depth, bint distinct) noexcept nogil:
    cdef Move* moves = w.moves
    cdef uint64_t total = 0
    cdef Key key = 0
    cdef Position child, leaf
    cdef int n, i
    if depth == 1:
        return contract.count_moves(position, moves, distinct)
    if w.best != NULL:
        key = mix64(contract.key(position) + <Key>depth * <Key>0x9e3779b97f4a7c15)
        if lookup(w.best, key, &total):
            return total
    if not enter(w):
        return 0
    n = contract.legal_moves(position, moves) if distinct else contract.legal_paths(position, moves)
    w.moves += n
    if depth == 2:                   # most visits by far: no call, so that the position may stay in registers
        for i in range(n):
            contract.play(position, moves[i], &leaf)
            if not contract.is_over(&leaf):
                total += contract.count_moves(&leaf, w.moves, distinct)
            contract.release(&leaf)
    else:
        for i in range(n):
            contract.play(position, moves[i], &child)
            if not contract.is_over(&child):
                total += perft(&child, w, depth - 1, distinct)
            contract.release(&child)
    w.moves = moves
    if w.best != NULL and not w.stopped:
        put(w.best, key, total)
    return total


cdef uint64_t perft_chance(const ChancePosition* position, Worker* w, int depth, bint weighted) noexcept nogil:
    cdef Outcome outcomes[MAX_OUTCOMES]
    cdef ChancePosition child
    cdef uint64_t total = 0, lines
    cdef Key key = 0
    cdef double least
    cdef int n = contract.outcomes(position, outcomes), i
    if n == 0:
        return perft_choice(position, w, depth, weighted)
    if w.best != NULL and depth > 1:
        key = mix64(contract.key(position) + <Key>depth * <Key>0x9e3779b97f4a7c15)
        if lookup(w.best, key, &total):
            return total
    least = outcomes[0].probability
    for i in range(1, n):
        least = min(least, outcomes[i].probability)
    for i in range(n):
        contract.play_outcome(position, outcomes[i].event, &child)
        lines = perft_choice(&child, w, depth, weighted)
        contract.release(&child)
        total += lines * <uint64_t>(outcomes[i].probability / least + 0.5) if weighted else lines
    if w.best != NULL and depth > 1 and not w.stopped:
        put(w.best, key, total)
    return total


cdef uint64_t perft_choice(const ChancePosition* position, Worker* w, int depth, bint weighted) noexcept nogil:
    """The lines after chance has acted."""
    cdef ChancePosition* children = <ChancePosition*>w.children
    cdef uint64_t total = 0
    cdef int n, i
    if depth == 1:
        return contract.count_successors(position, w.moves)
    if not enter(w):
        return 0
    n = contract.successors(position, children, w.moves)
    w.children = children + n
    for i in range(n):
        if not contract.is_over(children + i):
            total += perft_chance(children + i, w, depth - 1, weighted)
        contract.release(children + i)
    w.children = children
    return total
