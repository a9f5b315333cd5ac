"""The preparation of a search for its game."""
from libc.stdint cimport uint32_t

from gamecore.core.types cimport Key
from gamecore.search.contract cimport AnyPosition, Position
from gamecore.search.session cimport Session

cdef enum:
    NO_LAYERS = -1
    ALL_LAYERS = 1 << 20

# Prepares the session for a task: the switches that the game can have, its evaluation and databases, and the workers.
# Loads the tables for `layers` layers of chance.
cdef int prepare(const AnyPosition* root, position, Session session, bint chance, int layers) except -1

# Prepares the game's evaluation parameters and databases; returns the salt of the table's keys.
cdef Key know(const AnyPosition* root, position, Session session, uint32_t switches) except? 0

# Passes to the workers the earlier positions to which the game may return.
cdef int recall_game(const Position* root, position, Session session) except -1

# Returns whether the databases contain the root's result; if not, they may restrict the moves of the search.
cdef bint is_known(const Position* root, position, notate, Session session) except -1
