"""Connect four as a custom game: the built-in rules behind a GameOps, to measure the cost of the table."""
from libc.stdint cimport int64_t

from gamecore.core.types cimport Key, Move
cimport gamecore.games.connect_four.linear as connect_four_linear
from gamecore.games.connect_four.position cimport ConnectFour
cimport gamecore.games.connect_four.rules as connect_four
from gamecore.games.connect_four.rules cimport ConnectFourBits
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps

from gamecore import LOSS
from gamecore.games.connect_four.evaluation import WEIGHTS as SHIPPED
from gamecore.games.connect_four.position import notate


cdef int legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    return connect_four.legal_moves(<const ConnectFourBits*>position, moves)


cdef Move move_set(void* game, const void* position) noexcept nogil:
    return connect_four.playable(<const ConnectFourBits*>position)


cdef void play(void* game, const void* position, Move move, void* child) noexcept nogil:
    connect_four.play(<const ConnectFourBits*>position, move, <ConnectFourBits*>child)


cdef bint is_over(void* game, const void* position) noexcept nogil:
    return connect_four.is_over(<const ConnectFourBits*>position)


cdef double final_score(void* game, const void* position) noexcept nogil:
    return LOST if connect_four.final_score(<const ConnectFourBits*>position, 0) != 0 else 0


cdef double evaluate(void* game, const void* position) noexcept nogil:
    return connect_four_linear.evaluate(<const ConnectFourBits*>position, WEIGHTS)


cdef Key key(void* game, const void* position) noexcept nogil:
    return connect_four.key(<const ConnectFourBits*>position)


cdef void hints(void* game, const void* position, const Move* moves, int n, int64_t* hints) noexcept nogil:
    connect_four.fill_hints(<const ConnectFourBits*>position, moves, n, hints)


cdef int history_slot(void* game, const void* position, Move move) noexcept nogil:
    return connect_four.history_slot(<const ConnectFourBits*>position, move)


cdef int WEIGHTS[16]
for i, weight in enumerate(SHIPPED.values()):
    WEIGHTS[i] = weight

cdef double LOST = LOSS

cdef GameOps OPS
OPS.version = GAME_OPS_VERSION
OPS.size = sizeof(GameOps)
OPS.legal_moves = legal_moves
OPS.play = play
OPS.is_over = is_over
OPS.final_score = final_score
OPS.evaluate = evaluate
OPS.key = key
OPS.hints = hints
OPS.history_slot = history_slot
OPS.move_set = move_set


cdef class Four(CompiledGame):
    """gamecore.ConnectFour, from the same text."""

    def __init__(self, text=""):
        cdef ConnectFour position = ConnectFour(text)
        self.use(&OPS)
        (<ConnectFourBits*>self.bits.words)[0] = position.bits

    def notate(self, moves):
        return notate(moves)
