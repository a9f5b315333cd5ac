"""The smallest tree that alpha-beta can search with any order of moves (Knuth and Moore 1975, sect. 6)."""
from gamecore.core.bits cimport Count
from gamecore.search.contract cimport Position
from gamecore.search.worker cimport Worker

# Leaves of the smallest proof that position is worth value to its side to move: one proof for "at least", one for "at
# most", with one line in common; or TOO_MANY. w.best must be an empty store. If w.stopped, the number is meaningless.
cdef Count minimal_leaves(const Position* position, Worker* w, int value, int depth) noexcept nogil
