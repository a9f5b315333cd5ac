"""Endgame databases as a Python object; the data that a search reads are in probe.pxd."""
from gamecore.games.checkers.endgames.probe cimport Endgames, Table

cdef class Databases:
    cdef Endgames* endgames
    cdef readonly dict headers
    cdef list buffers                   # the owners of the packed values

    cdef Table* table(self, tuple slice) except NULL
