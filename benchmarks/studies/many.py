"""Measures searches of many positions on one thread and on two, and the cost of a task, for docs/scaling.md.

    python -m benchmarks.studies.many [--repeats 5]

Overheads are CPU times, which other processes hardly affect; measuring the speedup of two threads needs two idle cores.
"""
import argparse
import random
from statistics import median
from time import perf_counter, process_time

import gamecore

POSITIONS = 10_000
HASH_MB = 2
NODES = 2_000                        # of an easy search: about half a millisecond


def random_positions(count):
    """Returns positions of connect four after 4 to 16 random moves, without an immediate win."""
    dice, found = random.Random(1), []
    while len(found) < count:
        position = gamecore.ConnectFour()
        for _ in range(dice.randint(4, 16)):
            if not position.is_over():
                position = position.play(dice.choice(position.legal_moves()))
        if not position.is_over():
            found.append(position)
    return found


def overheads(positions, repeats):
    """Returns the CPU time in microseconds beyond that of a loop over the same searches of depth 1 in one thread."""
    engine = gamecore.Engine(hash_mb=HASH_MB)

    def loop():
        for position in positions:
            engine.clear()
            engine.search(position, depth=1)

    def many(**how):
        return lambda: gamecore.search_many(positions, depth=1, hash_mb=HASH_MB, **how)

    rows = {"a position, one thread": many(jobs=1), "a position, two threads": many(jobs=2),
            "a task of one position, two threads": many(jobs=2, chunk=1)}
    alone, *others = [[(result.move, result.score, result.nodes) for result in results] for results in (
        [gamecore.Engine(hash_mb=HASH_MB).search(position, depth=1) for position in positions],
        *(function() for function in rows.values()))]
    assert all(answers == alone for answers in others)
    costs = {name: [] for name in rows}
    for _ in range(repeats):
        alone = cpu_time(loop)
        for name, function in rows.items():
            costs[name].append((cpu_time(function) - alone) / len(positions) * 1e6)
    for name, measured in costs.items():
        print(f"{name:40} {median(measured):6.1f} us of CPU time beyond its search", flush=True)


def cpu_time(function):
    begin = process_time()
    function()
    return process_time() - begin


def speed(positions, repeats):
    """Returns the wall time of one thread and of two, interleaved."""
    walls, answers = {1: [], 2: []}, []
    for _ in range(repeats):
        for jobs, measured in walls.items():
            begin = perf_counter()
            results = gamecore.search_many(positions, nodes=NODES, jobs=jobs)
            measured.append(perf_counter() - begin)
            answers.append([(result.move, result.score, result.nodes) for result in results])
    assert all(found == answers[0] for found in answers)
    one, two = median(walls[1]), median(walls[2])
    print(f"{len(positions):,} searches of {NODES:,} nodes: {one:.2f} s, two threads {two:.2f} s, "
          f"{one / two:.2f} times as fast")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    positions = random_positions(POSITIONS)
    overheads(positions, repeats)
    speed(positions, repeats)


if __name__ == "__main__":
    main()
