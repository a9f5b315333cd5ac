"""Checkers as a Python object; the rules are in rules.pxd."""
from libc.stdint cimport uint64_t

from gamecore.core.types cimport Move
from gamecore.games.checkers.notation cimport CheckersMove
from gamecore.games.checkers.rules cimport CheckersBits

cdef class Checkers:
    cdef CheckersBits bits
    # The keys of the positions since the latest irreversible move, with the oldest first.
    cdef readonly tuple history         # type: tuple[int, ...]
    cdef dict ways                      # legal moves in generator order: Move -> (squares captured, paths); or None

    cdef int set_pieces(self, dict pieces, str colour, uint64_t* squares) except -1
    cdef dict list_ways(self)
    cdef list named(self)
    cdef CheckersMove find(self, object move)
    cdef CheckersMove named_as(self, Move inner)
    cdef Checkers advance(self, Move move)
