"""The solver as a root probe of the search (root.pyx)."""
from libc.stdint cimport uint64_t

from gamecore.core.limits cimport RootProbe
from gamecore.core.types cimport Move
from gamecore.games.connect_four.rules cimport COLUMNS, ROWS, ConnectFourBits
from gamecore.games.connect_four.solver.search cimport SolverWorker

cdef struct SolvedLine:
    int score                # the solver's, for the side to move at the root
    int length
    Move moves[COLUMNS * ROWS]

cdef struct SolverProbe:
    RootProbe probe
    SolverWorker worker      # on the table of a Solver
    ConnectFourBits root
    SolvedLine lines[COLUMNS]    # one for each move to search, or one for the best of all moves
    int count                # of lines
    int wanted               # of them, the best
    int asked                # lines whose score is known
    uint64_t spent           # nodes on scores and first moves

cdef class RootSolver:
    cdef object solver       # which owns the table
    cdef SolverProbe question
