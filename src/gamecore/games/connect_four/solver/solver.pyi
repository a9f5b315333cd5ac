from collections.abc import Callable
from os import PathLike

from gamecore.core.token import StopToken
from gamecore.games.connect_four.position import ConnectFour
from gamecore.games.connect_four.solver.book import Book
from gamecore.games.connect_four.solver.solution import Solution

MAX_THREADS: int

class Solver:
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
        The board: 4x4, 5x4, 5x5, 6x5, 6x6, 7x6, 7x7 or 8x7.
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
    The table's bounds always hold, so it is kept from one call to the next, and related positions take less and less
    time. `stop()` from another thread ends a call.
    docs/connect_four_solver.md explains how it works.
    """
    columns: int
    rows: int
    threads: int
    hash_mb: int
    book: Book | None
    def __init__(self, hash_mb: int = 64, threads: int = 1, *, columns: int = 7, rows: int = 6,
                 book: Book | bool | str | PathLike[str] = True) -> None: ...
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
    def pv(self, position: ConnectFour | str = "") -> list[int]:
        """Returns the columns of best play by both sides, each time the best move nearest to the centre.

        Raises
        ------
        As `scores`.
        """
    def stop(self) -> None:
        """Ends the running call, if there is one, from another thread."""
    def clear(self) -> None:
        """Removes all proved bounds; the next call visits as many positions as with a new solver."""
    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds of the position's score that the current or the latest call has proved."""
    @property
    def nodes(self) -> int:
        """The number of positions that the current or the latest call has expanded, without those with forced moves."""

def by_centre(columns: int) -> list[int]:
    """Returns the columns from 0, the middle ones first."""
def opened(book: Book | bool | str | PathLike[str], columns: int, rows: int) -> Book | None:
    """Returns the Book that an argument means, or None."""
