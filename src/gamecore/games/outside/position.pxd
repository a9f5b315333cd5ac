"""A compiled custom game as a Python object; its table of functions is in rules.pxd."""
from gamecore.core.types cimport Move
from gamecore.games.outside.rules cimport CustomBits, GameOps

cdef class CompiledGame:
    cdef CustomBits bits
    cdef object keeper                   # the owner of the object at bits.game, or None

    cdef int use(self, const GameOps* ops, void* game=*, object keeper=*) except -1
    cdef int check(self) except -1
    cdef list listed(self)
    cdef CompiledGame after(self, Move move)
    cdef Move find(self, object move) except? -1
