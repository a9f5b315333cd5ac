"""A position to search, as the struct of its game."""
from gamecore.games.backgammon.rules cimport BackgammonBits
from gamecore.games.outside.python_game cimport Adapter
from gamecore.games.outside.rules cimport CustomBits

cdef enum GameKind:
    CONNECT_FOUR
    CHECKERS
    BACKGAMMON
    CUSTOM
    CUSTOM_CHANCE            # a custom game in which chance acts

cdef class Root:
    cdef readonly object position
    cdef GameKind kind
    cdef const void* bits                # the struct of the kind: the position's own, or one of the next two
    cdef BackgammonBits backgammon
    cdef CustomBits custom               # holds the Python object of a game in Python
    cdef Adapter adapter                 # of a game in Python, with the exception that it raised; otherwise None
    cdef object notate                   # from moves to a tuple of their names

    cdef bint has_chance(self) noexcept

# Converts a position. `at_score` means that backgammon's players have different scores. Raises PositionError for an
# unknown class.
cdef Root root_of(object position, bint at_score)
