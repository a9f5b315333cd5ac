"""Uniform trees with chance. A choice is followed, in each layer, by a chance event and another choice.

    MAX chooses        one of `branching` moves
    chance             one of `outcomes`, all equally likely        layer 1
    MIN chooses        one of `branching` moves
    chance, MAX, ...                                                layer 2, and so on; the last choice leads to a leaf

Leaves are independent and uniform between bounds, which the tree may declare.
"""
from libc.math cimport M_PI, cos, isnan, log, sqrt
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport mix64
from gamecore.core.types cimport Key, Move, Outcome
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps

from gamecore.core.checks import in_range
from gamecore.errors import LimitError
from gamecore.games.synthetic.uniform import number_from_0

cdef enum:
    LIMIT = 100                  # leaves lie within -LIMIT..LIMIT
    MAX_BRANCHING = 256
    MAX_TREE_LAYERS = 20
    HINT_UNITS = 100             # units of the hint per unit of the score

cdef struct ChanceNode:
    uint64_t number              # of the node, from its parent's and the child's index
    uint64_t seed                # of this tree, mixed
    int choices                  # made so far; if odd, MIN is to choose
    bint rolled                  # whether chance has acted since the latest choice
    int layers
    int branching
    int outcomes
    int base                     # of `number`, whose digits are the children's indices, plus 1
    double noise                 # of the hint; NaN: no hint


cdef inline uint64_t child_number(const ChanceNode* at, uint64_t i) noexcept nogil:
    """Returns the number of a child; a node has moves or outcomes, never both."""
    return at.number * at.base + 1 + i


cdef inline double uniform(const ChanceNode* at, uint64_t number, uint64_t purpose) noexcept nogil:
    """Returns a random number x, 0 <= x < 1."""
    return (mix64(mix64(number ^ at.seed) + purpose * <uint64_t>0x9e3779b97f4a7c15) >> 11) / 9007199254740992.0


cdef inline double leaf(const ChanceNode* at) noexcept nogil:
    """Returns the leaf's value for MAX."""
    return LIMIT * (2 * uniform(at, at.number, 1) - 1)


cdef inline void descend(const ChanceNode* at, uint64_t move, ChanceNode* child) noexcept nogil:
    child[0] = at[0]
    child.number = child_number(at, move)
    child.choices = at.choices + 1
    child.rolled = False


cdef inline void roll(const ChanceNode* at, uint64_t event, ChanceNode* child) noexcept nogil:
    child[0] = at[0]
    child.number = child_number(at, event)
    child.rolled = True


cdef double truth(const ChanceNode* at) noexcept nogil:
    """Returns the expectiminimax value for the side to move, for a hint."""
    cdef ChanceNode child
    cdef double total = 0, best = -LIMIT
    cdef int i
    if at.choices > at.layers:
        return -leaf(at) if at.choices & 1 else leaf(at)
    if not at.rolled:
        for i in range(at.outcomes):
            roll(at, i, &child)
            total += truth(&child)
        return total / at.outcomes
    for i in range(at.branching):
        descend(at, i, &child)
        best = max(best, -truth(&child))
    return best


# The functions of GameOps.

cdef int legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    cdef int n = (<const ChanceNode*>position).branching, i
    for i in range(n):
        moves[i] = i
    return n


cdef void play(void* game, const void* position, Move move, void* child) noexcept nogil:
    descend(<const ChanceNode*>position, move, <ChanceNode*>child)


cdef bint is_over(void* game, const void* position) noexcept nogil:
    return (<const ChanceNode*>position).choices > (<const ChanceNode*>position).layers


cdef double score(void* game, const void* position) noexcept nogil:
    """Returns a leaf's value, or 0 above the leaves."""
    cdef const ChanceNode* at = <const ChanceNode*>position
    if at.choices <= at.layers:
        return 0
    return -leaf(at) if at.choices & 1 else leaf(at)


cdef Key key(void* game, const void* position) noexcept nogil:
    cdef const ChanceNode* at = <const ChanceNode*>position
    return mix64(at.number ^ at.seed)


cdef void hints(void* game, const void* position, const Move* moves, int n, int64_t* hints) noexcept nogil:
    cdef const ChanceNode* at = <const ChanceNode*>position
    cdef ChanceNode child
    cdef double error
    cdef int i
    for i in range(n):
        hints[i] = 0
        if not isnan(at.noise):
            descend(at, moves[i], &child)
            # Box and Muller 1958
            error = sqrt(-2 * log(1 - uniform(at, child.number, 2))) * cos(2 * M_PI * uniform(at, child.number, 3))
            hints[i] = <int64_t>(HINT_UNITS * (at.noise * error - truth(&child)))


cdef int outcomes(void* game, const void* position, Outcome* outcomes, int capacity) noexcept nogil:
    cdef const ChanceNode* at = <const ChanceNode*>position
    cdef int i
    if at.rolled:
        return 0
    for i in range(at.outcomes):
        outcomes[i].event = i
        outcomes[i].probability = 1.0 / at.outcomes
    return at.outcomes


cdef void play_outcome(void* game, const void* position, uint64_t event, void* child) noexcept nogil:
    roll(<const ChanceNode*>position, event, <ChanceNode*>child)


cdef void bounds(void* game, const void* position, double* low, double* high) noexcept nogil:
    low[0], high[0] = -LIMIT, LIMIT


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
OPS.outcomes = outcomes
OPS.play_outcome = play_outcome
OPS.bounds = bounds

cdef GameOps UNBOUNDED = OPS             # the same trees without declared bounds
UNBOUNDED.bounds = NULL


cdef class ChanceTree(CompiledGame):
    """ChanceTree(branching=8, layers=1, outcomes=6, *, seed=0, noise=None, bounded=True)
--

    A uniform tree with chance as a position of a game, for experiments with expectiminimax.

    Parameters
    ----------
    branching : int, default 8
        Moves of every choice, 1..256.
    layers : int, default 1
        Chance layers between the choices, 1..20.
    outcomes : int, default 6
        Equally likely outcomes of every chance event, 1..256.
    seed : int, default 0
        The seed of the leaves, 0..2**64-1, which are independent and uniform within -100..100.
    noise : float, optional
        The move-ordering score is the true value of a move plus a normal error of this standard deviation, and costs a
        search below the move. Without it the score is constant.
    bounded : bool, default True
        Whether the tree declares the bounds of its leaves. Without them no pruning below a chance event is possible.

    Raises
    ------
    LimitError
        If a number is out of range.

    Examples
    --------
    >>> import gamecore
    >>> engine = gamecore.Engine(hash_mb=1)
    >>> def leaves(tree, switches):
    ...     return engine.search(tree, depth=1, switches=switches).leaves
    >>> tree = gamecore.ChanceTree(10, noise=0)
    >>> leaves(tree, "none") == 10 * 6 * 10, leaves(tree, "pruning,star1,star2,hint") < 250
    (True, True)
    """

    def __init__(self, branching: SupportsIndex = 8, layers: SupportsIndex = 1, outcomes: SupportsIndex = 6, *,
                 seed: SupportsIndex = 0, noise: SupportsFloat | SupportsIndex | None = None, bounded: bool = True):
        cdef ChanceNode* root = <ChanceNode*>self.bits.words
        self.use(&OPS if bounded else &UNBOUNDED)
        root.number = root.choices = 0
        root.rolled = True
        branching = root.branching = in_range("branching", branching, 1, MAX_BRANCHING)
        layers = root.layers = in_range("layers", layers, 1, MAX_TREE_LAYERS)
        outcomes = root.outcomes = in_range("outcomes", outcomes, 1, MAX_BRANCHING)
        if branching * (branching * outcomes) ** layers > 2**60:
            raise LimitError(f"a tree has at most 2**60 leaves, not {branching} * ({branching} * {outcomes})**{layers}")
        base = max(branching, outcomes) + 1
        # an even base would shift the first digits of long numbers out of the word
        root.base = base if base ** (2 * layers + 1) <= 2**64 else base | 1
        root.noise = float("nan") if noise is None else number_from_0(noise)
        root.seed = mix64(mix64(<uint64_t>in_range("seed", seed, 0, 2**64 - 1)) + (branching << 16) + (layers << 9)
                          + outcomes)

    @property
    def leaves(self) -> int:
        """The number of the tree's leaves."""
        cdef const ChanceNode* root = <const ChanceNode*>self.bits.words
        return root.branching * (root.branching * root.outcomes) ** root.layers

    def __reduce__(self):
        cdef const ChanceNode* turn = <const ChanceNode*>self.bits.words
        return _restore, (turn.number, turn.seed, turn.choices, bool(turn.rolled), turn.layers, turn.branching,
                          turn.outcomes, turn.noise, self.bits.ops == &OPS)

    def __repr__(self):
        cdef const ChanceNode* root = <const ChanceNode*>self.bits.words
        return f"<ChanceTree branching {root.branching}, {root.layers} layers of {root.outcomes} outcomes>"


def _restore(uint64_t number, uint64_t seed, choices, bint rolled, layers, branching, outcomes, double noise,
             bint bounded):
    """Returns a node from a pickle."""
    cdef ChanceTree tree = ChanceTree(branching, layers, outcomes, bounded=bounded)
    cdef ChanceNode* turn = <ChanceNode*>tree.bits.words
    turn.number, turn.seed, turn.rolled, turn.noise = number, seed, rolled, noise
    turn.choices = in_range("choices", choices, 0, layers + 1)
    return tree
