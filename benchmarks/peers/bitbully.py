"""Compares bitbully, a connect-four solver (C++, PyPI), with gamecore's.

Both take turns on the same positions in one run, in processor time of one core, and every score is compared. `make
peers` installs it.

    python -m benchmarks.peers.bitbully                  # positions by category: benchmarks/positions/connect_four.txt
    python -m benchmarks.peers.bitbully --random 5000    # random positions of 12 to 41 stones: no score may differ
    python -m benchmarks.peers.bitbully --empty          # the empty board, from scratch; bitbully takes minutes

Neither has a book, and both tables are cleared before each position; gamecore's time includes clearing its table of 64
MiB, bitbully's does not.
"""
import random
import sys
from argparse import ArgumentParser
from importlib.metadata import version
from pathlib import Path
from time import process_time

import gamecore
from gamecore.core.about import about
from gamecore.games.connect_four.solver import Solver

try:
    from bitbully import BitBully, Board
except ImportError:
    print("bitbully is not installed: skipped (make peers)")
    sys.exit()

POSITIONS = Path(__file__).resolve().parents[1] / "positions" / "connect_four.txt"
SEED = 12
WARMING = 3_000_000                  # nodes that touch every page of the table, as a reset does in bitbully
BLOCK = 25                           # positions a turn, so that both meet the same moods of the machine


def by_category():
    """Returns [(columns played, score)] of the committed positions, by category."""
    found = {}
    for line in POSITIONS.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            category, columns, score = line.split()
            found.setdefault(category, []).append((columns, int(score)))
    return found


def random_positions(number):
    """Yields the columns played of random positions in which the game is not over."""
    generator = random.Random(SEED)
    while number:
        position, stones = gamecore.ConnectFour(), generator.randint(12, 41)
        while position.ply < stones and not position.is_over():
            position = position.play(generator.choice(position.legal_moves()))
        if not position.is_over():
            number -= 1
            yield str(position)


class Race:
    """Both solvers on the same positions."""

    def __init__(self):
        self.solver, self.agent = Solver(64, book=False), BitBully(opening_book=None)
        self.solver.solve("", nodes=WARMING)

    def run(self, rows):
        """Returns seconds of processor time of gamecore and bitbully for positions (columns, score or None)."""
        ours = theirs = 0.0
        for i in range(0, len(rows), BLOCK):
            block = [(gamecore.ConnectFour(columns), Board([int(column) - 1 for column in columns]), score)
                     for columns, score in rows[i:i + BLOCK]]
            start = process_time()
            found = [self.ours(position) for position, _, _ in block]
            ours += process_time() - start
            known = []
            for _, board, _ in block:
                self.agent.reset_transposition_table()   # takes milliseconds, and does not count
                start = process_time()
                known.append(self.agent.mtdf(board))
                theirs += process_time() - start
            for (position, _, score), our, their in zip(block, found, known):
                assert our == their and score in (None, our), f"{position}: ours {our}, theirs {their}, known {score}"
        return ours, theirs

    def ours(self, position):
        self.solver.clear()
        return self.solver.solve(position).score


def show(name, rows, times):
    ours, theirs = (1e6 * seconds / len(rows) for seconds in times)
    print(f"  {name:<15} {len(rows):>5} positions   bitbully {theirs:>12,.1f} us   "
          f"gamecore {ours:>12,.1f} us   ratio {theirs / ours:.1f}", flush=True)


def main():
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--random", metavar="N", type=int, help="random positions instead of the committed ones")
    parser.add_argument("--most", metavar="N", type=int, help="of each category only the first N")
    parser.add_argument("--empty", action="store_true", help="the empty board instead")
    args = parser.parse_args()
    facts = about()
    print(f"connect four solved: bitbully {version('bitbully')}, gamecore {facts['version']}, microseconds a position; "
          + ", ".join(facts[key] for key in ("compiler", "flags", "python", "cpu")), flush=True)
    race = Race()
    if args.random or args.empty:
        rows = [("", 1)] if args.empty else [(columns, None) for columns in random_positions(args.random)]
        show("empty" if args.empty else "random", rows, race.run(rows))
    else:
        for category, rows in by_category().items():
            rows = rows[:args.most]
            show(category, rows, race.run(rows))


if __name__ == "__main__":
    main()
