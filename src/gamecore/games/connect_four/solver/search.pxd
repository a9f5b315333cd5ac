"""The solver's search, whose nodes are positions with a choice.

The side to move of such a position has no winning cell within reach and at least two moves that do not lose at once.
In all other positions the forced moves are played at once (play_forced_moves), so neither the table nor the recursion
contains a forced move.
"""
from libc.stdint cimport int8_t, uint64_t

from gamecore.core.bits cimport prefetch, stack_left
from gamecore.core.limits cimport Events
from gamecore.games.connect_four.solver.board cimport (Size, cells, key_of, playable, score_of_loss, score_of_win,
                                                       winning_cells)
from gamecore.games.connect_four.solver.bounds cimport parity_bound
from gamecore.games.connect_four.solver.order cimport is_early, move_score, reply_score
from gamecore.games.connect_four.solver.table cimport BoundTable, bucket_of, hash_of

cdef enum:
    MOST_COLUMNS = 8
    STOPPED = 99             # no score: the search was stopped
    MARK_BITS = 12           # of the places for marks; a thread has some twenty children under way
    MARKED_CELLS = 24        # fewest empty cells of a marked child (of 16, 20 and 24 the fewest nodes)
    MARKED_PLIES = 8         # ... or its most moves below the root
    MOST_MARKED = 32         # most marked children on one line
    NOWHERE = -1
    PLY_BYTES = 1024         # of a thread's stack (gcc 12: 750)
    STACK_RESERVE = 8192     # for what a leaf calls, and for signals

cdef struct SolverNode:
    uint64_t own             # stones of the side to move
    uint64_t mask            # stones of both sides
    uint64_t own_wins        # empty cells that would complete a four
    uint64_t other_wins
    uint64_t moves           # cells that leave the opponent no immediate win
    int stones               # on the board, 0..cells

cdef struct Child:
    SolverNode position      # after the move and the replies it forces
    uint64_t hash
    int sign                 # 1 if the same side is to move as in the parent, otherwise -1
    int lower                # bounds of its score, for its own side to move
    int upper

cdef struct Children:
    int best                 # the best score of the children that need no search; undefined if there are none
    int n                    # children left to search
    int order[MOST_COLUMNS]  # their indices, the most promising first
    Child child[MOST_COLUMNS]

cdef struct ActiveChild:     # a child that a thread is searching
    uint64_t hash
    int beta                 # of its window
    int lower                # its bounds, perhaps from another thread
    int upper

cdef struct Team:            # a thread's view of the threads that search with it
    uint64_t* marks          # the hashes of the children that any thread is searching
    int most                 # the most stones of a marked child
    int n                    # children that this thread is searching
    int decided              # the first of them that another thread has decided, or NOWHERE
    ActiveChild tasks[MOST_MARKED]

cdef struct SolverWorker:    # the data of one thread
    BoundTable* table
    Events* events
    uint64_t nodes           # expanded positions
    uint64_t budget          # the count at which the current window is given up
    uint64_t most            # the count at which the position is given up
    uint64_t pause           # the count of the next check: at the budget or at the next event
    uint64_t limit           # ... without the budget
    int lower                # bounds of the score so far, for the side to move of the position asked about
    int upper
    Team* team               # NULL: there is one thread
    int8_t lines[64]         # by cell: the number of fours through it, and up to 3 more towards the centre
    int8_t apart[64]         # padding: no two threads write to one cache line


cdef inline bint fits_stack(int plies) noexcept nogil:
    """Whether this thread's stack suffices for the search of a position with this number of empty cells."""
    return stack_left() >= <size_t>(PLY_BYTES * plies + STACK_RESERVE)


cdef inline bint play_forced_moves(const Size* size, SolverNode* p, int* sign, int* score) noexcept nogil:
    """Plays all forced moves; returns whether they decide the game.

    The side to move must not have a winning cell within reach. Before and after the call, `sign` is 1 if the side for
    which the score counts is to move.
    """
    cdef uint64_t reach, forced
    while True:
        reach = playable(size, p.mask)
        forced = reach & p.other_wins
        p.moves = reach & ~(p.other_wins >> 1)
        if forced:
            p.moves &= forced
            if forced & (forced - 1):
                p.moves = 0
        if not p.moves:
            score[0] = sign[0] * score_of_loss(size, p.stones) if reach else 0
            return True
        if p.moves & (p.moves - 1):
            return False
        p.own |= p.moves
        p.mask |= p.moves
        p.stones += 1
        p.other_wins &= ~p.moves
        p.own_wins, p.other_wins = p.other_wins, winning_cells(size, p.own, p.mask)
        p.own ^= p.mask
        sign[0] = -sign[0]


cdef inline void bound_by_distance(const Size* size, const SolverNode* p, int* lower, int* upper) noexcept nogil:
    """Bounds the score by distance: from here, each side can win with its second stone at the earliest."""
    lower[0] = -((cells(size) - 2 - p.stones) >> 1)
    upper[0] = (cells(size) - 1 - p.stones) >> 1
    if p.moves & (p.own_wins >> 1) & (p.own_wins >> 2):
        lower[0] = upper[0]          # two winning cells above a move: the reply stops only the lower one


cdef inline void create_child(const Size* size, const SolverWorker* worker, const SolverNode* node, uint64_t cell,
                              Child* child, int* rank) noexcept nogil:
    """Creates the child after a move, with its bounds and its move-ordering score."""
    cdef SolverNode* p = &child.position
    cdef int score = 0
    p.own = node.own ^ node.mask
    p.mask = node.mask | cell
    p.stones = node.stones + 1
    p.own_wins = node.other_wins & ~cell
    p.other_wins = winning_cells(size, node.own | cell, p.mask)
    rank[0] = move_score(size, cell, p.own, p.mask, node.own_wins, p.other_wins, p.stones, worker.lines)
    child.sign = -1
    if play_forced_moves(size, p, &child.sign, &score):
        child.lower = child.upper = child.sign * score
        return
    rank[0] += reply_score(is_early(size, node.stones), p.stones - node.stones - 1, child.sign, p.moves)
    bound_by_distance(size, p, &child.lower, &child.upper)


cdef inline int child_beta(const Child* child, int beta) noexcept nogil:
    """Returns the upper end of the parent's window (beta - 1, beta) for the child's side."""
    return beta if child.sign > 0 else 1 - beta


cdef inline int for_parent(const Child* child, int score) noexcept nogil:
    return score if child.sign > 0 else -score


cdef inline bint is_decided(const Child* child, int beta, int* score) noexcept nogil:
    """Whether the child's bounds decide its parent's window; if so, sets the parent's score to one of them."""
    cdef int own_beta = child_beta(child, beta)
    if child.lower < own_beta <= child.upper:
        return False
    score[0] = for_parent(child, child.lower if child.lower >= own_beta else child.upper)
    return True


cdef inline bint expand(const Size* size, SolverWorker* worker, const SolverNode* node, int beta,
                        Children* children) noexcept nogil:
    """Finds the children to search; returns True if there are none, so that children.best is a bound of the score."""
    cdef uint64_t moves = node.moves
    cdef int ranks[MOST_COLUMNS]
    cdef int i, n = 0, rank = 0, score = 0
    cdef SolverNode* p
    cdef Child* child
    worker.nodes += 1
    children.best = -STOPPED
    while moves:
        # Step 1: the child is examined (the test of stacked winning cells divides the nodes by 1.3 in easy middle
        # games).
        child = children.child + n
        p = &child.position
        create_child(size, worker, node, moves & -moves, child, &rank)
        moves &= moves - 1
        # Step 2: its parity bounds are computed (after Allis 1988; nodes / 2.4 in hard openings).
        if not is_decided(child, beta, &score):
            child.upper = parity_bound(size, p.own, p.mask, p.other_wins, p.stones, child.upper,
                                       child_beta(child, beta) - 1)
        if is_decided(child, beta, &score):
            children.best = max(children.best, score)
            if score >= beta:
                return True
            continue
        # Step 3: the table's line is prefetched (time / 1.3), and the remaining children are sorted by move-ordering
        # score (opening, hard: nodes / 2.8; middle game, easy: / 13).
        child.hash = hash_of(key_of(size, p.own, p.mask, p.stones))
        prefetch(bucket_of(worker.table, child.hash))
        i = n
        while i > 0 and ranks[i - 1] < rank:
            ranks[i] = ranks[i - 1]
            children.order[i] = children.order[i - 1]
            i -= 1
        ranks[i] = rank
        children.order[i] = n
        n += 1
    children.n = n
    return n == 0


cdef bint solve_bits(const Size* size, SolverWorker* worker, uint64_t own, uint64_t mask, int alpha, int beta,
                     uint64_t trial) noexcept nogil
cdef int fill_lines(int columns, int rows, int8_t* lines) except -1
