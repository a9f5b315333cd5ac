"""Draws by repetition, and their effect on the table.

A search scores a repeated position, or one whose draw clock runs out, as a draw. So two searches of one position to the
same depth may differ in score. This is called the graph history interaction (Campbell 1985). Kishimoto and Mueller (A
General Solution to the Graph History Interaction Problem, AAAI 2004) store a score with the line on which it depends.
At a fixed depth less information is needed. The score depends on the position, the depth, and the *context*: the
earlier positions to which play may return within that depth, and the clock if it may run out. With the context in the
table's key, equal keys have equal scores.

Most bounds hold in other contexts too, and are stored without one.

- A bound "at most 3" or "at least -3" remains true if draws are added. So it holds in every context, unless it depends
on a draw that comes from the context: by the clock, or by the repetition of a position before the node.
- A bound "at least 3" or "at most -3", by which a side wins something, depends on no draw. So it holds in every context
none of whose positions occurs in its proof. The entry has a filter (Bloom 1970) with a bit for each placement of the
winner's pieces below the node. In a context that has one of these bits, the bound still holds as "at least 0" or "at
most 0".
"""
cimport gamecore.search.contract as contract
from gamecore.core.bits cimport mix64
from gamecore.core.tt cimport FULL_FILTER, LOWER, UPPER
from gamecore.core.types cimport MAX_PLY, Key, Move
from gamecore.search.contract cimport CustomBits, Position
from gamecore.search.switches cimport REPETITION, SELECTIVE
from gamecore.search.worker cimport Grounds, Worker


cdef struct Context:
    int first                # the least ply of its positions; -1: before the root, or the clock
    int placements[2]        # filters of the placements in them: of the side to move, and of the other one


cdef inline Key path_key(const Position* position, const Worker* w, int ply) noexcept nogil:
    """Returns the key, combined with the side to move."""
    if Position is CustomBits:
        return contract.key(position) ^ <Key>-w.flipped[ply]
    else:
        return contract.key(position)


cdef inline Key name_of(Key key) noexcept nogil:
    """Returns the key of an earlier position as part of a context; the key of a set of positions is the sum of these
    keys."""
    return mix64(key + <Key>0x9e3779b97f4a7c15)


cdef inline void begin_path(const Position* root, Worker* w) noexcept nogil:
    """Begins the line at the root. The game's earlier positions in w.path that occurred twice count as draws."""
    cdef Key here = contract.key(root)
    cdef int i, j, seen
    w.path[w.path_length] = here
    w.reversible[0] = w.path_length
    w.drawn = 0
    for i in range(w.path_length):
        seen = 0
        for j in range(i):
            seen += w.path[j] == w.path[i]
        if seen == 1 and w.path[i] != here:
            w.drawn += name_of(w.path[i])


cdef inline void extend_path(const Position* position, Worker* w, Move move, bint again, int ply) noexcept nogil:
    """Adds the position before a move; `again` means that the same side is to move after it."""
    w.reversible[ply + 1] = 0
    if contract.is_reversible(position, move):
        w.reversible[ply + 1] = w.reversible[ply] + 1
        w.grounds.draws_back_to, w.grounds.placements = MAX_PLY, 0
        w.line[ply] = position
        if w.reversible[ply] < contract.cycle(position):
            w.path[w.path_length + ply] = path_key(position, w, ply)
    if Position is CustomBits:
        w.flipped[ply + 1] = w.flipped[ply] ^ (not again)


cdef inline bint repeats(const Position* position, Worker* w, int ply) noexcept nogil:
    """Whether the position occurred earlier in the searched line, or twice in the game, with the same side to move.

    Its key is stored here if some earlier position is near enough; otherwise `extend_path` stores it if it may be
    needed.
    """
    cdef int here = w.path_length + ply, cycle = contract.cycle(position), i = here - cycle, seen = 0
    cdef Key key
    if w.reversible[ply] < cycle:
        return False
    key = w.path[here] = path_key(position, w, ply)
    while i >= here - w.reversible[ply]:
        if w.path[i] == key:
            seen += 1
            if i >= w.path_length or seen == 2:
                w.grounds.draws_back_to = max(i - w.path_length, -1)
                return True
        i -= cycle
    return False


cdef inline bint is_drawn(const Position* position, Worker* w, int ply) noexcept nogil:
    """Whether an unfinished position is a draw by repetition or by the clock, which an irreversible move sets to 0."""
    if w.reversible[ply] == 0:
        return False
    if contract.is_stale(position):
        w.grounds.draws_back_to = -1
        return True
    return repeats(position, w, ply)


cdef inline Key earlier_key(const Worker* w, int ply, int back, const Position* position) noexcept nogil:
    """Returns the path_key of the position `back` plies ago, for the side that is to move now."""
    cdef Key key = w.path[w.path_length + ply - back]
    return key ^ <Key>-w.flipped[ply] if Position is CustomBits else key


cdef inline Key context_key(const Position* position, const Worker* w, int depth, int ply,
                            Context* context) noexcept nogil:
    """Returns the key of the context, 0 if the score depends only on position and depth; otherwise fills `context`.

    A selective search guarantees no exact score, and uses no context.
    """
    cdef Key names = contract.clock_within(position, depth)
    cdef const Position* earlier
    cdef int back
    if w.reversible[ply] == 0 and names == 0 or not w.switches & REPETITION or w.switches & SELECTIVE:
        return 0
    context.first, context.placements[0], context.placements[1] = MAX_PLY, 0, 0
    if w.reversible[ply] > ply:
        names += w.drawn
    if names != 0:
        context.first, context.placements[0], context.placements[1] = -1, FULL_FILTER, FULL_FILTER
    for back in range(1, min(w.reversible[ply], ply) + 1):
        earlier = <const Position*>w.line[ply - back]
        if contract.may_come_back(position, earlier, back, depth):
            names += name_of(earlier_key(w, ply, back, position))
            context.first = min(context.first, ply - back)
            context.placements[0] |= contract.placement(earlier, back & 1 == 0)
            context.placements[1] |= contract.placement(earlier, back & 1)
    return mix64(names)


cdef inline void add_child(Grounds* grounds, const Grounds* below, const Position* child, bint own_wins) noexcept nogil:
    """Adds a child after a reversible move; `own_wins` means that the child's side to move would win something."""
    grounds.draws_back_to = min(grounds.draws_back_to, below.draws_back_to)
    grounds.placements |= below.placements | contract.placement(child, own_wins)


cdef inline int lasting(int score) noexcept nogil:
    """Returns the bounds that a score proves even if other positions are drawn."""
    return (LOWER if score <= 0 else 0) | (UPPER if score >= 0 else 0)


cdef inline bint meets(const Context* context, int score, int placements) noexcept nogil:
    """Whether a position of the context may occur in the proof, with these placements, that one side wins something."""
    return placements & context.placements[score <= 0] != 0


cdef inline int portable(const Grounds* grounds, const Context* context, int score, int ply) noexcept nogil:
    """Returns the bounds that a score proves outside the context in which it was searched."""
    return ((lasting(score) if grounds.draws_back_to >= ply else 0)
            | (0 if meets(context, score, grounds.placements) else ~lasting(score)))
