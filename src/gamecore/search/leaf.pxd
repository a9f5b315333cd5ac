"""The tests of a position before a search generates its moves: the budget, the end of the game, the horizon."""
cimport gamecore.search.contract as contract
from gamecore.core.bits cimport set_once, unlikely
from gamecore.core.limits cimport STOP_STACK
from gamecore.core.types cimport MAX_PLY
from gamecore.search.contract cimport Position, Repeating
from gamecore.search.repetition cimport is_drawn
from gamecore.search.switches cimport CUSTOM_EVALUATION, EVALUATION, QUIESCENCE, REPETITION
from gamecore.search.worker cimport Worker, enter


cdef inline bint is_horizon(const Position* position, Worker* w, int depth, int ply) noexcept nogil:
    return depth <= 0 and not (w.switches & QUIESCENCE and not contract.is_quiet(position)
                               and (ply < w.last_ply or has_deeper_stack(w)))


cdef inline bint has_deeper_stack(Worker* w) noexcept nogil:
    """Returns False if the limit of plies or of the thread's stack is reached. Quiescence ends at both limits; at the
    limit of the stack the whole search ends.
    """
    if w.last_ply < MAX_PLY - 1:
        if w.leads:
            set_once(&w.events.shared.stop, STOP_STACK)
        w.stopped = True
    return False


cdef inline bint is_leaf(const Position* position, Worker* w, bint special, bint may_end, int depth, int ply,
                         int* score) noexcept nogil:
    """Whether a position just reached by a move has a score without a search, or the budget is used up.

    `special` means that SPECIAL_LEAVES is on, and `may_end` that the move may have ended the game.
    """
    if not enter(w):
        return True
    w.pv_length[ply] = 0
    if may_end and contract.is_over(position):
        w.stats.leaves += 1
        score[0] = contract.final_score(position, ply)
        return True
    if Position in Repeating:
        if w.switches & REPETITION and is_drawn(position, w, ply):
            w.stats.leaves += 1
            w.stats.horizon += 1
            score[0] = 0
            return True
    if special:
        if contract.probe(position, w.knowledge, w.switches & REPETITION, ply, score):
            w.stats.leaves += 1
            return True
        if unlikely(w.switches & CUSTOM_EVALUATION) and is_horizon(position, w, depth, ply):
            w.stats.leaves += 1
            w.stats.horizon += 1
            score[0] = <int>w.knowledge.custom.evaluate(position, w)
            return True
    if not is_horizon(position, w, depth, ply):
        return False
    w.stats.leaves += 1
    w.stats.horizon += 1
    score[0] = contract.evaluate(position, w.knowledge) if w.switches & EVALUATION else 0
    return True
