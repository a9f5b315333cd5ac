"""Prints the counts of the last run of `make benchmarks`, and of the run before it on the same machine.

    python -m benchmarks.saved [FILE [BEFORE]]

A ratio is the rate, by the least CPU time, divided by the rate of the run before; `!` marks a count that has changed.
"""
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def rows_of(path):
    """Returns {name: (unit, count, rate, ebf)} of a saved run."""
    found = {}
    for row in json.loads(Path(path).read_text(encoding="utf-8"))["benchmarks"]:
        facts = row["extra_info"]
        for unit in [key.removesuffix("_per_cpu_second") for key in facts if key.endswith("_per_cpu_second")]:
            name = row["fullname"].removeprefix("benchmarks/suites/").replace(".py::test_", ": ").replace("_", " ")
            found[name] = unit, facts[unit], facts[f"{unit}_per_cpu_second"], facts.get("ebf")
    return found


def lines(now, before):
    """Yields the lines of the table."""
    yield f"{'':90} {'count':>13} {'M/cpu s':>9} {'ebf':>6} {'ratio':>7}"
    for name, (unit, count, rate, ebf) in now.items():
        _, old, rate_before, _ = before.get(name, (unit, count, None, None))
        ratio = f"{rate / rate_before:7.2f}" if rate_before else " " * 7
        yield (f"{name:90.90} {count:>13,} {rate / 1e6:9.3f} {f'{ebf:6.2f}' if ebf else ' ' * 6} {ratio} {unit}"
               f"{'' if old == count else f' ! {old:,} before'}")


def main(paths):
    saved = sorted((ROOT / ".benchmarks").glob("*/*.json"), key=lambda path: path.stat().st_mtime)
    paths = [Path(path) for path in paths] or [path for path in saved[:-3:-1] if path.parent == saved[-1].parent]
    if not paths:
        sys.exit("nothing is saved: make benchmarks")
    now, *before = map(rows_of, paths)
    print(*lines(now, before[0] if before else {}), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
