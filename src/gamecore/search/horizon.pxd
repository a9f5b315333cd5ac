"""The static score at the horizon, from the game's evaluation or the caller's function; 0 if the switch is off."""
cimport gamecore.search.contract as contract
from gamecore.search.contract cimport ChancePosition, Position
from gamecore.search.switches cimport CUSTOM_EVALUATION, EVALUATION
from gamecore.search.worker cimport Worker


cdef inline int static_score(const Position* position, Worker* w) noexcept nogil:
    if w.switches & EVALUATION:
        return contract.evaluate(position, w.knowledge)
    return <int>w.knowledge.custom.evaluate(position, w) if w.switches & CUSTOM_EVALUATION else 0


cdef inline double static_value(const ChancePosition* position, Worker* w) noexcept nogil:
    """The static score in games whose scores are averaged."""
    if w.switches & EVALUATION:
        return contract.expected_value(position, w.knowledge)
    return w.knowledge.custom.evaluate(position, w) if w.switches & CUSTOM_EVALUATION else 0


cdef inline void static_values(const ChancePosition* children, const int* which, int n, Worker* w,
                               double* values) noexcept nogil:
    """Fills values[i] with static_value(children[which[i]]), for unfinished siblings."""
    cdef int i
    if w.switches & EVALUATION:
        contract.expected_values(children, which, n, w.knowledge, &w.memory, values)
    elif w.switches & CUSTOM_EVALUATION:
        w.knowledge.custom.evaluate_many(children, which, n, w, values)
    else:
        for i in range(n):
            values[i] = 0


cdef inline int siblings_at_once(const ChancePosition* position, const Worker* w) noexcept nogil:
    """How many siblings to pass to one call of static_values. The number is limited, since later siblings are not
    needed after a cut-off."""
    return w.knowledge.custom.batch if w.switches & CUSTOM_EVALUATION else contract.batch(position, w.knowledge)
