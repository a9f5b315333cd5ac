"""Compares the first search of a process and of an engine with later ones, to measure the cost of reading data.

    python -m benchmarks.studies.cold [--repeats 5] [--hash-mb 16]

Each row is the median of new processes, in milliseconds, with CPU time first and wall time in brackets. After these
rows the program prints the nodes of a first search of 0.1 seconds, and of the same search repeated after `clear()` in
the same process. Finally it prints microseconds of CPU time for small calls with a table of the given size, each the
best of several rounds. Wall times, and nodes under a time limit, need an idle machine. Results are asserted, but times
are not.
"""
import argparse
import json
import subprocess
import sys
from statistics import median
from time import perf_counter, process_time

import gamecore

GAMES = {"connect four": (gamecore.ConnectFour, 8), "checkers": (gamecore.Checkers, 6),
         "backgammon": (lambda: gamecore.Backgammon().roll(3, 1), 1),
         "backgammon, a race": (lambda: gamecore.Backgammon("758DAAD3SEjJAA").roll(3, 1), 1)}
STEPS = ("first engine", "first search", "of a new engine", "again", "prepare")
LIMIT = 0.1                          # seconds


def timed(function):
    wall, cpu = perf_counter(), process_time()
    answer = function()
    return answer, (1000 * (process_time() - cpu), 1000 * (perf_counter() - wall))


def measure(name, hash_mb):
    """Returns the measurements of one process."""
    make, depth = GAMES[name]
    position, found = make(), {}
    engine, found["first engine"] = timed(lambda: gamecore.Engine(hash_mb))
    cold, found["first search"] = timed(lambda: engine.search(position, depth=1))
    second = gamecore.Engine(hash_mb)
    new, found["of a new engine"] = timed(lambda: second.search(position, depth=1))
    engine.clear()
    warm, found["again"] = timed(lambda: engine.search(position, depth=1))
    _, found["prepare"] = timed(lambda: gamecore.Engine(hash_mb).prepare(position))
    assert (cold.nodes, cold.lines) == (new.nodes, new.lines) == (warm.nodes, warm.lines)
    prepared = gamecore.Engine(hash_mb)
    prepared.prepare(position)
    answers = [(result.nodes, result.lines) for result in (gamecore.Engine(hash_mb).search(position, depth=depth),
                                                          prepared.search(position, depth=depth))]
    assert answers[0] == answers[1]
    return found


def measure_limit(name, hash_mb):
    """Returns a first search with a time limit, and the same search after it."""
    position, engine = GAMES[name][0](), gamecore.Engine(hash_mb)
    cold, (_, wall) = timed(lambda: engine.search(position, seconds=LIMIT))
    engine.clear()
    warm = engine.search(position, seconds=LIMIT)
    assert cold.stop == warm.stop == "time" and cold.depth > 0 and cold.move in position.legal_moves()
    assert 0 <= warm.loading_seconds <= cold.loading_seconds and cold.seconds >= LIMIT
    return {"call": wall, "loading": 1000 * cold.loading_seconds, "cold": cold.nodes, "warm": warm.nodes}


def best(function, calls=200, rounds=7):
    """Returns the CPU time per call in microseconds."""
    return min(timed(lambda: [function() for _ in range(calls)])[1][0] for _ in range(rounds)) * 1000 / calls


def measure_calls(hash_mb):
    """Prints what small calls cost with a table of this size; returns the answers of the searches."""
    position, dice = gamecore.ConnectFour(), gamecore.Backgammon().roll(3, 1)
    engine, answers = gamecore.Engine(hash_mb), set()

    def search():
        engine.clear()
        result = engine.search(position, nodes=1000)
        answers.add((result.nodes, result.score, result.table_hits))

    print(f"{hash_mb:5} MiB: 1,000 nodes {best(lambda: engine.search(position, nodes=1000)):.1f}, after clear() "
          f"{best(search):.1f}, in a new engine "
          f"{best(lambda: gamecore.Engine(hash_mb).search(position, nodes=1000), 20):.1f}; depth 1 "
          f"{best(lambda: engine.search(position, depth=1)):.2f}; backgammon, depth 0 "
          f"{best(lambda: engine.search(dice, depth=0)):.2f}", flush=True)
    return answers


def in_new_processes(what, name, args):
    command = [sys.executable, __file__, "--process", what, name, "--hash-mb", str(args.hash_mb)]
    return [json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for _ in range(args.repeats)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=5, help="processes (default 5)")
    parser.add_argument("--hash-mb", type=int, default=16, help="MiB of the table (default 16)")
    parser.add_argument("--process", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.process:
        what, name = args.process
        print(json.dumps((measure if what == "steps" else measure_limit)(name, args.hash_mb)))
        return
    print(f"{'':20}" + "".join(f"{step:>20}" for step in STEPS))
    for name in GAMES:
        found = in_new_processes("steps", name, args)
        cells = [[median(times[step][i] for times in found) for i in (0, 1)] for step in STEPS]
        print(f"{name:20}" + "".join(f"{f'{cpu:.2f} ({wall:.2f})':>20}" for cpu, wall in cells), flush=True)
    print(f"\nsearches of {LIMIT} seconds")
    for name in GAMES:
        found = in_new_processes("limit", name, args)
        call, loading, cold, warm = (median(row[key] for row in found) for key in ("call", "loading", "cold", "warm"))
        print(f"{name:20}{call:7.1f} ms, {loading:.1f} of them loading; {cold:,.0f} nodes, warm {warm:,.0f}: "
              f"{cold / warm:.2f} times", flush=True)
    print("\nsmall calls, microseconds")
    assert len(set().union(*map(measure_calls, (2, 16, 64, 1024)))) == 1


if __name__ == "__main__":
    main()
