"""Endgame databases as Python holds them; what a search reads of them is in endgame_probe.pxd."""
from gamecore.games.checkers.endgames.probe cimport Endgames, Table

cdef class Databases:
    cdef Endgames* endgames
    cdef readonly dict headers
    cdef list buffers                   # what the packed values live in

    cdef Table* table(self, tuple slice) except NULL
