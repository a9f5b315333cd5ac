"""Expectiminimax with the cut-offs of Ballard (1983), written once for all games of chance.

A turn is a chance event followed by a decision; after an event that passes the turn there is no decision. Scores are
for the side to move, so the value of a decision is the maximum of the negated values of its successors (of the values
themselves if the same side moves again), and the value of a chance node is the mean of its outcomes' decisions. A
chance node cannot be cut off unless scores are bounded. If they are, the value of each outcome i lies between low[i]
and high[i], and

    sum of p[i] * low[i]  <=  value  <=  sum of p[i] * high[i]

Star1 closes one interval after another, and stops when the mean is certain to lie outside the window. Star2 first
searches the most promising successor of every outcome, which raises the lower bounds cheaply; if that does not suffice,
the full search continues.
"""
from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport set_once
from gamecore.core.limits cimport STOP_BOUNDS
from gamecore.core.tt cimport EXACT, LOWER, UPPER
from gamecore.core.tt_values cimport FoundValue, probe_value, store_value
from gamecore.core.types cimport MAX_OUTCOMES, Key, Move, Outcome
from gamecore.search.contract cimport ChancePosition, CustomBits
from gamecore.search.horizon cimport siblings_at_once, static_values
from gamecore.search.ordering cimport index_of, pick, rank_of
from gamecore.search.switches cimport (CUSTOM_EVALUATION, EVALUATION, FORWARD_PRUNING, HINT, PRUNING, RANDOM, STAR1,
                                       STAR2, TABLE, UNORDERED, WORST)
from gamecore.search.worker cimport Worker, enter, has_failed, ranks_of

cdef enum:
    SORTED = 2                       # successors sorted at the horizon; later ones hardly ever cut
    EVALUATED = EVALUATION | CUSTOM_EVALUATION
    BATCH = 64                       # most siblings evaluated at once at the horizon

# Forward pruning searches at most KEPT successors, and none that ranks below the best by more than the following share
# of the range of scores (60 contact positions of backgammon, two layers of dice: time -73 %, no decision changed).
cdef int KEPT = 5
cdef double MARGIN = 0.03

cdef int64_t FIRST = <int64_t>1 << 46    # ranks above all others
cdef double RANKED = 1 << 26             # points: larger values are ranked alike

# A cut requires a margin of this share of the greatest bound or range of scores, so that rounding never causes a cut.
cdef double SLACK = 1e-10


cdef struct ProbedChild:             # of an outcome: its most promising successor
    int index                        # among the successors
    double value                     # its value, or a bound that serves as well: see star


cdef struct DecisionNode:            # where a side chooses between successors
    void* children                       # the successors, on top of the worker's stack
    Move* moves                          # ... and the moves to them, with their ranks
    int n                                # how many there are
    int wanted                           # how many of them to search
    int tried                            # how many have been searched
    double best                          # the best of their values
    double alpha, beta                   # the window
    int depth                            # layers of chance below the successors


cdef struct OutcomeBounds:
    Outcome outcomes[MAX_OUTCOMES]
    double low[MAX_OUTCOMES]         # of each outcome's value, for the side to move
    double high[MAX_OUTCOMES]
    ProbedChild probes[MAX_OUTCOMES]
    double mean_low, mean_high       # of the bounds above, before rounding
    int n
    double slack


cdef double chance(const ChancePosition* position, Worker* w, double alpha, double beta, int depth) noexcept nogil:
    cdef uint64_t horizon = w.stats.horizon
    cdef Key key = 0
    cdef double value = 0
    cdef int first = 0
    if not enter(w):
        return 0
    if contract.is_over(position):
        return leaf(position, w, contract.utility(position, w.knowledge))
    if depth == 0:
        w.stats.horizon += 1
        static_values(position, &first, 1, w, &value)            # reuses the last, similar position's sums
        return leaf(position, w, value)
    if w.switches & TABLE:
        key = contract.key(position) ^ w.salt
        if is_cutoff(w, key, depth, alpha, beta, &value):
            return value
    value = search_outcomes(position, w, alpha, beta, depth)
    if w.switches & TABLE and not w.stopped and (ChancePosition is not CustomBits or not has_failed(w)):
        store_value(&w.table, key, depth, value, LOWER if value >= beta else UPPER if value <= alpha else EXACT,
                    w.stats.horizon == horizon)
    return value


cdef inline bint is_cutoff(Worker* w, Key key, int depth, double alpha, double beta, double* value) noexcept nogil:
    """Whether the table has the value, or a bound outside the window (a table cutoff)."""
    cdef FoundValue found
    if not probe_value(&w.table, key, depth, &found):
        return False
    w.stats.table_hits += 1
    value[0] = found.value
    if (found.bound == EXACT or (found.bound == LOWER and found.value >= beta) or
            (found.bound == UPPER and found.value <= alpha)):
        w.stats.table_cuts += 1
        w.stats.horizon += not found.final
        return True
    return False


cdef double search_outcomes(const ChancePosition* position, Worker* w, double alpha, double beta,
                            int depth) noexcept nogil:
    """Returns the mean over the outcomes, or a bound on it outside the window; if there are no outcomes, the best
    decision."""
    cdef OutcomeBounds at
    cdef double low, high
    cdef int i
    at.n = contract.outcomes(position, at.outcomes)
    if at.n == 0:
        return search_decision(position, w, alpha, beta, depth - 1, NULL)
    w.stats.chances += 1
    contract.bounds(position, w.knowledge, &low, &high)
    at.slack = SLACK * max(high - low, max(high, -low))
    at.mean_low, at.mean_high = low, high
    for i in range(at.n):
        at.low[i] = low
        at.high[i] = high
    if w.switches & STAR1 and high - low < INFINITY:
        return star(position, w, &at, alpha, beta, depth)
    for i in range(at.n):
        at.low[i] = after(position, w, &at.outcomes[i], -INFINITY, INFINITY, depth)
        if w.stopped:
            return 0
    return mean(at.outcomes, at.low, at.n)


cdef double star(const ChancePosition* position, Worker* w, OutcomeBounds* at, double alpha, double beta,
                 int depth) noexcept nogil:
    """Returns the mean, or a bound on it outside the window, by Star1 after the probes of Star2.

    A probe returns the exact value of the first successor or, if it fails low, a bound of at most `a`. Since `a` only
    rises, no first successor is searched twice."""
    cdef bint probing = w.switches & STAR2
    cdef double a, b
    cdef int i = 0
    while i < at.n:
        a = alpha_of(at, i, alpha)
        b = beta_of(at, i, beta)
        if at.low[i] >= b:
            w.stats.cuts += 1
            return max(mean(at.outcomes, at.low, at.n), beta)
        if at.high[i] <= a:
            w.stats.cuts += 1
            return min(mean(at.outcomes, at.high, at.n), alpha)
        narrow(position, w, at, i, a, b, depth, probing)
        if w.stopped:
            return 0
        # The interval may already decide the outcome, so it is tested again.
        if at.low[i] < b and at.high[i] > a:
            i += 1
            if i == at.n and probing:
                probing, i = False, 0
    return mean(at.outcomes, at.low, at.n)


cdef void narrow(const ChancePosition* position, Worker* w, OutcomeBounds* at, int i, double a, double b, int depth,
                 bint probing) noexcept nogil:
    """Narrows the interval of outcome i by a probe, or by a search that continues after the probe."""
    cdef double low = max(a, at.low[i] - at.slack), high = min(b, at.high[i] + at.slack), value
    cdef bint passes = contract.passes_turn(position, at.outcomes[i].event)
    cdef ChancePosition child
    if passes and probing:           # the opponent's best successor bounds nothing from below
        return
    contract.play_outcome(position, at.outcomes[i].event, &child)
    if passes:
        value = -chance(&child, w, -high, -low, depth - 1)
    elif probing:
        w.stats.probes += 1
        at.probes[i].value = value = probe(&child, w, low, high, depth - 1, &at.probes[i].index)
    else:
        value = search_decision(&child, w, low, high, depth - 1, &at.probes[i] if w.switches & STAR2 else NULL)
    contract.release(&child)
    if value > a:
        raise_low(at, i, value)
    if value < b and not probing:
        drop_high(at, i, value)


cdef inline void raise_low(OutcomeBounds* at, int i, double value) noexcept nogil:
    if value > at.low[i]:
        at.mean_low += at.outcomes[i].probability * (value - at.low[i])
        at.low[i] = value


cdef inline void drop_high(OutcomeBounds* at, int i, double value) noexcept nogil:
    if value < at.high[i]:
        at.mean_high += at.outcomes[i].probability * (value - at.high[i])
        at.high[i] = value


cdef double mean(const Outcome* outcomes, const double* values, int n) noexcept nogil:
    """Adds the terms in the order of the outcomes. Rounding never moves a mean out of the range of its values."""
    cdef double total = 0, low = values[0], high = values[0]
    cdef int i
    for i in range(n):
        total += outcomes[i].probability * values[i]
        low, high = min(low, values[i]), max(high, values[i])
    return min(max(total, low), high)


cdef inline double alpha_of(const OutcomeBounds* at, int i, double alpha) noexcept nogil:
    """Returns the value of outcome i at or below which the mean cannot exceed alpha (Ballard 1983, A_i)."""
    return at.high[i] + (alpha - at.mean_high - at.slack) / at.outcomes[i].probability


cdef inline double beta_of(const OutcomeBounds* at, int i, double beta) noexcept nogil:
    """Returns the value of outcome i at or above which the mean cannot fall below beta (Ballard 1983, B_i)."""
    return at.low[i] + (beta - at.mean_low + at.slack) / at.outcomes[i].probability


cdef double after(const ChancePosition* position, Worker* w, const Outcome* outcome, double alpha, double beta,
                  int depth) noexcept nogil:
    cdef ChancePosition child
    cdef double value
    contract.play_outcome(position, outcome.event, &child)
    if contract.passes_turn(position, outcome.event):
        value = -chance(&child, w, -beta, -alpha, depth - 1)
    else:
        value = search_decision(&child, w, alpha, beta, depth - 1, NULL)
    contract.release(&child)
    return value


cdef double search_decision(const ChancePosition* position, Worker* w, double alpha, double beta, int depth,
                            const ProbedChild* probed) noexcept nogil:
    """Returns the value of the best successor, or of the first successor that reaches beta. A probed successor is not
    searched again."""
    cdef DecisionNode at
    if not list_successors(position, w, &at):
        return leaf(position, w, contract.utility(position, w.knowledge)) if enter(w) else 0
    at.alpha, at.beta, at.depth = alpha, beta, depth
    at.wanted = rank_successors(position, <ChancePosition*>at.children, w, at.moves, at.n, depth, probed != NULL)
    at.tried, at.best = 0, -INFINITY
    if probed != NULL and probed.index < at.n:       # a custom game may list fewer successors now
        ranks_of(at.moves)[probed.index] = rank_of(FIRST, probed.index)
        pick(at.moves, ranks_of(at.moves), 0, at.n)
        at.tried, at.best = 1, probed.value
    return best_of(position, w, &at)


cdef double probe(const ChancePosition* position, Worker* w, double alpha, double beta, int depth,
                  int* index) noexcept nogil:
    """Returns the value of the most promising successor, which is a lower bound on the best value, and sets its
    index."""
    cdef DecisionNode at
    index[0] = 0
    if not list_successors(position, w, &at):
        return leaf(position, w, contract.utility(position, w.knowledge)) if enter(w) else 0
    at.alpha, at.beta, at.depth = alpha, beta, depth
    rank_successors(position, <ChancePosition*>at.children, w, at.moves, at.n, depth, False)
    pick(at.moves, ranks_of(at.moves), 0, at.n)
    index[0] = index_of(ranks_of(at.moves)[0])
    at.wanted, at.tried, at.best = 1, 0, -INFINITY
    return best_of(position, w, &at)


cdef inline bint list_successors(const ChancePosition* position, Worker* w, DecisionNode* at) noexcept nogil:
    """Puts the successors on the worker's stacks; returns False if there are none and the game is over."""
    at.children, at.moves, at.n = w.children, w.moves, 0
    w.stats.choices += 1
    if not contract.is_over(position):
        at.n = contract.successors(position, <ChancePosition*>at.children, at.moves)
    return at.n > 0


cdef inline double best_of(const ChancePosition* position, Worker* w, DecisionNode* at) noexcept nogil:
    """Searches the required successors, and removes all successors from the stacks."""
    cdef ChancePosition* children = <ChancePosition*>at.children
    cdef int i
    w.children = children + at.n
    w.moves += at.n
    if at.depth == 0:
        evaluate_successors(position, w, at)
    else:
        search_successors(position, w, at)
    if at.tried < at.wanted and not w.stopped:
        w.stats.cuts += 1
        w.stats.first_cuts += at.tried == 1
    for i in range(at.n):
        contract.release(children + i)
    w.children = children
    w.moves = at.moves
    return at.best


cdef int rank_successors(const ChancePosition* position, const ChancePosition* children, Worker* w, Move* moves, int n,
                         int depth, bint probed) noexcept nogil:
    """Fills the ranks of n successors; returns how many to search, which is all unless forward pruning is on."""
    cdef int64_t* ranks = ranks_of(moves)
    cdef int64_t enough, highest = -(<int64_t>1 << 62)
    cdef double low, high
    cdef int i, kept = 0
    cdef bint filtered = w.switches & FORWARD_PRUNING and depth > 0
    cdef bint hinted = w.switches & HINT or w.order == WORST
    if (filtered or hinted) and w.switches & EVALUATED and depth > 0:
        rank_by_value(position, children, w, moves, n)
    elif hinted and not (probed and depth == 0):         # a node whose first successor did not cut rarely cuts
        contract.rank(position, children, moves, n, w.knowledge, ranks)
    elif w.order >= RANDOM:
        w.knowledge.custom.rank(position, w, moves, n, ranks)
    else:
        memset(ranks, 0, n * sizeof(int64_t))
    if w.order == WORST and not filtered:
        for i in range(n):
            ranks[i] = -ranks[i]
    for i in range(n):
        highest = max(highest, ranks[i])
        ranks[i] = rank_of(ranks[i], i)
    if not filtered or not w.switches & EVALUATED:
        return n
    contract.bounds(position, w.knowledge, &low, &high)
    enough = rank_of(highest - rank_value(MARGIN * (high - low)), 0xffff)
    for i in range(n):
        kept += ranks[i] >= enough
    return min(kept, KEPT)


cdef void rank_by_value(const ChancePosition* position, const ChancePosition* children, Worker* w, Move* moves,
                        int n) noexcept nogil:
    """Ranks n successors by their static values, which cost little above the last layer."""
    cdef int64_t* ranks = ranks_of(moves)
    cdef int which[BATCH]
    cdef double scores[BATCH]
    cdef int i = 0, m, j
    while i < n:
        m = 0
        while i < n and m < BATCH:
            if contract.is_over(children + i):
                ranks[i] = rank_value(seen_before(position, moves[i], contract.utility(children + i, w.knowledge)))
            else:
                which[m] = i
                m += 1
            i += 1
        static_values(children, which, m, w, scores)
        for j in range(m):
            ranks[which[j]] = rank_value(seen_before(position, moves[which[j]], scores[j]))


cdef inline int64_t rank_value(double value) noexcept nogil:
    """Returns a value in 1/2**20, within the range of a rank."""
    return <int64_t>(max(-RANKED, min(value, RANKED)) * (1 << 20))


cdef inline double seen_before(const ChancePosition* position, Move move, double score) noexcept nogil:
    """Returns a successor's score for the side that chose it."""
    return score if contract.same_player(position, move) else -score


cdef inline double search_child(const ChancePosition* position, const ChancePosition* child, Move move, Worker* w,
                                double low, double beta, int depth) noexcept nogil:
    """Returns a successor's value for the side that chose it; the other side's value and window change sign."""
    if contract.same_player(position, move):
        return chance(child, w, low, beta, depth)
    return -chance(child, w, -beta, -low, depth)


cdef inline void search_successors(const ChancePosition* position, Worker* w, DecisionNode* at) noexcept nogil:
    """Searches the successors one by one in the order of their ranks."""
    cdef const ChancePosition* children = <const ChancePosition*>at.children
    cdef int64_t* ranks = ranks_of(at.moves)
    cdef double low, value
    while at.tried < at.wanted and not (at.best >= at.beta and w.switches & PRUNING):
        pick(at.moves, ranks, at.tried, at.n)
        low = max(at.alpha, at.best) if w.switches & PRUNING else -INFINITY
        value = search_child(position, children + index_of(ranks[at.tried]), at.moves[at.tried], w, low, at.beta,
                             at.depth)
        if w.stopped:
            return
        at.best = max(at.best, value)
        at.tried += 1


cdef inline void evaluate_successors(const ChancePosition* position, Worker* w, DecisionNode* at) noexcept nogil:
    """Evaluates the successors at the horizon, in batches, in the order of their ranks."""
    cdef const ChancePosition* children = <const ChancePosition*>at.children
    cdef int64_t* ranks = ranks_of(at.moves)
    cdef int which[BATCH]
    cdef Move played[BATCH]
    cdef double scores[BATCH]
    cdef double score
    cdef int size = min(siblings_at_once(children, w), BATCH), end, m, j
    while at.tried < at.wanted and not (at.best >= at.beta and w.switches & PRUNING):
        m = 0
        end = min(at.tried + size, at.wanted)
        while at.tried < end:
            if at.tried < SORTED or w.order > UNORDERED:
                pick(at.moves, ranks, at.tried, at.n)
            if not enter(w):
                return
            which[m] = index_of(ranks[at.tried])
            played[m] = at.moves[at.tried]
            at.tried += 1
            if contract.is_over(children + which[m]):
                score = leaf(children + which[m], w, contract.utility(children + which[m], w.knowledge))
                at.best = max(at.best, seen_before(position, played[m], score))
            else:
                m += 1
        static_values(children, which, m, w, scores)
        w.stats.horizon += m
        for j in range(m):
            score = leaf(children + which[j], w, scores[j])
            at.best = max(at.best, seen_before(position, played[j], score))
            if w.stopped:
                return


cdef inline double leaf(const ChancePosition* position, Worker* w, double score) noexcept nogil:
    """Returns a leaf's score; stops the search if it lies outside the game's bounds, which would invalidate
    cut-offs."""
    cdef double low, high
    w.stats.leaves += 1
    if w.switches & STAR1:
        contract.bounds(position, w.knowledge, &low, &high)
        if not low <= score <= high and set_once(&w.events.shared.stop, STOP_BOUNDS) == 0:
            w.offender = score
            w.stopped = True
    return score
