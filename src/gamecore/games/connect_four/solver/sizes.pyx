"""The boards for which the solver is compiled; another board is a Size in board.pxd and a line in each function."""
from libc.stdint cimport uint64_t

from gamecore.core.bits cimport popcount
from gamecore.games.connect_four.solver.board cimport Size, Size4x4, Size5x4, Size6x5, Size7x6, winning_cells
from gamecore.games.connect_four.solver.bounds cimport parity_bound
from gamecore.games.connect_four.solver.search cimport (SolverNode, SolverWorker, bound_by_distance, play_forced_moves,
                                                        solve_bits)

SIZES = ((4, 4), (5, 4), (6, 5), (7, 6))


cdef bint solve_on(int columns, int rows, SolverWorker* worker, uint64_t own, uint64_t mask, int alpha, int beta,
                   uint64_t trial) noexcept nogil:
    """Runs solve_bits on a board of a known size."""
    cdef int size = 10 * columns + rows
    if size == 76:
        return solve_bits(<const Size7x6*>NULL, worker, own, mask, alpha, beta, trial)
    elif size == 65:
        return solve_bits(<const Size6x5*>NULL, worker, own, mask, alpha, beta, trial)
    elif size == 54:
        return solve_bits(<const Size5x4*>NULL, worker, own, mask, alpha, beta, trial)
    else:
        return solve_bits(<const Size4x4*>NULL, worker, own, mask, alpha, beta, trial)


def static_bounds(int columns, int rows, uint64_t own, uint64_t mask):
    """Returns the bounds that distance and parity give a position, without a search, after its forced moves.

    Parameters
    ----------
    columns, rows : int
        7 and 6, 5 and 4, or 4 and 4.
    own, mask : int
        The stones of the side to move, and all stones. Neither side has a four, and the side to move has no immediate
        win.

    Returns
    -------
    tuple of 6 int
        sign, lower, upper, parity's upper, own and mask of the position after the forced moves, in which the side to
        move is the same (sign 1) or the other (-1). If they decide the game, sign is 0, and all bounds are the score
        for the first side to move.
    """
    cdef SolverNode p
    cdef bint undecided
    cdef int sign = 1, score = 0, lower = 0, upper = 0, parity = 0, size = 10 * columns + rows
    p.own, p.mask, p.stones = own, mask, popcount(mask)
    if size == 76:
        undecided = forced_bounds(<const Size7x6*>NULL, &p, &sign, &score, &lower, &upper, &parity)
    elif size == 54:
        undecided = forced_bounds(<const Size5x4*>NULL, &p, &sign, &score, &lower, &upper, &parity)
    else:
        undecided = forced_bounds(<const Size4x4*>NULL, &p, &sign, &score, &lower, &upper, &parity)
    if not undecided:
        sign, lower, upper, parity = 0, score, score, score
    return sign, lower, upper, parity, p.own, p.mask


cdef bint forced_bounds(const Size* size, SolverNode* p, int* sign, int* score, int* lower, int* upper,
                        int* parity) noexcept nogil:
    """Whether the position, after its forced moves, has a choice; if so, fills its bounds."""
    p.own_wins = winning_cells(size, p.own, p.mask)
    p.other_wins = winning_cells(size, p.own ^ p.mask, p.mask)
    if play_forced_moves(size, p, sign, score):
        return False
    bound_by_distance(size, p, lower, upper)
    parity[0] = parity_bound(size, p.own, p.mask, p.other_wins, p.stones, upper[0], upper[0])
    return True


def number_of(int columns, int rows, uint64_t own, uint64_t mask):
    """Returns a position's number in a book."""
    cdef uint64_t forwards = 0, backwards = 0
    cdef int column
    for column in range(columns):
        forwards = with_column(forwards, rows, own, mask, column)
        backwards = with_column(backwards, rows, own, mask, columns - 1 - column)
    return min(forwards, backwards)


cdef uint64_t with_column(uint64_t number, int rows, uint64_t own, uint64_t mask, int column) noexcept:
    """Returns the number with the digits of one more column."""
    cdef uint64_t cell = <uint64_t>1 << (rows + 1) * column
    cdef int row
    for row in range(rows):    # no-cython-lint
        if mask & cell:
            number = 3 * number + (1 if own & cell else 2)
        cell <<= 1
    return 3 * number
