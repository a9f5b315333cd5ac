"""Iterations through 0, 1, 2, ... layers of chance, in which threads divide the root's moves or outcomes."""
from libc.math cimport INFINITY
from libc.stdint cimport int64_t

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport load_int, now_ns, set_once, thread_ns
from gamecore.core.limits cimport RUNNING, STOP_COMPLETE, STOP_DEPTH
from gamecore.core.stats cimport Stats
from gamecore.core.types cimport MAX_OUTCOMES, Move, Outcome
from gamecore.search.contract cimport ChancePosition, CustomBits
from gamecore.search.deepening cimport check_stack, fits_stack, measure_stack
from gamecore.search.expectiminimax cimport after, chance, mean, rank_successors
from gamecore.search.horizon cimport static_value
from gamecore.search.iteration cimport Iteration
from gamecore.search.run cimport Run, call_helpers
from gamecore.search.switches cimport DEEPENING, FORWARD_PRUNING, HINT, PRUNING
from gamecore.search.worker cimport Worker, enter, has_failed, ranks_of

from operator import itemgetter

from gamecore.errors import GameError, GameOverError

cdef enum:
    SHARING_MIN_LAYERS = 2       # layers of chance: below, an iteration is over before threads have begun

cdef double MARGIN = 0.03        # points by which a layer's best value may fall below the last one's


cdef int deepen_chance(const ChancePosition* root, Worker* w, Run run) except -1:
    cdef int64_t start = thread_ns()
    cdef Iteration nothing = Iteration(), iteration
    cdef Outcome outcomes[MAX_OUTCOMES]
    cdef bint to_roll = not contract.is_over(root) and contract.outcomes(root, outcomes) > 0, last = False
    # The order of the root's moves, with the best of the last iteration first.
    cdef list order = None if to_roll else static_order(root, w, run.root_moves)
    nothing.score = static_value(root, w)
    if has_failed(w):
        return 0
    nothing.pv = () if to_roll else run.root.notate([w.moves[0 if run.root_moves is None else order[0]]])
    nothing.lines = [(nothing.score, nothing.pv)]
    run.fallback = nothing
    w.depth = 0 if w.switches & DEEPENING else w.events.shared.limits.depth
    measure_stack(root, w, True)
    while not last and load_int(&w.events.shared.stop) == RUNNING and fits_stack(w):
        iteration = iterate_chance(root, w, order, run.latest(), run)
        w.stats.cpu_ns = thread_ns() - start
        if w.stopped:
            break
        iteration.seconds = (now_ns() - run.start) / 1e9
        run.iterations.append(iteration)
        last = iteration.complete or w.depth == w.events.shared.limits.depth
        if last:
            set_once(&w.events.shared.stop, STOP_COMPLETE if iteration.complete else STOP_DEPTH)
        if run.reports:
            run.report()
        w.depth += 1
    return check_stack(w)


cdef list static_order(const ChancePosition* root, Worker* w, object root_moves):
    """Returns the indices of the root's moves to search, with the most promising first. w.moves holds the moves."""
    cdef ChancePosition* children = <ChancePosition*>w.children
    cdef int n = 0 if contract.is_over(root) else contract.successors(root, children, w.moves), wanted, i
    cdef int depth = 1
    if n == 0 and not has_failed(w):
        raise GameOverError("the game is over: there is nothing to search")
    if w.events.shared.limits.depth == 0 and not w.switches & FORWARD_PRUNING:
        depth = 0                        # the evaluations take microseconds
    wanted = rank_successors(root, children, w, w.moves, n, depth, False)
    for i in range(n):
        contract.release(children + i)
    return sorted([i for i in range(n) if root_moves is None or i in root_moves],
                  key=[-ranks_of(w.moves)[i] for i in range(n)].__getitem__)[:max(wanted, w.multipv)]


cdef Iteration iterate_chance(const ChancePosition* root, Worker* w, list order, Iteration last, Run run):
    """Runs one iteration. It finds the value of a position before the roll, or the wanted number of best moves after
    the roll."""
    cdef Iteration iteration = Iteration()
    cdef Stats before = w.stats
    cdef Share share = Share()
    cdef double value
    cdef bint divides = run.has_helpers and w.depth >= SHARING_MIN_LAYERS
    iteration.depth = w.depth
    iteration.finished = True
    if order is None:
        if divides:
            value = share_outcomes(root, w, share, run)
        else:
            value = measure(root, w, -INFINITY, INFINITY)
        iteration.lines = [(value, ())]
    else:
        share.guess = -INFINITY
        if divides and len(last.lines) >= w.multipv:
            share.guess = last.lines[w.multipv - 1][0] - MARGIN
        iteration.lines = search_successors(root, w, order, share, run, divides)
    iteration.complete = w.stats.horizon == before.horizon and not share.met_horizon
    if not w.stopped:
        iteration.set_counts(&w.stats, &before)
    return iteration


cdef double measure(const ChancePosition* position, Worker* w, double alpha, double beta) noexcept:
    """Returns the position's value in this iteration."""
    cdef double value
    cdef bint brief = ChancePosition is not CustomBits and w.depth == 0      # a microsecond
    if w.holds_gil or brief:
        value = chance(position, w, alpha, beta, w.depth)
    else:
        with nogil:
            value = chance(position, w, alpha, beta, w.depth)
    w.stopped |= has_failed(w)
    return value


cdef double share_outcomes(const ChancePosition* root, Worker* w, Share share, Run run) except? -1:
    """Returns the mean of the outcomes' values. Threads search the rarest outcomes first, since in backgammon doubles
    take longest. The root has no window, so no outcome is cut."""
    cdef Outcome outcomes[MAX_OUTCOMES]
    cdef double values[MAX_OUTCOMES]
    cdef int n = contract.outcomes(root, outcomes), i
    if has_failed(w) or not enter(w):
        return 0
    w.stats.chances += 1
    share.outcomes, share.depth, share.values = outcomes, w.depth, [0.0] * n
    share.waiting = sorted(range(n), key=[outcomes[i].probability for i in range(n)].__getitem__)
    run.share = share
    call_helpers(run)
    try:
        search_shared_outcomes(root, w, share)
    finally:
        run.join()                       # before the outcomes leave scope
    w.stopped |= load_int(&w.events.shared.stop) != RUNNING
    for i in range(n):
        values[i] = share.values[i]
    return mean(outcomes, values, n)


cdef int search_shared_outcomes(const ChancePosition* root, Worker* w, Share share) except -1:
    """Searches the root's outcomes that no other thread has taken."""
    cdef double value
    cdef int i
    while share.waiting and not w.stopped:
        i = share.waiting.pop(0)
        with nogil:
            value = after(root, w, &share.outcomes[i], -INFINITY, INFINITY, share.depth)
        w.stopped |= has_failed(w)
        share.values[i] = value
    return 0


cdef list search_successors(const ChancePosition* root, Worker* w, list order, Share share, Run run, bint divides):
    """Returns (value, line) for the best moves, with the best first, and orders the root's moves by their values."""
    cdef ChancePosition* children = <ChancePosition*>w.children
    cdef Move* moves = w.moves
    cdef int n = contract.successors(root, children, moves), i
    w.stopped |= has_failed(w)
    if w.stopped or n <= max(order):
        for i in range(n):
            contract.release(children + i)
        if not w.stopped:
            raise GameError(f"the game lists {n} moves at the root, fewer than it did before")
        return []
    share.children, share.moves, share.depth, share.multipv = children, moves, w.depth, w.multipv
    share.values, share.best, share.waiting, share.alpha = [-INFINITY] * n, [], list(order), -INFINITY
    share.prunes = w.switches & PRUNING != 0
    w.children = children + n
    w.moves += n
    while share.waiting and not w.stopped:
        share.doubtful = []
        if divides and len(share.waiting) > 1:
            run.share = share
            call_helpers(run)
        search_shared_moves(root, w, share)
        if divides:
            run.join()
            w.stopped |= load_int(&w.events.shared.stop) != RUNNING
        share.waiting, share.guess = share.doubtful, -INFINITY
    for i in range(n):
        contract.release(children + i)
    w.children = children
    w.moves = moves
    if not w.stopped and w.switches & HINT:
        order.sort(key=share.values.__getitem__, reverse=True)
    return [(value, run.root.notate([moves[i]])) for value, i in share.best]


cdef class Share:

    cdef int next_move(self, double* low):
        """Returns the next move, or -1, and the value that it must exceed."""
        low[0] = max(self.alpha, self.guess) if self.prunes and self.begun else -INFINITY
        self.begun = True
        return self.waiting.pop(0) if self.waiting else -1

    cdef int record(self, int i, double low, double value) except -1:
        """Records a move's value; a value of at most `low` is only a bound.

        Creating a list may start a garbage collection, whose finalizers may let other threads record values.
        """
        cdef list before, best
        if value <= low and low > self.alpha:
            self.doubtful.append(i)
            return 0
        self.values[i] = value
        while value > self.alpha:
            before = self.best
            best = sorted([*before, (value, i)], key=itemgetter(0), reverse=True)[:self.multipv]
            if self.best is before:
                self.best = best
                if len(best) == self.multipv:
                    self.alpha = best[-1][0]
                break
        return 0


cdef int search_shared_moves(const ChancePosition* root, Worker* w, Share share) except -1:
    """Searches root moves that no other thread has taken, until none is left."""
    cdef ChancePosition* children = <ChancePosition*>share.children
    cdef double low, value
    cdef int i
    while True:
        i = share.next_move(&low)
        if i < 0:
            return 0
        if contract.same_player(root, share.moves[i]):
            value = measure(children + i, w, low, INFINITY)
        else:
            value = -measure(children + i, w, -INFINITY, -low)
        if w.stopped:
            return 0
        share.record(i, low, value)


cdef int help_chance(const ChancePosition* root, Worker* w, Share share) except -1:
    cdef int64_t start = thread_ns()
    cdef Stats before = w.stats
    w.depth = share.depth
    measure_stack(root, w, True)
    if w.depth > w.deepest:
        return 0                         # the first thread searches all
    if share.outcomes != NULL:
        search_shared_outcomes(root, w, share)
    else:
        search_shared_moves(root, w, share)
    w.stats.cpu_ns += thread_ns() - start
    share.met_horizon = share.met_horizon or w.stats.horizon != before.horizon
    return 0
