"""The directory of the results of a training run, which can be interrupted at any moment.

    settings.json            what the run was begun with
    log.jsonl                the records that the training yields, each with a checksum of itself and of all before it

Every other file has a checksum. A file is complete and on disk before the log records it.
"""
import io
import json
import os
from contextlib import ExitStack, closing
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import numpy

from gamecore.core.about import VERSION
from gamecore.core.checks import in_range
from gamecore.core.files import locked, write_atomically
from gamecore.core.parallel import cores, parallel_map, reraised
from gamecore.errors import GamecoreError

SEEDS = 2**63                        # dice and orders are functions of such numbers
HEADER = b"gamecore training run 1\n"
DIGEST = 16                          # bytes of BLAKE2b
CHECK = 8                            # ... of a line of the log


class TrainingError(GamecoreError):
    """A training directory holds another run, or a damaged file."""


class Run:
    """The directory of a training run.

    Parameters
    ----------
    path : path
        The directory, which is created if necessary.
    settings : dict
        The settings of the run, including its game and seed. The directory of another run is refused.
    jobs : int, optional
        Threads that share its games; by default one per core. No result depends on it.

    Raises
    ------
    LimitError
        If the seed is not an integer 0..2**63 - 1, or `jobs` is below 1.
    TrainingError
        If the directory holds another run or one of another version, or its log is damaged.
    OSError
        If a file cannot be written; a BlockingIOError if another process is training there.
    """

    def __init__(self, path, settings, jobs=None):
        self.jobs = cores() if jobs is None else in_range("jobs", jobs, 1)
        settings = settings | {"seed": in_range("the seed", settings["seed"], 0, SEEDS - 1), "version": VERSION}
        self.path, self.settings = os.fspath(path), settings
        os.makedirs(self.path, exist_ok=True)
        self.log, self.lines = [], []
        with ExitStack() as stack:
            stack.enter_context(locked(self.path))
            self.resume()
            self.lock = stack.pop_all()                          # until this is closed

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.lock.close()

    def resume(self):
        """Reads the results of an earlier process of this run."""
        settings = json.dumps(self.settings)
        if not self.has("settings.json"):
            self.write("settings.json", settings.encode() + b"\n")
        found = Path(self.name("settings.json")).read_bytes().decode(errors="replace").strip()
        if found != settings:
            self.refuse_version(found)
            raise TrainingError(f"{self.path!r} holds another run, of {found!r}; this one is {settings!r}")
        if self.has("log.jsonl"):
            self.read_log()

    def refuse_version(self, found):
        """Refuses a run of another version, whose weights would not be a function of its settings."""
        try:
            other = json.loads(found).get("version", "of an unknown version")
        except (ValueError, AttributeError):
            return
        if other != VERSION:
            raise TrainingError(f"{self.path!r} holds a run of gamecore {other}; this is gamecore {VERSION}: "
                                "begin again in another directory, or finish the run with that version")

    def name(self, name):
        return os.path.join(self.path, name)

    def has(self, name):
        return os.path.exists(self.name(name))

    def write(self, name, data):
        """Writes a file atomically and syncs it to the disk."""
        write_atomically(self.name(name), data)

    def write_sealed(self, name, payload):
        """Writes a file with a checksum before its payload."""
        self.write(name, HEADER + digest(payload, DIGEST) + payload)

    def read_sealed(self, name):
        """Returns the payload of such a file.

        Raises
        ------
        TrainingError
            If it is damaged or missing.
        """
        try:
            data = Path(self.name(name)).read_bytes()
        except OSError as error:
            raise TrainingError(f"{self.name(name)!r} cannot be read: {error.strerror}") from error
        payload = data[len(HEADER) + DIGEST:]
        if not data.startswith(HEADER) or data[len(HEADER):len(HEADER) + DIGEST] != digest(payload, DIGEST):
            raise TrainingError(f"{self.name(name)!r} is damaged: its checksum does not fit its contents")
        return payload

    def write_array(self, name, array):
        with io.BytesIO() as buffer:
            numpy.save(buffer, array, allow_pickle=False)
            self.write_sealed(name, buffer.getvalue())

    def read_array(self, name, type, *shape):
        """Returns a written array of a type and a shape, in which None stands for any length.

        Raises TrainingError if the file is damaged or missing, or holds another array.
        """
        payload = self.read_sealed(name)
        try:
            array = numpy.load(io.BytesIO(payload), allow_pickle=False)
        except (ValueError, EOFError) as error:
            raise TrainingError(f"{self.name(name)!r} holds no array: {error}") from error
        if (array.dtype != type or len(array.shape) != len(shape)
                or not all(want in (None, size) for size, want in zip(array.shape, shape, strict=True))):
            raise TrainingError(f"{self.name(name)!r} holds {array.dtype} of shape {array.shape}, "
                                "which this run has not written")
        return array

    def shared(self, function, groups):
        """Yields the list of function(item) for each group of items, computed by the run's threads; must be closed.

        Each thread works with a copy of the function. It finishes its item before this generator is closed, so an item
        should be short.
        """
        items = [item for group in groups for item in group]
        with closing(reraised(parallel_map(function, items, jobs=self.jobs, chunk=1, name="games"))) as results:
            for group in groups:
                yield list(islice(results, len(group)))

    def find(self, **facts):
        """Returns the log's record with these facts, or None."""
        return next((record for record in self.log if facts.items() <= record.items()), None)

    def note(self, record):
        self.lines.append(self.sealed(record))
        self.log.append(record)
        self.write("log.jsonl", "".join(self.lines).encode())
        return record

    def note_once(self, record, **facts):
        """Appends a record unless the log has one with these facts."""
        if not self.find(**facts):
            self.note(record)

    def sealed(self, record):
        """Returns the record as a line of the log, ending with a checksum of it and of the line before."""
        line = json.dumps(record)
        before = self.lines[-1] if self.lines else json.dumps(self.settings)
        return f'{line[:-1]}, "check": "{digest((before + line).encode(), CHECK).hex()}"}}\n'

    def read_log(self):
        """Reads the log, line by line.

        Raises
        ------
        TrainingError
            If a line is not one that this run has written there.
        """
        text = Path(self.name("log.jsonl")).read_bytes().decode(errors="replace")
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            try:
                record = json.loads(line)
                record.pop("check")
            except (ValueError, AttributeError, KeyError, TypeError):
                record = None
            if record is None or self.sealed(record) != line:
                raise TrainingError(f"{self.name('log.jsonl')!r} is damaged in line {number}: {line.rstrip()[:80]!r}")
            self.lines.append(line)
            self.log.append(record)


def digest(data, size):
    return blake2b(data, digest_size=size).digest()
