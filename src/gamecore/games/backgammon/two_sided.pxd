"""The two-sided bear-off table: the exact chance to bear off first with up to six checkers per side, all at home."""

# The chances of the side on roll, [on roll][other], or with a cube [plane][on roll][other]. The first call
# computes it; of several threads' results the first is kept.
cdef const double* two_sided(bint cube) except NULL
