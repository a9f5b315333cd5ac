"""Compiled games with tables of another version or size, or with holes: gamecore must refuse all but older versions."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from gamecore.core.types cimport Move, Outcome
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps


cdef int legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept nogil:
    return 0


cdef void play(void* game, const void* position, Move move, void* child) noexcept nogil:
    pass


cdef double final_score(void* game, const void* position) noexcept nogil:
    return 0


cdef int outcomes(void* game, const void* position, Outcome* outcomes, int capacity) noexcept nogil:
    outcomes[0].event, outcomes[0].probability = 0, 1
    return 1


cdef void play_outcome(void* game, const void* position, uint64_t event, void* child) noexcept nogil:
    pass


cdef class Misfit(CompiledGame):
    """What is wrong: "version", "size", "moves", "chance", "table", or "" for nothing.

    "oldest", "older" and "old" are of versions 2, 3 and 4.
    """

    cdef GameOps ops

    def __init__(self, fault):
        self.ops.version = GAME_OPS_VERSION + (fault == "version")
        self.ops.size = sizeof(GameOps) - 8 * (fault == "size")
        self.ops.play = play
        self.ops.final_score = final_score
        if fault != "moves":
            self.ops.legal_moves = legal_moves
        if fault == "chance":
            self.ops.outcomes = outcomes
        if fault == "oldest":
            self.ops.version, self.ops.size = 2, <size_t>&(<GameOps*>NULL).passes_turn
            self.ops.outcomes, self.ops.play_outcome = outcomes, play_outcome
            memset(&self.ops.passes_turn, 1, sizeof(GameOps) - self.ops.size)        # what follows it in memory
        if fault == "older":
            self.ops.version, self.ops.size = 3, <size_t>&(<GameOps*>NULL).move_set
            memset(&self.ops.move_set, 1, sizeof(GameOps) - self.ops.size)
        if fault == "old":
            self.ops.version, self.ops.size = 4, <size_t>&(<GameOps*>NULL).unit
            memset(&self.ops.unit, 1, sizeof(GameOps) - self.ops.size)
        if fault != "table":
            self.use(&self.ops)
