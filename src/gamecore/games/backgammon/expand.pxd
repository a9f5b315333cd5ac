"""The expansion of the weights in a file to one row for each value of the groups (shape.py)."""
from libc.stdint cimport int16_t

cdef enum:
    WIDTH = 128                         # weights of a row: the hidden units of every network

cdef int expand(list groups, const int16_t* rows, int16_t* values) except -1
cdef int fold(list groups, int16_t* values) except -1
