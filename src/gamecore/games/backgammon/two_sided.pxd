"""The two-sided bear-off table, of the exact chance to bear off first with up to six checkers per side, all at home."""
from libc.stdint cimport int32_t


cdef const int32_t* two_sided() noexcept nogil      # [on roll][other]: the side on roll wins, in 1/2**24; or NULL
