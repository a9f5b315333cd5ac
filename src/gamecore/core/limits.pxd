"""Budgets, and the flag that stops every thread of a search.

At every node a search compares its node count only with next_event. This event comes every INTERVAL nodes (more often
if nodes are slow), and at the exact end of a node budget. There the search checks the flag and the clock, and twenty
times a second Python's signals and the caller's callback.
"""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport add64, load64, load_int, now_ns, set_once
from gamecore.core.stats cimport Stats
from gamecore.core.types cimport Move

cdef enum:         # Stop
    RUNNING = 0
    STOP_DEPTH = 1           # the depth that the caller set
    STOP_NODES = 2
    STOP_TIME = 3
    STOP_STOP = 4            # stop() was called
    STOP_INTERRUPT = 5       # a signal: Ctrl-C
    STOP_COMPLETE = 6        # the whole tree was searched: no greater depth can change the score
    STOP_ERROR = 7           # a custom game failed; its adapter keeps the exception
    STOP_BOUNDS = 8          # a score lies outside the bounds that its game has declared
    STOP_STACK = 9           # the thread's stack has no room for a deeper search

cdef enum:
    INTERVAL = 1024              # most nodes between two checks of flag and clock
    FAST_NS = 50000              # between two checks: after less time, the next interval is longer
    SLOW_NS = 5000000            # ... and after more it is shorter
    POLL_NS = 50000000           # between two checks of Python's signals and callback
    TURN_NODES = 1000            # fewest nodes of a search between two turns of its root probe
    TURN_SHIFT = 3               # ... and at least an eighth of all nodes before
    PROBE_COST = 3               # the cost of a probe's node, in nodes of the search (2.0 to 3.5 in connect four)

cdef extern from "<stdint.h>":
    const uint64_t NO_NODE_LIMIT "UINT64_MAX"
    const int64_t NO_DEADLINE "INT64_MAX"

ctypedef int (*Poll)(void* context) noexcept nogil     # RUNNING, or the Stop that a signal or report requests

cdef struct Limits:
    int depth                # of the last iteration, 1..MAX_DEPTH
    bint exact_depth         # the caller set the depth: the search fails rather than stop short
    uint64_t nodes           # NO_NODE_LIMIT: none
    int64_t deadline         # on the monotonic clock, nanoseconds; NO_DEADLINE: none

cdef struct Shared:
    Limits limits
    int stop                 # a Stop; written once, by the first thread with a reason
    uint64_t nodes           # counted by all threads up to their latest event
    Poll poll                # called by the first thread only; NULL: no poll
    void* context            # handed to poll

cdef struct Events:
    Shared* shared
    uint64_t next_event      # this thread's node count at its next event
    uint64_t reported        # of this thread's nodes, those already in shared.nodes
    uint64_t interval        # nodes between two events, 1..INTERVAL
    uint64_t due             # node count at the root probe's next turn; NO_NODE_LIMIT: never
    int64_t checked          # monotonic nanoseconds at the latest event; 0: there was none
    int64_t next_poll        # monotonic nanoseconds; NO_DEADLINE in all threads but the first


cdef inline void schedule(Events* events, uint64_t nodes) noexcept nogil:
    """Sets the next event, after an interval, at the last node that the budget allows, or when the probe is due."""
    cdef uint64_t counted = load64(&events.shared.nodes), left = 0          # once: other threads add to it
    if events.shared.limits.nodes > counted:
        left = events.shared.limits.nodes - counted
    events.next_event = min(nodes + min(left, events.interval), events.due)


cdef inline void start_events(Events* events, Shared* shared, uint64_t interval, int64_t next_poll) noexcept nogil:
    """Prepares a thread's events before its first node; if nodes may be slow, `interval` is 1."""
    events.shared = shared
    events.reported = events.checked = 0
    events.interval, events.due, events.next_poll = interval, NO_NODE_LIMIT, next_poll
    schedule(events, 0)


cdef inline bint check_limits(Events* events, uint64_t nodes) noexcept nogil:
    """Handles an event; returns whether the search is over, with the reason in shared.stop."""
    cdef Shared* shared = events.shared
    cdef int64_t now
    cdef int wish
    if add64(&shared.nodes, nodes - events.reported) >= shared.limits.nodes:
        set_once(&shared.stop, STOP_NODES)
    events.reported = nodes
    now = now_ns()
    if now - events.checked < FAST_NS:
        events.interval = min(2 * events.interval, <uint64_t>INTERVAL)
    elif now - events.checked > SLOW_NS and events.checked != 0:
        events.interval = max(events.interval // 16, <uint64_t>1)
    events.checked = now
    if now >= shared.limits.deadline:
        set_once(&shared.stop, STOP_TIME)
    if now >= events.next_poll and shared.poll != NULL:
        events.next_poll = now + POLL_NS
        wish = shared.poll(shared.context)
        if wish != RUNNING:
            set_once(&shared.stop, wish)
    if load_int(&shared.stop) != RUNNING:
        return True                      # nothing is scheduled: a later call gets the same answer
    schedule(events, nodes)
    return False


cdef struct Counter:         # of a thread that counts only nodes: plies of games, positions of a table
    Events events
    uint64_t nodes


cdef inline bint advance(Counter* counter, uint64_t nodes) noexcept nogil:
    """Counts nodes; returns whether the thread must stop."""
    counter.nodes += nodes
    return counter.nodes >= counter.events.next_event and check_limits(&counter.events, counter.nodes)


# A root probe is an exact solver that works on the root in turns with the first thread of a search. It never uses more
# nodes than the search or, without a limit of nodes, more time. So it takes little more than twice as long as it would
# alone. Each turn begins at the root, but the solver keeps its table.

cdef struct RootProbe:
    # Works until `nodes` is `most` or an event ends the search; returns whether the answer is complete.
    bint (*work)(RootProbe* probe, Events* events, uint64_t* nodes, uint64_t most) noexcept nogil
    # Fills the score and the moves of the k-th best line; returns its length, 0 if there is none.
    int (*line)(const RootProbe* probe, int k, int* score, const Move** moves) noexcept nogil
    void* solver
    bint known                   # whether there are lines


cdef inline bint work(RootProbe* probe, Events* events, Stats* stats, uint64_t most) noexcept nogil:
    """Lets the solver work until the count of nodes is `most`; returns whether the search is over."""
    cdef uint64_t before = stats.nodes
    events.due = NO_NODE_LIMIT
    if probe.work(probe, events, &stats.nodes, most):
        set_once(&events.shared.stop, STOP_COMPLETE)
    stats.solver_nodes += stats.nodes - before
    return check_limits(events, stats.nodes)


cdef inline bint run_probe(RootProbe* probe, Events* events, Stats* stats) noexcept nogil:
    """Lets the solver catch up with the search; returns whether the search is over."""
    cdef uint64_t searched = stats.nodes - stats.solver_nodes
    cdef uint64_t share = searched // PROBE_COST if events.shared.limits.nodes == NO_NODE_LIMIT else searched
    if work(probe, events, stats, stats.nodes + share - stats.solver_nodes):
        return True
    events.due = stats.nodes + max(searched >> TURN_SHIFT, <uint64_t>TURN_NODES)
    schedule(events, stats.nodes)
    return False
