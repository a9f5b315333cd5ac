"""Writes benchmarks/positions/connect_four.txt, with positions of known score by stones and distance to the end.

For each position a number of stones is drawn uniformly from the category's range, and that many uniformly random moves
are played. The position is kept if the game is not over and, with best play, ends after a number of plies in the
category's range. Seeds and ranges are in the file's head. It takes ten minutes.
"""
import random
from pathlib import Path

import gamecore
from gamecore.games.connect_four.solver import Solver

OUT = Path(__file__).with_name("connect_four.txt")

# category, seed (categories of one seed share a stream, in this order), stones, plies to the end, positions
CATEGORIES = [
    ("end-easy", 2026, (29, 41), (0, 13), 1000),
    ("middle-easy", 2026, (15, 28), (0, 13), 1000),
    ("middle-medium", 2026, (15, 28), (14, 27), 500),
    ("opening-easy", 2026, (1, 14), (0, 13), 500),
    ("opening-medium", 2026, (1, 14), (14, 27), 100),
    ("opening-hard", 77, (5, 11), (28, 42), 30),
]


def random_position(generator, stones):
    """Returns an unfinished position after a number of random moves."""
    while True:
        position = gamecore.ConnectFour()
        while position.ply < stones and not position.is_over():
            position = position.play(generator.choice(position.legal_moves()))
        if not position.is_over():
            return position


def main():
    solver = Solver(book=False)
    streams = {seed: random.Random(seed) for _, seed, *_ in CATEGORIES}
    lines = [f"# {name}: seed {seed}, {a} to {b} stones, {c} to {d} plies to the end"
             for name, seed, (a, b), (c, d), _ in CATEGORIES]
    for name, seed, stones, plies, number in CATEGORIES:
        while number:
            position = random_position(streams[seed], streams[seed].randint(*stones))
            solution = solver.solve(position)
            left = solution.plies_to_end or 42 - position.ply
            if plies[0] <= left <= plies[1]:
                lines.append(f"{name} {position} {solution.score}")
                number -= 1
    OUT.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
