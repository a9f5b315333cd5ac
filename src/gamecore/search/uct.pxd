"""UCT, a search that plays games to their end at random and needs no evaluation (Kocsis and Szepesvari 2006)."""
from gamecore.search.contract cimport Position
from gamecore.search.session cimport Session

# Plays games until a budget ends; returns the fields of trees.Samples, or None if something else ended the search.
cdef tuple sample(const Position* root, notate, Session session)
