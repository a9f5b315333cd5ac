"""Compares plain alpha-beta with the same loop in C that has no statistics, budget, principal variation or stop flag.

    python -m benchmarks.studies.bare_loop

Both search connect four from the empty board, with columns from left to right and higher scores for quicker wins. A
second build of the loop counts nodes: score, nodes and leaves must agree. The figure is the least CPU time of several
alternating runs.
"""
import ctypes
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

import gamecore
from gamecore.core.about import about

C = """
#include <stdint.h>
#define BOTTOM 0x40810204081ULL                 /* seven columns of seven bits, of which the highest stays empty */
#define BOARD (BOTTOM * 63)
#ifdef COUNTS
uint64_t nodes, leaves;
#define COUNT(node, leaf) (nodes += node, leaves += leaf)
#else
#define COUNT(node, leaf)
#endif

static inline int has_four(uint64_t s) {
    uint64_t column = s & s >> 1, fall = s & s >> 6, row = s & s >> 7, rise = s & s >> 8;
    return ((column & column >> 2) | (fall & fall >> 12) | (row & row >> 14) | (rise & rise >> 16)) != 0;
}
static int alpha_beta(uint64_t own, uint64_t mask, int alpha, int beta, int depth, int ply) {
    int best = -32000;
    for (uint64_t moves = (mask + BOTTOM) & BOARD; moves; moves &= moves - 1) {
        uint64_t move = moves & -moves, after = mask | move;
        int won = has_four(own | move), leaf = won || depth == 1 || after == BOARD;
        int score = won ? 30000 - ply - 1 : leaf ? 0
                  : -alpha_beta(own ^ mask, after, -beta, -alpha, depth - 1, ply + 1);
        COUNT(1, leaf);
        if (score > best) {
            best = score;
            if (score > alpha) {
                if (score >= beta) return score;
                alpha = score;
            }
        }
    }
    return best;
}
int search(int depth) {
    COUNT(1, 0);
    return alpha_beta(0, 0, -32000, 32000, depth, 0);
}
"""
FLAGS = ["-O3", "-fno-strict-overflow", "-mpopcnt", "-shared", "-fPIC"]
DEPTHS = (9, 10, 11, 12)
ROUNDS = 15


def compiled(compiler, folder, name, *flags):
    """Returns the loop as a library."""
    source = Path(folder, "bare_loop.c")
    source.write_text(C)
    subprocess.run([compiler, *FLAGS, *flags, source, "-o", Path(folder, name)], check=True)
    return ctypes.CDLL(str(Path(folder, name)))


def counted(library, depth):
    """Returns the loop's score, nodes and leaves."""
    counts = [ctypes.c_uint64.in_dll(library, name) for name in ("nodes", "leaves")]
    for count in counts:
        count.value = 0
    return library.search(depth), *[count.value for count in counts]


def seconds(search, times):
    """Returns the CPU time of a search that is repeated, so that it takes long enough to be measured."""
    start = process_time()
    for _ in range(times):
        search()
    return (process_time() - start) / times


def compare(depth, bare, counting):
    engine = gamecore.Engine(hash_mb=1, switches="pruning", order="none")
    position = gamecore.ConnectFour()
    result = engine.search(position, depth)
    assert (result.score, result.nodes, result.leaves) == counted(counting, depth), result
    times = 1 + 2_000_000 // result.nodes
    runs = [(seconds(lambda: engine.search(position, depth), times), seconds(lambda: bare.search(depth), times))
            for _ in range(ROUNDS)]
    ours, theirs = (1e9 * min(column) / result.nodes for column in zip(*runs))
    print(f"  depth {depth:>2} {result.nodes:>10,} nodes   gamecore {ours:.2f} ns a node   bare loop {theirs:.2f}   "
          f"ratio {ours / theirs:.2f}", flush=True)


def main():
    facts = about()
    print(", ".join(facts[key] for key in ("version", "compiler", "flags", "python", "cpu")))
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        sys.exit("skipped: there is no C compiler on the path")
    with tempfile.TemporaryDirectory() as folder:
        bare, counting = compiled(compiler, folder, "bare.so"), compiled(compiler, folder, "counting.so", "-DCOUNTS")
        for depth in DEPTHS:
            compare(depth, bare, counting)


if __name__ == "__main__":
    main()
