"""Iterative deepening: the loop around negamax."""
from libc.stdint cimport uint64_t

from gamecore.core.stats cimport Stats
from gamecore.core.types cimport Move
from gamecore.search.contract cimport AnyPosition, ChancePosition, Position
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

cdef class Share:
    """The root's moves of one iteration in a game of chance, which its threads divide. A user of it holds the GIL."""
    cdef void* children              # the successors
    cdef Move* moves
    cdef int depth, multipv
    cdef list waiting                # indices of the moves that nobody has taken
    cdef list doubtful               # of those that are worth no more than the guess, which is above alpha
    cdef list values, best           # (value, index) of the best moves so far
    cdef double alpha, guess         # no move below alpha is wanted; below the guess, probably none
    cdef bint prunes, begun
    cdef bint met_horizon            # in a helping thread

    cdef int take(self, double* low)
    cdef int tell(self, int i, double low, double value) except -1

# Notes how deep the calling thread's stack lets the worker go.
cdef void measure_stack(const AnyPosition* root, Worker* w, bint chance) noexcept

# Whether that is deep enough; LimitError if it is not, and the depth was asked for.
cdef bint has_stack(Worker* w, int depth) except -1

# Fills iterations, beginning with one of depth 0. The leading thread also writes the reason of the end into
# shared.stop, and lets its team start the others when the search is large enough; None: it searches alone.
cdef int deepen(const Position* root, Worker* w, list iterations, object notate, object on_iteration,
                bint leads, object team) except -1

# The same for games of chance, whose depth is in chance layers, 0 and more.
# The team starts the threads that help with an iteration, and waits for them.
cdef int deepen_chance(const ChancePosition* root, Worker* w, list iterations, object notate,
                       object on_iteration, list root_moves, object team) except -1

# A helping thread's part of an iteration.
cdef int help_chance(const ChancePosition* root, Worker* w, Share share) except -1

# The score of one iteration, begun with a narrow window around the guess. If w.stopped, it is meaningless.
cdef int aspire(const Position* root, Worker* w, int depth, int guess) noexcept nogil
