"""Experiments as rows. Each row is saved when it is finished, so that an interrupted experiment can continue."""
import json
import signal
import sys
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from gamecore.errors import GamecoreError


class JournalError(GamecoreError):
    """The error of a file that belongs to another experiment or contains no rows."""


class Journal:
    """The rows of one experiment, by their names.

    Parameters
    ----------
    path : path or None
        A file of JSON lines, with the settings and then the rows; None keeps the rows in memory.
    settings : dict
        The settings on which the rows depend. A file with other settings is refused with a JournalError.
    """

    def __init__(self, path, settings):
        self.path, self.rows = path and Path(path), {}
        if self.path is None or not self.path.exists():
            self.append(settings)
            return
        first, *lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True) or [""]
        if read(first) != settings:
            raise JournalError(f"{str(path)!r} holds rows of {first.strip()!r:.200}, not of {json.dumps(settings)}")
        for line in lines:
            if (row := read(line)) is not None:          # a line without its end was cut off, and is played again
                self.rows[tuple(row["name"])] = row
        if lines and not lines[-1].endswith("\n"):
            self.path.write_text(first + "".join(lines[:-1]), encoding="utf-8")

    def add(self, name, row):
        self.rows[name] = {"name": list(name), **row}
        self.append(self.rows[name])

    def append(self, record):
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")


def read(line):
    """Returns the contents of a line, or None for an incomplete one."""
    try:
        return json.loads(line) if line.endswith("\n") else None
    except ValueError:
        return None


def run(work, names, journal, jobs=1, progress=sys.stderr):
    """Fills the journal with its missing rows, work(name) for each name, in `processes` processes."""
    missing = [name for name in names if name not in journal.rows]
    start = perf_counter()
    with processes(jobs) as spread:
        for done, (name, row) in enumerate(spread(Task(work), missing), 1):
            journal.add(name, row)
            if progress.isatty():
                seconds = perf_counter() - start
                print(f"\r{done} of {len(missing)} games, {seconds:.0f} s ", end="", file=progress, flush=True)
    if progress.isatty():
        print("\r\033[K", end="", file=progress, flush=True)


class Task:
    """A task that returns a row with its name."""

    def __init__(self, work):
        self.work = work

    def __call__(self, name):
        return name, self.work(name)


@contextmanager
def processes(jobs):
    """Returns a map over processes, or in this process if there is one."""
    if jobs == 1:
        yield map
        return
    with get_context("spawn").Pool(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield lambda work, names: pool.imap_unordered(work, names)
