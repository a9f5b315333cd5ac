"""The builder of opening books: it solves the deepest positions and derives all others from them."""
import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue

from gamecore.core.checks import in_range
from gamecore.core.files import append_atomically, lines_and_rest, locked, remove_rest, write_atomically
from gamecore.errors import BookError
from gamecore.games.connect_four.solver.book import most_plies, to_bytes
from gamecore.games.connect_four.solver.sizes import number_of
from gamecore.games.connect_four.solver.solver import Solver

SCORES = ".scores"                   # ending of the file of the scores so far


class Board:
    """A position of a book in progress, with bits as in rules.pxd but for any size, and the columns that led to it."""

    def __init__(self, columns, rows, own=0, mask=0, played=""):
        self.columns, self.rows, self.own, self.mask, self.played = columns, rows, own, mask, played

    def number(self):
        return number_of(self.columns, self.rows, self.own, self.mask)

    def cells(self):
        """Yields (column, cell) of each legal move."""
        for column in range(self.columns):
            cell = self.mask + (1 << (self.rows + 1) * column) & (1 << self.rows) - 1 << (self.rows + 1) * column
            if cell:
                yield column, cell

    def children(self):
        for column, cell in self.cells():
            yield Board(self.columns, self.rows, self.own ^ self.mask, self.mask | cell, self.played + str(column + 1))

    def wins_at_once(self):
        return any(has_four(self.own | cell, self.rows) for _, cell in self.cells())


def has_four(stones, rows):
    pairs = ((stones & stones >> step, step) for step in (1, rows, rows + 1, rows + 2))
    return any(pair & pair >> 2 * step for pair, step in pairs)


def layers(columns, rows, plies):
    """Returns, for each number of stones up to `plies`, the boards by their numbers, without wins, immediate wins and
    the full board."""
    layer = {board.number(): board for board in [Board(columns, rows)]}
    yield layer
    for _ in range(min(plies, columns * rows - 1)):
        layer = {child.number(): child for board in layer.values() for child in board.children()
                 if not child.wins_at_once()}
        yield layer


def build(plies, out, *, columns=7, rows=6, threads=1, hash_mb=64, progress=None):
    """Writes a book of all positions with up to `plies` stones, or resumes an earlier call that was stopped.

    Parameters
    ----------
    plies : int
        Stones on the board, 0 to `book.most_plies`, the limit of the format.
    out : path
        The file, which exists only when it is complete; the scores so far are in a file of that name with .scores.
    columns, rows : int
    threads : int, default 1
        Positions solved at the same time.
    hash_mb : int, default 64
        Size of each thread's table.
    progress : callable, optional
        Called with the numbers of positions solved so far and to be solved in all.

    Returns
    -------
    int
        The number of positions in the book.

    Raises
    ------
    BookError
        If the depth is out of range, or the scores so far are of another book.
    LimitError
        If the number of threads or the size of a table is out of range.
    OSError
        If a file cannot be read or written; a BlockingIOError if another process is building this book.
    """
    if not (isinstance(plies, int) and 0 <= plies <= most_plies(columns)):
        raise BookError(f"a book on {columns} columns has 0 to {most_plies(columns)} plies, not {plies!r}")
    threads = in_range("threads", threads, 1)
    levels = list(layers(columns, rows, plies))
    so_far = f"{os.fspath(out)}{SCORES}"
    with locked(so_far):
        scores = read_scores(so_far, f"{columns}x{rows} plies {plies}")
        solve_all(levels[-1], scores, so_far,
                  [Solver(hash_mb, columns=columns, rows=rows, book=False) for _ in range(threads)], progress)
        for level in reversed(levels[:-1]):
            scores.update({number: score_from(board, scores) for number, board in level.items()})
        write_atomically(out, to_bytes(columns, rows, plies, scores))
        os.unlink(so_far)
    return len(scores)


def read_scores(path, title):
    """Returns the scores that an earlier call found, by the positions' numbers."""
    lines, rest = lines_and_rest(path)
    if not (lines[0] == title if lines else title.startswith(rest)):
        raise BookError(f"{path!r} is of another book: {(lines or [rest])[0]!r}, not {title!r}")
    try:
        scores = {int(number): int(score) for number, score in (line.split() for line in lines[1:])}
    except ValueError:
        raise BookError(f"{path!r} is damaged: expected a number and a score a line") from None
    remove_rest(path)
    if not lines:
        append_atomically(path, title + "\n")
    return scores


def solve_all(boards, scores, so_far, solvers, progress):
    """Adds the scores of the boards to the known scores and to their file."""
    idle = SimpleQueue()
    for solver in solvers:
        idle.put(solver)

    def solve(number):
        solver = idle.get()
        try:
            return number, solver.solve(boards[number].played).score
        finally:
            idle.put(solver)

    todo = sorted(set(boards) - set(scores))
    pool = ThreadPoolExecutor(len(solvers))
    try:
        for future in as_completed([pool.submit(solve, number) for number in todo]):
            number, score = future.result()
            append_atomically(so_far, f"{number} {score}\n")
            scores[number] = score
            if progress:
                progress(len(scores), len(boards))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for solver in solvers:
            solver.stop()


def score_from(board, scores):
    """Returns the score of a board from those of its successors."""
    stones = board.mask.bit_count() + 1
    return max(-scores[child.number()] if not child.wins_at_once()
               else -((board.columns * board.rows + 1 - stones) // 2)
               for child in board.children())
