"""The smallest tree that alpha-beta can search with any order of moves (Knuth and Moore 1975, sect. 6)."""
from gamecore.core.bits cimport Count
from gamecore.search.contract cimport Position
from gamecore.search.worker cimport Worker

# Returns the leaves of the smallest proof that `position` is worth `value` to its side to move, or TOO_MANY. It is a
# proof of "at least" and a proof of "at most" with one line in common. w.best must be an empty store. If w.stopped, the
# number is meaningless.
cdef Count minimal_leaves(const Position* position, Worker* w, int value, int depth) noexcept nogil
