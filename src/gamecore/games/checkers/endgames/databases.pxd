"""Endgame databases as Python holds them; what a search reads of them is in probe.pxd."""
from gamecore.games.checkers.endgames.probe cimport Endgames, Table

cdef class Databases:
    cdef Endgames* endgames
    cdef readonly dict headers
    cdef list buffers                   # the owners of the packed values

    cdef Table* table(self, tuple slice) except NULL
