"""Scores, which are ints for the side to move.

    -WIN      -WIN_MIN    -KNOWN_WIN      -MAX_EVALUATION  0  MAX_EVALUATION      KNOWN_WIN    WIN_MIN      WIN
     |- lost in n -|       |- known loss -|       |- evaluations, utilities -|       |- known win -|  |- won in n -|

A win in n plies is WIN - n, so quicker wins and slower losses score higher. KNOWN_WIN - n means that after n plies play
reaches a position that an endgame database knows to be won.
"""
from gamecore.core.types cimport MAX_PLY

cdef enum:
    WIN = 30000
    WIN_MIN = WIN - MAX_PLY         # the slowest win that a search can see
    KNOWN_WIN = 25000
    KNOWN_MIN = KNOWN_WIN - MAX_PLY
    MAX_EVALUATION = 20000          # |evaluate| and |utility| stay below
    INFINITE = 32000                # beyond every score; still 16 bits


cdef inline bint is_decisive(int score) noexcept nogil:
    """Whether a score is a win or a loss, found by the search or known from a database."""
    return score >= KNOWN_MIN or score <= -KNOWN_MIN


cdef inline bint is_seen_to_end(int score) noexcept nogil:
    """Whether a score is a win or a loss that the search has followed to the end of the game."""
    return score >= WIN_MIN or score <= -WIN_MIN


cdef inline bint is_complete_within(int score, int depth) noexcept nogil:
    """Whether a score is a win or loss within the depth; a search to this depth also finds all shorter wins and
    losses."""
    return score >= WIN - depth or score <= depth - WIN


cdef inline int lost(int ply) noexcept nogil:
    """Returns the score of a loss for the side to move, `ply` plies below the root."""
    return ply - WIN


cdef inline int seen_from_node(int score, int ply) noexcept nogil:
    """Converts a score counted from the root to one counted from the node, as tables store it."""
    if score >= KNOWN_MIN:
        return score + ply
    if score <= -KNOWN_MIN:
        return score - ply
    return score


cdef inline int seen_from_root(int score, int ply) noexcept nogil:
    """Converts a score counted from the node to one counted from the root."""
    if score >= KNOWN_MIN:
        return score - ply
    if score <= -KNOWN_MIN:
        return score + ply
    return score
