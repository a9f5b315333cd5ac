"""Kalah behind a table of functions, for starts that take millions of nodes (games/kalah.py is the readable one)."""
from libc.stdint cimport int64_t
from libc.string cimport memset

from gamecore.core.bits cimport mix64
from gamecore.core.types cimport Key, Move
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps

cdef enum:
    MOST = 6                     # holes of a side

cdef struct Board:
    int holes                    # of a side
    int cups[2 * MOST + 2]       # the own holes, the own store, the opponent's holes, his store


cdef int legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    cdef const Board* at = <const Board*>position
    cdef int n = 0, i
    for i in range(at.holes):
        if at.cups[i]:
            moves[n] = i
            n += 1
    return n


cdef int sow(Board* at, int hole) noexcept nogil:
    """Where the last counter fell."""
    cdef int counters = at.cups[hole]
    at.cups[hole] = 0
    while counters:
        hole += 1
        if hole == 2 * at.holes + 1:             # the opponent's store
            hole = 0
        at.cups[hole] += 1
        counters -= 1
    return hole


cdef void play(void* game, const void* position, Move move, void* child) noexcept nogil:
    cdef Board at = (<const Board*>position)[0]
    cdef Board* after = <Board*>child
    cdef int last = sow(&at, move), store = at.holes, i
    if last < store and at.cups[last] == 1 and at.cups[2 * store - last]:
        at.cups[store] += 1 + at.cups[2 * store - last]
        at.cups[last] = at.cups[2 * store - last] = 0
    after[0] = at
    if last != store:
        for i in range(store + 1):
            after.cups[i] = at.cups[store + 1 + i]
            after.cups[store + 1 + i] = at.cups[i]


cdef bint same_player(void* game, const void* position, Move move) noexcept nogil:
    cdef const Board* at = <const Board*>position
    return (<int>move + at.cups[move]) % (2 * at.holes + 1) == at.holes


cdef bint is_over(void* game, const void* position) noexcept nogil:
    cdef const Board* at = <const Board*>position
    cdef int i
    for i in range(at.holes):
        if at.cups[i]:
            return False
    return True


cdef double final_score(void* game, const void* position) noexcept nogil:
    cdef const Board* at = <const Board*>position
    cdef int lead = at.cups[at.holes], i
    for i in range(at.holes + 1, 2 * at.holes + 2):
        lead -= at.cups[i]
    return lead


cdef double evaluate(void* game, const void* position) noexcept nogil:
    cdef const Board* at = <const Board*>position
    return at.cups[at.holes] - at.cups[2 * at.holes + 1]


cdef Key key(void* game, const void* position) noexcept nogil:
    cdef const Board* at = <const Board*>position
    cdef Key key = at.holes
    cdef int i
    for i in range(2 * at.holes + 2):
        key = mix64(key + at.cups[i])
    return key


cdef void hints(void* game, const void* position, const Move* moves, int n, int64_t* hints) noexcept nogil:
    cdef int i
    for i in range(n):
        hints[i] = 100 * same_player(game, position, moves[i]) + moves[i]


cdef GameOps OPS
OPS.version = GAME_OPS_VERSION
OPS.size = sizeof(GameOps)
OPS.legal_moves = legal_moves
OPS.play = play
OPS.same_player = same_player
OPS.is_over = is_over
OPS.final_score = final_score
OPS.evaluate = evaluate
OPS.key = key
OPS.hints = hints


cdef class Kalah(CompiledGame):
    """A start with these numbers of holes a side and counters in each, or the cups of a position."""

    def __init__(self, holes, counters=0, cups=None):
        cdef Board* at = <Board*>self.bits.words
        self.use(&OPS)
        memset(at, 0, sizeof(Board))
        at.holes = holes
        for i, n in enumerate(cups or ([counters] * holes + [0]) * 2):
            at.cups[i] = n

    def cups(self):
        cdef const Board* at = <const Board*>self.bits.words
        return [at.cups[i] for i in range(2 * at.holes + 2)]

    def notate(self, moves):
        return tuple([move + 1 for move in moves])
