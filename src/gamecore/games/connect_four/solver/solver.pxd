# For Cython only: see solver.pyx.
from gamecore.core.job cimport Job
from gamecore.core.limits cimport Events
from gamecore.games.connect_four.solver.grid cimport Grid
from gamecore.games.connect_four.solver.search cimport SolverWorker
from gamecore.games.connect_four.solver.table cimport BoundTable

cdef class Solver(Job):
    cdef readonly int columns, rows, threads, hash_mb
    cdef readonly object book            # type: Book | None
    cdef BoundTable table
    cdef SolverWorker workers[64]
    cdef Events events[64]
    cdef bint finished[64]
    cdef int busy                        # whether a call has claimed the solver
    cdef int stopped                     # whether stop() was called during that call
    cdef bytearray memory                # of marks and teams; None: one thread
    cdef Grid grid                       # the position of the running call, and its window
    cdef int alpha, beta

    cdef int read(self, object position, Grid* grid) except -1
    cdef int read_columns(self, str text, Grid* grid) except -1
    cdef int claim(self) except -1
    cdef int release(self) except -1
    cdef int narrow(self, const Grid* grid, bint weak, nodes, seconds, on_progress, int* lower, int* upper) except -1
    cdef object score_of(self, const Grid* grid, bint weak, on_progress)
    cdef bint keeps_score(self, const Grid* grid, int column, int score) except -1
    cdef int prepare(self, nodes, seconds) except -1
    cdef bint probe_book(self, const Grid* grid) except -1
    cdef int run(self, const Grid* grid, int alpha, int beta) except -1
