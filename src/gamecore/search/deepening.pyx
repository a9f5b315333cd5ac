"""Iterative deepening, to depth 1, 2, 3, ... until a budget ends or no greater depth can change the score."""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport load_int, now_ns, set_once, stack_left, thread_ns
from gamecore.core.limits cimport RUNNING, STOP_COMPLETE, STOP_DEPTH, Limits
from gamecore.core.score cimport INFINITE, WIN, is_decisive, is_seen_to_end, is_seen_whole
from gamecore.core.stats cimport Stats
from gamecore.core.types cimport MAX_PLY, Move
from gamecore.search.contract cimport AnyPosition, ConnectFourBits, CustomBits, Position
from gamecore.search.horizon cimport static_score
from gamecore.search.negamax cimport negamax
from gamecore.search.plain cimport alpha_beta
from gamecore.search.repetition cimport begin_path
from gamecore.search.switches cimport ASPIRATION, DEEPENING, QUIESCENCE, REPETITION, STEPS
from gamecore.search.worker cimport Worker, enter, has_failed

from operator import itemgetter
from types import GenericAlias

from gamecore.errors import GameOverError, LimitError

cdef enum:
    ASPIRATION_MIN = 4           # plies: shallower scores predict too little
    ASPIRATION_WINDOW = 25       # score units each way at first, four times as many after each miss
    WORTH_HELPING = 10000        # nodes: a smaller search is over before other threads have begun
    WORTH_LETTING = 100          # nodes: a smaller search is over before another thread has the GIL
    BRIEF_PLIES = 3              # ... as is one of this depth
    STEPS_AT_ONCE = 8            # iterations, at most, between two of which Python creates no object
    SHORT_LINE = 24              # moves: a longer line ends the steps

cdef int64_t NOT_ASKED = -1      # for the CPU time

cdef enum:                       # bytes of a thread's stack, beside six copies of a position
    PLY_FRAMES = 640             # of negamax, perft and the minimal tree (gcc 12: up to 1780, of a game from outside)
    LAYER_FRAMES = 16384         # of a layer of chance (15800 and 17100)
    RESERVE = 8192               # for what a leaf calls, and for signals
    PYTHON_RESERVE = 32768       # the same where rules are Python

cdef enum:
    QUIET_PLIES = 24             # room for quiescence below the last iteration


cdef struct Step:                # an iteration that was finished without the GIL
    int score
    bint complete
    int64_t wall                 # nanoseconds since the search began
    Stats before, after
    int length                   # of its line
    Move line[SHORT_LINE]        # unless it is longer: then it still stands in the worker


cdef class Iteration:
    """The result of one iteration of a search, or a report from inside the next one.

    Attributes
    ----------
    depth : int
        Plies; in games of chance layers of chance.
    score : int, in games of chance float
        For the side to move, as in SearchResult.
    pv : tuple
        The principal variation.
    lines : list of (int, tuple)
        Score and line of the best `multipv` moves.
    finished : bool
        False for a report from inside an iteration, with the last one's score and line.
    complete : bool
        Whether no greater depth can change the score.
    nodes, leaves, cuts, first_cuts : int
        Of this iteration alone.
    seconds : float
        Since the search began.
    """

    cdef Iteration progress(self):
        """Returns a report from inside the next iteration, with this one's score and line."""
        cdef Iteration report = Iteration.__new__(Iteration)
        report.score, report.pv, report.lines = self.score, self.pv, self.lines
        return report

    cdef void take(self, const Stats* now, const Stats* before):
        """Stores the best line, and the counts since `before`."""
        self.score, self.pv = self.lines[0]
        self.nodes      = now.nodes - before.nodes
        self.leaves     = now.leaves - before.leaves
        self.cuts       = now.cuts - before.cuts
        self.first_cuts = now.first_cuts - before.first_cuts

    def as_dict(self):
        """Returns the iteration as plain data, with the keys of `gamecore search --json`."""
        return {"depth": self.depth, "nodes": self.nodes, "leaves": self.leaves, "cuts": self.cuts,
                "first_cuts": self.first_cuts, "seconds": self.seconds} | scored_line(self.score, self.pv)

    @classmethod
    def __class_getitem__(cls, move):
        """Returns Iteration[Move], for annotations."""
        return GenericAlias(cls, move)

    def __repr__(self):
        return f"<Iteration depth={self.depth} score={self.score} nodes={self.nodes}>"


def scored_line(score, pv):
    """Returns a line of play and its score in types of JSON."""
    outcome, plies_to_end = outcome_of(score)
    return {"move": plain(pv[0]) if pv else None, "score": score, "outcome": outcome, "plies_to_end": plies_to_end,
            "pv": [plain(move) for move in pv]}


def plain(move):
    """Returns a number, a text or None unchanged, and any other move as text, for JSON."""
    return move if move is None or isinstance(move, (int, str)) else str(move)


cpdef tuple outcome_of(score):
    """Returns the outcome that a score proves for the side to move and its plies, such as ("win", 7).

    Returns (None, None) if it proves nothing. A win from endgame databases has an unknown length, None.
    """
    if not isinstance(score, int) or not is_decisive(score):
        return None, None
    return "win" if score > 0 else "loss", WIN - abs(score) if is_seen_to_end(score) else None


cdef void measure_stack(const AnyPosition* root, Worker* w, bint chance) noexcept:    # no-cython-lint
    """Measures how deep the calling thread's stack lets the worker search."""
    cdef size_t left = stack_left(), reserve = PYTHON_RESERVE if w.keeps_gil else RESERVE
    cdef size_t frames = 6 * sizeof(AnyPosition) + (LAYER_FRAMES if chance else PLY_FRAMES)
    w.last_ply = <int>min((left - reserve) // frames, <size_t>(MAX_PLY - 1)) if left > reserve else 0
    w.deepest = w.last_ply
    if AnyPosition is not ConnectFourBits and w.switches & QUIESCENCE and not chance and w.last_ply < MAX_PLY - 1:
        w.deepest -= QUIET_PLIES


cdef bint has_stack(Worker* w, int depth) except -1:
    """Whether the thread's stack has room for a depth; raises LimitError if not and the depth was requested."""
    if depth <= w.deepest:
        return True
    if w.events.shared.limits.exact_depth:
        raise LimitError(f"depth {depth} does not fit into this thread's stack, which has {stack_left() >> 10} KiB "
                         f"left, enough for depth {max(w.deepest, 0)}: search less deep, or set threading.stack_size() "
                         "before the thread starts")
    set_once(&w.events.shared.stop, STOP_DEPTH)
    return False


cdef int deepen(const Position* root, Worker* w, list iterations, object notate, object on_iteration,
                bint leads, object team) except -1:
    cdef int count = prepare(root, w, iterations, notate)
    cdef int64_t start = now_ns()
    cdef Iteration guess
    cdef bint quiet = leads and on_iteration is None and w.multipv == 1 and not w.keeps_gil
    w.depth = 1 if w.switches & DEEPENING else w.events.shared.limits.depth
    w.cpu_start = NOT_ASKED if is_brief(root, w) else thread_ns()
    measure_stack(root, w, False)
    while load_int(&w.events.shared.stop) == RUNNING and (w.depth <= w.deepest or leads and has_stack(w, w.depth)):
        # Scores of odd and even depths differ, so the score of two iterations before predicts better.
        guess = iterations[max(len(iterations) - 2, 0)]
        if team is not None and (w.stats.nodes >= WORTH_HELPING or not w.switches & DEEPENING):
            team.start(None)
            team = None
        if quiet and w.stats.nodes < WORTH_HELPING and not is_brief(root, w):
            advance(root, w, iterations, notate, start)
        elif not finish(iterate(root, w, guess, notate, count), w, iterations, start, on_iteration, leads):
            break
    return 0


cdef inline bint is_brief(const Position* root, Worker* w) noexcept:    # no-cython-lint
    """Whether the search of a built-in game takes some microseconds at the most, so far and by its limits."""
    cdef const Limits* limits = &w.events.shared.limits
    return (Position is not CustomBits and w.switches & DEEPENING and w.stats.nodes < WORTH_LETTING
            and (limits.depth <= BRIEF_PLIES or limits.nodes <= WORTH_LETTING))


cdef int advance(const Position* root, Worker* w, list iterations, object notate, int64_t start) except -1:
    """Runs the next iterations of the first thread without the GIL, then stores those that were finished."""
    cdef Step steps[STEPS_AT_ONCE]
    cdef Iteration iteration, guess = iterations[max(len(iterations) - 2, 0)], last = iterations[-1]
    cdef int scores[2]
    cdef int depth = w.depth, count, i, k
    cdef const Move* line
    scores[0], scores[1] = guess.score, last.score
    with nogil:
        count = take_steps(root, w, steps, scores, start)
    w.stats.cpu_ns = thread_ns() - w.cpu_start
    for i in range(count):
        line = &steps[i].line[0] if steps[i].length <= SHORT_LINE else w.pv
        iteration = Iteration.__new__(Iteration)
        iteration.depth, iteration.seconds = depth + i, steps[i].wall / 1e9
        iteration.finished, iteration.complete = True, steps[i].complete
        iteration.lines = [(steps[i].score, notate([line[k] for k in range(steps[i].length)]))]
        iteration.take(&steps[i].after, &steps[i].before)
        iterations.append(iteration)
    return 0


cdef int take_steps(const Position* root, Worker* w, Step* steps, const int* scores, int64_t start) noexcept nogil:
    """Fills in steps until a limit ends the search or the next step is long; returns their number.

    `scores` are those of the two iterations before, from which the next ones are guessed.
    """
    cdef int n = 0
    cdef Step* step
    while (n < STEPS_AT_ONCE and w.depth <= w.deepest and w.stats.nodes < WORTH_HELPING
           and load_int(&w.events.shared.stop) == RUNNING):
        step = steps + n
        step.before = w.stats
        start_root(w, 0)
        step.score = search_depth(root, w, w.depth, scores[n] if n < 2 else steps[n - 2].score, &step.before)
        w.stopped |= has_failed(w)
        if w.stopped:
            break
        step.after, step.wall, step.length = w.stats, now_ns() - start, w.pv_length[0]
        step.complete = w.stats.horizon == step.before.horizon or is_seen_whole(step.score, w.depth)
        memcpy(step.line, w.pv, min(step.length, SHORT_LINE) * sizeof(Move))
        n += 1
        if step.complete or w.depth == w.events.shared.limits.depth:
            set_once(&w.events.shared.stop, STOP_COMPLETE if step.complete else STOP_DEPTH)
            break
        w.depth += 1
        if step.length > SHORT_LINE:
            break
    return n


cdef bint finish(Iteration iteration, Worker* w, list iterations, int64_t start, object on_iteration,
                 bint leads) except -1:
    cdef bint last = iteration.complete or w.depth == w.events.shared.limits.depth
    cdef int64_t wall = now_ns() - start
    if w.cpu_start != NOT_ASKED:
        w.stats.cpu_ns = thread_ns() - w.cpu_start
    else:                                # to ask takes longer than such a search, which nothing interrupts
        w.stats.cpu_ns = wall
        w.cpu_start = NOT_ASKED if last else thread_ns() - wall
    if w.stopped:
        return False
    iteration.seconds = wall / 1e9
    iterations.append(iteration)
    if leads and last:
        set_once(&w.events.shared.stop, STOP_COMPLETE if iteration.complete else STOP_DEPTH)
    if on_iteration is not None:
        on_iteration(iteration)
    w.depth += 1
    return not last


cdef int prepare(const Position* root, Worker* w, list iterations, object notate) except -1:
    """Returns the number of legal moves, the first of which is the result if no iteration is finished."""
    cdef Iteration nothing = Iteration.__new__(Iteration)
    cdef int count = 0 if contract.is_over(root) else contract.legal_moves(root, w.root_moves)
    if count == 0 and not has_failed(w):
        raise GameOverError("the game is over: there is nothing to search")
    nothing.score = static_score(root, w) if count > 0 else 0
    if has_failed(w):
        return 0
    count = start_root(w, count)
    nothing.pv = notate([w.root_moves[0]])
    nothing.lines = [(nothing.score, nothing.pv)]
    iterations.append(nothing)
    if w.switches & REPETITION:
        begin_path(root, w)
    return count


cdef Iteration iterate(const Position* root, Worker* w, Iteration last, object notate, int count):
    """Runs one iteration, which finds the best line, then the best without its move, and so on."""
    cdef Iteration iteration = Iteration.__new__(Iteration)
    cdef Stats before = w.stats
    cdef int score, guess, k
    iteration.depth = w.depth
    iteration.finished = iteration.complete = True
    iteration.lines = []
    start_root(w, 0)
    for k in range(min(w.multipv, count)):
        guess = last.lines[k][0] if k < len(last.lines) else last.score
        if w.keeps_gil or is_brief(root, w):
            score = search_depth(root, w, w.depth, guess, &before)
        else:
            with nogil:
                score = search_depth(root, w, w.depth, guess, &before)
        w.stopped |= has_failed(w)
        if w.stopped:
            return iteration
        iteration.complete = iteration.complete and (w.stats.horizon == before.horizon or is_seen_whole(score, w.depth))
        iteration.lines.append((score, notate([w.pv[i] for i in range(w.pv_length[0])])))
        if k + 1 < min(w.multipv, count):
            leave_out(root, w, w.pv[0])
    if k > 0:
        iteration.lines.sort(key=itemgetter(0), reverse=True)    # a selective search may find a better one later
    iteration.take(&w.stats, &before)
    return iteration


cdef int start_root(Worker* w, int count) noexcept nogil:
    """Sets up the root's moves; returns the number of those that keep a known result, or else `count`."""
    memcpy(w.root_moves, w.kept, w.kept_count * sizeof(Move))
    w.root_count = w.kept_count
    return w.kept_count if w.kept_count else count


cdef void leave_out(const Position* root, Worker* w, Move chosen) noexcept:
    """Removes a move from the root's."""
    cdef int i, n = 0
    if w.root_count == 0:
        w.root_count = contract.legal_moves(root, w.root_moves)
    for i in range(w.root_count):
        if w.root_moves[i] != chosen:
            w.root_moves[n] = w.root_moves[i]
            n += 1
    w.root_count = n


cdef int search_depth(const Position* root, Worker* w, int depth, int guess, Stats* before) noexcept nogil:
    """Returns the root's score at one depth; order `perfect` repeats the search while its leaves decrease."""
    cdef uint64_t leaves = <uint64_t>-1
    cdef int score = aspire(root, w, depth, guess)
    while w.best != NULL and not w.stopped and w.stats.leaves - before.leaves < leaves:
        leaves = w.stats.leaves - before.leaves
        before[0] = w.stats
        score = aspire(root, w, depth, guess)
    return score


cdef int aspire(const Position* root, Worker* w, int depth, int guess) noexcept nogil:
    """Searches with a narrow window around the guess, which it widens on the side where the search failed."""
    cdef int below = 2 * INFINITE, above = 2 * INFINITE, score, alpha, beta
    if w.switches & ASPIRATION and depth >= ASPIRATION_MIN and not is_decisive(guess):
        below = above = ASPIRATION_WINDOW
    while enter(w):
        alpha = max(guess - below, -INFINITE)
        beta = min(guess + above, INFINITE)
        if w.switches & STEPS or w.root_count > 0:
            score = negamax(root, w, alpha, beta, depth, 0)
        else:
            score = alpha_beta(root, w, alpha, beta, depth, 0)
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
