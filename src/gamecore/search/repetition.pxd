"""Draws by repetition, and their effect on the table.

A search scores a repeated position, or one whose draw clock runs out, as a draw. So two visits of one position to one
depth may differ in score, which is the graph history interaction (Campbell 1985). Kishimoto and Mueller (A General
Solution to the Graph History Interaction Problem, AAAI 2004) store a score with the line on which it depends. A fixed
depth needs less. The score depends on the position, the depth, and the *context*: the earlier positions to which play
may return within that depth, and the clock if it may run out. With the context in the table's key, equal keys have
equal scores.

Most bounds hold in every context, and are stored without one. A bound "at most 3" or "at least -3" remains true if
draws are added; and if no draw by repetition or clock occurred below the position, none can be removed.
"""
cimport gamecore.search.contract as contract
from gamecore.core.bits cimport mix64
from gamecore.core.tt cimport LOWER, UPPER
from gamecore.core.types cimport Key, Move
from gamecore.search.contract cimport CustomBits, Position
from gamecore.search.switches cimport REPETITION, SELECTIVE
from gamecore.search.worker cimport Worker


cdef inline Key path_key(const Position* position, const Worker* w, int ply) noexcept nogil:
    """Returns the key, combined with the side to move."""
    if Position is CustomBits:
        return contract.key(position) ^ <Key>-w.flipped[ply]
    else:
        return contract.key(position)


cdef inline Key name_of(Key key) noexcept nogil:
    """Returns the key of an earlier position in a context; a sum of these is the key of a set."""
    return mix64(key + <Key>0x9e3779b97f4a7c15)


cdef inline void begin_path(const Position* root, Worker* w) noexcept nogil:
    """Begins the line at the root; those of the game's earlier positions in w.path that occurred twice are draws."""
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
    """Adds the position before a move; `again` says whether the same side is to move after it."""
    w.reversible[ply + 1] = 0
    if contract.is_reversible(position, move):
        w.reversible[ply + 1] = w.reversible[ply] + 1
        w.line[ply] = position
        if w.reversible[ply] < contract.cycle(position):
            w.path[w.path_length + ply] = path_key(position, w, ply)
    if Position is CustomBits:
        w.flipped[ply + 1] = w.flipped[ply] ^ (not again)


cdef inline bint repeats(const Position* position, Worker* w, int ply) noexcept nogil:
    """Whether the position occurred earlier in the searched line, or twice in the game, with the same side to move.

    Its key is stored unless no earlier position is near enough; then `extend_path` stores it if it may be needed.
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
                return True
        i -= cycle
    return False


cdef inline bint is_drawn(const Position* position, Worker* w, int ply) noexcept nogil:
    """Whether an unfinished position is a draw by repetition or by the clock."""
    return contract.is_stale(position) or repeats(position, w, ply)


cdef inline Key earlier_key(const Worker* w, int ply, int back, const Position* position) noexcept nogil:
    """Returns the path_key of the position `back` plies ago, for the side that is to move now."""
    cdef Key key = w.path[w.path_length + ply - back]
    return key ^ <Key>-w.flipped[ply] if Position is CustomBits else key


cdef inline Key context(const Position* position, const Worker* w, int depth, int ply) noexcept nogil:
    """Returns the key of the context, 0 if the score depends only on position and depth.

    A selective search guarantees no exact score, and uses no context.
    """
    cdef Key names = contract.clock_within(position, depth)
    cdef int back
    if w.reversible[ply] == 0 and names == 0 or not w.switches & REPETITION or w.switches & SELECTIVE:
        return 0
    for back in range(1, min(w.reversible[ply], ply) + 1):
        if contract.may_come_back(position, <const Position*>w.line[ply - back], back, depth):
            names += name_of(earlier_key(w, ply, back, position))
    if w.reversible[ply] > ply:
        names += w.drawn
    return mix64(names)


cdef inline int lasting(int score) noexcept nogil:
    """Returns the bounds that a score proves even if other positions are drawn."""
    return (LOWER if score <= 0 else 0) | (UPPER if score >= 0 else 0)
