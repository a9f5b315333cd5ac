"""A move of checkers as a Python object."""
from gamecore.core.types cimport Move

cdef class CheckersMove:
    cdef readonly tuple path, captured  # type: tuple[int, ...]
    cdef readonly str text
    cdef Move inner                     # as in rules.pxd; 0 if a square is not on the board

cdef CheckersMove new_move(Move inner, tuple path, tuple captured, str text)
