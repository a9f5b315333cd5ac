"""Searches random positions without end, and compares every answer with a slow twin: make law HOURS=1, or

    python -m tests.stress.law --hours 1 [--jobs 2] [--only mazes] [--tally FILE]
    python -m tests.stress.law --only mazes --seed 17       one round again (but threads may race another way)

tests/laws/rounds.py says what a round is. Rounds run in child processes, some seconds of one kind at a time, so that a
crash or a hang is a failure too. A tally keeps what was done, and a later run goes on with the next seeds. Prints a
line now and then, and for each failure the command that repeats it; exit code 1 after a failure.
"""
import argparse
import faulthandler
import json
import multiprocessing
import os
import sys
import time
import traceback
from multiprocessing.connection import wait
from pathlib import Path
from random import Random

from tests.laws.rounds import ROUNDS

SLICE = 20                   # seconds of one kind in one child, whose memory then goes back
HANGS = 900                  # seconds of silence after which a round is taken to hang
REPORT = 60                  # seconds between two lines of progress
FORK = multiprocessing.get_context("fork")


def play(kind, seed):
    """One round; the number of answers compared."""
    return ROUNDS[kind](Random(f"{kind} {seed}"))


def child(pipe, kind, seed):
    """Runs rounds from this seed on for a slice of time; sends each one's seed before and its count after."""
    faulthandler.enable(sys.__stderr__)
    end = time.monotonic() + SLICE
    try:
        while time.monotonic() < end:
            pipe.send(("begun", seed))
            start = time.process_time()
            pipe.send(("done", play(kind, seed), time.process_time() - start))
            seed += 1
        pipe.send(("over", None))
    except BaseException:
        pipe.send(("over", traceback.format_exc()))


class Slice:
    """A child process, and the rounds that it has done."""

    def __init__(self, kind, seed):
        self.kind, self.seed, self.searches, self.cpu = kind, seed, 0, 0.0
        self.pipe, theirs = FORK.Pipe()
        self.process = FORK.Process(target=child, args=(theirs, kind, seed))
        self.process.start()
        theirs.close()
        self.heard = time.monotonic()

    def listen(self):
        """Whether the child is over, and how it failed, if it did."""
        try:
            while self.pipe.poll():
                word, *rest = self.pipe.recv()
                self.heard = time.monotonic()
                if word == "begun":
                    self.seed = rest[0]
                elif word == "done":
                    self.seed, self.searches, self.cpu = self.seed + 1, self.searches + rest[0], self.cpu + rest[1]
                else:
                    return True, rest[0]
        except EOFError:
            self.process.join()
            return True, f"the process ended with {self.process.exitcode}"
        if time.monotonic() - self.heard > HANGS:
            self.process.kill()
            return True, f"no answer after {HANGS} s"
        return False, None


def attack(kinds, hours, jobs, path):
    """Runs slices, of the kind that has had the least time first, until the hours are over."""
    tally = json.loads(path.read_text()) if path.exists() else {}
    rows = {kind: tally.setdefault(kind, {"rounds": 0, "searches": 0, "cpu_seconds": 0.0, "failures": []})
            for kind in kinds}
    begin = told = time.monotonic()
    running, failed = [], False
    while running or time.monotonic() - begin < hours * 3600:
        while len(running) < jobs and time.monotonic() - begin < hours * 3600:
            free = [kind for kind in kinds if kind not in {slice.kind for slice in running}]
            kind = min(free, key=lambda kind: rows[kind]["cpu_seconds"])
            running.append(Slice(kind, rows[kind]["rounds"]))
        wait([slice.pipe for slice in running], timeout=5)
        for slice in list(running):
            over, failure = slice.listen()
            if not over:
                continue
            running.remove(slice)
            row = rows[slice.kind]
            row["rounds"], row["searches"] = slice.seed + (failure is not None), row["searches"] + slice.searches
            row["cpu_seconds"] = round(row["cpu_seconds"] + slice.cpu, 1)
            if failure is not None:
                failed = True
                row["failures"].append(slice.seed)
                print(failure)
                print(f"FAILED: python -m tests.stress.law --only {slice.kind} --seed {slice.seed}", flush=True)
            partial = path.with_suffix(".part")
            partial.write_text(json.dumps(tally, indent=1) + "\n")
            os.replace(partial, path)
        if time.monotonic() - told > REPORT:
            told = time.monotonic()
            print(total(rows), flush=True)
    print(total(rows), flush=True)
    return failed


def total(rows):
    searches, cpu, failures = (sum(row[name] if name != "failures" else len(row[name]) for row in rows.values())
                               for name in ("searches", "cpu_seconds", "failures"))
    return f"{searches:,} searches compared in {cpu / 3600:.2f} CPU hours, {failures} failures"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=0.1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--only", choices=ROUNDS, help="one kind of rounds")
    parser.add_argument("--seed", type=int, help="one round of that kind, in this process")
    parser.add_argument("--tally", type=Path, default=Path("build/law.json"), help="what was done; goes on from there")
    arguments = parser.parse_args()
    if arguments.seed is not None:
        print(play(arguments.only, arguments.seed), "searches compared")
        return
    arguments.tally.parent.mkdir(parents=True, exist_ok=True)
    kinds = [arguments.only] if arguments.only else list(ROUNDS)
    sys.exit(attack(kinds, arguments.hours, min(arguments.jobs, len(kinds)), arguments.tally))


if __name__ == "__main__":
    main()
