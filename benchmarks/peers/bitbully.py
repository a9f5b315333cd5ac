"""Compares bitbully, a connect-four solver (C++, PyPI), with gamecore's.

Both solvers take turns on the same positions in one run. The processor time of one core is measured, and every score is
compared. `make peers` installs bitbully.

    python -m benchmarks.peers.bitbully                  # positions by category: benchmarks/positions/connect_four.txt
    python -m benchmarks.peers.bitbully --random 5000    # random positions of 12 to 41 stones: no score may differ
    python -m benchmarks.peers.bitbully --empty          # the empty board, from scratch; bitbully takes minutes

Neither solver has a book. All positions are solved twice. In the runs called "cleared", both tables are emptied before
each position; the time for this is not counted. To clear its table bitbully writes to all of it, which also evicts
other data from the processor's caches, so short solves look expensive. gamecore returns its pages to the system, and a
solve pays for each page to which it writes (8 ms for 64 MiB with huge pages). In the runs called "kept", neither table
is emptied, and both programs have warm caches.
"""
import random
import sys
from argparse import ArgumentParser
from importlib.metadata import version
from os import sysconf
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
WAYS = "cleared", "kept"
HASH_MB = 64                         # of gamecore's table
BLOCK = 25                           # positions a turn, so that both run under the same load


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


def resident():
    """Returns the memory of this process that is in use, in MiB; None if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return None


class Race:
    """Both solvers on the same positions, with tables that are either cleared before each position or kept."""

    def __init__(self, way):
        before = resident()
        self.agent = BitBully(opening_book=None)
        self.agent.reset_transposition_table()               # writes to all of it
        self.megabytes = before and resident() - before
        self.solver = Solver(HASH_MB, book=False)
        self.solver.solve("", nodes=WARMING)
        self.solver.clear()
        self.cleared = way == "cleared"

    def run(self, rows):
        """Returns seconds of processor time of gamecore and bitbully for positions (columns, score or None)."""
        ours = theirs = 0.0
        for i in range(0, len(rows), BLOCK):
            block = [(gamecore.ConnectFour(columns), Board([int(column) - 1 for column in columns]), score)
                     for columns, score in rows[i:i + BLOCK]]
            found, seconds = timed(lambda position: self.solver.solve(position).score, [row[0] for row in block],
                                   self.solver.clear if self.cleared else None)
            ours += seconds
            known, seconds = timed(self.agent.mtdf, [row[1] for row in block],
                                   self.agent.reset_transposition_table if self.cleared else None)
            theirs += seconds
            for (position, _, score), our, their in zip(block, found, known):
                assert our == their and score in (None, our), f"{position}: ours {our}, theirs {their}, known {score}"
        return ours, theirs


def timed(solve, positions, clear):
    """Returns the scores, and the processor time without the time for clearing the table before each position."""
    found, cleared = [], 0.0
    start = process_time()
    for position in positions:
        if clear is not None:
            before = process_time()
            clear()
            cleared += process_time() - before
        found.append(solve(position))
    return found, process_time() - start - cleared


def show(name, way, rows, times):
    ours, theirs = (1e6 * seconds / len(rows) for seconds in times)
    print(f"  {name:<15} {len(rows):>5} positions   {way:<7}   bitbully {theirs:>12,.1f} us   "
          f"gamecore {ours:>12,.1f} us   ratio {theirs / ours:.2f}", flush=True)


def main():
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--random", metavar="N", type=int, help="random positions instead of the committed ones")
    parser.add_argument("--most", metavar="N", type=int, help="only the first N of each category")
    parser.add_argument("--empty", action="store_true", help="the empty board instead")
    args = parser.parse_args()
    facts = about()
    print(f"connect four solved: bitbully {version('bitbully')}, gamecore {facts['version']}, microseconds a position; "
          + ", ".join(facts[key] for key in ("compiler", "flags", "python", "cpu")), flush=True)
    if args.empty:
        rows = {"empty": [("", 1)]}
    elif args.random:
        rows = {"random": [(columns, None) for columns in random_positions(args.random)]}
    else:
        rows = {category: rows[:args.most] for category, rows in by_category().items()}
    for way in WAYS[:1] if args.empty else WAYS:
        race = Race(way)
        if race.megabytes is not None and way == WAYS[0]:
            print(f"  tables: bitbully's {race.megabytes:.0f} MiB, by the memory that it takes; gamecore's "
                  f"{HASH_MB} MiB")
        for name, positions in rows.items():
            show(name, way, positions, race.run(positions))


if __name__ == "__main__":
    main()
