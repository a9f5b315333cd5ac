"""The tasks of an engine on a position. Each is performed by the code for the position's kind of game."""
from gamecore.search.resources cimport Resources
from gamecore.search.root cimport Root
from gamecore.search.run cimport Run

cdef enum Convention:                    # of perft
    RESULTS                              # jumps with one result count once
    PATHS                                # ... count once for each path
    WEIGHTED                             # in backgammon a mixed roll counts twice

# Finds the best move; fills run.iterations, and starts the helping threads.
cdef int run_search(Run run) except -1

# Loads everything that a search may need, and allocates the table.
cdef int load_all(Run run) except -1

# Returns the lines of play to the run's depth.
cdef object run_perft(Run run, Convention convention)

# Returns the leaves of the smallest proof of a score.
cdef object run_minimal_leaves(Run run, int score)

# Runs UCT, in games other than backgammon, and returns the fields of trees.Samples.
cdef object run_uct(Run run, double exploration, size_t tree_bytes)

# Returns the static evaluation. It uses parameters of its own, so it may be called while the engine searches.
cdef object evaluate(Root root, Resources resources)

# Returns the names of the root's moves, in the order in which a search meets them.
cdef list moves_of(Root root)
