"""Tries harder than the suite to break the law: python -m tests.stress.law --examples 100000."""
import argparse
import os
import time

from hypothesis import HealthCheck, settings


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=10_000, help="random examples of each law")
    parser.add_argument("--only", default="", help="laws whose name contains this text")
    arguments = parser.parse_args()
    settings.register_profile("stress", deadline=None, database=None, print_blob=True,
                              suppress_health_check=list(HealthCheck))
    settings.load_profile("stress")
    os.environ["LAW_EXAMPLES"] = str(arguments.examples)
    from tests.laws import test_law
    for name, law in vars(test_law).items():
        if name.startswith("test_") and arguments.only in name:
            start = time.perf_counter()
            law()
            print(f"{name}: {arguments.examples} examples, {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
