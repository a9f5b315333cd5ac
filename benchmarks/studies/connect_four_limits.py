"""Measures connect four under limits of CPU time: the shares of best moves and of exact answers.

Every answer is compared with gamecore.solve, and the times at which the two know the exact score.
"""
import argparse
from math import exp, log
from random import Random
from statistics import mean, stdev
from time import process_time, sleep

import gamecore
from gamecore.games.connect_four.solver import Solver

WIN = 30000
STONES = range(6, 15)
LIMITS = 0.05, 0.2                   # CPU seconds
PATIENCE = 30.0                      # CPU seconds for an exact answer
SHORTEST = 0.01                      # CPU seconds of `solve` below which a ratio would measure the start
GOAL = 2.5                           # times the CPU time of `solve`, at most
LOOK = 0.0005                        # seconds between two readings of the CPU time
HASH_MB = 64


def draw(random, n):
    """Returns n different unfinished positions after random moves, with equally many for each number of stones."""
    found = {}
    while len(found) < n:
        position, stones = gamecore.ConnectFour(), STONES[len(found) % len(STONES)]
        while position.ply < stones and not position.is_over():
            position = position.play(random.choice(position.legal_moves()))
        if not position.is_over():
            found[position] = None
    return list(found)


def search(position, cpu, **limits):
    """Returns the result of a search whose time limit ends after `cpu` seconds of CPU time, and the CPU seconds that it
    took."""
    engine = gamecore.Engine(hash_mb=HASH_MB)
    begin = process_time()
    with engine.start(position, **limits) as search:
        while not search.done() and process_time() - begin < cpu:
            sleep(LOOK)
        search.stop()
        result = search.result()
    return result, process_time() - begin


def score_of(position):
    """Returns the exact score of a position as a search counts it."""
    if position.is_over():
        return {"loss": -WIN, "draw": 0}[position.outcome]
    solution = gamecore.solve(position)
    sign = {"win": 1, "draw": 0, "loss": -1}[solution.outcome]
    return sign * (WIN - (solution.plies_to_end or 0))


def keeps(position, move, score):
    """Whether a move keeps the exact score of a position, so that a win is as quick, or a loss as late, as possible."""
    child = position.play(move)
    later = -score_of(child)
    return later - ((later > 0) - (later < 0)) == score


def is_exact(result):
    return result.stop == "complete"


def share(cases):
    p = mean(cases)
    return f"{p:.3f} +- {(p * (1 - p) / len(cases)) ** .5:.3f}"


def lateness(position):
    """Returns the CPU time of an exact answer under a time limit divided by that of `solve`, or None if the latter is
    too short."""
    solver = Solver(HASH_MB, book=False)
    begin = process_time()
    solver.solve(position)
    alone = process_time() - begin
    if alone < SHORTEST:
        return None
    result, took = search(position, PATIENCE, seconds=10 * PATIENCE)
    return took / alone if is_exact(result) else PATIENCE / alone


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    positions = draw(Random(args.seed), args.positions)
    exact = {position: score_of(position) for position in positions}
    for limit in LIMITS:
        best, finished, cpu = [], [], []
        for position in positions:
            result, took = search(position, limit, seconds=100 * limit)
            finished.append(is_exact(result))
            best.append(keeps(position, result.move, exact[position]))
            cpu.append(took)
            assert not finished[-1] or best[-1] and result.score == exact[position], (str(position), result)
        print(f"{limit} s of CPU ({mean(cpu):.3f} on average), {len(positions)} positions with {STONES[0]} to "
              f"{STONES[-1]} stones: best move {share(best)}, finished {share(finished)}", flush=True)
    ratios = [log(ratio) for ratio in map(lateness, positions[::3]) if ratio]
    print(f"an exact answer takes {exp(mean(ratios)):.2f} times the CPU time of solve without the book (geometric "
          f"mean, times or over {exp(stdev(ratios) / len(ratios) ** .5):.2f}), {exp(max(ratios)):.2f} at most, "
          f"over {GOAL} in {sum(ratio > log(GOAL) for ratio in ratios)} of {len(ratios)} positions that take it "
          f"{SHORTEST} s or more", flush=True)
    begin = process_time()
    result = gamecore.Engine(hash_mb=HASH_MB).search(gamecore.ConnectFour(), depth=22)
    assert (result.move, result.score) == (4, WIN - 41), result
    print(f"depth 22 from the start: {process_time() - begin:.1f} s of CPU, {result.nodes} nodes")


if __name__ == "__main__":
    main()
