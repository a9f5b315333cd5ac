"""Compares one thread with two by wall time, CPU time and nodes: in searches of all games to a depth, and in the
solver.

    python -m benchmarks.studies.threads [--repeats 5] [--searches]

The program needs two idle cores and takes about four minutes. Searches with one and with two threads alternate, each
time with a new table; the figures are medians. Then the program does the same for a match. docs/scaling.md has the
figures.
"""
import argparse
import json
import subprocess
import sys
from functools import partial
from statistics import median
from time import perf_counter

import gamecore
from gamecore.games.connect_four.solver import Solver

KINGS = gamecore.Checkers("W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")
SEARCHES = [
    ("connect four, the start", gamecore.ConnectFour(), 20, "exact"),
    ("connect four, 44552", gamecore.ConnectFour("44552"), 20, "exact"),
    ("checkers, exact", gamecore.Checkers(), 18, "exact"),
    ("checkers with kings, exact", KINGS, 18, "exact"),
    ("checkers, play", gamecore.Checkers(), 22, "play"),
    ("checkers with kings, play", KINGS, 24, "play"),
    ("backgammon, 31", gamecore.Backgammon().roll(3, 1), 2, "exact"),
    ("backgammon, 22", gamecore.Backgammon().roll(2, 2), 2, "exact"),
    ("backgammon, before the roll", gamecore.Backgammon("4HPwATDgc/ABMA"), 2, "exact"),
    ("backgammon, 65", gamecore.Backgammon().roll(6, 5), 2, "exact"),
]
SOLVED = ["444", "44"]
MATCH = ("match checkers --a switches=play --b switches=exact --nodes 3000 --games 100 --json").split()


def timed(function):
    begin = perf_counter()
    result = function()
    return perf_counter() - begin, result


def search_row(name, position, depth, switches, repeats):
    walls, cpus, nodes, scores = ([], []), ([], []), ([], []), set()
    for _ in range(repeats):
        for i, threads in enumerate((1, 2)):
            engine = gamecore.Engine(hash_mb=64, threads=threads, switches=switches)
            engine.search(position, depth=1)         # reads what the game needs
            seconds, result = timed(partial(engine.search, position, depth=depth))
            walls[i].append(seconds)
            cpus[i].append(result.cpu_seconds)
            nodes[i].append(result.nodes)
            if switches == "exact":
                scores.add(round(result.score, 9))   # threads add the values of chance in another order
            assert result.depth == depth and result.move is not None or position.outcomes, result
    assert len(scores) <= 1, (name, scores)
    show(f"{name}, depth {depth}", walls, cpus, nodes)


def solve_row(text, repeats):
    solvers = [Solver(hash_mb=64, threads=threads, book=False) for threads in (1, 2)]
    walls, nodes, scores = ([], []), ([], []), set()
    for _ in range(repeats):
        for i, solver in enumerate(solvers):
            solver.clear()
            seconds, solution = timed(partial(solver.solve, text))
            walls[i].append(seconds)
            nodes[i].append(solution.nodes)
            scores.add(solution.score)
    assert len(scores) == 1, (text, scores)
    show(f"connect four, {text} solved", walls, None, nodes)


def show(name, walls, cpus, nodes=None):
    one, two = map(median, walls)
    cpu = median(cpus[1]) / median(cpus[0]) if cpus else None
    extra = f", CPU {cpu:.2f}" if cpu else ""
    more = f", nodes {median(nodes[1]) / median(nodes[0]):.2f}" if nodes else ""
    print(f"{name:34} {one:8.3f} s {two:8.3f} s   {one / two:.2f} times as fast{extra}{more}", flush=True)


def match_row(repeats):
    walls, results = ([], []), set()
    for _ in range(repeats):
        for i, jobs in enumerate(("1", "2")):
            command = [sys.executable, "-m", "gamecore", *MATCH, "--jobs", jobs]
            seconds, done = timed(partial(subprocess.run, command, check=True, capture_output=True, text=True))
            walls[i].append(seconds)
            result = json.loads(done.stdout.splitlines()[-1])
            results.add((result["games"], result["wins"], result["draws"], result["losses"]))
    assert len(results) == 1, results
    show("match of 100 games, --jobs", walls, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--searches", action="store_true", help="no match")
    args = parser.parse_args()
    repeats = args.repeats
    for row in SEARCHES:
        search_row(*row, repeats)
    for text in SOLVED:
        solve_row(text, repeats)
    if args.searches:
        return
    match_row(repeats)


if __name__ == "__main__":
    main()
