"""Prints the table of docs/tour/17-design-an-evaluation.md, which compares four evaluations of connect four by ranks
and by games.

    python docs/tour/evaluation_table.py [--games 100] [--positions 500] [--depth 2]
"""
from argparse import ArgumentParser
from doctest import DocTestParser
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import gamecore
from gamecore.laboratory.check_players import correlation, sample

PAGE = Path(__file__).with_name("17-design-an-evaluation.md")
OPENING = range(4, 7)                    # random plies before a pair of games


def ideas():
    """Returns the functions that the page defines before its first results."""
    namespace = {}
    for example in DocTestParser().get_examples(PAGE.read_text(encoding="utf-8")):
        if not example.want:
            exec(example.source, namespace)
        if "parity" in namespace:
            return {name: namespace[name] for name in ("nothing", "centre", "threats", "parity")}


def points(position, engines, depth):
    """Returns the points of engines[0], 1, 1/2 or 0, if it moves first."""
    side = 0
    while not position.is_over():
        position = position.play(engines[side].search(position, depth).move)
        side = 1 - side
    return 0.5 if position.outcome == "draw" else float(side == 1)


def match(own, other, games, depth):
    """Returns the mean points of `own`, with the standard error, over pairs of games from one opening with sides
    exchanged."""
    engines = [gamecore.Engine(hash_mb=1, evaluation=evaluation) for evaluation in (own, other)]
    openings = sample(gamecore.ConnectFour(), Random(1), games // 2, OPENING)
    pairs = [(points(start, engines, depth) + 1 - points(start, engines[::-1], depth)) / 2 for start in openings]
    return fmean(pairs), stdev(pairs) / sqrt(len(pairs))


def main():
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--depth", type=int, default=2)
    args = parser.parse_args()
    found, results = ideas(), {}
    positions = sample(gamecore.ConnectFour(), Random(0), args.positions, range(16, 27))
    truth = [gamecore.solve(each).score for each in positions]
    for a, b in combinations(found, 2):
        mean, error = match(found[a], found[b], args.games, args.depth)
        results[a, b], results[b, a] = f"{mean:.2f} +- {error:.2f}", f"{1 - mean:.2f} +- {error:.2f}"
    print(f"| | rank correlation | {' | '.join(f'against `{name}`' for name in found)} |")
    print("|---|" + "--:|" * (len(found) + 1))
    for name, idea in found.items():
        ranks = correlation([idea(each) for each in positions], truth)
        against = " | ".join(results.get((name, other), "") for other in found)
        print(f"| `{name}` | {ranks:.2f} +- {1 / sqrt(args.positions - 1):.2f} | {against} |")


if __name__ == "__main__":
    main()
