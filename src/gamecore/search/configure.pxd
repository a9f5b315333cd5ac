"""The parts of a run that depend on its game: switches, evaluation, databases, the game before the root."""
from gamecore.core.types cimport Key
from gamecore.search.contract cimport AnyPosition, Position
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.resources cimport Resources
from gamecore.search.run cimport Run

cdef enum:
    NO_LAYERS = -1                       # of chance that a search will look through
    ALL_LAYERS = 1000

# Prepares a run to search this many layers of chance from its root.
cdef int configure_run(const AnyPosition* root, Run run, int layers) except -1

# Prepares a run without evaluation, which counts positions or plays games to their end.
cdef int configure_count(const AnyPosition* root, Run run, bint chance) except -1

# Fills the evaluation parameters of the root's game; returns `salt` mixed with everything that determines these
# parameters.
cdef Key load_evaluation(const AnyPosition* root, Knowledge* knowledge, Resources resources, Key salt) except? 0

# Gives the workers the keys of the game's positions before the root, since a position may repeat one of them.
cdef int load_history(const Position* root, Run run) except -1

# Whether the databases determine the move to play; otherwise they limit the search to moves that keep the known result.
cdef bint is_known(const Position* root, Run run) except -1

# Limits the search to these moves of the root, by their indices.
cdef int restrict_moves(const Position* root, Run run, list indices) except -1

# Returns the names of the root's moves, in the order in which a search meets them.
cdef list names_of_moves(const AnyPosition* root, object notate)
