"""The counts of a search. Each thread has its own Stats, and the sum is reported."""
from libc.stdint cimport int64_t, uint64_t

cdef struct Stats:
    uint64_t nodes           # calls of the search: root, quiescence, internal deepening (IID) and re-searches included
    uint64_t leaves          # positions scored without searching on: finished, or at the horizon
    uint64_t horizon         # visits whose score depends on the depth: leaves at the horizon, cut-offs based on them
    uint64_t cuts            # nodes left before all their moves were searched
    uint64_t first_cuts      # ... after the first of them
    uint64_t table_hits      # probes that found the position
    uint64_t table_cuts      # ... and ended the node
    uint64_t chances         # chance nodes: positions whose outcomes were visited
    uint64_t choices         # decision nodes of expectiminimax
    uint64_t probes          # single successors that Star2 searched first
    uint64_t solver_nodes    # of the nodes, those of the connect-four solver
    int64_t cpu_ns           # CPU time of the thread, once it has ended its search


cdef inline void add(Stats* total, const Stats* other) noexcept nogil:
    total.nodes      += other.nodes
    total.leaves     += other.leaves
    total.horizon    += other.horizon
    total.cuts       += other.cuts
    total.first_cuts += other.first_cuts
    total.table_hits += other.table_hits
    total.table_cuts += other.table_cuts
    total.chances    += other.chances
    total.choices    += other.choices
    total.probes     += other.probes
    total.solver_nodes += other.solver_nodes
    total.cpu_ns     += other.cpu_ns
