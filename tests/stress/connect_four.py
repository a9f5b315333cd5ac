"""What takes too long for the suite: python -m tests.stress.connect_four [--positions 500000] [--seed 0].

Compares each of the solver's bounds with the scores that its reference finds: on all positions of 5x4 in which the
side to move does not win at once, then on late ones of 7x6, all those below random positions of 22 to 27 stones.
"""
import argparse
import random
from collections import Counter

from tests.games.connect_four.test_solver import check_bounds, check_bounds_late


def show(board, said):
    print(f"{board}: {said.pop(''):,} positions, no bound wrong; bounds that said something:",
          ", ".join(f"{name} {number:,}" for name, number in sorted(said.items())), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    show("5x4", check_bounds(5, 4))
    generator, said = random.Random(arguments.seed), Counter()
    while said[""] < arguments.positions:
        said += check_bounds_late(generator, generator.randint(22, 27))
    show("7x6", said)


if __name__ == "__main__":
    main()
