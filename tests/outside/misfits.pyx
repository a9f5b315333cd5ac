"""Compiled games that gamecore must refuse: tables of another version or size, or with holes."""
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
    return 0


cdef class Misfit(CompiledGame):
    """What is wrong with it: "version", "size", "moves", "chance", "table", or "" for nothing."""

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
        if fault != "table":
            self.use(&self.ops)
