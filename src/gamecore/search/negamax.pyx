"""Negamax alpha-beta (Knuth and Moore 1975), written once for all games of the contract.

`negamax` searches a node's children in numbered steps, which docs/how-it-searches.md explains. `is_leaf` first tests
the budget, the end of the game, repetition, the databases and the horizon. plain.pyx is a search without any of the
steps.
"""
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport Count, set_once, unlikely
from gamecore.core.limits cimport STOP_ERROR
from gamecore.core.score cimport INFINITE, KNOWN_MIN, is_complete_within, seen_from_node, seen_from_root
from gamecore.core.store cimport lookup, put
from gamecore.core.tt cimport EXACT, LOWER, NO_BOUND, NO_MOVE, UPPER, Found, fetch, probe, store, store_move
from gamecore.core.types cimport MAX_PLY, Key, Move
from gamecore.search.contract cimport CustomBits, Position, Repeating
from gamecore.search.leaf cimport is_leaf
from gamecore.search.ordering cimport first_place, index_of, lead, mark_free, pick, rank_moves, remember, sort, unmark
from gamecore.search.repetition cimport Context, add_child, context_key, extend_path, lasting, meets, portable
from gamecore.search.switches cimport (EXTENSIONS, INTERNAL_DEEPENING, PRUNING, PVS, RANKED, REDUCTIONS, REPETITION,
                                       SELECTIVE, SPECIAL_LEAVES, STORED_MOVE, TABLE, TABLE_MOVE)
from gamecore.search.worker cimport Grounds, Worker, enter, extend_pv, has_failed, ranks_of

cdef enum:
    BEFORE_MOVES = TABLE | INTERNAL_DEEPENING | STORED_MOVE
    INTERNAL_MIN = 4             # plies: below, a shallower search costs more than its move gains
    INTERNAL_REDUCTION = 2       # plies by which it is shallower
    UNKNOWN_MIN = 4              # plies: below, no reduction of nodes without a first move (3: nodes -9 %, 5: +8 %)
    TABLE_MIN = 2                # plies: below, a search is faster than the table
    FETCH_MIN = TABLE_MIN + 1    # the shallowest node whose children probe the table
    REDUCTION_MIN = 2            # plies: below, there is nothing to reduce


cdef struct Node:                # what the steps of a node share
    int alpha, beta              # the window
    int low                      # the larger of alpha and the best score so far, which the next move must beat
    int depth                    # plies left to search
    int ply                      # plies below the root
    bint tabled                  # whether the table is probed and stored in
    Key bare                     # the position's key under this search's salt, if tabled
    Key key                      # ... and in its context: equal if no earlier position matters
    Context context              # the context
    Grounds grounds              # of the children searched so far
    int first                    # index of the move to try first, or NO_MOVE
    bint reduces                 # whether late moves are searched less deep at first
    uint64_t mark                # tells other threads which move is being searched; 0: none
    int best, best_index         # the best score, and the index of the move that first exceeded alpha; or NO_MOVE


cdef inline int visit(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    """Returns the score of a position just reached by a move."""
    cdef int score = 0
    if is_leaf(position, w, w.switches & SPECIAL_LEAVES, True, depth, ply, &score):
        return score
    return negamax(position, w, alpha, beta, depth, ply)


cdef inline bint is_table_cutoff(const Found* found, int score, const Node* node, bint selective) noexcept nogil:
    """Whether an entry causes a table cutoff: its bound suffices, and it has the right depth or depends on finished
    games alone.

    A selective search also accepts an entry of a greater depth, which is more accurate but is a different number.
    """
    cdef int depth = max(node.depth, 0)
    if found.depth != depth and not (found.final and found.depth < depth) and not (selective and found.depth > depth):
        return False
    return (found.bound == EXACT or (found.bound & LOWER and score >= node.beta)
            or (found.bound & UPPER and score <= node.alpha))


cdef inline int bound_of(int score, const Node* node) noexcept nogil:
    """Returns the kind of bound of a score that was searched with the node's window."""
    return LOWER if score >= node.beta else EXACT if score > node.alpha else UPPER


cdef inline bint is_final(const Node* node, int bound, bint horizon_seen) noexcept nogil:
    """Whether a bound holds at every greater depth, because no horizon node lies below, or because it is a forced win
    or loss.

    A win that quiescence finds beyond the depth is only a bound, since a greater depth may find a shorter one.
    """
    if not horizon_seen:
        return True
    if bound == EXACT:
        return is_complete_within(node.best, max(node.depth, 0) + node.ply)
    return node.best >= KNOWN_MIN if bound == LOWER else node.best <= -KNOWN_MIN


cdef inline bint has_table(const Worker* w, int depth, int ply) noexcept nogil:
    """Whether the table may be used at a node.

    The table is not used at a root with excluded moves, whose score is not the position's. Except in games in Python it
    is not used near the horizon, where a search is faster than an access to memory (checkers, depth 15: nodes +16 %,
    time -30 %).
    """
    return w.switches & TABLE and (depth >= TABLE_MIN or w.holds_gil) and (ply > 0 or w.root_count == 0)


cdef inline bint probe_table(const Position* position, Worker* w, Node* node, int* score) noexcept nogil:
    """Whether the table cuts the node off; if not, it may provide the first move.

    Bounds that hold in other contexts are stored under the bare key.
    """
    if Position in Repeating:
        if node.key != node.bare and probe_entry(position, w, node, node.key, score):
            return True
    return probe_entry(position, w, node, node.bare, score)


cdef inline bint probe_entry(const Position* position, Worker* w, Node* node, Key key, int* score) noexcept nogil:
    """Probes the table for one key.

    The entry does not cut off the root, which must return a move, or a node of the principal variation, which must be
    complete (bench nodes +0.1 %).
    """
    cdef Found found
    if not probe(&w.table, key, &found):
        return False
    w.stats.table_hits += 1
    score[0] = seen_from_root(found.score, node.ply)
    if Position in Repeating:
        if key != node.key and meets(&node.context, score[0], found.filter):
            if found.bound & lasting(score[0]) == 0:
                score[0] = 0
            else:
                found.bound &= lasting(score[0])
    if (node.ply > 0 and not (w.switches & PVS and node.beta - node.alpha > 1)
            and is_table_cutoff(&found, score[0], node, w.switches & SELECTIVE)):
        w.stats.table_cuts += 1
        w.stats.horizon += not found.final
        if Position in Repeating:
            w.grounds.placements |= found.filter
            if key != node.bare:
                w.grounds.draws_back_to = min(w.grounds.draws_back_to, node.context.first)
        return True
    if w.switches & TABLE_MOVE and node.first == NO_MOVE:
        node.first = found.move
    return False


cdef inline int internal_deepening(const Position* position, Worker* w, const Node* node) noexcept nogil:
    """Returns the best move of a shallower search, or NO_MOVE (internal iterative deepening)."""
    cdef uint64_t horizon = w.stats.horizon
    if not enter(w):
        return NO_MOVE
    w.chosen[node.ply] = NO_MOVE         # a table cutoff leaves it unset
    negamax(position, w, node.alpha, node.beta, node.depth - INTERNAL_REDUCTION, node.ply)
    w.stats.horizon = horizon            # its horizon nodes do not affect the score
    return w.chosen[node.ply]


cdef inline bint is_cutoff(const Position* position, Worker* w, Node* node, int* score) noexcept nogil:
    """Whether the node is cut off before any move is listed, or the search has stopped; if neither, may set
    node.first."""
    cdef uint32_t switches = w.switches
    cdef Count stored
    # Step 1: the table (without it there are 12 times as many nodes in checkers, 3 times in connect four: gamecore
    # ablation).
    if node.tabled:
        node.bare = w.keys[node.ply] if node.ply > 0 and not w.holds_gil else contract.key(position) ^ w.salt
        node.key = node.bare
        if Position in Repeating:
            node.key ^= context_key(position, w, max(node.depth, 0), node.ply, &node.context)
        if probe_table(position, w, node, score):
            return True

    # Step 2: internal iterative deepening, if a node of the principal variation has no table's move (no effect if
    # deepening and table are on).
    if (node.first == NO_MOVE and switches & INTERNAL_DEEPENING and node.depth >= INTERNAL_MIN
            and node.beta - node.alpha > 1):
        node.first = internal_deepening(position, w, node)
    if switches & STORED_MOVE and lookup(w.best, contract.key(position), node.depth, &stored):
        node.first = stored
    if (node.first == NO_MOVE and switches & REDUCTIONS and switches & TABLE_MOVE and node.depth >= UNKNOWN_MIN
            and node.beta - node.alpha == 1):
        node.depth -= 1          # IIR (checkers, depth 14, ballots: nodes -60 %); the next iteration has a move
    return w.stopped


cdef inline int list_moves(const Position* position, Worker* w, int ply) noexcept nogil:
    """Lists the legal moves on top of the stack; at the root, only the moves to be searched."""
    if ply == 0 and w.root_count > 0:
        memcpy(w.moves, w.root_moves, w.root_count * sizeof(Move))
        return w.root_count
    return contract.legal_moves(position, w.moves)


cdef inline int reduction(int i, const Node* node) noexcept nogil:
    """Returns the number of plies by which the move in place i is at first reduced (late move reduction)."""
    if not node.reduces or node.depth < REDUCTION_MIN:
        return 0
    if node.beta - node.alpha > 1:
        return i >= 3
    return (i >= 1) + (i >= 4) + (i >= 6 and node.depth >= 8)


cdef inline void fetch_children(const Position* position, Worker* w, const Move* moves, int i, int n) noexcept nogil:
    """Prefetches the table's entries of the children from move i on (bench time -15 %)."""
    cdef Position child
    while i < n:
        contract.play(position, moves[i], &child)
        fetch(&w.table, contract.key(&child) ^ w.salt)
        contract.release(&child)
        i += 1


cdef inline int try_move(const Position* position, Worker* w, Node* node, Move move, int i) noexcept nogil:
    """Returns the score of the move in place i for the side that plays it.

    PVS searches every move but the first with a null window, perhaps at reduced depth, and re-searches it if it then
    beats node.low.
    """
    cdef bint again = contract.same_player(position, move)
    cdef int high = node.beta, reduced = 0, score
    cdef Position child
    contract.play(position, move, &child)
    if node.depth >= FETCH_MIN and w.switches & TABLE and not w.holds_gil:
        w.keys[node.ply + 1] = contract.key(&child) ^ w.salt
        fetch(&w.table, w.keys[node.ply + 1])
    if Position in Repeating:
        if w.switches & REPETITION:
            extend_path(position, w, move, again, node.ply)
    if i > 0 and w.switches & PVS:
        high, reduced = node.low + 1, reduction(i, node)
    while True:
        # The other side's score has the opposite sign, and so has its window.
        score = visit(&child, w, node.low if again else -high, high if again else -node.low, node.depth - 1 - reduced,
                      node.ply + 1)
        score = score if again else -score
        if score <= node.low or w.stopped or (reduced == 0 and (high == node.beta or score >= node.beta)):
            break
        high = high if reduced > 0 else node.beta
        reduced = 0
    if Position in Repeating:
        if w.reversible[node.ply + 1] > 0:
            add_child(&node.grounds, &w.grounds, &child, (score > 0) == again)
    contract.release(&child)
    return score


cdef inline void store_result(const Position* position, Worker* w, const Node* node, bint horizon_seen) noexcept nogil:
    """Stores the node's result in the table.

    Bounds that hold in other contexts are stored under the bare key. If some bounds do not, all of them are also stored
    under the full key.
    """
    cdef int bound = bound_of(node.best, node), everywhere = bound
    if (unlikely(w.switches & STORED_MOVE) and node.best > node.alpha
            and not put(w.best, contract.key(position), node.depth, node.best_index)):
        set_once(&w.events.shared.stop, STOP_ERROR)
    if Position in Repeating:
        w.grounds = node.grounds
    if not node.tabled or (Position is CustomBits and has_failed(w)):
        return
    if Position in Repeating:
        if node.key != node.bare:
            everywhere = bound & portable(&node.grounds, &node.context, node.best, node.ply)
            if everywhere != bound:
                store_bound(w, node.key, node, bound, horizon_seen)
            if everywhere == NO_BOUND:
                store_move(&w.table, node.bare, node.best_index, max(node.depth, 0))
                return
    store_bound(w, node.bare, node, everywhere, horizon_seen)


cdef inline void store_bound(Worker* w, Key key, const Node* node, int bound, bint horizon_seen) noexcept nogil:
    store(&w.table, key, seen_from_node(node.best, node.ply), node.best_index, max(node.depth, 0), bound,
          is_final(node, bound, horizon_seen), node.grounds.placements)


cdef inline void order_from(const Position* position, Worker* w, Node* node, Move* moves, int i,
                            int n) noexcept nogil:
    """Moves the best of the moves from i on to place i.

    The table's move is first; the others are ranked only if it does not cut (instructions -5 %). If there are several
    threads, each takes a different move.
    """
    cdef int64_t* ranks = ranks_of(moves)
    cdef bint known = node.first < n
    if i < known:
        lead(moves, ranks, node.first)
    elif i == known and w.switches & RANKED:
        if node.depth >= FETCH_MIN and w.switches & TABLE and not w.holds_gil:
            fetch_children(position, w, moves, known, n)
        rank_moves(position, w, moves, ranks, node.first, n, node.ply)
        pick(moves, ranks, i, n)
    elif i == known + 1 and w.switches & RANKED:
        sort(moves, ranks, i, n)
    if unlikely(node.depth >= w.marked_min) and i > 0 and node.tabled:
        node.mark = mark_free(w.marks, node.key, node.depth, moves, ranks, i, n)


cdef inline int search_moves(const Position* position, Worker* w, Node* node, Move* moves, int n) noexcept nogil:
    """Runs steps 4 and 5, which fill node.best and node.best_index; returns the place of the move that cut, or n."""
    cdef int score, place, i
    for i in range(n):
        # Step 4: the order.
        order_from(position, w, node, moves, i, n)

        # Step 5: the move is searched. After a good move, PVS need only prove that the others are worse (without it
        # nodes x 1.9 in checkers, x 1.6 in connect four).
        place = i if node.mark == 0 else first_place(ranks_of(moves)[i], i)
        score = try_move(position, w, node, moves[i], place)
        if unlikely(node.mark != 0):
            unmark(w.marks, &node.mark)
        if w.stopped:
            return i
        if score > node.best:
            node.best = score
            if score > node.alpha:
                node.best_index = index_of(ranks_of(moves)[i]) if w.switches & RANKED else i
                if score >= node.beta:
                    return i
                extend_pv(w, moves[i], node.ply)
                if w.switches & PRUNING:
                    node.low = score
    return n


cdef int negamax(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    cdef Move* moves = w.moves
    cdef uint64_t horizon = w.stats.horizon
    cdef int score = 0, n, tried
    cdef Node node
    node.alpha, node.beta, node.low, node.depth, node.ply, node.best = alpha, beta, alpha, depth, ply, -INFINITE
    node.tabled, node.first, node.best_index, node.mark = has_table(w, depth, ply), NO_MOVE, NO_MOVE, 0
    node.grounds.draws_back_to, node.grounds.placements = MAX_PLY, 0

    # Steps 1 and 2 come before any move is listed.
    if w.switches & BEFORE_MOVES and is_cutoff(position, w, &node, &score):
        return score

    # Step 3: the moves are listed. If there are none, the game is over.
    n = list_moves(position, w, ply)
    if n == 0:
        w.stats.leaves += 1
        return contract.final_score(position, ply)
    w.moves += n
    if n == 1 and w.switches & EXTENSIONS and ply < 2 * w.depth:
        node.depth += 1
    node.reduces = w.switches & REDUCTIONS and contract.is_quiet(position)

    # Steps 4 and 5: the table's move is searched, then the others.
    tried = search_moves(position, w, &node, moves, n)
    w.moves = moves
    w.chosen[ply] = node.best_index
    if w.stopped:
        return 0

    # Step 6: a cut. The move that refuted this position may refute its siblings: killers, history (without it nodes x
    # 1.2 in checkers).
    if node.best >= beta:
        w.stats.cuts += 1
        w.stats.first_cuts += tried == 0
        remember(position, w, moves, tried, node.depth, ply)

    # Step 7: the result is stored.
    if w.switches & (TABLE | STORED_MOVE):
        store_result(position, w, &node, w.stats.horizon != horizon)
    return node.best
