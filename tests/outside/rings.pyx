"""A walk around a ring of seven cells, for ever: the same game with a list of moves, and with their set as well."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from gamecore.core.types cimport Key, Move
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps

cdef struct Walk:
    uint64_t cell
    uint64_t side


cdef Move move_set(void* game, const void* position) noexcept nogil:
    return 0b101 if (<const Walk*>position).cell == 3 else 0b111


cdef Move shifted(void* game, const void* position) noexcept nogil:
    return move_set(game, position) << 1


cdef int legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    cdef Move left = move_set(game, position)
    cdef int n = 0
    while left:
        moves[n] = left & -left
        left &= left - 1
        n += 1
    return n


cdef void play(void* game, const void* position, Move move, void* child) noexcept nogil:
    cdef const Walk* here = <const Walk*>position
    (<Walk*>child).cell = (here.cell + move) % 7
    (<Walk*>child).side = 1 - here.side


cdef bint is_over(void* game, const void* position) noexcept nogil:
    return False


cdef double final_score(void* game, const void* position) noexcept nogil:
    return 0


cdef double evaluate(void* game, const void* position) noexcept nogil:
    cdef const Walk* here = <const Walk*>position
    return (here.cell * 37 % 11 + 5.0) * (1 if here.side == 0 else -1)


cdef Key key(void* game, const void* position) noexcept nogil:
    cdef const Walk* here = <const Walk*>position
    return (2 * here.cell + here.side + 1) * <Key>0x9e3779b97f4a7c15


cdef bint is_quiet(void* game, const void* position) noexcept nogil:
    return (<const Walk*>position).cell & 1


cdef bint is_reversible(void* game, const void* position, Move move) noexcept nogil:
    return True


cdef GameOps LIST, SET, WRONG


cdef void fill(GameOps* ops) noexcept:
    memset(ops, 0, sizeof(GameOps))
    ops.version, ops.size = GAME_OPS_VERSION, sizeof(GameOps)
    ops.legal_moves, ops.play, ops.is_over, ops.final_score = legal_moves, play, is_over, final_score
    ops.evaluate, ops.key, ops.is_quiet, ops.is_reversible = evaluate, key, is_quiet, is_reversible


fill(&LIST)
fill(&SET)
fill(&WRONG)
SET.move_set = move_set
WRONG.move_set = shifted


cdef class Ring(CompiledGame):
    """A Ring, whose moves are given as "list", also as "set", or also as a "wrong" set."""

    def __init__(self, moves="list"):
        self.use(&SET if moves == "set" else &WRONG if moves == "wrong" else &LIST)
