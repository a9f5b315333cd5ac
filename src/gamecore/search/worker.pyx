"""A worker's memory, of which the system allocates only the pages that a search touches."""
from libc.stdint cimport int64_t
from libc.string cimport memset

from gamecore.core.bits cimport map_pages, unmap_pages
from gamecore.core.types cimport MAX_PLY, Move

cdef size_t MOVES_BYTES = STACK * (sizeof(Move) + sizeof(int64_t))
cdef size_t PV_BYTES = (MAX_PLY + 1) * MAX_PLY * sizeof(Move)
cdef size_t BYTES = sizeof(Worker) + MOVES_BYTES + PV_BYTES


cdef Worker* new_worker() except NULL:
    cdef char* memory = <char*>map_pages(BYTES, False)
    cdef Worker* worker = <Worker*>memory
    if memory == NULL:
        raise MemoryError(f"the system refused {BYTES >> 20} MiB for a search thread")
    worker.moves = <Move*>(memory + sizeof(Worker))
    worker.pv = <Move*>(memory + sizeof(Worker) + MOVES_BYTES)
    return worker


cdef void free_worker(Worker* worker) noexcept:
    if worker != NULL:
        unmap_pages(worker, BYTES)


cdef void reset(Worker* worker) noexcept nogil:
    """Resets everything that an earlier search left, so that equal searches are equal."""
    if worker.stats.cuts > 0:            # without a cut they are still empty
        memset(worker.killers, 0, sizeof(worker.killers))
        memset(worker.history, 0, sizeof(worker.history))
    memset(&worker.stats, 0, sizeof(worker.stats))
    worker.memory.backgammon_accumulator.known = False   # the evaluation may have changed
    worker.stopped = False
    worker.root_count = worker.kept_count = 0
    worker.path_length = 0
    worker.flipped[0] = 0
    worker.best = NULL
    worker.offender = 0
