"""A compiled game of chance that counts what it holds: a random walk, which tests/games/outside has in Python too."""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport add64, load64, mix64
from gamecore.core.types cimport Move, Outcome
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps

cdef enum:
    TURNS = 3
    LIMIT = 100                  # scores lie within -LIMIT..LIMIT

cdef struct Walk:
    uint64_t number
    uint64_t turn
    uint64_t rolled              # whether chance has acted in this turn

cdef uint64_t alive = 0          # positions made and not yet released; several threads may play


cdef int legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    cdef int n = 2 + (<const Walk*>position).number % 3, i
    for i in range(n):
        moves[i] = i
    return n


cdef int late_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    """Lists nothing while chance is to act."""
    return 0 if chance_acts(<const Walk*>position) else legal_moves(game, position, moves, capacity)


cdef bint chance_acts(const Walk* walk) noexcept nogil:
    """In one turn of four nothing is left to chance."""
    return not walk.rolled and walk.number % 4 != 0


cdef void make(void* child, uint64_t number, uint64_t turn, bint rolled) noexcept nogil:
    cdef Walk* walk = <Walk*>child
    add64(&alive, 1)
    walk.number, walk.turn, walk.rolled = mix64(number), turn, rolled


cdef void play(void* game, const void* position, Move move, void* child) noexcept nogil:
    cdef const Walk* walk = <const Walk*>position
    make(child, walk.number + 1 + move, walk.turn + 1, False)


cdef void release(void* game, void* position) noexcept nogil:
    add64(&alive, <uint64_t>-1)


cdef bint is_over(void* game, const void* position) noexcept nogil:
    return (<const Walk*>position).turn == TURNS


cdef double score(void* game, const void* position) noexcept nogil:
    return <int64_t>((<const Walk*>position).number % (2 * LIMIT + 1)) - LIMIT


cdef int outcomes(void* game, const void* position, Outcome* outcomes, int capacity) noexcept nogil:
    """Weights that are exact in binary."""
    cdef int i
    if not chance_acts(<const Walk*>position):
        return 0
    for i in range(3):
        outcomes[i].event = i
        outcomes[i].probability = 0.5 if i == 0 else 0.25
    return 3


cdef void play_outcome(void* game, const void* position, uint64_t event, void* child) noexcept nogil:
    cdef const Walk* walk = <const Walk*>position
    make(child, walk.number ^ event, walk.turn, True)


cdef void bounds(void* game, const void* position, double* low, double* high) noexcept nogil:
    low[0], high[0] = -LIMIT, LIMIT


cdef GameOps OPS
OPS.version = GAME_OPS_VERSION
OPS.size = sizeof(GameOps)
OPS.legal_moves = legal_moves
OPS.play = play
OPS.release = release
OPS.is_over = is_over
OPS.final_score = score
OPS.evaluate = score
OPS.outcomes = outcomes
OPS.play_outcome = play_outcome
OPS.bounds = bounds

cdef GameOps LATE = OPS
LATE.legal_moves = late_moves

cdef GameOps PLAIN = OPS             # the same walk, with nothing left to chance
PLAIN.outcomes = NULL
PLAIN.play_outcome = NULL
PLAIN.bounds = NULL


cdef class Dice(CompiledGame):
    def __init__(self, number, chance=True, late=False):
        self.use(&LATE if late else &OPS if chance else &PLAIN)
        make(self.bits.words, number, 0, False)


def count_alive():
    return <int64_t>load64(&alive)
