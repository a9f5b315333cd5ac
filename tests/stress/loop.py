"""Tries random rounds without end. A round is a function of a Random, which returns how much it has tried.

Rounds run in child processes, some seconds of one kind at a time, so that a crash or a hang is a failure too. A tally
keeps what was done, and a later run goes on with the next seeds. Prints a line now and then, and for each failure the
command that repeats it; exit code 1 after a failure.
"""
import argparse
import faulthandler
import json
import multiprocessing
import os
import resource
import sys
import time
import traceback
from multiprocessing.connection import wait
from pathlib import Path
from random import Random

from gamecore.core.about import about

SLICE = 20                   # seconds of one kind in one child, whose memory then goes back
HANGS = 900                  # seconds of silence after which a round is taken to hang
MEMORY = 8 << 30             # bytes of address space of a child
REPORT = 60                  # seconds between two lines of progress
FORK = multiprocessing.get_context("fork")


def play(rounds, kind, seed):
    return rounds[kind](Random(f"{kind} {seed}"))


def child(pipe, rounds, kind, seed):
    """Runs rounds from this seed on for a slice of time; sends each one's seed before and its count after."""
    faulthandler.enable(sys.__stderr__)
    if "sanitize" not in about()["flags"]:       # whose own memory is beyond any limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end = time.monotonic() + SLICE
    try:
        while time.monotonic() < end:
            pipe.send(("begun", seed))
            start = time.process_time()
            pipe.send(("done", play(rounds, kind, seed), time.process_time() - start))
            seed += 1
        pipe.send(("over", None))
    except BaseException:
        pipe.send(("over", traceback.format_exc()))


class Slice:
    """A child process, and the rounds that it has done."""

    def __init__(self, rounds, kind, seed):
        self.kind, self.seed, self.tried, self.cpu = kind, seed, 0, 0.0
        self.pipe, theirs = FORK.Pipe()
        self.process = FORK.Process(target=child, args=(theirs, rounds, kind, seed))
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
                    self.seed, self.tried, self.cpu = self.seed + 1, self.tried + rest[0], self.cpu + rest[1]
                else:
                    return True, rest[0]
        except EOFError:
            self.process.join()
            return True, f"the process ended with {self.process.exitcode}"
        if time.monotonic() - self.heard > HANGS:
            self.process.kill()
            return True, f"no answer after {HANGS} s"
        return False, None


def attack(program, rounds, hours, jobs, path):
    """Runs slices, of the kind that has had the least time first, until the hours are over; whether one failed."""
    tally = json.loads(path.read_text()) if path.exists() else {}
    rows = {kind: tally.setdefault(kind, {"rounds": 0, "tried": 0, "cpu_seconds": 0.0, "failures": []})
            for kind in rounds}
    begin = reported = time.monotonic()
    running, failed = [], False
    while running or time.monotonic() - begin < hours * 3600:
        while len(running) < jobs and time.monotonic() - begin < hours * 3600:
            free = [kind for kind in rounds if kind not in {slice.kind for slice in running}]
            kind = min(free, key=lambda kind: rows[kind]["cpu_seconds"])
            running.append(Slice(rounds, kind, rows[kind]["rounds"]))
        wait([slice.pipe for slice in running], timeout=5)
        for slice in list(running):
            over, failure = slice.listen()
            if not over:
                continue
            running.remove(slice)
            row = rows[slice.kind]
            row["rounds"], row["tried"] = slice.seed + (failure is not None), row["tried"] + slice.tried
            row["cpu_seconds"] = round(row["cpu_seconds"] + slice.cpu, 1)
            if failure is not None:
                failed = True
                row["failures"].append(slice.seed)
                print(failure)
                print(f"FAILED: python -m {program} --only {slice.kind} --seed {slice.seed}", flush=True)
            partial = path.with_suffix(".part")
            partial.write_text(json.dumps(tally, indent=1) + "\n")
            os.replace(partial, path)
        if time.monotonic() - reported > REPORT:
            reported = time.monotonic()
            print(total(rows), flush=True)
    print(total(rows), flush=True)
    return failed


def total(rows):
    tried, cpu, failures = (sum(row[name] if name != "failures" else len(row[name]) for row in rows.values())
                            for name in ("tried", "cpu_seconds", "failures"))
    return f"{tried:,} tried in {cpu / 3600:.2f} CPU hours, {failures} failures"


def main(program, rounds, text):
    """The command of a module: its name, its rounds by kind, its docstring."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=0.1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--only", choices=rounds, metavar="KIND", help="one kind of rounds")
    parser.add_argument("--seed", type=int, help="one round of that kind, in this process")
    parser.add_argument("--tally", type=Path, default=Path("build", program.rpartition(".")[2] + ".json"),
                        help="what was done; goes on from there")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")    # an input may be no text
    if arguments.seed is not None:
        print(play(rounds, arguments.only, arguments.seed), "tried")
        return
    arguments.tally.parent.mkdir(parents=True, exist_ok=True)
    rounds = {arguments.only: rounds[arguments.only]} if arguments.only else rounds
    sys.exit(attack(program, rounds, arguments.hours, min(arguments.jobs, len(rounds)), arguments.tally))
