"""Counts the instructions per node by valgrind's callgrind, which are the same on every run, under any load.

    python benchmarks/instructions.py [--update]

Prints them beside the tracked ones of instructions.json; --update writes the new counts there. Each number is the
difference of two runs, which cancels the cost of starting Python and importing gamecore. Other compilers and flags give
other numbers.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gamecore.core.about import about

TRACKED = Path(__file__).with_name("instructions.json")

# A program that prints the number of nodes visited. Searches of Python games are omitted, as their cost is Python's.
PLAIN = """
import gamecore
engine = gamecore.Engine(hash_mb=1, switches="pruning", order="none")
print(engine.search(gamecore.ConnectFour(), {depth}).nodes)
"""
CALLS = """
import gamecore
engine, position = gamecore.Engine(hash_mb=1), gamecore.ConnectFour()
print(sum(engine.search(position, depth=1).nodes for _ in range({calls})))
"""
BENCH = """
from gamecore.laboratory.bench import TASKS, bench, signature
print(signature(bench(tasks=TASKS[:{tasks}])))
"""

# name: the code of two runs, of which the second does more
MEASURES = {
    "plain alpha-beta, depth 9": (PLAIN.format(depth=7), PLAIN.format(depth=9)),
    "plain alpha-beta, depth 10": (PLAIN.format(depth=7), PLAIN.format(depth=10)),
    "calls of search, depth 1": (CALLS.format(calls=1000), CALLS.format(calls=3000)),
    "bench": (BENCH.format(tasks=0), BENCH.format(tasks="")),
}


def count(code):
    """Returns (nodes, instructions) of a run of Python, whose first printed word is its nodes."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch, "callgrind.out")
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", sys.executable, "-c",
                              code],
                             env=os.environ | {"PYTHONHASHSEED": "0"}, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"callgrind failed:\n{run.stderr}")
        totals = re.search(r"^(?:totals|summary): (\d+)", out.read_text(), re.MULTILINE)
        return int(run.stdout.split()[0]), int(totals.group(1))


def measure():
    """Returns the contents of instructions.json."""
    facts = about()
    found = {"compiler": facts["compiler"], "flags": facts["flags"], "machine": facts["machine"]}
    for name, (less, more) in MEASURES.items():
        print(f"{name} ...", file=sys.stderr, flush=True)
        (nodes, instructions), (more_nodes, more_instructions) = count(less), count(more)
        nodes, instructions = more_nodes - nodes, more_instructions - instructions
        found[name] = {"nodes": nodes, "instructions": instructions, "per_node": round(instructions / nodes, 1)}
    return found


def report(found, tracked):
    print(f"{found['compiler']}, {found['flags']}, {found['machine']}")
    if any(found[key] != tracked.get(key) for key in ("compiler", "flags", "machine")):
        built = ", ".join(str(tracked.get(key)) for key in ("compiler", "flags", "machine"))
        print(f"tracked with another build: {built}")
    for name in MEASURES:
        new, old = found[name], tracked.get(name)
        line = (f"{name:<28} {new['nodes']:>12,} nodes {new['instructions']:>16,} instructions "
                f"{new['per_node']:>8.1f} a node")
        if old:
            line += f"   (tracked {old['per_node']:.1f}, all {new['instructions'] / old['instructions'] - 1:+.2%})"
        print(line)


if __name__ == "__main__":
    if shutil.which("valgrind") is None:
        print("valgrind is not installed: skipped")
        sys.exit()
    found = measure()
    report(found, json.loads(TRACKED.read_text()) if TRACKED.exists() else {})
    if "--update" in sys.argv[1:]:
        TRACKED.write_text(json.dumps(found, indent=4) + "\n")
