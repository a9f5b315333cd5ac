"""Perft, which counts the moves of the last ply without playing them."""
from libc.stdint cimport uint64_t

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport Count, plus, set_once, times
from gamecore.core.limits cimport STOP_ERROR
from gamecore.core.store cimport lookup, put
from gamecore.core.types cimport MAX_OUTCOMES, Key, Move, Outcome
from gamecore.search.contract cimport ChancePosition, CheckersBits, CustomBits, Position
from gamecore.search.worker cimport Worker, enter


cdef uint64_t last_two(const Position* position, Worker* w, bint distinct) noexcept nogil:
    """Returns the number of lines of two plies. By far most visits happen here, and the lines are far fewer than
    2**64."""
    return contract.count_two_plies(position, w.moves, distinct) if enter(w) else 0


cdef Count perft(const Position* position, Worker* w, int depth, bint distinct) noexcept nogil:
    cdef Move* moves = w.moves
    cdef Count total = 0
    cdef Key key = 0
    cdef Position child
    cdef int n, i
    if depth == 1:
        return contract.count_moves(position, moves, distinct)
    if w.best != NULL:
        key = contract.key(position)
        if lookup(w.best, key, depth, &total):
            return total
    if depth == 2:
        total = last_two(position, w, distinct)
    elif enter(w):
        n = contract.legal_moves(position, moves) if distinct else contract.legal_paths(position, moves)
        w.moves += n
        for i in range(n):
            contract.play(position, moves[i], &child)
            if depth == 3 and w.best == NULL and (Position is CheckersBits or not contract.is_over(&child)):
                total += last_two(&child, w, distinct)      # a game of checkers that is over has no further line
            elif not contract.is_over(&child):
                total = plus(total, perft(&child, w, depth - 1, distinct))
            contract.release(&child)
        w.moves = moves
    if w.best != NULL:
        remember(w, key, depth, total)
    return total


cdef Count perft_chance(const ChancePosition* position, Worker* w, int depth, bint weighted) noexcept nogil:
    cdef Outcome outcomes[MAX_OUTCOMES]
    cdef ChancePosition child
    cdef Count total = 0, lines
    cdef Key key = 0
    cdef double least
    cdef int n = contract.outcomes(position, outcomes), i
    if n == 0:
        return perft_choice(position, w, depth, weighted)
    if w.best != NULL and depth > 1:
        key = contract.key(position)
        if lookup(w.best, key, depth, &total):
            return total
    least = outcomes[0].probability
    for i in range(1, n):
        least = min(least, outcomes[i].probability)
    for i in range(n):
        contract.play_outcome(position, outcomes[i].event, &child)
        lines = (perft_passed(&child, w, depth - 1, weighted) if contract.passes_turn(position, outcomes[i].event)
                 else perft_choice(&child, w, depth, weighted))
        contract.release(&child)
        total = plus(total, times(lines, <uint64_t>(outcomes[i].probability / least + 0.5)) if weighted else lines)
    if w.best != NULL and depth > 1:
        remember(w, key, depth, total)
    return total


cdef inline Count perft_passed(const ChancePosition* position, Worker* w, int depth, bint weighted) noexcept nogil:
    """Returns the number of lines after an outcome that passed the turn."""
    if depth == 0:
        return 1
    return 0 if contract.is_over(position) else perft_chance(position, w, depth, weighted)


cdef Count perft_choice(const ChancePosition* position, Worker* w, int depth, bint weighted) noexcept nogil:
    """Returns the number of lines after a chance event."""
    cdef ChancePosition* children = <ChancePosition*>w.children
    cdef Count total = 0
    cdef int n, i
    if ChancePosition is CustomBits:
        if contract.is_over(position):
            return 0
    if depth == 1:
        return contract.count_successors(position, w.moves)
    if not enter(w):
        return 0
    n = contract.successors(position, children, w.moves)
    w.children = children + n
    for i in range(n):
        if not contract.is_over(children + i):
            total = plus(total, perft_chance(children + i, w, depth - 1, weighted))
        contract.release(children + i)
    w.children = children
    return total


cdef inline void remember(Worker* w, Key key, int depth, Count total) noexcept nogil:
    """Stores a count, or stops perft if there is no memory."""
    if not w.stopped and not put(w.best, key, depth, total):
        set_once(&w.events.shared.stop, STOP_ERROR)
        w.stopped = True
