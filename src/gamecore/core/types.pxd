"""The types and limits that every game and every search share."""
from libc.stdint cimport uint64_t

ctypedef uint64_t Move         # a game's own encoding of a move, which only the game interprets
ctypedef uint64_t Key          # a position's 64-bit name in tables and histories

cdef enum:
    MAX_DEPTH = 500            # plies, the deepest iteration that a caller may set
    MAX_PLY = 512              # plies below the root, quiescence included; also the length of a principal variation
    MAX_MOVES = 1024           # legal moves in one position, of any game
    HISTORY_SLOTS = 4096       # distinct names that history_slot of a custom game may give to moves
    MAX_SLOTS = 3 * HISTORY_SLOTS      # ... and of a built-in game
    MAX_LAYERS = 60            # chance layers below the root
    MAX_OUTCOMES = 256         # of one chance event

cdef struct Outcome:
    uint64_t event             # a game's own encoding of what chance did
    double probability         # above 0; those of one event sum to 1
