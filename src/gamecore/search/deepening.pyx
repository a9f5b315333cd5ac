"""Iterative deepening: depth 1, 2, 3, ... until a budget ends or nothing deeper can change the score."""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport load_int, now_ns, set_once
from gamecore.core.limits cimport RUNNING, STOP_COMPLETE, STOP_DEPTH
from gamecore.core.score cimport INFINITE, is_decisive
from gamecore.core.stats cimport Stats
from gamecore.core.types cimport Move
from gamecore.search cimport rules
from gamecore.search.negamax cimport negamax
from gamecore.search.rules cimport Position
from gamecore.search.switches cimport ASPIRATION, DEEPENING, EVALUATION
from gamecore.search.worker cimport Worker, enter

from gamecore.errors import GameOverError

cdef enum:
    ASPIRATION_MIN = 4           # plies: shallower scores foretell too little
    ASPIRATION_WINDOW = 25       # score units each way at first, four times as many after each miss


cdef class Iteration:
    """What one iteration of the search found, or how far it has come."""

    cdef Iteration progress(self):
        """A report from inside the next iteration, still with this one's score and line."""
        cdef Iteration report = Iteration()
        report.score, report.pv, report.lines = self.score, self.pv, self.lines
        return report

    def __repr__(self):
        return f"<Iteration depth={self.depth} score={self.score} nodes={self.nodes}>"


cdef int deepen(const Position* root, Worker* w, list iterations, object notate, object on_iteration, bint leads) except -1:
    cdef int limit = w.events.shared.limits.depth
    cdef int count = prepare(root, w, iterations, notate)
    cdef int64_t start = now_ns()
    cdef Iteration iteration, last
    w.depth = 1 if w.switches & DEEPENING else limit
    while load_int(&w.events.shared.stop) == RUNNING:
        last = iterations[max(len(iterations) - 2, 0)]
        iteration = iterate(root, w, last, notate, count)
        if w.stopped:
            break
        iteration.seconds = (now_ns() - start) / 1e9
        iterations.append(iteration)
        if leads and (iteration.complete or w.depth == limit):
            set_once(&w.events.shared.stop, STOP_COMPLETE if iteration.complete else STOP_DEPTH)
        if on_iteration is not None:
            on_iteration(iteration)
        if iteration.complete or w.depth == limit:
            break
        w.depth += 1
    return 0


cdef int prepare(const Position* root, Worker* w, list iterations, object notate) except -1:
    """The number of legal moves, and what to answer if no iteration comes to its end: the first of them."""
    cdef Iteration nothing = Iteration()
    cdef int count = 0 if rules.is_over(root) else rules.legal_moves(root, w.root_moves)
    if count == 0:
        if load_int(&w.events.shared.stop) == RUNNING:
            raise GameOverError("the game is over: there is nothing to search")
        return 0
    nothing.score = rules.evaluate(root, w.knowledge) if w.switches & EVALUATION else 0
    nothing.pv = notate([w.root_moves[0]])
    nothing.lines = [(nothing.score, nothing.pv)]
    iterations.append(nothing)
    if rules.can_repeat(root):
        w.reversible[0] = w.path_length
        w.path[w.path_length] = rules.key(root)
    return count


cdef Iteration iterate(const Position* root, Worker* w, Iteration last, object notate, int count):
    """One iteration: the best line, then the best without its move, and so on. If w.stopped, what is returned is unfinished."""
    cdef Iteration iteration = Iteration()
    cdef Stats before = w.stats
    cdef int score, guess, k
    iteration.depth = w.depth
    iteration.finished = iteration.complete = True
    iteration.lines = []
    w.root_count = 0
    for k in range(min(w.multipv, count)):
        guess = last.lines[k][0] if k < len(last.lines) else last.score
        with nogil:
            score = search_depth(root, w, w.depth, guess, &before)
        if w.stopped:
            return iteration
        iteration.complete = iteration.complete and (w.stats.horizon == before.horizon or is_decisive(score))
        iteration.lines.append((score, notate([w.pv[i] for i in range(w.pv_length[0])])))
        if k + 1 < min(w.multipv, count):
            leave_out(root, w, w.pv[0])
    iteration.score, iteration.pv = iteration.lines[0]
    iteration.nodes      = w.stats.nodes - before.nodes
    iteration.leaves     = w.stats.leaves - before.leaves
    iteration.cuts       = w.stats.cuts - before.cuts
    iteration.first_cuts = w.stats.first_cuts - before.first_cuts
    return iteration


cdef void leave_out(const Position* root, Worker* w, Move chosen) noexcept:
    """Takes a move from those that the root may choose from."""
    cdef int i, n = 0
    if w.root_count == 0:
        w.root_count = rules.legal_moves(root, w.root_moves)
    for i in range(w.root_count):
        if w.root_moves[i] != chosen:
            w.root_moves[n] = w.root_moves[i]
            n += 1
    w.root_count = n


cdef int search_depth(const Position* root, Worker* w, int depth, int guess, Stats* before) noexcept nogil:
    """The root's score at one depth. Order `perfect` repeats the search until its leaves stop shrinking, and counts the last pass."""
    cdef uint64_t leaves = <uint64_t>-1
    cdef int score = aspire(root, w, depth, guess)
    while w.best != NULL and not w.stopped and w.stats.leaves - before.leaves < leaves:
        leaves = w.stats.leaves - before.leaves
        before[0] = w.stats
        score = aspire(root, w, depth, guess)
    return score


cdef int aspire(const Position* root, Worker* w, int depth, int guess) noexcept nogil:
    """A search with a narrow window around the guess, widened on the side where the score fell out."""
    cdef int below = INFINITE, above = INFINITE, score, alpha, beta
    if w.switches & ASPIRATION and depth >= ASPIRATION_MIN and not is_decisive(guess):
        below = above = ASPIRATION_WINDOW
    while enter(w):
        alpha = max(guess - below, -INFINITE)
        beta = min(guess + above, INFINITE)
        score = negamax(root, w, alpha, beta, depth, 0)
        if w.stopped:
            break
        if score <= alpha:
            below = widen(below)
        elif score >= beta:
            above = widen(above)
        else:
            return score
    return 0


cdef inline int widen(int side) noexcept nogil:
    return 4 * side if side < 1000 else 2 * INFINITE
