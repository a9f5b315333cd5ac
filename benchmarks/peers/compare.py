"""Runs every installed peer and gamecore on the same tasks, in one run, and prints the ratios.

    python -m benchmarks.peers.compare

A peer is a file in benchmarks/peers that calls `connect_four.compare` and reports a missing library. `make peers`
installs the libraries that can be installed.
"""
import subprocess
import sys
from pathlib import Path

from gamecore.core.about import about

ROOT = Path(__file__).resolve().parents[2]
SHARED = {"compare.py", "connect_four.py"}   # what the peers have in common


def main():
    print(", ".join(about().values()), flush=True)
    failed = []
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.name not in SHARED:
            print(f"\n{path.stem}", flush=True)
            if subprocess.run([sys.executable, "-m", f"benchmarks.peers.{path.stem}"], cwd=ROOT).returncode:
                failed.append(path.stem)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
