"""All @given tests with fresh seeds, in rounds of as many examples as `make test` draws. A failure prints the command
that repeats it."""
import argparse
import subprocess
import sys
from random import SystemRandom


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="10 draw ten times the examples of `make test`")
    parser.add_argument("--seed", type=int, help="the seed of the first round, by default a random one")
    parser.add_argument("words", nargs="*", help="further arguments for pytest, behind --")
    options = parser.parse_args()
    first = SystemRandom().randrange(2**31) if options.seed is None else options.seed
    failed = []
    for seed in range(first, first + options.rounds):
        command = ["-m", "pytest", "-q", "-m", "hypothesis", "--hypothesis-profile", "fresh", "--hypothesis-seed",
                   str(seed), *options.words]
        print(f"seed {seed}", flush=True)
        if subprocess.run([sys.executable, *command]).returncode:
            failed.append(f"FAILED: python {' '.join(command)}")
    print(*failed, sep="\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
