"""The instructions of batch functions, UCT and the solver: a module compiled with other flags, or a loop that is no
longer compiled for many positions at once, takes several times as many."""
import json
import shutil
import sys
from pathlib import Path

import pytest

from benchmarks import instructions

TRACKED = json.loads(instructions.TRACKED.read_text(encoding="utf-8"))
CPU = Path("/proc/cpuinfo")
TOLERANCE = .05                  # other versions of Python, numpy and the C library


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
@pytest.mark.skipif(any(TRACKED[key] != value for key, value in instructions.build().items()),
                    reason="the tracked counts are another build's")
@pytest.mark.skipif(not sys.platform.startswith("linux") or "avx2" not in CPU.read_text(encoding="utf-8"),
                    reason="functions compiled for several processors were counted with AVX2")
def test_no_call_takes_more_or_fewer_instructions_than_tracked():
    found = instructions.measure_calls()
    assert found.keys() | instructions.MEASURES.keys() | instructions.build().keys() == TRACKED.keys()
    changed = {name: (counts["per_node"], TRACKED[name]["per_node"]) for name, counts in found.items()
               if abs(counts["instructions"] / TRACKED[name]["instructions"] - 1) > TOLERANCE}
    assert not changed, f"{changed}: python -m benchmarks.instructions --update, and the commit says why"
