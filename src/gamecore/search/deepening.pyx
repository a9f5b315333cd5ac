"""Iterative deepening, to depth 1, 2, 3, ... until a budget ends or no greater depth can change the score."""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport load_int, now_ns, set_once, stack_left, thread_ns
from gamecore.core.limits cimport (NO_NODE_LIMIT, RUNNING, STOP_COMPLETE, STOP_DEPTH, STOP_ERROR, STOP_STACK, Limits,
                                   work)
from gamecore.core.score cimport is_complete_within
from gamecore.core.stats cimport Stats
from gamecore.core.types cimport MAX_PLY, Move
from gamecore.search.contract cimport AnyPosition, ConnectFourBits, CustomBits, Position
from gamecore.search.horizon cimport static_score
from gamecore.search.log cimport Log, add_line, close_iteration, expected_score
from gamecore.search.repetition cimport begin_path
from gamecore.search.run cimport Run, call_helpers, report_iteration
from gamecore.search.switches cimport CUSTOM_EVALUATION, DEEPENING, QUIESCENCE, REPETITION
from gamecore.search.worker cimport Worker, has_failed

from gamecore.errors import GameOverError, LimitError

cdef enum:
    HELP_MIN_NODES = 10000       # a smaller search is over before other threads have begun
    GIL_RELEASE_MIN_NODES = 100  # a smaller search is over before another thread has the GIL
    GIL_RELEASE_MIN_PLIES = 4    # ... as is a shallower one

cdef enum:                       # bytes of a thread's stack, besides six copies of a position
    PLY_FRAMES = 640             # of negamax, perft and the minimal tree (gcc 12: up to 1780, of a custom game)
    LAYER_FRAMES = 16384         # of a layer of chance (15800 and 17100)
    RESERVE = 8192               # for what a leaf calls, and for signals
    PYTHON_RESERVE = 32768       # the same where rules are Python

cdef enum:
    QUIET_PLIES = 24             # room for quiescence below the last iteration


cdef void measure_stack(const AnyPosition* root, Worker* w, bint chance) noexcept:    # no-cython-lint
    cdef size_t left = stack_left(), reserve = PYTHON_RESERVE if w.holds_gil else RESERVE
    cdef size_t frames = 6 * sizeof(AnyPosition) + (LAYER_FRAMES if chance else PLY_FRAMES)
    w.last_ply = <int>min((left - reserve) // frames, <size_t>(MAX_PLY - 1)) if left > reserve else 0
    w.deepest = w.last_ply
    if AnyPosition is not ConnectFourBits and w.switches & QUIESCENCE and not chance and w.last_ply < MAX_PLY - 1:
        w.deepest -= QUIET_PLIES


cdef bint fits_stack(Worker* w) noexcept nogil:
    if w.depth <= w.deepest:
        return True
    if w.leads:
        set_once(&w.events.shared.stop, STOP_STACK)
    return False


cdef int check_stack(Worker* w) except -1:
    cdef const Limits* limits = &w.events.shared.limits
    if load_int(&w.events.shared.stop) == STOP_STACK and limits.exact_depth:
        what = "depth" if w.depth > w.deepest else "the quiescence of depth"
        raise LimitError(f"{what} {limits.depth} does not fit into this thread's stack, which has {stack_left() >> 10} "
                         f"KiB left, enough for {max(w.last_ply, 0)} plies: search less deep, or set "
                         "threading.stack_size() before the thread starts")
    return 0


cdef int deepen(const Position* root, Worker* w, Run run, Log* log) except -1:
    cdef int wanted = min(add_fallback(root, w, run, log), w.multipv)
    cdef int64_t start
    if wanted == 0:                      # the game has failed
        return 0
    measure_stack(root, w, False)
    if not w.holds_gil and is_brief(root, w):
        iterate(root, w, run, log, wanted)
        w.stats.cpu_ns = now_ns() - run.start        # reading the CPU time takes as long as such a search
    else:
        start = thread_ns()
        if w.holds_gil:
            iterate(root, w, run, log, wanted)
        else:
            with nogil:
                iterate(root, w, run, log, wanted)
        w.stats.cpu_ns = thread_ns() - start
    if w.leads:
        check_stack(w)
    return 0


cdef inline bint is_brief(const Position* root, const Worker* w) noexcept:    # no-cython-lint
    """Whether, judging by its limits, a search of a built-in game takes at most some tens of microseconds."""
    cdef const Limits* limits = &w.events.shared.limits
    return (Position is not CustomBits and w.switches & DEEPENING and not w.switches & CUSTOM_EVALUATION
            and (limits.depth < GIL_RELEASE_MIN_PLIES or limits.nodes <= GIL_RELEASE_MIN_NODES))


cdef int add_fallback(const Position* root, Worker* w, Run run, Log* log) except -1:
    """Records the first move, in case no iteration is finished; returns the number of moves to search."""
    cdef int count = 0 if contract.is_over(root) else contract.legal_moves(root, w.root_moves), score
    if count == 0 and not has_failed(w):
        raise GameOverError("the game is over: there is nothing to search")
    score = static_score(root, w) if count > 0 else 0
    if has_failed(w):
        return 0
    count = start_root(w, count)
    if not (add_line(log, score, w.root_moves, 1)
            and close_iteration(log, 0, False, 0, &w.stats, &w.stats)):
        raise MemoryError("no memory left for the result of a search")
    if w.switches & REPETITION:
        begin_path(root, w)
    return count


cdef void iterate(const Position* root, Worker* w, Run run, Log* log, int wanted) noexcept nogil:
    cdef bint last = False, alone = w.leads and run.has_helpers
    w.depth = 1 if w.switches & DEEPENING else run.shared.limits.depth
    while not last and load_int(&run.shared.stop) == RUNNING and w.depth < w.solved_from and fits_stack(w):
        if alone and (w.stats.nodes >= HELP_MIN_NODES or not w.switches & DEEPENING):
            call_helpers(run)
            alone = False
        if not search_lines(root, w, run, log, wanted):
            break
        last = log.iterations[log.count - 1].complete or w.depth == run.shared.limits.depth
        if w.leads and last:
            set_once(&run.shared.stop, STOP_COMPLETE if log.iterations[log.count - 1].complete else STOP_DEPTH)
        if w.leads and run.reports:
            report_iteration(run)
        w.depth += 1
    if w.probe != NULL:
        if not last and load_int(&run.shared.stop) == RUNNING and not work(w.probe, &w.events, &w.stats, NO_NODE_LIMIT):
            set_once(&run.shared.stop, STOP_STACK)
        if w.probe.known and not has_failed(w):
            add_answer(w, run, log)


cdef void add_answer(Worker* w, Run run, Log* log) noexcept nogil:
    """Records the result of the root probe as an iteration to the depth that it replaces."""
    cdef Stats before = w.stats
    cdef const Move* moves = NULL
    cdef int k = 0, score = 0, length = w.probe.line(w.probe, 0, &score, &moves)
    cdef bint stored = True
    log.line_count = log.open_line       # without those of an iteration that was stopped
    while length > 0:
        stored = stored and add_line(log, score, moves, length)
        k += 1
        length = w.probe.line(w.probe, k, &score, &moves)
    before.nodes -= before.solver_nodes
    if not (stored and close_iteration(log, w.solved_from, True, now_ns() - run.start, &before, &w.stats)):
        set_once(&run.shared.stop, STOP_ERROR)
    elif run.reports:
        report_iteration(run)


cdef bint search_lines(const Position* root, Worker* w, Run run, Log* log, int wanted) noexcept nogil:
    """Runs one iteration: finds the best line, then the best without its move, and so on. Returns whether it
    finished."""
    cdef Stats before = w.stats
    cdef bint complete = True, stored = True
    cdef int k, score
    start_root(w, 0)
    for k in range(wanted):
        score = search_depth(root, w, w.depth, expected_score(log, k), &before)
        w.stopped |= has_failed(w)
        if w.stopped:
            return False
        complete = complete and (w.stats.horizon == before.horizon or is_complete_within(score, w.depth))
        stored = stored and add_line(log, score, w.pv, w.pv_length[0])
        if k + 1 < wanted:
            leave_out(root, w, w.pv[0])
    if not (stored and close_iteration(log, w.depth, complete, now_ns() - run.start, &before, &w.stats)):
        set_once(&run.shared.stop, STOP_ERROR)
        w.stopped = True
    return not w.stopped


cdef int start_root(Worker* w, int count) noexcept nogil:
    """Sets up the root's moves; returns the number of moves that keep a known result, or `count` if no result is
    known."""
    memcpy(w.root_moves, w.kept, w.kept_count * sizeof(Move))
    w.root_count = w.kept_count
    return w.kept_count if w.kept_count else count


cdef void leave_out(const Position* root, Worker* w, Move chosen) noexcept nogil:
    """Removes a move from the list of the root's moves."""
    cdef int i, n = 0
    if w.root_count == 0:
        w.root_count = contract.legal_moves(root, w.root_moves)
    for i in range(w.root_count):
        if w.root_moves[i] != chosen:
            w.root_moves[n] = w.root_moves[i]
            n += 1
    w.root_count = n


cdef int search_depth(const Position* root, Worker* w, int depth, int expected, Stats* before) noexcept nogil:
    """Returns the root's score at one depth; order `perfect` repeats the search as long as the number of leaves
    decreases."""
    cdef uint64_t leaves = <uint64_t>-1
    cdef int score
    while True:
        score = aspire(root, w, depth, expected)
        if w.best == NULL or w.stopped or w.stats.leaves - before.leaves >= leaves:
            return score
        leaves = w.stats.leaves - before.leaves
        before[0] = w.stats
