"""Asserts that the installed gamecore has the signature of a checkout: check_signature.py CHECKOUT."""
import sys
from pathlib import Path

from gamecore.laboratory.bench import bench, signature

expected = int(Path(sys.argv[1], "benchmarks", "signature.txt").read_text(encoding="utf-8"))
assert (found := signature(bench())) == expected, f"the signature is {found}, not {expected}"
print(f"signature {found}")
