"""The logistic function in integers, which agrees bit by bit on every machine."""
from libc.stdint cimport int32_t

cdef enum:
    ONE = 1 << 24                       # the unit of probabilities: exact as a float
    STEPS = 128                         # of the table, from 0 to 1 logit
    RANGE = 12                          # logits, where the table ends

cdef struct Logistic:
    int32_t table[2 * RANGE * STEPS + 2]     # from -RANGE in steps of 1/STEPS, in 1/ONE


cdef inline int32_t logistic(const Logistic* function, int32_t z) noexcept nogil:
    """Returns the logistic function of z / 2**21, in 1/ONE, by linear interpolation between the table's points."""
    cdef int32_t limit = (RANGE << 21) - 1
    cdef int32_t place, left
    z = limit if z > limit else -limit if z < -limit else z
    z += RANGE << 21
    place = z >> 14
    left = function.table[place]
    return left + ((function.table[place + 1] - left) * (z & 0x3fff) >> 14)


cdef int fill_logistic(Logistic* function) except -1
