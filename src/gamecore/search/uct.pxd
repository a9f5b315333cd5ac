"""UCT, a search that plays games to their end at random and needs no evaluation (Kocsis and Szepesvari 2006)."""
from gamecore.search.contract cimport Position
from gamecore.search.run cimport Run

# Plays games until a budget ends, with a tree of `size` bytes. Returns the fields of trees.Samples, or None if
# something else ended the search.
cdef tuple sample(const Position* root, Run run, double exploration, size_t size)
