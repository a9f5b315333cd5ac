# For Cython only: see the .pxd.
