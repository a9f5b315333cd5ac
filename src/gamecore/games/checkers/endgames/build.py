"""Functions that build, check and probe endgame databases, as `gamecore endgames` does."""
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

from gamecore.core.checks import in_range
from gamecore.core.files import checked_path, locked, write_atomically
from gamecore.core.parallel import cores, parallel_map, reraised
from gamecore.errors import DatabaseError
from gamecore.games.checkers.endgames import files
from gamecore.games.checkers.endgames.check import check_values
from gamecore.games.checkers.endgames.databases import Databases, slices_of
from gamecore.games.checkers.endgames.index import position_at, size_of
from gamecore.games.checkers.endgames.slice import SlicePair
from gamecore.games.checkers.position import Checkers

SMALLEST, LARGEST = 2, 7             # pieces
THREAD_MIN_POSITIONS = 1 << 15       # positions; fewer take less time than starting a thread
CHUNK = 1 << 20                      # positions that a thread checks at a time
SAMPLE = 100_000                     # positions of a slice that are compared with their successors, unless all are


class BuildProgress(NamedTuple):
    """The progress of a build or a check."""

    pieces: int
    slice: str                       # being solved, or just finished
    share: float                     # of all positions, 0..1
    seconds: float                   # since the start
    totals: dict | None = None       # the result of `build`, once all slices with this number of pieces are finished


class Reporter:
    """A reporter that counts the time and the finished positions, and calls the caller's function."""

    def __init__(self, positions, on_progress):
        self.started = time.monotonic()
        self.positions = positions
        self.done = 0
        self.on_progress = on_progress or (lambda progress: None)

    @property
    def seconds(self):
        return time.monotonic() - self.started

    def finish(self, slice, positions=None):
        """Counts positions of a slice as finished, by default all of them."""
        self.done += size_of(slice) if positions is None else positions
        self.report(slice)

    def report(self, slice, more=0, totals=None):
        """Reports the finished positions, including `more` positions of the current slice."""
        self.on_progress(BuildProgress(sum(slice), files.name_of(slice), (self.done + more) / self.positions,
                                       self.seconds, totals))


def build(pieces, out, threads=None, on_progress=None, executor=None):
    """Solves all positions with 2 to `pieces` pieces, each slice into its own file.

    The process may be killed at any moment. A new run resumes after the last finished file, and ends with the same
    files.

    Parameters
    ----------
    pieces : int
        2..7; 6 takes 0.5 GB of disk, 7 about 7 GB.
    out : str or os.PathLike
        The directory, which is created if necessary.
    threads : int, optional
        Threads that share each slice; by default the number of processors, or 1 with an executor.
    on_progress : callable, optional
        Called with a BuildProgress after each slice and about twice a second. An exception that it raises ends the
        build.
    executor : concurrent.futures.Executor, optional
        The executor that solves slices, each in one task, in processes or on machines that share the directory. On one
        machine threads alone are faster.

    Returns
    -------
    dict
        `pieces`; `positions`, `wins`, `losses` and `draws` of all positions with exactly that number of pieces and
        Black to move; and `seconds` of the whole build.

    Raises
    ------
    DatabaseError
        If an existing file is damaged or foreign.
    BatchError
        If the executor broke or was shut down. The slices that it has finished are kept.
    LimitError
        If `pieces` or `threads` is out of range.
    OSError
        If a file cannot be written; a BlockingIOError if another process is building there.
    """
    in_range("pieces", pieces, SMALLEST, LARGEST)
    threads = in_range("threads", (1 if executor else cores()) if threads is None else threads, 1, 256)
    out = os.fspath(out)
    sizes = Databases.sizes(pieces)
    reporter = Reporter(sum(sizes.values()), on_progress)
    os.makedirs(checked_path(out), exist_ok=True)
    with locked(out):
        databases = resume(out, sizes)
        for n in range(SMALLEST, pieces + 1):
            for _, level in groupby(slices_of(n), lambda slice: slice[0] + slice[2]):    # as many men
                solve_level(list(level), databases, out, threads, executor, reporter)
            totals = totals_of(databases, n, reporter.seconds)
            reporter.report(slices_of(n)[-1], totals=totals)
    return totals


def resume(out, sizes, check=True):
    """Returns the finished databases, after checking every file."""
    databases = Databases.empty()
    for slice in sizes:
        path = files.path_of(out, slice)
        if os.path.exists(path):
            databases.open_file(path, check)
    return databases


def solve_level(level, databases, out, threads, executor, reporter):
    """Solves slices that lead only to finished slices, one at a time in this process, or with an executor."""
    pairs = dict.fromkeys(min(slice, slice[2:] + slice[:2]) for slice in level if slice not in databases.headers)
    for slice in databases.headers.keys() & set(level):
        reporter.finish(slice)
    if executor is None:
        solved = (solve(pair, databases, out, threads, reporter) for pair in pairs)
    else:
        alone = partial(solve_alone, out, threads)
        solved = reraised(parallel_map(alone, pairs, executor=executor, chunk=1, name="slices"))
    with closing(solved):
        for slice in chain.from_iterable(solved):
            databases.open_file(files.path_of(out, slice), check=False)
            reporter.finish(slice)


def solve_alone(out, threads, slice):
    """Solves a slice and its mirror in another process."""
    return solve(slice, resume(out, Databases.sizes(LARGEST), check=False), out, threads, Reporter(1, None))


def solve(slice, databases, out, threads, reporter):
    """Solves a slice and its mirror, writes the files that are missing in the directory, and returns their names."""
    pair = SlicePair(databases, slice)
    pair.solve(max(1, min(threads, pair.blocks, pair.positions // THREAD_MIN_POSITIONS)),
               lambda pair: reporter.report(slice, pair.done * pair.positions))
    missing = [which for which in pair.slices if which not in databases.headers]
    for which in missing:
        files.write(out, *pair.file(pair.slices.index(which)))
    return missing


def totals_of(databases, pieces, seconds):
    """Returns the sums over all slices with this number of pieces."""
    headers = [databases.headers[slice] for slice in slices_of(pieces) if slice in databases.headers]
    sums = {key: sum(getattr(header, key) for header in headers) for key in ("positions", "wins", "losses", "draws")}
    return {"pieces": pieces, **sums, "seconds": seconds}


def verify(directory, sample=SAMPLE, threads=None, on_progress=None):
    """Checks the sizes, checksums and counts of databases, and compares values with those of their successors.

    Parameters
    ----------
    directory : str or os.PathLike
        The directory of `build`.
    sample : int or None, default 100000
        The number of positions of each slice to compare with their successors, evenly spread; None for all.
    threads, on_progress
        As for `build`.

    Returns
    -------
    dict
        `pieces` of the largest slice, the sums `positions`, `wins`, `losses` and `draws` over all slices with that
        number, `seconds`, `slices` (the number of all slices) and `checked` (the number of positions compared).

    Raises
    ------
    DatabaseError
        If a file is wrong, or leads to a slice whose file is missing; the message names the file and the fault.
    """
    threads = in_range("threads", cores() if threads is None else threads, 1, 256)
    if sample is not None:
        in_range("sample", sample, 1, 2**63 - 1)
    directory = os.fspath(directory)
    databases = Databases(directory)
    headers = [databases.headers[slice] for slice in Databases.sizes(LARGEST) if slice in databases.headers]
    reporter = Reporter(sum(header.positions for header in headers), on_progress)
    checked = 0
    with workers(threads) as pool:
        for header in headers:
            checked += verify_slice(databases, header, directory, sample or header.positions, pool, reporter)
    largest = max(sum(header.slice) for header in headers)
    return {**totals_of(databases, largest, reporter.seconds), "slices": len(headers), "checked": checked}


@contextmanager
def workers(threads):
    """Provides a pool of threads that begins no new task after an error."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def verify_slice(databases, header, directory, sample, pool, reporter):
    """Checks one slice; returns the number of positions compared with their successors."""
    step = max(1, header.positions // sample)
    path = files.path_of(directory, header.slice)
    counts = [0, 0, 0]
    futures = [pool.submit(check_values, databases, header.slice, first, first + CHUNK, step)
               for first in range(0, header.positions, CHUNK)]
    for future in futures:
        wrong, found = future.result()
        if wrong is not None:
            position = position_at(header.slice, wrong)
            for child in map(position.play, position.legal_moves()):
                if databases.probe(child, clock=False) is None:
                    raise DatabaseError(f"the endgame database {path!r} cannot be checked: {str(position)!r} leads to "
                                        f"{str(child)!r}, which is in no file of {directory!r}")
            raise DatabaseError(f"the endgame database {path!r} is wrong: {str(position)!r} is stored as a "
                                f"{databases.probe(position, clock=False)}, but its successors give another value")
        counts = [a + b for a, b in zip(counts, found)]
        reporter.finish(header.slice, sum(found))
    if counts != [header.losses, header.draws, header.wins]:
        raise DatabaseError(f"the endgame database {path!r} is wrong: "
                            f"it holds {counts[2]} wins, {counts[0]} losses and {counts[1]} draws, "
                            f"its header says {header.wins}, {header.losses} and {header.draws}")
    return len(range(0, header.positions, step))


def probe(position, databases=None):
    """Probes the databases for a position.

    Parameters
    ----------
    position : str or Checkers
    databases : str, os.PathLike or Databases, optional
        A directory, or open databases; by default those that come with gamecore.

    Returns
    -------
    dict
        `position` (its text), `pieces` (on the board) and `outcome` ("win", "loss" or "draw" for the side to move,
        ignoring draws by the clock; None if it is not known).
    """
    if not isinstance(position, Checkers):
        position = Checkers(position)
    if not isinstance(databases, Databases):
        databases = Databases(databases)
    return {"position": str(position), "pieces": sum(map(len, position.pieces.values())),
            "outcome": databases.probe(position, clock=False)}


def ship(directory, path, pieces=4):
    """Writes the file that comes with gamecore: the slices with up to `pieces` pieces, in order."""
    paths = [files.path_of(directory, slice) for slice in Databases.sizes(pieces)]
    write_atomically(path, b"".join([Path(slice).read_bytes() for slice in paths]))
