"""Many threads, for hours, each answer compared with the one that a single thread gave: make soak HOURS=2, or

    python -m tests.stress.soak --hours 2 [--threads 8] [--seed 1] [--tally FILE]

Every thread draws tasks: searches by an engine of its own, cleared before each, and by helping threads, whose table
they share, solvers, batches, perft, cubes, and games written in Python. Prints a line a minute. Memory is flat if the
second half of the time never needs more than SLACK bytes beyond the first half's most. Exit code 1 otherwise, and after
a wrong answer.
"""
import argparse
import json
import os
import sys
import threading
import time
from pathlib import Path
from random import Random

import gamecore
from tests.small_games import Chase, Nim
from tests.strategies import random_walk
from tests.stress.loop import total

POSITIONS = 40               # of each game
SLACK = 32 << 20             # bytes: a few arenas of malloc for each thread


def answer(result):
    return str(result.move), result.score, result.nodes, [str(move) for move in result.pv]


def helped(position):
    return gamecore.Engine(hash_mb=1, threads=3).search(position, depth=7).score


def tasks(random):
    """Returns {kind: functions}, each of an engine, whose answers depend on nothing else."""
    walks = (gamecore.ConnectFour(), 8), (gamecore.ConnectFour(), 26), (gamecore.Checkers(), 20)
    fours, endings, draughts = ([random_walk(random, first, plies, plies) for _ in range(POSITIONS)]
                                for first, plies in walks)
    rolls = [gamecore.Backgammon().roll(a, b) for a in range(1, 7) for b in range(1, a)]

    def searches(positions, **limits):
        return [lambda engine, position=position: answer(engine.search(position, **limits)) for position in positions]

    return {
        "connect_four": searches(fours, depth=9),
        "connect_four_nodes": searches(fours, nodes=20_000),
        "checkers": searches(draughts, depth=7),
        "checkers_lines": searches(draughts, depth=5, multipv=3),
        "backgammon": searches(rolls, depth=1),
        "python_games": searches([*(Nim(coins) for coins in range(5, 15)), Chase()], depth=6),
        "helping_threads": [lambda _, position=position: helped(position) for position in fours],
        "solve": [lambda _, position=position: gamecore.solve(position).score for position in endings],
        "solve_many": [lambda _: [result.score for result in gamecore.solve_many(endings, hash_mb=2, jobs=2)]],
        "search_many": [lambda _: [*map(answer, gamecore.search_many(draughts, depth=4, hash_mb=1, jobs=2))]],
        "perft": [lambda _, position=position: gamecore.perft(position, 5) for position in draughts],
        "decide": [lambda engine: engine.decide(gamecore.Backgammon(), depth=1)],
    }


def resident():
    """Returns the bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Soak:
    """Threads that draw tasks until `over` is set."""

    def __init__(self, seed):
        self.seed, self.tasks = seed, tasks(Random(seed))
        self.rows = {kind: {"rounds": 0, "tried": 0, "cpu_seconds": 0.0, "failures": []} for kind in self.tasks}
        self.lock, self.over, self.most = threading.Lock(), threading.Event(), [0, 0]
        engine = gamecore.Engine(hash_mb=1)
        self.expected = {(kind, number): self.answer(engine, kind, number)
                         for kind, functions in self.tasks.items() for number in range(len(functions))}

    def answer(self, engine, kind, number):
        engine.clear()
        try:
            return self.tasks[kind][number](engine)
        except Exception as error:               # as wrong as another answer
            return repr(error)

    def run(self, thread):
        random, engine = Random(f"{self.seed} {thread}"), gamecore.Engine(hash_mb=1)
        while not self.over.is_set():
            kind, number = random.choice([*self.expected])
            begin = time.thread_time()
            found = self.answer(engine, kind, number)
            with self.lock:
                row = self.rows[kind]
                row["tried"] = row["rounds"] = row["rounds"] + 1
                row["cpu_seconds"] += time.thread_time() - begin
                if found != self.expected[kind, number]:
                    row["failures"].append(number)
                    print(f"WRONG: {kind} {number}: {found}, not {self.expected[kind, number]}", flush=True)

    def watch(self, seconds):
        """Tells of each minute and of the most memory of each half of the time."""
        begin = time.monotonic()
        while (gone := time.monotonic() - begin) < seconds:
            half, now = 2 * gone > seconds, resident()
            self.most[half] = max(self.most[half], now)
            print(f"{gone / 60:.0f} min, {now / 1e6:.1f} MB: {total(self.rows)}", flush=True)
            self.over.wait(min(60, seconds / 10))
        self.over.set()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tally", type=Path, default=Path("build", "soak.json"))
    arguments = parser.parse_args()
    soak = Soak(arguments.seed)
    threads = [threading.Thread(target=soak.run, args=(number,)) for number in range(arguments.threads)]
    for thread in threads:
        thread.start()
    try:
        soak.watch(3600 * arguments.hours)
    finally:
        soak.over.set()
        for thread in threads:
            thread.join()
    arguments.tally.parent.mkdir(parents=True, exist_ok=True)
    arguments.tally.write_text(json.dumps(soak.rows, indent=1) + "\n")
    print("most memory of the first and the second half:", *(f"{most / 1e6:.1f} MB" for most in soak.most))
    sys.exit(soak.most[1] > soak.most[0] + SLACK or any(row["failures"] for row in soak.rows.values()))


if __name__ == "__main__":
    main()
