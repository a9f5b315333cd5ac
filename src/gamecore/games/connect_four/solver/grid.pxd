"""A position on a board of any size, for reading and playing moves outside the search."""
from libc.stdint cimport uint64_t

cdef struct Grid:
    int columns
    int rows
    uint64_t own             # stones of the side to move; a cell is the bit (rows + 1) * column + row
    uint64_t mask            # stones of both sides


cdef inline uint64_t cell_in(const Grid* grid, int column) noexcept nogil:
    """Returns the cell into which a stone in a column, from 0, falls, or 0 if the column is full."""
    cdef int height = grid.rows + 1
    return (grid.mask + (<uint64_t>1 << height * column)) & (((<uint64_t>1 << grid.rows) - 1) << height * column)


cdef inline Grid after(const Grid* grid, uint64_t cell) noexcept nogil:
    cdef Grid child = grid[0]
    child.own = grid.own ^ grid.mask
    child.mask = grid.mask | cell
    return child


cdef inline bint four_in(const Grid* grid, uint64_t stones) noexcept nogil:
    cdef int step, i
    cdef uint64_t pairs
    for i in range(4):
        step = 1 if i == 0 else grid.rows - 1 + i        # along the column, the two diagonals and the row
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False
