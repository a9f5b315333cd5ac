"""Measures the worth of depth and evaluation in connect four by matches between fixed depths after four plies.

    python -m benchmarks.studies.depth [BALLOTS]

Each ballot (200) is played twice with sides exchanged; the intervals are those of the pairs. docs/journal/search.md
shows the results.
"""
import sys
from itertools import product
from math import sqrt
from random import Random

from gamecore import ConnectFour, Engine
from gamecore.errors import PositionError

SWITCHES = "evaluation,pruning,table,hint,deepening"
CENTRE_ONLY = {"good threats": 0, "other threats": 0, "open threats": 0}
NO_OPEN = {"open threats": 0}


def openings(count):
    """Returns distinct positions after four plies, drawn with a fixed seed."""
    found = {}
    for columns in product("1234567", repeat=4):
        try:
            position = ConnectFour("".join(columns))
        except PositionError:
            continue
        found.setdefault(position, position)
    positions = list(found.values())
    Random(1).shuffle(positions)
    return positions[:count]


def play(position, engines, depths):
    """Returns the points of the side to move, 1, 1/2 or 0."""
    turn = 0
    while not position.is_over():
        position = position.play(engines[turn].search(position, depth=depths[turn]).move)
        turn ^= 1
    score = position.final_score() * (-1 if turn else 1)
    return 0.5 if score == 0 else float(score > 0)


def match(count, depths, evaluations=(None, None)):
    """Returns (score of the first side, half of its 95 % interval), in percent."""
    a, b = engines = [Engine(hash_mb=1, evaluation=evaluation, switches=SWITCHES) for evaluation in evaluations]
    pairs = []
    for position in openings(count):
        a.clear()
        b.clear()
        pairs.append((play(position, engines, depths) + 1 - play(position, (b, a), depths[::-1])) / 2)
    mean = sum(pairs) / count
    return 100 * mean, 196 * sqrt(sum((pair - mean) ** 2 for pair in pairs) / count / (count - 1))


def show(text, scores):
    print(text, *(f"{mean:5.1f} +- {half:.1f}" for mean, half in scores), sep="  ", flush=True)


def main(count):
    fair, _ = match(min(count, 20), (3, 3))
    assert fair == 50, f"a side scores {fair} % against itself"
    for depths in [(d, d - 1) for d in range(2, 8)] + [(d, d - 2) for d in range(3, 8)]:
        scores = [match(count, depths, (evaluation, evaluation)) for evaluation in (None, NO_OPEN, CENTRE_ONLY)]
        show(f"depth {depths[0]} against {depths[1]}:", scores)
    for depth in range(1, 8):
        scores = [match(count, (depth, depth), (None, evaluation)) for evaluation in (NO_OPEN, CENTRE_ONLY)]
        show(f"depth {depth}, whole against part:", scores)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
