"""Counts the instructions per node by valgrind's callgrind. The counts are the same on every run, under any load.

    python -m benchmarks.instructions [--update]

Prints the counts next to the tracked counts of instructions.json; --update writes the new counts to this file. The
count of a search is the difference of two runs, which cancels the cost of starting Python and importing gamecore.
Batches, UCT and the solver are calls in one run, in which callgrind writes a file at each mark. Callgrind has no
AVX-512, so if a function is compiled for several processors, it counts another version than most machines run. Other
compilers and flags give other counts.
"""
import gc
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from operator import attrgetter
from pathlib import Path

import gamecore
from gamecore import arrays
from gamecore.core.about import about
from gamecore.games.connect_four.solver import Solver

from benchmarks.studies.arrays import scattered

ROOT = Path(__file__).resolve().parents[1]
TRACKED = Path(__file__).with_name("instructions.json")

# A program that prints the number of nodes visited. Searches of Python games are omitted, since Python dominates their
# cost.
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


POSITIONS = {gamecore.ConnectFour: 2000, gamecore.Checkers: 2000, gamecore.Backgammon: 200}
EVALUATIONS = {gamecore.ConnectFour: ("linear",), gamecore.Checkers: ("linear", "patterns", "net"),
               gamecore.Backgammon: ("linear", "net")}


def calls():
    """Yields (name, call, its nodes, given its answer) for the batch functions, UCT and the solver."""
    for game, n in POSITIONS.items():
        batch, name = scattered(game, n), game.__name__
        listed = arrays.unpack(batch)
        for evaluation in EVALUATIONS[game]:
            engine = gamecore.Engine(hash_mb=1, evaluation=evaluation)
            yield f"evaluate_many, {name}, {evaluation}", partial(engine.evaluate_many, batch), len
        yield f"evaluate_many of a list, {name}", partial(engine.evaluate_many, listed), len
        yield f"pack, {name}", partial(arrays.pack, listed), len
        for function in (arrays.unpack, arrays.outcomes, arrays.planes):
            yield f"{function.__name__}, {name}", partial(function, batch), len
        yield f"playouts, {name}, a ply", partial(arrays.playouts, batch[:n // 10]), lambda games: int(games[1].sum())
        if game is gamecore.Backgammon:
            dice = [(1 + i % 6, 1 + i // 6 % 6) for i in range(n)]
            yield f"roll, {name}", partial(arrays.roll, batch, dice), len
            batch = arrays.roll(batch, dice)
        else:
            yield f"legal_mask, {name}", partial(arrays.legal_mask, batch), len
        yield f"legal_moves, {name}", partial(arrays.legal_moves, batch), lambda moves: len(moves[1]) - 1
        moves, first = arrays.legal_moves(batch)
        yield f"play, {name}", partial(arrays.play, batch, moves[first[:-1]]), len
    trees = [gamecore.UniformTree(2, 2, seed=seed) for seed in range(500)]
    yield "evaluate_many of a list, UniformTree", partial(gamecore.Engine(hash_mb=1).evaluate_many, trees), len
    for game in (gamecore.ConnectFour, gamecore.Checkers):
        yield f"uct, {game.__name__}", partial(gamecore.uct, game(), nodes=20_000, tree_mb=4), attrgetter("nodes")
    solver = Solver(hash_mb=2)
    yield "solver", lambda: (solver.clear(), solver.solve("4443335521"))[1], attrgetter("nodes")


def run_calls():
    """Makes each call between two marks, after an earlier call that loads the data; prints its nodes and its name."""
    gc.disable()                         # it would count for the call in which it happens to begin
    control = subprocess.Popen(["callgrind_control", "-i", "on", str(os.getpid())], stdout=subprocess.DEVNULL)
    while control.poll() is None:        # valgrind answers while this process runs
        pass
    for name, call, nodes in calls():
        call()
        os.getppid()
        answer = call()
        os.getppid()
        print(nodes(answer), name)


# The environment of a run fixes the order of sets, and makes large arrays always use new memory, which need not be
# zeroed.
SETTLED = {"PYTHONHASHSEED": "0", "MALLOC_MMAP_THRESHOLD_": "131072"}


def callgrind(code, *options):
    """Returns a run of Python, and the instructions of each of its parts."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch, "out")
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *options, sys.executable,
                              "-c", code],
                             env=os.environ | SETTLED, capture_output=True, text=True, cwd=ROOT)
        if run.returncode:
            sys.exit(f"callgrind failed:\n{run.stderr}")
        files = sorted(out.parent.glob("out.*"), key=lambda file: int(file.suffix[1:])) + [out]
        return run.stdout, [int(re.search(r"^(?:totals|summary): (\d+)", file.read_text(), re.MULTILINE)[1])
                            for file in files]


def count(code):
    """Returns (nodes, instructions) of a run of Python, whose first printed word is its nodes."""
    printed, (instructions,) = callgrind(code)
    return int(printed.split()[0]), instructions


def counts_of(nodes, instructions):
    """Returns a row of instructions.json."""
    return {"nodes": nodes, "instructions": instructions, "per_node": round(instructions / nodes, 1)}


def build():
    """Returns a record of everything on which the counts depend."""
    facts = about()
    return {key: facts[key] for key in ("compiler", "flags", "machine", "python")}


def measure_calls():
    """Returns the counts of the batch functions, UCT and the solver, without the instructions for loading them."""
    printed, parts = callgrind("from benchmarks.instructions import run_calls; run_calls()",
                               "--dump-before=getppid", "--instr-atstart=no")       # imports cost half of the time
    rows = [line.split(maxsplit=1) for line in printed.splitlines()]
    return {name: counts_of(int(nodes), instructions)
            for (nodes, name), instructions in zip(rows, parts[1:-1:2], strict=True)}


def measure():
    """Returns the contents of instructions.json."""
    found = build()
    for name, (less, more) in MEASURES.items():
        print(f"{name} ...", file=sys.stderr, flush=True)
        (nodes, instructions), (more_nodes, more_instructions) = count(less), count(more)
        found[name] = counts_of(more_nodes - nodes, more_instructions - instructions)
    print("batches, UCT, solver ...", file=sys.stderr, flush=True)
    return found | measure_calls()


def report(found, tracked):
    print(f"{found['compiler']}, {found['flags']}, {found['machine']}")
    if any(found[key] != tracked.get(key) for key in build()):
        print(f"tracked with another build: {', '.join(str(tracked.get(key)) for key in build())}")
    for name in [name for name in found if name not in build()]:
        new, old = found[name], tracked.get(name)
        line = (f"{name:<36} {new['nodes']:>12,} nodes {new['instructions']:>16,} instructions "
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
