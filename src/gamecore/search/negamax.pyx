"""Negamax alpha-beta (Knuth and Moore 1975), written once over every game of the contract.

`negamax` is a node whose children are looked at, in numbered steps (docs/search.md goes through them one by one). `visit` is what
every position meets first: the budget, the end of the game, a repetition, the horizon.
"""
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from gamecore.core.bits cimport mix64, set_once
from gamecore.core.limits cimport STOP_ERROR
from gamecore.core.score cimport INFINITE, WIN_MIN, is_seen_whole, seen_from_node, seen_from_root
from gamecore.core.store cimport lookup, put
from gamecore.core.tt cimport EXACT, LOWER, NO_MOVE, UPPER, Found, fetch, probe, store
from gamecore.core.types cimport MAX_PLY, Key, Move
from gamecore.search cimport rules
from gamecore.search.ordering cimport index_of, lead, pick, rank_moves, remember
from gamecore.search.rules cimport Position
from gamecore.search.switches cimport (EVALUATION, INTERNAL_DEEPENING, PRUNING, PVS, QUIESCENCE, RANKED, REPETITION,
                                       TABLE_MOVE)
from gamecore.search.worker cimport Worker, enter

cdef enum:
    INTERNAL_MIN = 4             # plies: below, a shallower search costs more than its move gains
    INTERNAL_LESS = 2            # plies that it looks less deep


cdef inline int visit(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    """The score of a position that was just played to."""
    if not enter(w):
        return 0
    w.pv_length[ply] = 0
    if rules.is_over(position):
        w.stats.leaves += 1
        return rules.final_score(position, ply)
    if rules.can_repeat(position) and w.switches & REPETITION and repeats(w, rules.key(position), ply):
        w.stats.leaves += 1
        w.stats.horizon += 1
        return 0
    if depth <= 0 and at_horizon(position, w, ply):
        w.stats.leaves += 1
        w.stats.horizon += 1
        return rules.evaluate(position, w.knowledge) if w.switches & EVALUATION else 0
    return negamax(position, w, alpha, beta, depth, ply)


cdef inline bint at_horizon(const Position* position, const Worker* w, int ply) noexcept nogil:
    return not w.switches & QUIESCENCE or rules.is_quiet(position) or ply >= MAX_PLY - 1


cdef inline bint repeats(Worker* w, Key key, int ply) noexcept nogil:
    """Whether the position stood in the line searched before, or twice in the game."""
    cdef int here = w.path_length + ply, seen = 0, i
    w.path[here] = key
    for i in range(here - 2, here - w.reversible[ply] - 1, -2):
        if w.path[i] == key:
            seen += 1
            if i >= w.path_length or seen == 2:
                return True
    return False


cdef inline bint settles(const Found* found, int score, int alpha, int beta, int depth) noexcept nogil:
    """Whether an earlier visit decides this one: the same depth, or nothing but finished games below, and a bound that helps."""
    if found.depth != depth and not (found.final and found.depth < depth):
        return False
    return (found.bound == EXACT or (found.bound & LOWER and score >= beta) or (found.bound & UPPER and score <= alpha))


cdef inline bint is_final(int score, int bound, bint horizon_seen, int depth, int ply) noexcept nogil:
    """Whether a bound holds at every greater depth: no horizon below, or a forced win or loss, which none can undo. Quiescence may
    see one from beyond the depth; then it is a bound only, for a greater depth may see a shorter one."""
    if not horizon_seen:
        return True
    if bound == EXACT:
        return is_seen_whole(score, depth + ply)
    return score >= WIN_MIN if bound == LOWER else score <= -WIN_MIN


cdef inline void extend_pv(Worker* w, Move move, int ply) noexcept nogil:
    """The principal variation from here: the move, then the child's."""
    cdef Move* line = w.pv + ply * MAX_PLY
    line[0] = move
    memcpy(line + 1, line + MAX_PLY, w.pv_length[ply + 1] * sizeof(Move))
    w.pv_length[ply] = w.pv_length[ply + 1] + 1


cdef inline Key key_at(const Position* position, int depth) noexcept nogil:
    """Position and depth in one, for order `perfect`."""
    return mix64(rules.key(position) + <Key>depth * <Key>0x9e3779b97f4a7c15)


cdef int negamax(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    cdef Move* moves = w.moves
    cdef int64_t* ranks = w.ranks
    cdef uint32_t switches = w.switches
    cdef uint64_t horizon, stored
    cdef int first = NO_MOVE, best = -INFINITE, best_index = NO_MOVE, low = alpha, high, score, bound, n, i = 0
    cdef bint narrow, known
    cdef Key key = 0
    cdef Found found
    cdef Position child

    # Step 1: the table. Not at the root, which must answer with a move, nor on the principal variation, which must be shown whole.
    if w.table != NULL and (ply > 0 or w.root_count == 0):
        key = rules.key(position) ^ w.salt
        if probe(w.table, key, &found):
            w.stats.table_hits += 1
            score = seen_from_root(found.score, ply)
            if ply > 0 and not (switches & PVS and beta - alpha > 1) and settles(&found, score, alpha, beta, max(depth, 0)):
                w.stats.table_cuts += 1
                w.stats.horizon += not found.final
                return score
            if switches & TABLE_MOVE:
                first = found.move

    # Step 2: internal deepening. Nothing is known here: ask a shallower search for its move.
    horizon = w.stats.horizon
    if switches & INTERNAL_DEEPENING and first == NO_MOVE and depth >= INTERNAL_MIN and beta - alpha > 1:
        if not enter(w):
            return 0
        negamax(position, w, alpha, beta, depth - INTERNAL_LESS, ply)
        if w.stopped:
            return 0
        first = w.chosen[ply]
        w.stats.horizon = horizon            # what it did not see decides nothing
    if w.best != NULL and lookup(w.best, key_at(position, depth), &stored):
        first = stored

    # Step 3: the moves. None: the game has ended after all.
    n = list_moves(position, w, ply)
    if n == 0:
        w.stats.leaves += 1
        return rules.final_score(position, ply)

    # Step 4: a move that is known to be good leads; only if it does not cut, the others are ranked.
    known = first < n
    if known:
        lead(moves, ranks, first)
    w.moves += n
    w.ranks += n

    # Step 5: each move in turn. Once one is good, the others need only be proved worse (PVS).
    for i in range(n):
        if switches & RANKED and i >= known:
            if i == known:
                rank_moves(position, w, moves, ranks, first, n, ply)
            pick(moves, ranks, i, n)
        rules.play(position, moves[i], &child)
        if rules.can_repeat(position):
            w.reversible[ply + 1] = w.reversible[ply] + 1 if rules.is_reversible(position, moves[i]) else 0
        narrow = switches & PVS and i > 0 and beta - low > 1
        high = low + 1 if narrow else beta
        score = -visit(&child, w, -high, -low, depth - 1, ply + 1)
        if narrow and low < score < beta and not w.stopped:
            score = -visit(&child, w, -beta, -low, depth - 1, ply + 1)
        rules.release(&child)
        if w.stopped:
            break
        if score > best:
            best = score
            if score > alpha:
                best_index = index_of(ranks[i]) if switches & RANKED else i
                if score >= beta:
                    break
                extend_pv(w, moves[i], ply)
                if switches & PRUNING:
                    low = score
    w.moves = moves
    w.ranks = ranks
    w.chosen[ply] = best_index
    if w.stopped:
        return 0

    # Step 6: a cut. What refuted this position may refute its siblings.
    if best >= beta:
        w.stats.cuts += 1
        w.stats.first_cuts += i == 0
        remember(position, w, moves, i, depth, ply)

    # Step 7: what was learnt is kept.
    if w.best != NULL and best > alpha and not put(w.best, key_at(position, depth), best_index):
        set_once(&w.events.shared.stop, STOP_ERROR)
    if w.table != NULL and (ply > 0 or w.root_count == 0):
        bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
        store(w.table, key, seen_from_node(best, ply), best_index, max(depth, 0), bound,
              is_final(best, bound, w.stats.horizon != horizon, max(depth, 0), ply))
    return best


cdef inline int list_moves(const Position* position, Worker* w, int ply) noexcept nogil:
    """The legal moves on top of the stack; at the root only those that may be chosen."""
    if ply > 0 or w.root_count == 0:
        return rules.legal_moves(position, w.moves)
    memcpy(w.moves, w.root_moves, w.root_count * sizeof(Move))
    return w.root_count
