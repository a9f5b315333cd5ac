"""The recursion of the solver's search, and the windows that find the score.

Threads share the table. Far from the end of the game, each thread marks the children that it is searching. The other
threads search a marked child last, when the table probably has its score. At intervals a thread checks whether another
thread has decided a child that it is searching itself; if so, it leaves that child. A lost or leftover mark changes no
score.
"""
from libc.stdint cimport int8_t, uint64_t

from gamecore.core.bits cimport load64, popcount, store64, unlikely
from gamecore.core.limits cimport NO_NODE_LIMIT, check_limits
from gamecore.games.connect_four.solver.table cimport probe, store


cdef bint is_stopped(SolverWorker* worker) noexcept nogil:
    """Whether no further node may be visited. This is tested at every node, so that budgets are exact."""
    cdef Events* events = worker.events
    if worker.nodes >= events.next_event and check_limits(events, worker.nodes):
        return True
    worker.limit = min(worker.most, events.next_event)
    return worker.nodes >= worker.most


cdef bint pause(SolverWorker* worker) noexcept nogil:
    """Whether the current window ends here."""
    if is_stopped(worker):
        return True
    worker.pause = min(worker.budget, worker.limit)
    return worker.nodes >= worker.budget or worker.team != NULL and is_overtaken(worker.table, worker.team)


cdef bint is_overtaken(const BoundTable* table, Team* team) noexcept nogil:
    """Whether another thread has decided a child that this thread is searching."""
    cdef ActiveChild* task
    cdef int k
    for k in range(team.n):
        task = team.tasks + k
        probe(table, task.hash, &task.lower, &task.upper)
        if not task.lower < task.beta <= task.upper:
            team.decided = k
            return True
    return False


cdef inline uint64_t* mark_of(const Team* team, const Child* child) noexcept nogil:
    return team.marks + (child.hash >> (64 - MARK_BITS))


cdef inline bint is_marked(const Team* team, const Child* child) noexcept nogil:
    return child.position.stones <= team.most and load64(mark_of(team, child)) == child.hash


cdef void defer(const Team* team, Children* children, int i) noexcept nogil:
    """Moves the next child that no other thread is searching to place i, if there is one, and the children before it to
    the end."""
    cdef int k, first, tries = children.n - i
    while tries > 1 and is_marked(team, children.child + children.order[i]):
        first = children.order[i]
        for k in range(i + 1, children.n):
            children.order[k - 1] = children.order[k]
        children.order[children.n - 1] = first
        tries -= 1


cdef void begin(Team* team, const Child* child, int beta, bint marks) noexcept nogil:
    """Records a child that is being searched, and marks it unless it is the first of its parent."""
    cdef ActiveChild* task = team.tasks + team.n
    task.hash, task.beta, task.lower, task.upper = child.hash, beta, child.lower, child.upper
    team.n += 1
    if marks:
        store64(mark_of(team, child), child.hash)


cdef int end(Team* team, Child* child, int score) noexcept nogil:
    """Removes the child's mark; returns its score, or the bound that another thread has found meanwhile."""
    cdef const ActiveChild* task
    team.n -= 1
    if is_marked(team, child):
        store64(mark_of(team, child), 0)
    if score != STOPPED or team.decided != team.n:
        return score
    team.decided = NOWHERE
    task = team.tasks + team.n
    child.lower, child.upper = task.lower, task.upper
    return task.lower if task.lower >= task.beta else task.upper


cdef int search(const Size* size, SolverWorker* worker, Children* children, int beta) noexcept nogil:
    """Returns a bound on the parent's score, or STOPPED. The bound is a lower bound if it is at least beta, and
    otherwise an upper bound.

    The children were expanded with the same beta.
    """
    cdef Children below
    cdef Child* child = children.child + children.order[0]
    cdef int i, n = 0, score = 0, best = children.best
    cdef uint64_t before = worker.nodes
    cdef bint expanded, marked
    if unlikely(worker.nodes >= worker.pause) and pause(worker):
        return STOPPED
    # Step 4: the first child is expanded while the table's lines are on their way (nodes +10 %, time -15 %).
    expanded = not expand(size, worker, &child.position, child_beta(child, beta), &below)
    if not expanded:
        score = for_parent(child, below.best)
        if score >= beta:
            return score
        best = max(best, score)
    # Step 5: the table is probed for all children (enhanced transposition cut-offs; Plaat, Schaeffer, Pijls, de Bruin
    # 1996; opening, hard: nodes / 1.3).
    for i in range(0 if expanded else 1, children.n):
        child = children.child + children.order[i]
        probe(worker.table, child.hash, &child.lower, &child.upper)
        if is_decided(child, beta, &score):
            if score >= beta:
                return score
            best = max(best, score)
            if i == 0:
                expanded = False
            continue
        children.order[n] = children.order[i]
        n += 1
    children.n = n
    # Step 6: the others are searched; the children that another thread is searching come last.
    for i in range(n):
        if i > 0 and worker.team != NULL:
            defer(worker.team, children, i)
        child = children.child + children.order[i]
        marked = worker.team != NULL and child.position.stones <= worker.team.most
        if i > 0 and marked:
            probe(worker.table, child.hash, &child.lower, &child.upper)
            if is_decided(child, beta, &score):
                if score >= beta:
                    return score
                best = max(best, score)
                continue
        if i > 0 or not expanded:
            before = worker.nodes
            if unlikely(before >= worker.limit) and is_stopped(worker):
                return STOPPED
            if expand(size, worker, &child.position, child_beta(child, beta), &below):
                score = for_parent(child, below.best)
                if score >= beta:
                    return score
                best = max(best, score)
                continue
        if marked:
            begin(worker.team, child, child_beta(child, beta), i > 0)
        score = search(size, worker, &below, child_beta(child, beta))
        if marked:
            score = end(worker.team, child, score)
        if score == STOPPED:
            return STOPPED
        if score >= child_beta(child, beta):
            child.lower = max(child.lower, score)
        else:
            child.upper = min(child.upper, score)
        store(worker.table, child.hash, child.lower, child.upper, worker.nodes - before)
        score = for_parent(child, score)
        if score >= beta:
            return score
        best = max(best, score)
    return best


cdef inline void publish(SolverWorker* worker, int sign, int lower, int upper) noexcept nogil:
    """Publishes the solver's progress."""
    worker.lower, worker.upper = (lower, upper) if sign > 0 else (-upper, -lower)


cdef bint narrow(const Size* size, SolverWorker* worker, const SolverNode* root, int sign, int beta, int* lower,
                 int* upper) noexcept nogil:
    """Searches one window of the root's score; returns False if it was stopped."""
    cdef Children children
    cdef int score
    if is_stopped(worker):
        return False
    if expand(size, worker, root, beta, &children):
        score = children.best
    else:
        score = search(size, worker, &children, beta)
    if score == STOPPED:
        return False
    if score >= beta:
        lower[0] = max(lower[0], score)
    else:
        upper[0] = min(upper[0], score)
    publish(worker, sign, lower[0], upper[0])
    return True


cdef inline int towards_zero(int lower, int upper) noexcept nogil:
    """Returns the window in the middle of the bounds, or at three quarters of a bound if that is farther from 0.

    In this way short wins are found at small depths. Pons halves the interval, which takes 12 times the nodes on easy
    openings.
    """
    cdef int middle = lower + (upper - lower) // 2
    if middle >= 0 and 3 * upper // 4 > middle:
        return 3 * upper // 4
    if middle <= 0 and 3 * lower // 4 < middle:
        return 3 * lower // 4
    return middle


cdef bint solve_node(const Size* size, SolverWorker* worker, const SolverNode* root, int sign, int alpha, int beta,
                     uint64_t trial) noexcept nogil:
    """Narrows the root's score until it is known, at most `alpha` or at least `beta`; returns False if stopped."""
    cdef int lower, upper
    bound_by_distance(size, root, &lower, &upper)
    upper = parity_bound(size, root.own, root.mask, root.other_wins, root.stones, upper, upper)
    publish(worker, sign, lower, upper)
    if worker.team != NULL:
        worker.team.most = max(cells(size) - MARKED_CELLS, root.stones + MARKED_PLIES)
        worker.team.n, worker.team.decided = 0, NOWHERE
    # Step 7: windows that find short wins at small depths, under a budget (nodes / 32 in easy openings).
    worker.budget = worker.nodes + trial
    worker.pause = worker.limit = 0
    while lower < upper and lower < beta and upper > alpha:
        if not narrow(size, worker, root, sign, 1 + towards_zero(max(lower, alpha), min(upper, beta)), &lower,
                      &upper):
            break
    # Step 8: search outwards from a draw (opening, hard: nodes / 1.3).
    worker.budget = NO_NODE_LIMIT
    worker.pause = worker.limit = 0
    while lower < upper and lower < beta and upper > alpha:
        if not narrow(size, worker, root, sign, max(max(lower, alpha) + 1, min(min(upper, beta), 1)), &lower,
                      &upper):
            return False
    return True


cdef bint solve_bits(const Size* size, SolverWorker* worker, uint64_t own, uint64_t mask, int alpha, int beta,
                     uint64_t trial) noexcept nogil:
    """Narrows worker.lower and worker.upper, the bounds of a position's score, as in solve_node.

    Returns False if it was stopped. Neither side may have a four. `trial` is the budget of nodes for the windows of
    step 7.
    """
    cdef SolverNode root
    cdef int sign = 1
    root.own = own
    root.mask = mask
    root.stones = popcount(mask)
    root.own_wins = winning_cells(size, own, mask)
    root.other_wins = winning_cells(size, own ^ mask, mask)
    if root.own_wins & playable(size, mask):
        worker.lower = worker.upper = score_of_win(size, root.stones)
    elif play_forced_moves(size, &root, &sign, &worker.lower):
        worker.upper = worker.lower
    else:
        if sign < 0:
            alpha, beta = -beta, -alpha
        return solve_node(size, worker, &root, sign, alpha, beta, trial)
    return True


cdef int fill_lines(int columns, int rows, int8_t* lines) except -1:
    """Fills, for each cell, the number of fours that it can be part of, and its distance in columns from the edge."""
    cdef int step
    for i in range(64):
        lines[i] = 0
    for column in range(columns):
        for row in range(rows):
            lines[(rows + 1) * column + row] += min(column, columns - 1 - column)
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if column + 3 * right < columns and 0 <= row + 3 * up < rows:
                    for step in range(4):
                        lines[(rows + 1) * (column + step * right) + row + step * up] += 1
    return 0
