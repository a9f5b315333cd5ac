"""What takes too long for the suite: python -m tests.stress.checkers. Perft from the start to depth 14 in both
conventions (half a minute), then random games against pydraughts and OpenSpiel where these are installed, and the laws
with many examples."""
import argparse
import os
import time
from pathlib import Path

import pytest
from tests.data.facts.checkers_perft import START
from hypothesis import HealthCheck, settings

import gamecore


def count_from_start():
    for convention, counts in START.items():
        for depth, count in enumerate(counts, 1):
            start = time.perf_counter()
            assert gamecore.perft(gamecore.Checkers(), depth, convention=convention) == count
            print(f"{convention} {depth}: {count} in {time.perf_counter() - start:.2f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200,
                        help="random games compared with pydraughts; 20 times as many with OpenSpiel")
    parser.add_argument("--examples", type=int, default=20_000, help="random examples of each law")
    arguments = parser.parse_args()
    count_from_start()
    os.environ["CHECKERS_GAMES"] = str(arguments.games)
    os.environ["CHECKERS_EXAMPLES"] = str(arguments.examples)
    settings.register_profile("stress", deadline=None, database=None, print_blob=True,
                              suppress_health_check=list(HealthCheck))
    settings.load_profile("stress")
    here = Path(__file__).parents[1] / "games" / "checkers"
    raise SystemExit(pytest.main(["-q", "-rs", "-p", "no:cacheprovider",
                                  *(f"{here}/test_{name}.py" for name in ("laws", "peers"))]))


if __name__ == "__main__":
    main()
