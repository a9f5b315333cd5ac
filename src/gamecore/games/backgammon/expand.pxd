"""The networks of a file, expanded in memory to one row for each value of the groups (shape.py)."""
from libc.stdint cimport int16_t, int32_t

cdef enum:
    WIDTH = 128                         # weights of a row: the hidden units of every network

cdef const int16_t* read_layers(list groups, int outputs, const int16_t* words, int16_t* rows, int16_t* bias,
                                int16_t* weights, int32_t* biases) except NULL
cdef int fold(list groups, int16_t* values) except -1
