"""Iterative deepening in games of chance: the loop around expectiminimax."""
from gamecore.core.types cimport Move, Outcome
from gamecore.search.contract cimport ChancePosition
from gamecore.search.run cimport Run
from gamecore.search.worker cimport Worker

cdef class Share:
    """The root's moves or outcomes in one iteration of a game of chance, which threads take one by one, holding the
    GIL."""
    cdef const Outcome* outcomes     # NULL: moves
    cdef void* children              # the successors
    cdef Move* moves
    cdef int depth, multipv
    cdef list waiting                # indices that no thread has taken
    cdef list doubtful               # of those whose value is at most the guess, which is above alpha
    cdef list values                 # of all
    cdef list best                   # (value, index) of the best moves so far
    cdef double alpha, guess         # moves below alpha are not needed, those below the guess probably not
    cdef bint prunes, begun
    cdef bint met_horizon            # in a helping thread

    cdef int next_move(self, double* low)
    cdef int record(self, int i, double low, double value) except -1

# Fills the run's iterations like `deepen`; the depth is in chance layers, from 0.
cdef int deepen_chance(const ChancePosition* root, Worker* w, Run run) except -1

# Runs a helping thread's part of an iteration.
cdef int help_chance(const ChancePosition* root, Worker* w, Share share) except -1
