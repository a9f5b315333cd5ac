"""Endgame databases as a Python object; probe.pxd has the data for a search."""
from gamecore.games.checkers.endgames.probe cimport Endgames, SliceTable

cdef class Databases:
    cdef Endgames* endgames
    cdef readonly dict headers           # type: dict[tuple[int, int, int, int], Header]
    cdef list buffers                   # the owners of the packed values
    cdef object known_digest            # None: not yet computed for these slices

    cdef SliceTable* table(self, tuple slice) except NULL
