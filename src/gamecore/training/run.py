"""The directory in which a training run keeps its results, so that it can be interrupted at any moment.

    settings.json            what the run was begun with
    log.jsonl                the records that the training yields
"""
import fcntl
import io
import json
import os

import numpy

from gamecore.errors import TrainingError


class Run:
    """The directory of a training run."""

    def __init__(self, path, settings):
        self.path = os.fspath(path)
        self.settings = settings
        os.makedirs(self.path, exist_ok=True)
        if not self.has("settings.json"):
            self.write("settings.json", json.dumps(settings).encode() + b"\n")
        self.lock = open(self.name("settings.json"), "rb")       # until the run is forgotten
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise TrainingError(f"another process is training in {self.path!r}") from error
        found = self.read("settings.json").decode(errors="replace").strip()
        if found != json.dumps(settings):
            raise TrainingError(f"{self.path!r} holds another run, of {found}; this one is {json.dumps(settings)}")
        lines = self.read("log.jsonl").decode().splitlines() if self.has("log.jsonl") else []
        self.log = [json.loads(line) for line in lines]

    def name(self, name):
        return os.path.join(self.path, name)

    def has(self, name):
        return os.path.exists(self.name(name))

    def read(self, name):
        with open(self.name(name), "rb") as file:
            return file.read()

    def write(self, name, data):
        """The whole file or nothing."""
        temporary = self.name(f"{name}.{os.getpid()}.part")
        try:
            with open(temporary, "wb") as file:
                file.write(data)
            os.replace(temporary, self.name(name))
        finally:
            if os.path.exists(temporary):
                os.unlink(temporary)

    def write_array(self, name, array):
        with io.BytesIO() as buffer:
            numpy.save(buffer, array, allow_pickle=False)
            self.write(name, buffer.getvalue())

    def find(self, **facts):
        """The log's record with these facts, or None."""
        return next((record for record in self.log if facts.items() <= record.items()), None)

    def note(self, record):
        """Adds a record to the log."""
        self.log.append(record)
        self.write("log.jsonl", "".join(json.dumps(line) + "\n" for line in self.log).encode())
        return record
