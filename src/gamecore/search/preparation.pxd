"""The preparation of a search for its game."""
from libc.stdint cimport uint32_t

from gamecore.core.types cimport Key
from gamecore.search.contract cimport AnyPosition, Position
from gamecore.search.session cimport Session

cdef enum:
    NO_LAYERS = -1
    ALL_LAYERS = 1 << 20

# Makes the session ready for a task: the switches that the game can have, its knowledge, the workers. layers: those of
# chance that it may see, whose tables are loaded.
cdef int prepare(const AnyPosition* root, position, Session session, bint chance, int layers) except -1

# Prepares the game's evaluation parameters and databases; returns what a table entry depends on besides the position.
cdef Key know(const AnyPosition* root, position, Session session, uint32_t switches) except? 0

# Passes the earlier positions that the game may return to to the workers.
cdef int recall_game(const Position* root, position, Session session) except -1

# Whether the databases contain the root's result. If not, they may restrict the moves of the search.
cdef bint is_known(const Position* root, position, notate, Session session) except -1
