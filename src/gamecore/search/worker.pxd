"""The data of one thread of a search. An engine reuses their memory for every search."""
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from gamecore.core.bits cimport load_int, unlikely
from gamecore.core.limits cimport STOP_ERROR, STOP_INTERRUPT, Events, RootProbe, check_limits, run_probe
from gamecore.core.stats cimport Stats
from gamecore.core.store cimport Store
from gamecore.core.tt cimport TableView
from gamecore.core.types cimport MAX_MOVES, MAX_PLY, MAX_SLOTS, Key, Move
from gamecore.search.knowledge cimport Knowledge, Memory

cdef enum:
    STACK = (MAX_PLY + 1) * MAX_MOVES        # most moves on the stack
    MARKS = 1 << 12               # their places; a thread is searching some twenty moves at once
    MARKED_MIN = 4                # plies: shallower moves are not marked (of 2, 3, 4 and 6 none is clearly better)

cdef struct Grounds:             # what the score of a node depends on besides its position and depth
    int draws_back_to        # the least ply that a draw below repeats; -1: before the root, or the clock; or MAX_PLY
    int placements           # filter of the winner's placements below

cdef struct Worker:
    Events events            # when to check budget, clock and flag
    Stats stats
    bint leads               # the first thread: it reports, and records why the search ended
    bint holds_gil           # for a game in Python: holding it throughout makes its calls cheap
    bint stopped             # all threads return, and scores mean nothing

    uint32_t switches        # of Switch, after effective()
    int order                # an Order
    TableView table          # which all threads share; the switch is off where the game has no keys
    Key salt                 # of game, knowledge and the switches that change scores: XORed into every key
    const Knowledge* knowledge
    Memory memory
    RootProbe* probe         # takes turns with the search; NULL: none, as in all threads but the first
    int solved_from          # depth in plies from which on the probe replaces the search; MAX_PLY: never
    uint64_t* marks          # of ordering.pxd, shared by all threads
    int marked_min           # plies from which on moves are marked there; MAX_PLY: never

    int depth                # of the current iteration
    int last_ply             # that the thread's stack has room for, MAX_PLY - 1 at most; in layers of chance, too
    int deepest              # depth of the last iteration that it has room for
    int multipv              # best lines wanted
    Move root_moves[MAX_MOVES]       # the root's moves, in generator order
    int root_count                   # 0: all moves
    Move kept[MAX_MOVES]             # its moves before any line is found: those that keep a known result
    int kept_count                   # 0: all moves

    Move* moves              # top of the stack of move lists; a node's list begins here, its ranks at ranks_of(moves)
    Move* pv                 # MAX_PLY rows of MAX_PLY: the principal variation from each ply on
    int pv_length[MAX_PLY + 1]
    int chosen[MAX_PLY + 1]          # the best move's index at the latest node of each ply, or NO_MOVE

    Move killers[MAX_PLY][2]         # the latest moves that cut at each ply, newest first
    int history[MAX_SLOTS]           # -MAX_HISTORY..MAX_HISTORY: cuts earned against cuts missed
    uint64_t random                  # state of the stream that order `random` draws from
    Store* best                      # order `perfect`: position and depth -> the move that raised alpha; else NULL

    void* children           # expectiminimax: top of the stack of successors; the memory is the engine's
    double offender          # a score outside the game's bounds, if stopped for that

    Key path[2 * MAX_PLY]    # keys since the game's last irreversible move, then of the line being searched
    Key keys[MAX_PLY + 1]    # salted, of the positions below the root that probe the table: from `play`
    int path_length          # how many of them belong to the game before the root
    int reversible[MAX_PLY + 1]      # plies since the latest irreversible move, at each ply
    int flipped[MAX_PLY + 1]         # 1 where the side to move, at each ply, is not the root's
    const void* line[MAX_PLY + 1]    # the positions since then, at each ply
    Grounds grounds          # of the latest score
    Key drawn                # stands for the game's positions that came up twice before the root


cdef inline int64_t* ranks_of(Move* moves) noexcept nogil:
    """Returns the list of ranks parallel to a list of moves, score * 65536 + (65535 - index in generator order)."""
    return <int64_t*>(moves + STACK)


cdef inline bint must_stop(Worker* w) noexcept nogil:
    w.stopped = check_limits(&w.events, w.stats.nodes)
    if not w.stopped and w.stats.nodes >= w.events.due:
        w.stopped = run_probe(w.probe, &w.events, &w.stats)
    return w.stopped


cdef inline bint enter(Worker* w) noexcept nogil:
    """Counts a node; returns whether the budget allowed it."""
    if unlikely(w.stats.nodes >= w.events.next_event) and must_stop(w):
        return False
    w.stats.nodes += 1
    return True


cdef inline void extend_pv(Worker* w, Move move, int ply) noexcept nogil:
    """Stores the principal variation from here, which is the move followed by the child's variation."""
    cdef Move* line = w.pv + ply * MAX_PLY
    line[0] = move
    memcpy(line + 1, line + MAX_PLY, w.pv_length[ply + 1] * sizeof(Move))
    w.pv_length[ply] = w.pv_length[ply + 1] + 1


cdef inline bint has_failed(const Worker* w) noexcept nogil:
    """Whether a custom game has raised an exception, so that its later results are meaningless."""
    cdef int stop = load_int(&w.events.shared.stop)
    return stop == STOP_ERROR or stop == STOP_INTERRUPT


cdef Worker* new_worker() except NULL
cdef void free_worker(Worker* worker) noexcept
cdef void reset(Worker* worker) noexcept nogil
