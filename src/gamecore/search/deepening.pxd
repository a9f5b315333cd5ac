"""Iterative deepening: the loop around negamax."""
from gamecore.core.score cimport INFINITE, is_decisive
from gamecore.search.contract cimport AnyPosition, Position
from gamecore.search.log cimport Log
from gamecore.search.negamax cimport negamax
from gamecore.search.plain cimport alpha_beta
from gamecore.search.run cimport Run
from gamecore.search.switches cimport ASPIRATION, STEPS
from gamecore.search.worker cimport Worker, enter

cdef enum:
    ASPIRATION_MIN = 4           # plies: shallower scores predict too little
    ASPIRATION_WINDOW = 25       # score units each way at first, four times as many after each miss

# Measures how deep the calling thread's stack lets the worker search.
cdef void measure_stack(const AnyPosition* root, Worker* w, bint chance) noexcept

# Whether the stack suffices for the worker's depth; if not, the leading thread ends the search.
cdef bint fits_stack(Worker* w) noexcept nogil

# Raises LimitError if the stack was too small for the requested depth.
cdef int check_stack(Worker* w) except -1

# Searches to depth 1, 2, 3, ... and records the finished iterations, the first of which is the fall-back result of
# depth 0. The leading thread also writes the reason for its end into shared.stop, reports, and starts the others when
# the search is large enough.
cdef int deepen(const Position* root, Worker* w, Run run, Log* log) except -1


cdef inline int widen(int side) noexcept nogil:
    return 4 * side if side < 1000 else 2 * INFINITE


cdef inline int aspire(const Position* root, Worker* w, int depth, int guess) noexcept nogil:
    """Searches with a narrow window around the guess, and widens it on the side where the search fails."""
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
