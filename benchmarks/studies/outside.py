"""Compares two other forms of connect four, behind a GameOps (tests/outside/four.pyx) and in Python, with the built-in
game.

    python -m benchmarks.studies.outside

The program counts instructions per node by valgrind's callgrind if this is installed, and otherwise measures time. It
asserts that both searches visit the same nodes. Then it compares a Python game with a negamax of 15 lines on the same
class and, if easyAI is installed (`make peers`), with easyAI.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import process_time

import gamecore
from gamecore import LOSS, PythonGame
from gamecore.core.about import about

from benchmarks.instructions import count
from benchmarks.peers.connect_four import BOARD, BOTTOM, COLUMNS, calls_of

ROOT = Path(__file__).resolve().parents[2]

# name: (switches, order, depths of two searches, of which the second does more; the target: outside over built in)
MEASURES = {
    "plain alpha-beta": ("pruning", "none", (8, 9), 1.5),
    "full search": ("exact", "full", (4, 13), 1.25),
}
PYTHON_DEPTHS = (8, 9)
SEARCH = """
import sys
sys.path.insert(0, {folder!r})
import gamecore
{make}
result = gamecore.Engine(hash_mb=16, switches={switches!r}, order={order!r}).search(position, depth={depth})
print(result.nodes, result.seconds)
"""
MAKERS = {"built in": "position = gamecore.ConnectFour()", "outside": "import four; position = four.Four()"}


def build(folder):
    """Compiles the custom games in a folder."""
    for path in (ROOT / "tests" / "outside").glob("*.py*"):
        shutil.copy(path, folder)
    path = os.pathsep.join(filter(None, [gamecore.get_include(), os.environ.get("PYTHONPATH")]))
    subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder, check=True,
                   capture_output=True,
                   env=os.environ | {"PYTHONPATH": path})


def seconds(code):
    """Returns (nodes, seconds) of the fastest of some runs."""
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
            for _ in range(5)]
    return int(runs[0][0]), min(float(run[1]) for run in runs)


def cost(measure, maker, folder, switches, order, depths):
    """Returns (nodes, cost per node) of the difference of two searches, which cancels the cost of starting."""
    (less, cheap), (more, dear) = (measure(SEARCH.format(folder=str(folder), make=MAKERS[maker], switches=switches,
                                                         order=order, depth=depth))
                                   for depth in depths)
    return more - less, (dear - cheap) / (more - less)


def compare_compiled(folder):
    counted = shutil.which("valgrind") is not None
    measure, unit, scale = (count, "instructions", 1) if counted else (seconds, "ns", 1e9)
    print(f"compiled, {unit} a node" + ("" if counted else " (valgrind is not installed)"))
    for name, (switches, order, depths, target) in MEASURES.items():
        (nodes, ours), (their_nodes, theirs) = (cost(measure, maker, folder, switches, order, depths)
                                                for maker in MAKERS)
        assert nodes == their_nodes, f"{name}: {nodes} nodes built in, {their_nodes} from outside"
        print(f"  {name:<18} {nodes:>9,} nodes   built in {ours * scale:6.1f}   outside {theirs * scale:6.1f}   "
              f"ratio {theirs / ours:.2f} (target {target})", flush=True)


NEW = object.__new__


def has_four(stones):
    pairs = stones & stones >> 7
    if pairs & pairs >> 14:
        return True
    pairs = stones & stones >> 1
    if pairs & pairs >> 2:
        return True
    pairs = stones & stones >> 6
    if pairs & pairs >> 12:
        return True
    pairs = stones & stones >> 8
    return bool(pairs & pairs >> 16)


class PythonFour(PythonGame):
    """Connect four in Python on the bits of games/connect_four/rules.pxd, tuned like peers/easyai.py."""

    __slots__ = ("own", "mask")

    def __init__(self, own=0, mask=0):
        self.own, self.mask = own, mask

    def legal_moves(self):
        free = self.mask + BOTTOM
        return [move for column in COLUMNS if (move := free & column)]

    def play(self, move):
        child = NEW(PythonFour)                  # quicker than a call of the class
        child.own = self.own ^ self.mask
        child.mask = self.mask | move
        return child

    def is_over(self):
        return has_four(self.own ^ self.mask) or self.mask == BOARD

    def final_score(self):
        return LOSS if has_four(self.own ^ self.mask) else 0

    def key(self):
        return self.own + self.mask + BOTTOM


def negamax(position, alpha, beta, depth):
    """Searches the same nodes as gamecore; a win counts more if more plies are left."""
    if position.is_over():
        return -1000 - depth if position.final_score() else 0
    if depth == 0:
        return 0
    best = -10000
    for move in position.legal_moves():
        score = -negamax(position.play(move), -beta, -alpha, depth - 1)
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    break
    return best


def search(depth):
    return negamax(PythonFour(), -10000, 10000, depth)


def timed(function, *args, **limits):
    start = process_time()
    function(*args, **limits)
    return process_time() - start


def full(position, **limits):
    return gamecore.Engine(hash_mb=16).search(position, **limits)


def compare_python(rounds=9):
    """Prints nodes per second of CPU time on the same tree, and then the time to the same depth with gamecore's table
    and order."""
    try:
        from benchmarks.peers import easyai
    except SystemExit:                                   # it has said that it is not installed
        easyai = None
    plain = gamecore.Engine(hash_mb=16, switches="pruning", order="none")
    for depth in PYTHON_DEPTHS:
        limits = {"depth": depth, "nodes": 10**9, "seconds": 1e6}
        result = plain.search(PythonFour(), **limits)
        counted = calls_of(sys.modules[__name__], "negamax", search, depth)
        assert (result.score, result.nodes) == counted, (result, counted)
        runs = {"gamecore": (result.nodes, partial(plain.search, PythonFour(), **limits)),
                "15 lines": (result.nodes, partial(search, depth)),
                "with table and order": (0, partial(full, PythonFour(), **limits))}
        if easyai:
            runs["easyAI"] = easyai.count(depth), partial(easyai.search, depth)
        times = zip(*([timed(search) for _, search in runs.values()] for _ in range(rounds)))
        least = dict(zip(runs, map(min, times)))         # in turns; of each the fastest run
        ours = least["gamecore"] / result.nodes
        print(f"  depth {depth}: gamecore {1e-3 / ours:.0f} k nodes/s" + "".join(
            f"   {name} {nodes / least[name] / 1e3:.0f}, ratio {least[name] / nodes / ours:.2f}"
            for name, (nodes, _) in runs.items() if name in ("15 lines", "easyAI")))
        print(f"    to the depth with table and order {least['15 lines'] / least['with table and order']:.1f} times "
              "faster than 15 lines")


if __name__ == "__main__":
    facts = about()
    print(", ".join(facts[key] for key in ("version", "compiler", "flags", "python", "cpu")))
    with tempfile.TemporaryDirectory() as folder:
        build(folder)
        compare_compiled(folder)
    print("in Python, plain alpha-beta, connect four, columns left to right")
    compare_python()
