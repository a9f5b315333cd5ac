"""Counts the nodes of exact searches of king endings, in which repetitions limit the use of the table.

    python -m benchmarks.studies.king_endings

Each row has the kings of White and Black and the men of each side, the number of searches, and their nodes.
"""
import random

import gamecore
from gamecore.laboratory.bench import EVALUATION, HASH_MB, SWITCHES

FIXED = gamecore.Checkers("B:WK1,K7,K12:BK20,K25,K30")
# For each seed of positions: the kings of White, the kings of Black and the men of each side, with the depths.
KINDS = {406: [((2, 2, 0), [15] * 6), ((3, 2, 0), [13] * 5), ((2, 1, 0), [15] * 5), ((3, 3, 0), [13] * 6),
               ((4, 3, 0), [11] * 3), ((2, 2, 1), [12] * 4)],
         4061: [((2, 2, 0), [13 + i % 5 for i in range(12)]), ((3, 2, 0), [12 + i % 4 for i in range(6)]),
                ((2, 1, 0), [13 + i % 5 for i in range(6)]), ((1, 1, 0), [13 + i % 5 for i in range(6)]),
                ((3, 3, 0), [11 + i % 4 for i in range(6)])]}


def ending(chance, white, black, men):
    """Returns a random quiet position."""
    while True:
        squares = chance.sample(range(1, 33), white + black + 2 * men)
        first, last = squares[:white], squares[white:white + black]
        white_men, black_men = squares[white + black:][:men], squares[white + black:][men:]
        white_side = [f"K{square}" for square in first] + [str(square) for square in white_men if square > 4]
        black_side = [f"K{square}" for square in last] + [str(square) for square in black_men if square < 29]
        position = gamecore.Checkers(f"{chance.choice('BW')}:W{','.join(white_side)}:B{','.join(black_side)}")
        if position.legal_moves() and position.is_quiet():
            return position


def nodes(position, depth):
    return gamecore.Engine(hash_mb=HASH_MB, switches=SWITCHES, evaluation=EVALUATION).search(position, depth).nodes


def main():
    counts = {str(FIXED): [nodes(FIXED, depth) for depth in range(11, 18)]}
    for seed, kinds in KINDS.items():
        chance = random.Random(seed)
        for kind, depths in kinds:
            counts.setdefault("{} against {}, {}".format(*kind), []).extend(
                [nodes(ending(chance, *kind), depth) for depth in depths])
    counts["all"] = [n for some in counts.values() for n in some]
    for name, some in counts.items():
        print(f"{name:26} {len(some):3} {sum(some):11,}")


if __name__ == "__main__":
    main()
