"""Backgammon as a Python object; the rules are in rules.pxd."""
from gamecore.games.backgammon.rules cimport BackgammonBits

cdef class Backgammon:
    cdef BackgammonBits bits
    cdef bint second                    # whether the player on roll is Black, who was not on roll in the first position
    cdef bytes finals                   # the positions after the legal plays, in generator order; or None
    cdef list ways                      # of the legal plays, in that order: (points hit, lists of steps); or None

    cdef int set_sides(self, list own, list other) except -1
    cdef Backgammon rolled(self, tuple dice)
    cdef list list_ways(self)
    cdef int find_finals(self) except -1
    cdef int checked(self, object index) except -1
    cdef Backgammon child(self, int i)
    cdef int find(self, object move) except -1
