"""A custom game is a table of C functions that work on positions, whose bytes gamecore never interprets.

A compiled game fills a GameOps and derives its class from CompiledGame. A game written in Python derives from
PythonGame (python_game.pyx) and gets a table whose functions call its methods.
"""
from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from gamecore.core.bits cimport mix64
from gamecore.core.score cimport MAX_EVALUATION, lost
from gamecore.core.types cimport HISTORY_SLOTS, MAX_MOVES, MAX_OUTCOMES, Key, Move, Outcome

cdef enum:
    GAME_OPS_VERSION = 5          # since version 2: passes_turn; since 3: move_set; since 4: unit
    POSITION_WORDS = 32           # 256 bytes

cdef struct GameOps:
    uint32_t version         # GAME_OPS_VERSION
    uint32_t size            # sizeof(GameOps)
    # Each function gets `game`, always the same pointer, and the bytes of a position. Those marked * may be NULL.
    int (*legal_moves)(void* game, const void* position, Move* moves, int capacity) noexcept nogil   # how many; 0: none
    void (*play)(void* game, const void* position, Move move, void* child) noexcept nogil
    void (*release)(void* game, void* position) noexcept nogil                 # * once for each child and Python object
    bint (*is_over)(void* game, const void* position) noexcept nogil           # * only what needs no list of moves
    double (*final_score)(void* game, const void* position) noexcept nogil     # for the side to move; infinity: a win
    double (*evaluate)(void* game, const void* position) noexcept nogil        # * an estimate, at the horizon
    Key (*key)(void* game, const void* position) noexcept nogil                # * NULL: no table, no repetitions
    void (*hints)(void* game, const void* position, const Move* moves, int n,
                  int64_t* hints) noexcept nogil                                # * higher is searched earlier, to 2**32
    int (*history_slot)(void* game, const void* position, Move move) noexcept nogil     # * 0..HISTORY_SLOTS-1
    bint (*is_quiet)(void* game, const void* position) noexcept nogil          # * whether the search may stop here
    bint (*is_reversible)(void* game, const void* position, Move move) noexcept nogil   # * whether it can recur
    # * whether the same side moves again
    bint (*same_player)(void* game, const void* position, Move move) noexcept nogil
    # Games of chance have these two functions: the outcomes before the side to move chooses (0 if none), and the
    # position
    # after one.
    int (*outcomes)(void* game, const void* position, Outcome* outcomes, int capacity) noexcept nogil                # *
    void (*play_outcome)(void* game, const void* position, uint64_t event, void* child) noexcept nogil              # *
    # * for the side to move
    void (*bounds)(void* game, const void* position, double* low, double* high) noexcept nogil
    # * whether the other side is to move after the outcome
    bint (*passes_turn)(void* game, const void* position, uint64_t event) noexcept nogil
    # * legal_moves as one word, where each move is a bit and the list goes up; 0 only if is_over
    Move (*move_set)(void* game, const void* position) noexcept nogil
    double unit              # 0, until gamecore stores the class's `unit`

cdef struct CustomBits:
    const GameOps* ops
    void* game
    uint64_t words[POSITION_WORDS]


cdef inline int to_score(double value, int ply) noexcept nogil:
    """Returns the score of a utility in units: a win or a loss in plies if it is infinite, otherwise rounded."""
    if value == INFINITY:
        return -lost(ply)
    if value == -INFINITY:
        return lost(ply)
    return rounded(value)


cdef inline int rounded(double value) noexcept nogil:
    """Returns a number of units, clipped to MAX_EVALUATION. Minimax commutes with clipping, and the caller refuses a
    score at the limit."""
    if not value > -MAX_EVALUATION:      # true for NaN, too
        return -MAX_EVALUATION
    return <int>(min(value, MAX_EVALUATION) + 0.5) if value >= 0 else <int>(value - 0.5)


cdef inline double in_units(const CustomBits* position, double value) noexcept nogil:
    return value / position.ops.unit if position.ops.unit != 0 else value


cdef inline int legal_moves(const CustomBits* position, Move* moves) noexcept nogil:
    return position.ops.legal_moves(position.game, position.words, moves, MAX_MOVES)


cdef inline bint has_move_set(const CustomBits* position) noexcept nogil:
    return position.ops.move_set != NULL


cdef inline Move move_set(const CustomBits* position) noexcept nogil:
    return position.ops.move_set(position.game, position.words)


cdef inline void play(const CustomBits* position, Move move, CustomBits* child) noexcept nogil:
    child.ops = position.ops
    child.game = position.game
    position.ops.play(position.game, position.words, move, child.words)


cdef inline void release(CustomBits* position) noexcept nogil:
    if position.ops.release != NULL:
        position.ops.release(position.game, position.words)


cdef inline bint is_over(const CustomBits* position) noexcept nogil:
    return position.ops.is_over != NULL and position.ops.is_over(position.game, position.words)


cdef inline int final_score(const CustomBits* position, int ply) noexcept nogil:
    """Returns the score of the result. Only a draw has score 0; any other result of less than half a unit counts 1 or
    -1."""
    cdef double value = position.ops.final_score(position.game, position.words)
    return to_score(in_units(position, value), ply) or (value > 0) - (value < 0)


cdef inline int evaluate(const CustomBits* position) noexcept nogil:
    if position.ops.evaluate == NULL:
        return 0
    return rounded(in_units(position, position.ops.evaluate(position.game, position.words)))


cdef inline Key key(const CustomBits* position) noexcept nogil:
    return position.ops.key(position.game, position.words)


cdef inline void hints(const CustomBits* position, const Move* moves, int n, int64_t* hints) noexcept nogil:
    cdef int64_t limit = <int64_t>1 << 32
    cdef int i
    if position.ops.hints == NULL:
        memset(hints, 0, n * sizeof(int64_t))
    else:
        position.ops.hints(position.game, position.words, moves, n, hints)
        for i in range(n):
            hints[i] = max(-limit, min(hints[i], limit))


cdef inline int history_slot(const CustomBits* position, Move move) noexcept nogil:
    if position.ops.history_slot == NULL:
        return mix64(move) % HISTORY_SLOTS
    return position.ops.history_slot(position.game, position.words, move) & (HISTORY_SLOTS - 1)


cdef inline bint is_quiet(const CustomBits* position) noexcept nogil:
    return position.ops.is_quiet == NULL or position.ops.is_quiet(position.game, position.words)


cdef inline bint is_reversible(const CustomBits* position, Move move) noexcept nogil:
    return position.ops.is_reversible != NULL and position.ops.is_reversible(position.game, position.words, move)


cdef inline bint same_player(const CustomBits* position, Move move) noexcept nogil:
    return position.ops.same_player != NULL and position.ops.same_player(position.game, position.words, move)


cdef inline int outcomes(const CustomBits* position, Outcome* outcomes) noexcept nogil:
    """Fills the possible outcomes and scales their probabilities to the sum of 1."""
    cdef double total = 0, rounding = 1e-13      # what MAX_OUTCOMES roundings add up to, with room
    cdef int listed, i, n = 0
    if position.ops.outcomes == NULL:
        return 0
    listed = position.ops.outcomes(position.game, position.words, outcomes, MAX_OUTCOMES)
    for i in range(listed):
        if outcomes[i].probability > 0:
            total += outcomes[i].probability
            outcomes[n] = outcomes[i]
            n += 1
    if total > 1 + rounding or total < 1 - rounding:
        for i in range(n):
            outcomes[i].probability /= total
    return n


cdef inline void play_outcome(const CustomBits* position, uint64_t event, CustomBits* child) noexcept nogil:
    child.ops = position.ops
    child.game = position.game
    position.ops.play_outcome(position.game, position.words, event, child.words)


cdef inline bint passes_turn(const CustomBits* position, uint64_t event) noexcept nogil:
    return position.ops.passes_turn != NULL and position.ops.passes_turn(position.game, position.words, event)


cdef inline void bounds(const CustomBits* position, double* low, double* high) noexcept nogil:
    if position.ops.bounds == NULL:
        low[0], high[0] = -INFINITY, INFINITY
    else:
        position.ops.bounds(position.game, position.words, low, high)


cdef inline double to_utility(double value) noexcept nogil:
    """Returns the result as a number to be averaged, 1 for a win and -1 for a loss."""
    return 1.0 if value == INFINITY else -1.0 if value == -INFINITY else value


cdef inline double final_utility(const CustomBits* position) noexcept nogil:
    return to_utility(position.ops.final_score(position.game, position.words))


cdef inline double expected_value(const CustomBits* position) noexcept nogil:
    """Returns the evaluation in a game whose scores are averaged."""
    return 0.0 if position.ops.evaluate == NULL else to_utility(position.ops.evaluate(position.game, position.words))
