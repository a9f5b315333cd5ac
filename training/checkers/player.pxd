"""A checkers player for long runs of games, which searches without Python within a budget per move."""
from libc.stdint cimport uint32_t, uint64_t

from gamecore.core.limits cimport Shared
from gamecore.core.tt cimport TranspositionTable
from gamecore.core.types cimport Key, Move
from gamecore.games.checkers.rules cimport CheckersBits
from gamecore.search.evaluations cimport Evaluations
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.worker cimport Worker

cdef enum:
    GAME_PLIES = 200                    # of a game at most; it is a draw then

cdef struct Line:                       # the past of a game
    CheckersBits position
    Key keys[GAME_PLIES]                # of the positions since the latest irreversible move
    int length                          # how many of them, the present one not counted
    int plies                           # since the game began

cdef class Player:
    cdef Evaluations evaluations        # kept alive for the worker
    cdef Knowledge knowledge
    cdef Worker* worker
    cdef TranspositionTable table
    cdef Shared shared
    cdef uint32_t switches
    cdef Key salt
    cdef uint64_t nodes                 # a move

    cdef int think(self, const Line* line, Move* move) noexcept nogil


cdef void begin(Line* line, const CheckersBits* position) noexcept nogil
cdef void advance(Line* line, Move move) noexcept nogil
cdef bint is_drawn(const Line* line) noexcept nogil
