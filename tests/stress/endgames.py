"""What takes too long for the suite: python -m tests.stress.endgames DIR [--pieces 5] [--rule].

Builds the databases in DIR/free, or goes on where it was stopped, and compares their totals with tests/data/facts;
checks every position against its successors; finds the values of some slices once more by iteration in plain Python.
With --rule, builds in DIR/rule databases in which a win that takes more than 80 plies to the next capture or man's move
is a draw, as the rules have it, and lists where the two differ: nowhere but in the slices that
games/checkers/endgames/databases.pyx names, or probing would be wrong near the end of the clock.
"""
import argparse
import os
from functools import partial

from tests.data.facts.endgames import SIZES, TOTALS
from tests.games.checkers.test_endgames import compare_with_value_iteration

from gamecore.games.checkers.endgames import build as endgames, files
from gamecore.games.checkers.endgames.databases import SLOW, Databases
from gamecore.games.checkers.endgames.slice import SlicePair

DRAW_CLOCK = 80
OTHER_SLICES = [(1, 0, 2, 0)], [(1, 1, 1, 0)], [(0, 1, 2, 0)]


def print_totals(progress):
    if progress.totals:
        print(progress.totals, flush=True)


def build_free(directory, pieces):
    endgames.build(pieces, directory, on_progress=print_totals)
    databases = Databases(directory)
    for n in range(2, pieces + 1):
        totals = endgames.totals_of(databases, n, 0)
        found = [totals[name] for name in ("positions", "wins", "losses", "draws")]
    assert found == [SIZES[n], *TOTALS[n]], totals
    print("verified:", endgames.verify(directory, sample=None), flush=True)


def build_by_the_rule(directory, free, pieces):
    endgames.SlicePair = partial(SlicePair, layers=DRAW_CLOCK)
    endgames.build(pieces, directory, on_progress=print_totals)
    different = []
    for slice in Databases.sizes(pieces):
        with open(files.path_of(directory, slice), "rb") as by_the_rule:
            with open(files.path_of(free, slice), "rb") as whole:
                same = by_the_rule.read() == whole.read()
            if not same:
                different.append(files.name_of(slice))
    print("the rule makes a difference in", sorted(different))
    assert sorted(different) == (sorted(SLOW) if pieces > 5 else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory")
    parser.add_argument("--pieces", type=int, default=5, choices=range(3, 7))
    parser.add_argument("--rule", action="store_true")
    arguments = parser.parse_args()
    free = os.path.join(arguments.directory, "free")
    build_free(free, arguments.pieces)
    for slices in OTHER_SLICES:
        compare_with_value_iteration(Databases(), slices)
    print("iteration agrees", flush=True)
    if arguments.rule:
        build_by_the_rule(os.path.join(arguments.directory, "rule"), free, arguments.pieces)


if __name__ == "__main__":
    main()
