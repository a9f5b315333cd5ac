"""One thread against two: wall and CPU time to a depth in all games, interleaved; medians. Wants two idle cores.

    python benchmarks/threads.py [--repeats 5]

Then the same for a match: the figures of docs/scaling.md. benchmarks/many.py measures many positions at once.
"""
import argparse
import subprocess
import sys
from statistics import median
from time import perf_counter

import gamecore

SEARCHES = [
    ("connect four, the start", gamecore.ConnectFour(), 20, "exact"),
    ("connect four, 44552", gamecore.ConnectFour("44552"), 21, "exact"),
    ("checkers, exact", gamecore.Checkers(), 15, "exact"),
    ("checkers, play", gamecore.Checkers(), 18, "play"),
    ("backgammon, 31", gamecore.Backgammon().roll(3, 1), 2, "exact"),
    ("backgammon, 65", gamecore.Backgammon().roll(6, 5), 2, "exact"),
]
MATCH = ("match checkers --a switches=play --b switches=exact --nodes 3000 --games 100 --json").split()


def timed(function):
    begin = perf_counter()
    result = function()
    return perf_counter() - begin, result


def search_row(name, position, depth, switches, repeats):
    engines = [gamecore.Engine(hash_mb=64, threads=threads, switches=switches) for threads in (1, 2)]
    walls, cpus, nodes = ([], []), ([], []), ([], [])
    for _ in range(repeats):
        for i, engine in enumerate(engines):
            engine.clear()
            seconds, result = timed(lambda: engine.search(position, depth=depth))
            walls[i].append(seconds)
            cpus[i].append(result.cpu_seconds)
            nodes[i].append(result.nodes)
    show(f"{name}, depth {depth}", walls, cpus, nodes)


def show(name, walls, cpus, nodes=None):
    one, two = map(median, walls)
    cpu = median(cpus[1]) / median(cpus[0]) if cpus else None
    extra = f", CPU {cpu:.2f}" if cpu else ""
    more = f", nodes {median(nodes[1]) / median(nodes[0]):.2f}" if nodes else ""
    print(f"{name:34} {one:8.3f} s {two:8.3f} s   {one / two:.2f} times as fast{extra}{more}", flush=True)


def match_row(repeats):
    walls = ([], [])
    for _ in range(repeats):
        for i, jobs in enumerate(("1", "2")):
            command = [sys.executable, "-m", "gamecore", *MATCH, "--jobs", jobs]
            walls[i].append(timed(lambda: subprocess.run(command, check=True, capture_output=True))[0])
    show("match of 100 games, --jobs", walls, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    for row in SEARCHES:
        search_row(*row, repeats)
    match_row(repeats)


if __name__ == "__main__":
    main()
