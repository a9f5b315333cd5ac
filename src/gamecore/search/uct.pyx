"""UCT, with a tree that grows by one node per game, towards the actions that have won most often."""
from libc.math cimport INFINITY, log, sqrt
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport load_int, map_pages, next_random, physical_memory, scale, unmap_pages
from gamecore.core.limits cimport RUNNING, STOP_NODES, STOP_TIME
from gamecore.core.types cimport MAX_MOVES, MAX_OUTCOMES, Move, Outcome
from gamecore.search.configure cimport configure_count
from gamecore.search.contract cimport CustomBits, Position
from gamecore.search.run cimport Run
from gamecore.search.worker cimport Worker, must_stop

from gamecore.errors import GameError

cdef enum:
    LONGEST = 1000                       # plies of a game
    OUTSIDE = 0                          # the index of no node
    ROOT = 1
    UNKNOWN = 0xFFFF                     # untried: at a node that has not been left by a move, as after chance
    MOST_VISITS = 0xFFFFFFFF

cdef struct UctNode:
    Move move                            # that leads here, or the event of chance
    double total                         # of the results, for the side to move at the root
    uint32_t visits                      # games that went through it
    uint32_t child                       # the latest of its children
    uint32_t sibling                     # the child before it
    uint16_t index                       # of the move, in generator order, or of the outcome
    uint16_t untried                     # moves

cdef struct Tree:
    UctNode* nodes
    uint32_t count, room                 # nodes in use, and the number that fits into memory
    double exploration
    double low, high                     # of the results so far
    uint32_t path[LONGEST + 2]           # the nodes of the current game
    int length                           # ... and their number
    uint32_t node                        # the last of them; OUTSIDE: the game has left the tree
    int sign                             # 1 if the root's side is to move, otherwise -1
    bint is_endless                      # a game was not over after LONGEST plies


cdef tuple sample(const Position* root, Run run, double exploration, size_t size):
    cdef Worker* w = run.pool.workers[0]
    cdef Tree tree
    if size > physical_memory():
        raise MemoryError(f"a tree of {size >> 20} MiB does not fit: this machine has {physical_memory() >> 20} MiB")
    tree.is_endless = False
    tree.nodes = <UctNode*>map_pages(size, False)
    if tree.nodes == NULL:
        raise MemoryError(f"the system refused {size >> 20} MiB for a tree")
    try:
        tree.room, tree.count = min(size // sizeof(UctNode), <size_t>MOST_VISITS), ROOT + 1
        tree.nodes[ROOT].untried = UNKNOWN
        tree.exploration, tree.low, tree.high = exploration, INFINITY, -INFINITY
        configure_count(root, run, False)
        if run.root.adapter is not None:
            run.root.adapter.averages = True     # results count as they are, not in units
        if w.holds_gil:
            play_games(root, w, &tree)
        else:
            with nogil:
                play_games(root, w, &tree)
        if tree.is_endless:
            raise GameError(f"a game at random was not over after {LONGEST} plies")
        return report(&tree, run) if finishes(w) else None
    finally:
        unmap_pages(tree.nodes, size)


cdef void play_games(const Position* root, Worker* w, Tree* tree) noexcept nogil:
    """Plays games until a budget ends, and adds their results to the tree."""
    cdef double result
    cdef int i
    while tree.nodes[ROOT].visits < MOST_VISITS and play_game(root, w, tree, &result):
        tree.low, tree.high = min(tree.low, result), max(tree.high, result)
        for i in range(tree.length):
            tree.nodes[tree.path[i]].visits += 1
            tree.nodes[tree.path[i]].total += result
        if w.stopped or w.stats.nodes == 0:      # the root is over: all games are alike
            break


cdef bint play_game(const Position* root, Worker* w, Tree* tree, double* result) noexcept nogil:
    """Plays a game down the tree, adds one node, and continues at random to the end; returns whether the result
    counts."""
    cdef Position here[2]
    cdef int ply = 0
    cdef bint counts = True
    here[0] = root[0]
    tree.path[0] = tree.node = ROOT
    tree.length = tree.sign = 1
    while counts and advance(&here[ply & 1], w, tree, &here[ply + 1 & 1]):
        if ply > 0:
            contract.release(&here[ply & 1])
        ply += 1
        w.stats.nodes += 1
        tree.is_endless = ply > LONGEST
        counts = not tree.is_endless and (w.stats.nodes < w.events.next_event or not must_stop(w) or finishes(w))
    result[0] = tree.sign * result_of(&here[ply & 1]) if counts else 0
    if ply > 0:
        contract.release(&here[ply & 1])
    return counts and finishes(w)


cdef inline bint finishes(Worker* w) noexcept nogil:
    """Whether the search continues to the end of its last game."""
    cdef int stop = load_int(&w.events.shared.stop)
    return stop == RUNNING or stop == STOP_NODES or stop == STOP_TIME


cdef inline double result_of(const Position* position) noexcept nogil:
    """Returns the result of a finished game for the side to move, with 1 for a win."""
    if Position is CustomBits:
        return contract.final_utility(position)
    elif contract.is_stale(position) and not contract.is_over(position):
        return 0
    else:
        return max(-1, min(contract.final_score(position, 0), 1))


cdef inline bint advance(const Position* position, Worker* w, Tree* tree, Position* after) noexcept nogil:
    """Plays an action, which the tree chooses as long as the game is in it; returns False if the game is over."""
    cdef Outcome outcomes[MAX_OUTCOMES]
    cdef UctNode* node = tree.nodes + tree.node
    cdef Move move
    cdef int n, i
    if tree.node != OUTSIDE and node.untried == 0:
        enter(tree, highest_bound(tree, node))
        move = tree.nodes[tree.node].move
    else:
        if contract.is_over(position) or contract.is_stale(position):
            return False
        if Position is CustomBits:
            n = contract.outcomes(position, outcomes)
            if n:
                i = draw(w, outcomes, n)
                if tree.node != OUTSIDE:
                    enter(tree, child_of(tree, node, i, outcomes[i].event))
                if contract.passes_turn(position, outcomes[i].event):
                    tree.sign = -tree.sign
                contract.play_outcome(position, outcomes[i].event, after)
                return True
        n = contract.legal_moves(position, w.moves)
        if n == 0:
            return False
        if tree.node == OUTSIDE or tree.count == tree.room:
            tree.node = OUTSIDE
            i = scale(next_random(&w.random), n)
        else:
            i = untried(w, tree, node, n)
            enter(tree, child_of(tree, node, i, w.moves[i]))
        move = w.moves[i]
    if not contract.same_player(position, move):
        tree.sign = -tree.sign
    contract.play(position, move, after)
    return True


cdef inline void enter(Tree* tree, uint32_t node) noexcept nogil:
    """Adds a node to the game's path; a new node is the last of the path."""
    tree.node = node
    if node != OUTSIDE:
        tree.path[tree.length] = node
        tree.length += 1
        if tree.nodes[node].visits == 0:
            tree.node = OUTSIDE


cdef inline uint32_t highest_bound(Tree* tree, const UctNode* node) noexcept nogil:
    """Returns the child with the highest confidence bound for the side to move: UCB1 (Auer et al. 2002)."""
    cdef double half = (tree.high - tree.low) / 2 if tree.high > tree.low else 1
    cdef double width = tree.exploration * half * sqrt(log(node.visits)), bound, highest = -INFINITY
    cdef uint32_t i = node.child, best = i
    while i != OUTSIDE:
        node = tree.nodes + i
        bound = tree.sign * node.total / node.visits + width / sqrt(node.visits)
        if bound > highest:
            highest, best = bound, i
        i = node.sibling
    return best


cdef inline int untried(Worker* w, Tree* tree, UctNode* node, int n) noexcept nogil:
    """Returns the index of a random move, out of n, that has not been tried."""
    cdef bint tried[MAX_MOVES]
    cdef uint32_t child = node.child
    cdef int i, left
    if node.untried == UNKNOWN:
        node.untried = n
    memset(tried, 0, n * sizeof(bint))
    while child != OUTSIDE:
        tried[tree.nodes[child].index] = True
        child = tree.nodes[child].sibling
    left = scale(next_random(&w.random), node.untried)
    for i in range(n):
        left -= not tried[i]
        if left < 0:
            break
    return i


cdef inline uint32_t child_of(Tree* tree, UctNode* node, int index, Move move) noexcept nogil:
    """Returns the child with an index, which may be a new one, or OUTSIDE if the memory is used up."""
    cdef uint32_t i = node.child
    while i != OUTSIDE and tree.nodes[i].index != index:
        i = tree.nodes[i].sibling
    if i == OUTSIDE and tree.count < tree.room:
        i = tree.count
        tree.count += 1
        tree.nodes[i].move, tree.nodes[i].index, tree.nodes[i].untried = move, index, UNKNOWN
        tree.nodes[i].sibling, node.child = node.child, i
        node.untried -= node.untried != UNKNOWN
    return i


cdef inline int draw(Worker* w, const Outcome* outcomes, int n) noexcept nogil:
    """Returns the index of a random outcome."""
    cdef double left = <double>(next_random(&w.random) >> 11) / (<uint64_t>1 << 53)
    cdef int i = 0
    while i < n - 1 and left >= outcomes[i].probability:
        left -= outcomes[i].probability
        i += 1
    return i


cdef tuple report(Tree* tree, Run run):
    """Returns the arguments of trees.Samples; an outcome that is listed twice counts as one action."""
    cdef uint32_t i = tree.nodes[ROOT].child, node = ROOT
    notate = run.root.notate
    tried, line = {}, []
    while i != OUTSIDE:
        move = tree.nodes[i].move
        name = notate([move])[0] if run.root.adapter is not None or tree.nodes[ROOT].untried != UNKNOWN else move
        visits, total = tried.get(name, (0, 0))
        tried[name] = visits + tree.nodes[i].visits, total + tree.nodes[i].total
        i = tree.nodes[i].sibling
    actions = {name: (visits, total / visits) for name, (visits, total) in reversed(tried.items())}
    while tree.nodes[node].child != OUTSIDE and tree.nodes[node].untried != UNKNOWN:
        node = most_visited(tree, node)
        line.append(tree.nodes[node].move)
    line = tuple(notate(line))
    value = actions[line[0]][1] if line else tree.nodes[ROOT].total / tree.nodes[ROOT].visits
    return value, line[0] if line else None, tree.nodes[ROOT].visits, run.pool.workers[0].stats.nodes, line, actions


cdef uint32_t most_visited(Tree* tree, uint32_t node) noexcept:
    """Returns the child with the most visits; of several such children, the one that was tried first."""
    cdef uint32_t i = tree.nodes[node].child, best = i
    while i != OUTSIDE:
        if tree.nodes[i].visits >= tree.nodes[best].visits:
            best = i
        i = tree.nodes[i].sibling
    return best
