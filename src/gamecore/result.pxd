"""The result of a search."""
from libc.stdint cimport uint64_t

from gamecore.core.stats cimport Stats
from gamecore.search.iteration cimport Iteration

cdef class SearchResult:
    cdef readonly object position, move, score, outcome, plies_to_end
    cdef readonly int depth
    cdef readonly tuple pv
    cdef readonly list lines, iterations
    cdef readonly str stop
    cdef readonly uint64_t nodes, solver_nodes, leaves, cuts, first_cuts, table_hits, table_cuts
    cdef readonly uint64_t chances, choices, probes
    cdef readonly double seconds, loading_seconds, cpu_seconds, hash_used

# The result is `last`, which may be none of `iterations`. stop is a Stop; any other value came from a signal.
cdef SearchResult create_result(object position, Iteration last, list iterations, const Stats* total, int stop,
                                double seconds, double loading_seconds, double hash_used)
