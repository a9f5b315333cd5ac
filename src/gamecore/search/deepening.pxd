"""Iterative deepening: the loop around negamax."""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.stats cimport Stats
from gamecore.search.contract cimport AnyPosition, Position
from gamecore.search.worker cimport Worker

cdef class Iteration:
    cdef readonly int depth          # plies; 0: no iteration ended, the score is the static evaluation
    cdef readonly object score       # for the side to move at the root; int, in games of chance float
    cdef readonly tuple pv           # moves in the game's notation, the best line
    cdef readonly list lines         # (score, pv) of the best moves, the best first, as many as were asked for
    cdef readonly bint finished      # False: a report from inside the iteration, with the last one's score and pv
    cdef readonly bint complete      # no greater depth can change the score
    cdef readonly uint64_t nodes     # of this iteration, with its re-searches
    cdef readonly uint64_t leaves
    cdef readonly uint64_t cuts
    cdef readonly uint64_t first_cuts
    cdef readonly double seconds     # since the search began

    cdef Iteration progress(self)
    cdef void take(self, const Stats* now, const Stats* before)

# Returns the outcome that a score proves, and its plies.
cpdef tuple outcome_of(score)

# Records how deep the calling thread's stack lets the worker search.
cdef void measure_stack(const AnyPosition* root, Worker* w, bint chance) noexcept

# Returns whether the stack has room for a depth; raises LimitError if it has not and the depth was requested.
cdef bint has_stack(Worker* w, int depth) except -1

# Stores and reports an iteration unless it was stopped; returns whether another one is due.
cdef bint finish(Iteration iteration, Worker* w, list iterations, int64_t start, object on_iteration,
                 bint leads) except -1

# Fills `iterations`, beginning with one of depth 0. The leading thread also writes the reason of the end into
# shared.stop, and lets its team start the others when the search is large enough, unless `team` is None.
cdef int deepen(const Position* root, Worker* w, list iterations, object notate, object on_iteration,
                bint leads, object team) except -1

# Returns the score of one iteration, which begins with a narrow window around the guess; meaningless if w.stopped.
cdef int aspire(const Position* root, Worker* w, int depth, int guess) noexcept nogil
