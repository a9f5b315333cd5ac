"""Negamax alpha-beta (Knuth and Moore 1975), written once over every game of the contract.

`negamax` is a node whose children are looked at, in numbered steps (docs/search.md goes through them one by one). `visit` is what
every position meets first: the budget, the end of the game, a repetition, an endgame database, the horizon.
"""
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from gamecore.core.bits cimport mix64, set_once
from gamecore.core.limits cimport STOP_ERROR
from gamecore.core.score cimport INFINITE, KNOWN_MIN, is_decisive, is_seen_whole, seen_from_node, seen_from_root
from gamecore.core.store cimport lookup, put
from gamecore.core.tt cimport EXACT, LOWER, NO_MOVE, UPPER, Found, fetch, probe, store
from gamecore.core.types cimport MAX_PLY, Key, Move
from gamecore.search cimport contract
from gamecore.search.contract cimport CustomBits, Position
from gamecore.search.ordering cimport index_of, lead, pick, rank_moves, remember
from gamecore.search.switches cimport (DATABASES, EVALUATION, EXTENSIONS, FORWARD_PRUNING, INTERNAL_DEEPENING, PRUNING,
                                       PVS, QUIESCENCE, RANKED, REDUCTIONS, REPETITION, SELECTIVE, STORED_MOVE, TABLE,
                                       TABLE_MOVE)
from gamecore.search.worker cimport Worker, enter, ranks_of

cdef enum:
    BEFORE_MOVES = TABLE | INTERNAL_DEEPENING | FORWARD_PRUNING | STORED_MOVE
    INTERNAL_MIN = 4             # plies: below, a shallower search costs more than its move gains
    INTERNAL_LESS = 2            # plies that it looks less deep
    PROBCUT_MIN = 3              # plies: below, a shallower search says too little
    PROBCUT_TENTHS = 4           # of the depth that it looks
    PROBCUT_MARGIN = 10          # score units a ply that it must be above the window
    TABLE_MIN = 2                # plies: below, searching is quicker than remembering
    FETCH_MIN = TABLE_MIN + 1    # ... and its children do not ask either
    REDUCTION_MIN = 2            # plies: below, there is nothing to reduce


cdef inline int visit(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    """The score of a position that was just played to."""
    cdef int known = 0
    if not enter(w):
        return 0
    w.pv_length[ply] = 0
    if contract.is_over(position):
        w.stats.leaves += 1
        return contract.final_score(position, ply)
    if contract.can_repeat(position) and w.switches & REPETITION and (contract.is_stale(position) or repeats(position, w, ply)):
        w.stats.leaves += 1
        w.stats.horizon += 1
        return 0
    if w.switches & DATABASES and contract.probe(position, w.knowledge, w.switches & REPETITION, ply, &known):
        w.stats.leaves += 1
        return known
    if depth <= 0 and at_horizon(position, w, ply):
        w.stats.leaves += 1
        w.stats.horizon += 1
        return contract.evaluate(position, w.knowledge) if w.switches & EVALUATION else 0
    return negamax(position, w, alpha, beta, depth, ply)


cdef inline bint at_horizon(const Position* position, const Worker* w, int ply) noexcept nogil:
    return not w.switches & QUIESCENCE or contract.is_quiet(position) or ply >= MAX_PLY - 1


cdef inline bint repeats(const Position* position, Worker* w, int ply) noexcept nogil:
    """Whether the position stood in the line searched before, or twice in the game, with the same side to move."""
    cdef Key key = contract.key(position)
    cdef int here = w.path_length + ply, step = 2, seen = 0, i
    if Position is CustomBits:           # where a side may move twice, the number of plies does not tell which side it is
        key ^= <Key>-w.turned[ply]
        step = 1
    w.path[here] = key
    i = here - step
    while i >= here - w.reversible[ply]:
        if w.path[i] == key:
            seen += 1
            if i >= w.path_length or seen == 2:
                return True
        i -= step
    return False


cdef inline bint settles(const Found* found, int score, int alpha, int beta, int depth, bint selective) noexcept nogil:
    """Whether an earlier visit decides this one: the same depth, or nothing but finished games below, and a bound that helps. A
    selective search takes a greater depth, too: better, but another number."""
    if found.depth != depth and not (found.final and found.depth < depth) and not (selective and found.depth > depth):
        return False
    return (found.bound == EXACT or (found.bound & LOWER and score >= beta) or (found.bound & UPPER and score <= alpha))


cdef inline bint is_final(int score, int bound, bint horizon_seen, int depth, int ply) noexcept nogil:
    """Whether a bound holds at every greater depth: no horizon below, or a forced win or loss, which none can undo. Quiescence may
    see one from beyond the depth; then it is a bound only, for a greater depth may see a shorter one."""
    if not horizon_seen:
        return True
    if bound == EXACT:
        return is_seen_whole(score, depth + ply)
    return score >= KNOWN_MIN if bound == LOWER else score <= -KNOWN_MIN


cdef inline void extend_pv(Worker* w, Move move, int ply) noexcept nogil:
    """The principal variation from here: the move, then the child's."""
    cdef Move* line = w.pv + ply * MAX_PLY
    line[0] = move
    memcpy(line + 1, line + MAX_PLY, w.pv_length[ply + 1] * sizeof(Move))
    w.pv_length[ply] = w.pv_length[ply + 1] + 1


cdef inline Key key_at(const Position* position, int depth) noexcept nogil:
    """Position and depth in one, for order `perfect`."""
    return mix64(contract.key(position) + <Key>depth * <Key>0x9e3779b97f4a7c15)


cdef inline bint has_table(const Worker* w, int depth, int ply) noexcept nogil:
    """Whether the table may be used here: not at a root from which moves are left out, whose score is not the position's; and not where
    the rest is searched sooner than memory answers (checkers at depth 15: nodes +16 %, time -30 %), as it is but for games in Python."""
    return w.switches & TABLE and (depth >= TABLE_MIN or w.keeps_gil) and (ply > 0 or w.root_count == 0)


cdef inline bint recall(Worker* w, Key key, int alpha, int beta, int depth, int ply, int* score, int* first) noexcept nogil:
    """Whether the table settles the node; if not, it may know the move to try first. It does not settle the root, which must
    answer with a move, nor the principal variation, which must be shown whole (bench nodes +0.1 %)."""
    cdef Found found
    if not probe(w.table, key, &found):
        return False
    w.stats.table_hits += 1
    score[0] = seen_from_root(found.score, ply)
    if ply > 0 and not (w.switches & PVS and beta - alpha > 1) and settles(&found, score[0], alpha, beta, max(depth, 0), w.switches & SELECTIVE):
        w.stats.table_cuts += 1
        w.stats.horizon += not found.final
        return True
    if w.switches & TABLE_MOVE:
        first[0] = found.move
    return False


cdef inline int ask_shallower(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    """The move that a shallower search would play, or NO_MOVE."""
    cdef uint64_t horizon = w.stats.horizon
    if not enter(w):
        return NO_MOVE
    w.chosen[ply] = NO_MOVE              # a search that the table settles writes none
    negamax(position, w, alpha, beta, depth - INTERNAL_LESS, ply)
    w.stats.horizon = horizon            # what it did not see decides nothing
    return w.chosen[ply]


cdef inline bint know(const Position* position, Worker* w, bint tabled, int alpha, int beta, int depth, int ply, Key* key, int* first,
                      int* score) noexcept nogil:
    """Whether the node is settled before any move is listed, or the search stopped; if not, first may say which move leads."""
    cdef uint64_t stored
    # Step 1: the table (bench nodes / 90).
    if tabled:
        key[0] = contract.key(position) ^ w.salt
        if recall(w, key[0], alpha, beta, depth, ply, score, first):
            return True

    # Step 2: internal deepening, where nothing is known on the principal variation (nothing while deepening and table are on).
    if first[0] == NO_MOVE and w.switches & INTERNAL_DEEPENING and depth >= INTERNAL_MIN and beta - alpha > 1:
        first[0] = ask_shallower(position, w, alpha, beta, depth, ply)
    if w.switches & STORED_MOVE and lookup(w.best, key_at(position, depth), &stored):
        first[0] = stored

    # Step 3: forward pruning, off the principal variation.
    if w.switches & FORWARD_PRUNING and beta - alpha == 1 and ply > 0 and is_far_above(position, w, beta, depth, ply):
        w.stats.horizon += 1
        score[0] = beta
        return True
    return w.stopped


cdef inline int list_moves(const Position* position, Worker* w, int ply) noexcept nogil:
    """The legal moves on top of the stack; at the root only those that may be chosen."""
    if ply > 0 or w.root_count == 0:
        return contract.legal_moves(position, w.moves)
    memcpy(w.moves, w.root_moves, w.root_count * sizeof(Move))
    return w.root_count


cdef inline bint is_far_above(const Position* position, Worker* w, int beta, int depth, int ply) noexcept nogil:
    """Whether a much shallower search finds the position so far above beta that a deep one is taken to as well."""
    cdef int bound = beta + PROBCUT_MARGIN * depth
    if depth < PROBCUT_MIN or is_decisive(beta) or not contract.is_quiet(position) or not enter(w):
        return False
    return negamax(position, w, bound - 1, bound, depth * PROBCUT_TENTHS // 10, ply) >= bound and not w.stopped


cdef inline int reduction(int i, int depth, bint open_window) noexcept nogil:
    """Plies that the move in place i is searched less deep at first."""
    if depth < REDUCTION_MIN:
        return 0
    if open_window:
        return i >= 3
    return (i >= 1) + (i >= 4) + (i >= 6 and depth >= 8)


cdef inline bint play(const Position* position, Worker* w, Move move, Position* child, int depth, int ply) noexcept nogil:
    """contract.play, an early word to the table that the child will be asked about, and how far back a repetition may lie. Whether the
    same side is to move again."""
    cdef bint again = contract.same_player(position, move)
    contract.play(position, move, child)
    if depth > TABLE_MIN and w.switches & TABLE and not w.keeps_gil:
        fetch(w.table, contract.key(child) ^ w.salt)
    if contract.can_repeat(position) and w.switches & REPETITION:
        w.reversible[ply + 1] = w.reversible[ply] + 1 if contract.is_reversible(position, move) else 0
        if Position is CustomBits:
            w.turned[ply + 1] = w.turned[ply] ^ (not again)
    return again


cdef inline int look(const Position* child, Worker* w, bint again, int low, int beta, int depth, int ply) noexcept nogil:
    """A child's score for the side that played to it. That of the other side has the opposite sign, and so has its window."""
    cdef int score = visit(child, w, low if again else -beta, beta if again else -low, depth, ply)
    return score if again else -score


cdef inline void fetch_children(const Position* position, Worker* w, const Move* moves, int i, int n) noexcept nogil:
    """Has memory bring what the table knows of the children from move i on, before it is needed (bench time -15 %)."""
    cdef Position child
    while i < n:
        contract.play(position, moves[i], &child)
        fetch(w.table, contract.key(&child) ^ w.salt)
        contract.release(&child)
        i += 1


cdef inline int try_move(const Position* position, Worker* w, Move move, int low, int beta, int depth, int ply) noexcept nogil:
    """A move's score for who plays it."""
    cdef Position child
    cdef bint again = play(position, w, move, &child, depth, ply)
    cdef int score = look(&child, w, again, low, beta, depth - 1, ply + 1)
    contract.release(&child)
    return score


cdef int scout(const Position* position, Worker* w, Move move, int less, int low, int beta, int depth, int ply) noexcept nogil:
    """The same, but first it is only asked whether the move beats low, and before that at `less` plies less."""
    cdef Position child
    cdef int score = low + 1
    cdef bint again = play(position, w, move, &child, depth, ply)
    if less > 0:
        score = look(&child, w, again, low, low + 1, depth - 1 - less, ply + 1)
    if score > low and not w.stopped:
        score = look(&child, w, again, low, low + 1, depth - 1, ply + 1)
    if low < score < beta and not w.stopped:
        score = look(&child, w, again, low, beta, depth - 1, ply + 1)
    contract.release(&child)
    return score


cdef inline void learn(const Position* position, Worker* w, bint tabled, Key key, int best, int best_index, int alpha, int beta,
                       bint horizon_seen, int depth, int ply) noexcept nogil:
    """What the node has shown is kept for later visits."""
    cdef int bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
    if w.switches & STORED_MOVE and best > alpha and not put(w.best, key_at(position, depth), best_index):
        set_once(&w.events.shared.stop, STOP_ERROR)
    if tabled:
        depth = max(depth, 0)
        store(w.table, key, seen_from_node(best, ply), best_index, depth, bound, is_final(best, bound, horizon_seen, depth, ply))


cdef int negamax(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    cdef Move* moves = w.moves
    cdef int64_t* ranks = ranks_of(moves)
    cdef uint64_t horizon = w.stats.horizon
    cdef uint32_t switches = w.switches
    cdef int first = NO_MOVE, best = -INFINITE, best_index = NO_MOVE, low = alpha, score = 0, less, n, i = 0
    cdef Key key = 0
    cdef bint tabled = has_table(w, depth, ply), known, reduces

    # Steps 1 to 3: what can be known before any move is listed.
    if switches & BEFORE_MOVES and know(position, w, tabled, alpha, beta, depth, ply, &key, &first, &score):
        return score

    # Step 4: the moves. None: the game has ended after all.
    n = list_moves(position, w, ply)
    if n == 0:
        w.stats.leaves += 1
        return contract.final_score(position, ply)
    w.moves += n
    if n == 1 and switches & EXTENSIONS and ply < 2 * w.depth:
        depth += 1

    # Step 5: the move that is known to be good leads; the others are ranked only if it does not cut (instructions -5 %).
    known = first < n
    if known:
        lead(moves, ranks, first)

    # Step 6: each move in turn. Once one is good, the others need only be proved worse: PVS (bench nodes / 3.5).
    reduces = switches & REDUCTIONS and contract.is_quiet(position)
    for i in range(n):
        if switches & RANKED and i >= known:
            if i == known:
                if depth >= FETCH_MIN and switches & TABLE and not w.keeps_gil:
                    fetch_children(position, w, moves, known, n)
                rank_moves(position, w, moves, ranks, first, n, ply)
            pick(moves, ranks, i, n)
        if i > 0 and switches & PVS:
            less = reduction(i, depth, beta - alpha > 1) if reduces else 0
            score = scout(position, w, moves[i], less, low, beta, depth, ply)
        else:
            score = try_move(position, w, moves[i], low, beta, depth, ply)
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
    w.chosen[ply] = best_index
    if w.stopped:
        return 0

    # Step 7: a cut. What refuted this position may refute its siblings: killers (bench nodes +1 %), history (-7 %).
    if best >= beta:
        w.stats.cuts += 1
        w.stats.first_cuts += i == 0
        remember(position, w, moves, i, depth, ply)

    # Step 8: what was learnt is kept.
    if switches & (TABLE | STORED_MOVE):
        learn(position, w, tabled, key, best, best_index, alpha, beta, w.stats.horizon != horizon, depth, ply)
    return best
