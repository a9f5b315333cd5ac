"""A package of its own that searches with gamecore's negamax from its own Cython code, without the GIL."""
from libc.stdint cimport uint32_t
from libc.string cimport memset

cimport gamecore.core.tt as tt
from gamecore.core.limits cimport NO_DEADLINE, NO_NODE_LIMIT, Shared
from gamecore.core.score cimport INFINITE
from gamecore.core.types cimport MAX_DEPTH, MAX_MOVES, Move
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.connect_four.rules cimport ConnectFourBits, is_over, legal_moves, play
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.negamax cimport negamax
from gamecore.search.run cimport init_worker
from gamecore.search.switches cimport FULL, HISTORY, KILLERS, PRUNING, PVS, TABLE, effective
from gamecore.search.worker cimport Worker, free_worker, new_worker


def scores_of_moves(ConnectFour position, int depth):
    """(move, score) of every move, for the side that makes it; the horizon is worth 0. Computed without the GIL."""
    cdef Worker* worker = new_worker()
    cdef Shared shared
    cdef tt.TranspositionTable table
    cdef Knowledge knowledge                     # nothing: the switch `evaluation` is off
    cdef ConnectFourBits child
    cdef Move moves[MAX_MOVES]
    cdef int scores[MAX_MOVES]
    cdef uint32_t switches = effective(PRUNING | TABLE | PVS | KILLERS | HISTORY, FULL)
    cdef int n, i
    memset(&shared, 0, sizeof(shared))
    memset(&knowledge, 0, sizeof(knowledge))
    memset(&table, 0, sizeof(table))
    shared.limits.depth = MAX_DEPTH
    shared.limits.nodes = NO_NODE_LIMIT
    shared.limits.deadline = NO_DEADLINE
    tt.allocate(&table, 1, False)
    try:
        with nogil:
            n = legal_moves(&position.bits, moves)
            for i in range(n):
                play(&position.bits, moves[i], &child)
                init_worker(worker, &shared, &table, &knowledge, switches, 0)
                worker.depth = depth
                if is_over(&child):
                    scores[i] = INFINITE
                else:
                    scores[i] = -negamax(&child, worker, -INFINITE, INFINITE, depth, 0)
        return list(zip(position.legal_moves(), [scores[i] for i in range(n)]))
    finally:
        tt.free(&table)
        free_worker(worker)
