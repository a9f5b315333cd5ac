"""The result of one iteration of a search."""
from libc.stdint cimport uint64_t

from gamecore.core.stats cimport Stats

cdef class Iteration:
    cdef readonly int depth          # plies; 0: no iteration ended, the score is the static evaluation
    cdef readonly object score       # type: Score_co; for the side to move at the root; int, in games of chance float
    cdef readonly tuple pv           # type: tuple[Move_co, ...]; moves in the game's notation, the best line
    # (score, pv) of the `multipv` best moves, the best first.
    cdef readonly list lines         # type: list[tuple[Score_co, tuple[Move_co, ...]]]
    cdef readonly bint finished      # False: a report from inside the iteration, with the last one's score and pv
    cdef readonly bint complete      # no greater depth can change the score
    cdef readonly uint64_t nodes     # of this iteration, with its re-searches
    cdef readonly uint64_t leaves
    cdef readonly uint64_t cuts
    cdef readonly uint64_t first_cuts
    cdef readonly double seconds     # since the search began

    cdef Iteration progress(self)
    cdef void set_counts(self, const Stats* now, const Stats* before)

# Returns the outcome that a score proves, and the number of plies to it.
cpdef tuple outcome_of(score)
