"""The solver for Python. It has a table, threads and a book, and solves one position at a time."""
from libc.stdint cimport int64_t, uint64_t

from gamecore.core.bits cimport load_int, now_ns, popcount, set_once, stack_left, store_int
from gamecore.core.checks cimport in_range
from gamecore.core.job cimport Job, forks_so_far
from gamecore.core.limits cimport (NO_DEADLINE, NO_NODE_LIMIT, POLL_NS, RUNNING, STOP_COMPLETE, STOP_NODES, STOP_STOP,
                                   STOP_TIME, start_events)
from gamecore.core.token cimport StopToken
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.connect_four.solver.grid cimport Grid, after, cell_in, four_in
from gamecore.games.connect_four.solver.search cimport MARK_BITS, Team, fill_lines, fits_stack
from gamecore.games.connect_four.solver.sizes cimport solve_on
from gamecore.games.connect_four.solver.table cimport allocate, clear as clear_table, free as free_table

from os import PathLike

from gamecore.core.token import token_or_none
from gamecore.errors import BookError, EngineBusyError, GameOverError, LimitError, PositionError, StoppedError
from gamecore.games.connect_four.solver.sizes import SIZES
from gamecore.games.connect_four.solver.solution import Solution

MAX_THREADS = 64
cdef int UNKNOWN = 99                # not a possible score
cdef dict REASONS = {STOP_NODES: "nodes", STOP_TIME: "time", STOP_STOP: "stop", STOP_COMPLETE: "complete",
                     RUNNING: "complete"}

# The nodes that step 7 of the search may take in each window, early and late in the game: short wins in the opening lie
# deeper.
cdef uint64_t EARLY_TRIAL = 10000, LATE_TRIAL = 1000
cdef int EARLY = 14


cdef class Solver(Job):
    """A solver for exact scores of connect-four positions.

    The score is for the side to move: 0 for a draw, otherwise one more than the number of stones that the winner has
    left, negative for a loss. On 7 columns and 6 rows that is 22 minus the number of stones the winner will have on the
    board.

    Parameters
    ----------
    hash_mb : int, default 64
        Size of the table in MiB, 2 or more; the largest power of two that fits is used.
    threads : int, default 1
        Threads that solve a position together, 1..64, sharing the table.
    columns, rows : int, default 7 and 6
        The board: 4x4, 5x4, 6x5 or 7x6.
    book : Book, bool or path, default True
        The opening book: True for the one that comes with gamecore (of the 7x6 board), False for none, or your own.

    Raises
    ------
    LimitError
        If there is no such board, or a number is out of range.
    BookError
        If the book is damaged, foreign, or of another board.
    MemoryError
        If the machine has too little memory for the table.

    Notes
    -----
    The bounds in the table always hold, so the table is kept from one call to the next, and related positions take less
    and less time. `stop()`, called from another thread, ends a call.
    docs/connect_four_solver.md explains how it works.

    Examples
    --------
    >>> from gamecore.games.connect_four.solver import Solver
    >>> solver = Solver(hash_mb=2)
    >>> solver.solve("44455554221").score
    -15
    >>> Solver(hash_mb=2, columns=5, rows=4).solve("").score
    0
    """

    def __cinit__(self, hash_mb: int = 64, threads: int = 1, *, columns: int = 7, rows: int = 6,
                  book: Book | bool | str | PathLike[str] = True):
        if not (isinstance(columns, int) and isinstance(rows, int) and (columns, rows) in SIZES):
            raise LimitError(f"no board of {columns!r} columns and {rows!r} rows: expected "
                             f"{', '.join(f'{c}x{r}' for c, r in SIZES)}")
        cdef uint64_t* marks
        cdef int i
        self.columns, self.rows = columns, rows
        self.threads = in_range("threads", threads, 1, MAX_THREADS)
        self.hash_mb = in_range("hash_mb", hash_mb, 2, 2**31 - 1)
        self.book = opened(book, columns, rows)
        allocate(&self.table, self.hash_mb, self.threads > 1)
        if self.threads > 1:
            self.memory = bytearray((<size_t>sizeof(uint64_t) << MARK_BITS) + self.threads * sizeof(Team))
        for i in range(self.threads):
            self.workers[i].table = &self.table
            self.workers[i].events = &self.events[i]
            fill_lines(columns, rows, self.workers[i].lines)
            if self.memory is not None:
                marks = <uint64_t*><char*>self.memory
                self.workers[i].team = <Team*>(marks + (1 << MARK_BITS)) + i
                self.workers[i].team.marks = marks

    def __dealloc__(self):
        free_table(&self.table)

    def __repr__(self):
        return f"Solver(hash_mb={self.hash_mb}, threads={self.threads}, columns={self.columns}, rows={self.rows})"

    def solve(self, position: ConnectFour | str = "", *, weak: bool = False, nodes: int | None = None,
              seconds: float | None = None, on_progress: Callable[[Solver], object] | None = None,
              token: StopToken | None = None) -> Solution:
        """Returns the score of a position.

        Parameters
        ----------
        position : ConnectFour or str
            The position; on boards other than 7x6 the columns played, as digits from 1.
        weak : bool, default False
            Whether to find only the winner, so that the score is 1, 0 or -1.
        nodes : int, optional
            The largest number of positions to visit.
        seconds : float, optional
            The time limit.
        on_progress : callable, optional
            Called with the solver about twice a second; `bounds` and `nodes` show its progress.
        token : StopToken, optional
            Its `stop()` ends the call like that of the solver, even before it begins.

        Returns
        -------
        Solution

        Raises
        ------
        PositionError, GameOverError
            If the position is impossible, or the game is over.
        LimitError
            If a budget is not a positive number, or the position does not fit into a thread's stack.
        EngineBusyError
            If the solver is busy with another position.
        """
        cdef Grid grid
        cdef int64_t start = now_ns()
        cdef int lower, upper
        cdef StopToken stopper = token_or_none(token)
        self.read(position, &grid)
        self.claim()
        try:
            if stopper is not None:
                stopper.watch(self)
            self.narrow(&grid, weak, nodes, seconds, on_progress, &lower, &upper)
            return Solution(self, position, popcount(grid.mask), lower, upper, weak, REASONS[self.shared.stop],
                            self.nodes, (now_ns() - start) / 1e9)
        finally:
            if stopper is not None:
                stopper.ignore(self)
            self.release()

    def scores(self, position: ConnectFour | str = "", *, weak: bool = False,
               on_progress: Callable[[Solver], object] | None = None) -> dict[int, int]:
        """Returns the scores of all moves for the side to move.

        Returns
        -------
        dict of int to int
            The scores by column, from 1, without full columns.

        Raises
        ------
        PositionError, GameOverError, EngineBusyError
            As in `solve`.
        StoppedError
            If `stop()` was called.
        """
        cdef Grid grid, child
        cdef uint64_t cell
        self.read(position, &grid)
        found = {}
        self.claim()
        try:
            for column in by_centre(self.columns):
                cell = cell_in(&grid, column)
                if cell:
                    child = after(&grid, cell)
                    found[column + 1] = -self.score_of(&child, weak, on_progress)
        finally:
            self.release()
        return dict(sorted(found.items()))

    def pv(self, position: ConnectFour | str = "") -> list[int]:
        """Returns the columns of best play by both sides, each time the best move nearest to the centre.

        Raises
        ------
        As `scores`.
        """
        cdef Grid grid
        self.read(position, &grid)
        self.claim()
        try:
            score, columns = self.score_of(&grid, False, None), []
            while popcount(grid.mask) < self.columns * self.rows and not four_in(&grid, grid.own ^ grid.mask):
                column = next(column for column in by_centre(self.columns) if self.keeps_score(&grid, column, score))
                columns.append(column + 1)
                grid = after(&grid, cell_in(&grid, column))
                score = -score
            return columns
        finally:
            self.release()

    def stop(self) -> None:
        """Ends the running call, if there is one, from another thread."""
        self.end()

    cdef void end(self) noexcept:
        store_int(&self.stopped, True)               # the call may not have begun its work
        set_once(&self.shared.stop, STOP_STOP)

    def clear(self) -> None:
        """Removes all proved bounds; the next call visits as many positions as with a new solver."""
        self.claim()
        clear_table(&self.table)
        self.release()

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds of the position's score that the current or the latest call has proved."""
        return self.workers[0].lower, self.workers[0].upper

    @property
    def nodes(self) -> int:
        """The number of positions that the current or the latest call has expanded, without those with forced moves."""
        cdef uint64_t nodes = 0
        cdef int i
        for i in range(self.threads):
            nodes += self.workers[i].nodes
        return nodes

    cdef int claim(self) except -1:
        """Claims the solver for one call."""
        if set_once(&self.busy, True):
            raise EngineBusyError("the solver is busy with another position")
        store_int(&self.stopped, False)
        return 0

    cdef int release(self) except -1:
        store_int(&self.busy, False)
        return 0

    cdef int read(self, object position, Grid* grid) except -1:
        """Fills the grid; raises PositionError for a position of another board, GameOverError if the game is over."""
        grid.columns, grid.rows = self.columns, self.rows
        grid.own = grid.mask = 0
        if (self.columns, self.rows) == (7, 6):
            if isinstance(position, str):
                position = ConnectFour(position)
            if not isinstance(position, ConnectFour):
                raise PositionError(f"the solver is for connect four, not {position!r:.200}")
            grid.own, grid.mask = (<ConnectFour>position).bits.own, (<ConnectFour>position).bits.mask
        elif isinstance(position, str):
            self.read_columns(str(position), grid)
        else:
            raise PositionError(
                f"on {self.columns}x{self.rows} a position is the columns played, such as '112', not {position!r:.200}")
        if popcount(grid.mask) == self.columns * self.rows or four_in(grid, grid.own ^ grid.mask):
            raise GameOverError(f"the game is over in {str(position)!r}")
        return 0

    cdef int read_columns(self, str text, Grid* grid) except -1:
        cdef uint64_t cell
        for i, column in enumerate(text):
            if not (column.isascii() and column.isdigit() and 1 <= int(column) <= self.columns):
                raise PositionError(f"{text!r} is not a position: {column!r} is not a column 1..{self.columns}")
            if four_in(grid, grid.own ^ grid.mask):
                raise PositionError(f"{text!r} is not a position: the game is over after {text[:i]!r}")
            cell = cell_in(grid, int(column) - 1)
            if not cell:
                raise PositionError(f"{text!r} is not a position: column {column} overflows after {text[:i]!r}")
            grid[0] = after(grid, cell)
        return 0

    cdef int narrow(self, const Grid* grid, bint weak, nodes, seconds, on_progress, int* lower, int* upper) except -1:
        """Sets the bounds of the score, which are equal unless a budget or stop() ended the call."""
        try:
            self.on_report = on_progress
            self.prepare(nodes, seconds)
            if not self.probe_book(grid):
                self.run(grid, -1 if weak else -UNKNOWN, 1 if weak else UNKNOWN)
        finally:
            self.on_report = None
        lower[0], upper[0] = self.workers[0].lower, self.workers[0].upper
        if weak:
            lower[0], upper[0] = max(-1, min(1, lower[0])), max(-1, min(1, upper[0]))
        return 0

    cdef object score_of(self, const Grid* grid, bint weak, on_progress):
        """Returns the score of a position, which may be finished."""
        cdef int stones = popcount(grid.mask), cells = self.columns * self.rows, lower, upper
        if four_in(grid, grid.own ^ grid.mask):
            return -1 if weak else -((cells + 2 - stones) >> 1)
        if stones == cells:
            return 0
        self.narrow(grid, weak, None, None, on_progress, &lower, &upper)
        if lower != upper or load_int(&self.stopped):
            raise StoppedError("the solver was stopped")
        return lower

    cdef bint keeps_score(self, const Grid* grid, int column, int score) except -1:
        """Whether a stone in a column keeps the position's score."""
        cdef uint64_t cell = cell_in(grid, column)
        cdef Grid child = after(grid, cell)
        return cell and self.score_of(&child, False, None) == -score

    cdef int prepare(self, nodes, seconds) except -1:
        """Prepares the budgets, and forgets the threads of the parent process if this process was forked."""
        cdef int64_t start = now_ns()
        self.forks, self.locks = forks_so_far(), []
        self.set_budget(nodes, seconds)
        self.start_clock(start)
        self.error, self.shared.nodes = None, 0
        store_int(&self.shared.stop, RUNNING)
        if load_int(&self.stopped):
            set_once(&self.shared.stop, STOP_STOP)
        for i in range(self.threads):
            self.workers[i].nodes = 0
            self.workers[i].most = NO_NODE_LIMIT
            # The first nodes are slow, since they touch the pages of a large table.
            start_events(&self.events[i], &self.shared, 1, NO_DEADLINE if i else start + POLL_NS)
        return 0

    cdef bint probe_book(self, const Grid* grid) except -1:
        """Whether the book contains the position; if so, the bounds are its score."""
        if self.book is None or popcount(grid.mask) > self.book.plies:
            return False
        score = self.book.find(grid.own, grid.mask)
        if score is None:
            return False
        self.workers[0].lower = self.workers[0].upper = score
        return True

    cdef int run(self, const Grid* grid, int alpha, int beta) except -1:
        """Narrows the bounds with all threads; raises the exception of a signal handler or of on_progress."""
        self.grid, self.alpha, self.beta = grid[0], alpha, beta
        self.share(_run_thread, self.threads)
        for i in range(1, self.threads):                 # the first thread to end has the score
            if self.finished[i] and not self.finished[0]:
                self.workers[0].lower, self.workers[0].upper = self.workers[i].lower, self.workers[i].upper
                break
        return 0


def _run_thread(Solver solver not None, int i):
    """Runs the i-th thread of a solver."""
    cdef const Grid* grid = &solver.grid
    cdef int plies = grid.columns * grid.rows - popcount(grid.mask)
    if not fits_stack(plies):
        raise LimitError(f"a position with {plies} empty cells does not fit into this thread's stack, which has "
                         f"{stack_left() >> 10} KiB left: set threading.stack_size() before the thread starts")
    with nogil:
        solver.finished[i] = solve_on(grid.columns, grid.rows, &solver.workers[i], grid.own, grid.mask, solver.alpha,
                                      solver.beta, EARLY_TRIAL if popcount(grid.mask) <= EARLY else LATE_TRIAL)
    if solver.finished[i]:
        set_once(&solver.shared.stop, STOP_COMPLETE)


def by_centre(columns: int) -> list[int]:
    """Returns the columns from 0, with the middle columns first."""
    return sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))


def opened(book: Book | bool | str | PathLike[str], columns: int, rows: int) -> Book | None:
    """Returns the Book that an argument means, or None."""
    if book is False or book is True and (columns, rows) != (7, 6):
        return None
    from gamecore.games.connect_four.solver.book import Book, shipped
    if book is not True and not isinstance(book, (Book, str, bytes, PathLike)):
        raise BookError(f"book must be True, False, a Book or a path, not {book!r}")
    found = shipped() if book is True else book if isinstance(book, Book) else Book(book)
    found.check_board(columns, rows)
    return found
