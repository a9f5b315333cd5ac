"""The two-sided bear-off table: the exact chance of bearing off first with up to six checkers per side, all at home."""

# Returns the chances of the side on roll, [on roll][other], or with a cube [its plane][on roll][other]. The first call
# computes the table; if several threads compute it, the first result is kept.
cdef const double* two_sided(bint cube) except NULL
