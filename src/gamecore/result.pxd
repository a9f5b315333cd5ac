"""The result of a search."""
from libc.stdint cimport uint64_t

from gamecore.core.stats cimport Stats
from gamecore.search.iteration cimport Iteration

cdef class SearchResult:
    cdef readonly object position        # type: Position[Move_co]
    cdef readonly object move            # type: Move_co
    cdef readonly object score           # type: Score_co
    cdef readonly object outcome         # type: Literal["win", "loss", "draw"] | None
    cdef readonly object plies_to_end    # type: int | None
    cdef readonly int depth
    cdef readonly tuple pv               # type: tuple[Move_co, ...]
    cdef readonly list lines             # type: list[tuple[Score_co, tuple[Move_co, ...]]]
    cdef readonly list iterations        # type: list[Iteration[Move_co, Score_co]]
    cdef readonly str stop               # type: Literal["depth", "nodes", "time", "stop", "interrupt", "complete"]
    cdef readonly uint64_t nodes, solver_nodes, leaves, cuts, first_cuts, table_hits, table_cuts
    cdef readonly uint64_t chances, choices, probes
    cdef readonly double seconds, loading_seconds, cpu_seconds, hash_used

# The result is that of `last`, which need not be one of `iterations`. `stop` is a Stop; any other value came from a
# signal.
cdef SearchResult create_result(object position, Iteration last, list iterations, const Stats* total, int stop,
                                double seconds, double loading_seconds, double hash_used)
