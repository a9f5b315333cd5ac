"""Uniform trees, in which every inner node has the same number of children, and nothing is stored.

A node is its number in level order, here for branching 2; everything else is computed from that number and the seed:

                0                    the root, MAX to move
            /       \\
           1         2               MIN to move
         /   \\     /   \\
        3     4   5     6            child `move` of node n is branching * n + 1 + move

Such trees are custom games (games/outside/position.pxd), so the engine's own search searches them.
"""
from libc.math cimport M_PI, cos, isnan, log, sqrt
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport mix64, scale
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.types cimport Key, Move
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps

from gamecore.core.checks import in_range, real
from gamecore.errors import LimitError

cdef enum:
    LIMIT = MAX_EVALUATION - 1   # leaves lie within -LIMIT..LIMIT
    MAX_BRANCHING = 256
    TREE_DEPTH = 60              # the most plies
    TIED_PLIES = 3               # nested: on the last edges the worse moves share a value; cut-offs do not change

cdef enum Model:
    INDEPENDENT
    INCREMENTAL
    NESTED
    CONSTANT

MODELS: dict[str, int] = {"independent": INDEPENDENT, "incremental": INCREMENTAL, "nested": NESTED,
                          "constant": CONSTANT}

cdef struct UniformNode:
    uint64_t number              # in level order
    uint64_t seed                # of this tree, mixed
    int64_t sum                  # of the edges from the root, for MAX
    int64_t weight               # nested: the number of different leaf values below the node
    int ply                      # from the root; MAX moves at even ones
    int depth                    # of the leaves
    int branching
    int model
    double noise                 # of the hint; NaN: the hint is the edge


cdef inline uint64_t draw(const UniformNode* at, uint64_t number, uint64_t purpose) noexcept nogil:
    """Returns a random word for a tree, a node and a purpose."""
    return mix64(mix64(number ^ at.seed) + purpose * <uint64_t>0x9e3779b97f4a7c15)


cdef inline uint64_t child_of(const UniformNode* at, Move move) noexcept nogil:
    return at.branching * at.number + 1 + move


cdef inline int rank_of_child(const UniformNode* at, Move move) noexcept nogil:
    """Returns the move's rank, 0..branching-1 from worst to best, in a random order of the node's moves."""
    cdef uint64_t own = draw(at, child_of(at, move), 1)
    cdef int rank = 0, i
    for i in range(at.branching):
        rank += draw(at, child_of(at, i), 1) < own
    return rank


cdef inline int steps(int branching, int plies) noexcept nogil:
    """Returns the number of values of the nested edges below one node, of which the best edge has its own."""
    return branching if plies > TIED_PLIES else min(branching, 2)


cdef inline int64_t gain(const UniformNode* at, Move move) noexcept nogil:
    """Returns the value of an edge for its mover."""
    cdef int64_t most
    cdef int values
    if at.model == INCREMENTAL:
        most = LIMIT // max(at.depth, 1)
        return <int64_t>scale(draw(at, child_of(at, move), 2), 2 * most + 1) - most
    if at.model == NESTED:
        values = steps(at.branching, at.depth - at.ply)
        return max(0, rank_of_child(at, move) - (at.branching - values)) * (at.weight // values)
    return 0


cdef inline int64_t value(const UniformNode* at) noexcept nogil:
    """Returns a node's value for MAX, as if it were a leaf."""
    if at.model == INDEPENDENT:
        return <int64_t>scale(draw(at, at.number, 3), 2 * LIMIT + 1) - LIMIT
    return at.sum


cdef inline int64_t value_to_mover(const UniformNode* at) noexcept nogil:
    return -value(at) if at.ply & 1 else value(at)


cdef inline void descend(const UniformNode* at, Move move, UniformNode* child) noexcept nogil:
    cdef int64_t edge = gain(at, move)
    child[0] = at[0]
    child.number = child_of(at, move)
    child.ply = at.ply + 1
    child.sum = at.sum - edge if at.ply & 1 else at.sum + edge
    if at.model == NESTED:
        child.weight = at.weight // steps(at.branching, at.depth - at.ply)
        if at.ply & 1:
            child.sum += at.weight - child.weight    # MIN's edges count from the other end: one range of sums


cdef int64_t minimax(const UniformNode* at) noexcept nogil:
    """Returns the true value for the side to move, the move-ordering score without noise."""
    cdef int64_t best = -LIMIT
    cdef UniformNode child
    cdef int i
    if at.ply == at.depth:
        return value_to_mover(at)
    for i in range(at.branching):
        descend(at, i, &child)
        best = max(best, -minimax(&child))
    return best


cdef inline double normal(const UniformNode* at, uint64_t number) noexcept nogil:
    """Returns a number from the standard normal distribution (Box and Muller 1958)."""
    cdef double u = ((draw(at, number, 4) >> 11) + 1) / 9007199254740992.0
    cdef double v = (draw(at, number, 5) >> 11) / 9007199254740992.0
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v)


# The functions of GameOps.

cdef int legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    cdef int n = (<const UniformNode*>position).branching, i
    for i in range(n):
        moves[i] = i
    return n


cdef void play(void* game, const void* position, Move move, void* child) noexcept nogil:
    descend(<const UniformNode*>position, move, <UniformNode*>child)


cdef bint is_over(void* game, const void* position) noexcept nogil:
    return (<const UniformNode*>position).ply == (<const UniformNode*>position).depth


cdef double score(void* game, const void* position) noexcept nogil:
    return value_to_mover(<const UniformNode*>position)


cdef Key key(void* game, const void* position) noexcept nogil:
    """Returns a key that differs for all nodes of a tree, since each step is a bijection."""
    cdef const UniformNode* at = <const UniformNode*>position
    return mix64(at.number ^ at.seed)


cdef void hints(void* game, const void* position, const Move* moves, int n, int64_t* hints) noexcept nogil:
    cdef const UniformNode* at = <const UniformNode*>position
    cdef UniformNode child
    cdef int i
    for i in range(n):
        if isnan(at.noise):
            hints[i] = gain(at, moves[i])
        else:
            descend(at, moves[i], &child)
            hints[i] = -minimax(&child) + <int64_t>(at.noise * normal(at, child.number))


cdef GameOps OPS
OPS.version = GAME_OPS_VERSION
OPS.size = sizeof(GameOps)
OPS.legal_moves = legal_moves
OPS.play = play
OPS.is_over = is_over
OPS.final_score = score
OPS.evaluate = score
OPS.key = key
OPS.hints = hints


cdef class UniformTree(CompiledGame):
    """UniformTree(branching=4, depth=8, *, leaves='independent', seed=0, noise=None)
--

    A uniform tree as a position of a game, for experiments: the theory of search treats such trees.

    Parameters
    ----------
    branching : int, default 4
        Moves of every node but the leaves, 1..256.
    depth : int, default 8
        Plies from the root to the leaves, 1..60. No tree has more than 2**63 leaves.
    leaves : {"independent", "incremental", "nested", "constant"}, default "independent"
        The model of the leaves' values. Independent: each is drawn independently. Incremental: each edge is drawn, and
        a leaf is the sum of its path, so that good nodes have good children. Nested: each edge outweighs everything
        below it, so that the best and worst moves are known without a search. Constant: all are 0.
    seed : int, default 0
        The seed of all random values, 0..2**64-1.
    noise : float, optional
        The move-ordering score is the true minimax value of a move plus a normal error of this standard deviation, in
        score units, and costs a minimax search below the move. At 0, order `static` is the best order and `worst` the
        worst. Without it the score is the edge: partial information on incremental leaves, complete on nested, none on
        the others.

    Raises
    ------
    LimitError
        If a number is out of range, the leaves are unknown, or scores cannot distinguish all nested leaves (at
        branching 2, 3, 4, 8 beyond 15, 10, 9, 7 plies).

    Notes
    -----
    Scores are integers within -19999..19999. To fit into them, all moves of a nested node except the best share a value
    in the last three plies, where this allows alpha-beta no further cut-offs.

    Examples
    --------
    >>> import gamecore
    >>> engine = gamecore.Engine(hash_mb=1, switches="pruning")
    >>> engine.search(gamecore.UniformTree(3, 6, leaves="nested"), depth=6, order="worst").leaves == 3**6
    True
    >>> engine.search(gamecore.UniformTree(3, 6), depth=6, order="perfect").iterations[-1].leaves == 3**3 + 3**3 - 1
    True
    """

    def __init__(self, branching: SupportsIndex = 4, depth: SupportsIndex = 8, *,
                 leaves: Literal["independent", "incremental", "nested", "constant"] = "independent",
                 seed: SupportsIndex = 0, noise: SupportsFloat | SupportsIndex | None = None):
        cdef UniformNode* root = <UniformNode*>self.bits.words
        self.use(&OPS)
        root.number = root.ply = root.sum = 0
        branching = root.branching = in_range("branching", branching, 1, MAX_BRANCHING)
        depth = root.depth = in_range("depth", depth, 1, TREE_DEPTH)
        if branching ** depth > 2**63:
            raise LimitError(f"a tree has at most 2**63 leaves, not {branching}**{depth}")
        if leaves not in MODELS:
            raise LimitError(f"unknown leaves {leaves!r}; known are {', '.join(MODELS)}")
        root.model = MODELS[leaves]
        root.noise = float("nan") if noise is None else number_from_0(noise)
        root.seed = mix64(<uint64_t>in_range("seed", seed, 0, 2**64 - 1))
        root.seed = mix64(root.seed + (<uint64_t>branching << 16) + (<uint64_t>depth << 8) + root.model)
        root.weight = 0
        if root.model == NESTED:
            root.weight = different_values(branching, depth)
            root.sum = -(root.weight // 2)

    @property
    def branching(self) -> int:
        """The moves of every node except the leaves."""
        return (<UniformNode*>self.bits.words).branching

    @property
    def depth(self) -> int:
        """The plies from the root of the whole tree to its leaves."""
        return (<UniformNode*>self.bits.words).depth

    @property
    def ply(self) -> int:
        """The plies from the root of the whole tree to this node."""
        return (<UniformNode*>self.bits.words).ply

    @property
    def leaves(self) -> str:
        """The leaves' model."""
        return next(name for name, model in MODELS.items() if model == (<UniformNode*>self.bits.words).model)

    def __reduce__(self):
        cdef const UniformNode* node = <UniformNode*>self.bits.words
        return _restore, (node.number, node.seed, node.sum, node.weight, node.ply, node.depth, node.branching,
                          node.model, node.noise)

    def __repr__(self):
        node = f", node {(<UniformNode*>self.bits.words).number}" if self.ply else ""
        return f"<UniformTree {self.branching}^{self.depth} {self.leaves}{node}>"


def _restore(uint64_t number, uint64_t seed, int64_t sum, int64_t weight, ply, depth, branching, model, double noise):
    """Returns a node from a pickle."""
    cdef UniformTree tree = UniformTree(branching, depth)
    cdef UniformNode* node = <UniformNode*>tree.bits.words
    node.number, node.seed, node.sum, node.weight, node.noise = number, seed, sum, weight, noise
    node.ply = in_range("ply", ply, 0, depth)
    node.model = in_range("model", model, INDEPENDENT, CONSTANT)
    return tree


cdef int64_t different_values(int branching, int depth) except -1:
    """Returns how many different values the leaves of a nested tree have."""
    values = 1
    for plies in range(1, depth + 1):
        values *= steps(branching, plies)
    if values > 2 * LIMIT + 1:
        raise LimitError(f"nested leaves of a tree {branching}^{depth} need {values} different scores; "
                         f"there are {2 * LIMIT + 1}")
    return values


def number_from_0(noise: object) -> float:
    """Returns `noise` as a standard deviation; raises LimitError if it is not one."""
    number = real(noise)
    if number is None or not 0 <= number < 1e6:
        raise LimitError(f"noise must be a number from 0 to 1e6, not {noise!r}")
    return number
