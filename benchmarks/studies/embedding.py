"""Measures the cost of a node in connect four as a custom game in C, numba, Cython and Python, and as the built-in
game.

    python -m benchmarks.studies.embedding

The search is plain alpha-beta from the empty board; the program asserts that all ways search the same tree. The figure
is the processor time per node, computed from the difference of two depths. C and Cython (tests/outside/four.pyx) need a
compiler, and numba needs its package; ways that are not available are skipped.
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

from benchmarks.studies.outside import PythonFour, build

C = """
#include <math.h>
#include <stdint.h>
#define BOTTOM 0x40810204081ULL                 /* seven columns of seven bits, of which the highest stays empty */
#define BOARD (BOTTOM * 63)
struct four { uint64_t own, mask; };

static int has_four(uint64_t s) {
    uint64_t p = s & s >> 7;
    if (p & p >> 14) return 1;
    p = s & s >> 1;
    if (p & p >> 2) return 1;
    p = s & s >> 6;
    if (p & p >> 12) return 1;
    p = s & s >> 8;
    return (p & p >> 16) != 0;
}
int legal_moves(void *game, const struct four *at, uint64_t *moves, int capacity) {
    uint64_t free = (at->mask + BOTTOM) & BOARD;
    int n = 0;
    for (int column = 0; column < 7; column++) {
        uint64_t move = free & (63ULL << 7 * column);
        if (move) moves[n++] = move;
    }
    return n;
}
uint64_t move_set(void *game, const struct four *at) { return (at->mask + BOTTOM) & BOARD; }
void play(void *game, const struct four *at, uint64_t move, struct four *child) {
    child->own = at->own ^ at->mask;
    child->mask = at->mask | move;
}
int is_over(void *game, const struct four *at) { return has_four(at->own ^ at->mask) || at->mask == BOARD; }
double final_score(void *game, const struct four *at) { return has_four(at->own ^ at->mask) ? -INFINITY : 0; }
uint64_t key(void *game, const struct four *at) { return (at->own + at->mask + BOTTOM) * 0x9e3779b97f4a7c15u; }
"""
NAMES = ("legal_moves", "move_set", "play", "is_over", "final_score", "key")
BOTTOM = 0x40810204081
BOARD = BOTTOM * 63

DEPTHS, PYTHON_DEPTHS = (10, 11), (8, 9)


def foreign(addresses):
    """Returns a class of positions that uses the functions at these addresses."""
    class Four(gamecore.ForeignGame):
        functions = gamecore.FunctionTable(**addresses)
    return Four


def in_c(scratch):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    source, library = Path(scratch, "four.c"), Path(scratch, "four_in_c.so")
    source.write_text(C)
    subprocess.run([compiler, "-O3", "-mpopcnt", "-shared", "-fPIC", source, "-o", library], check=True)
    loaded = ctypes.CDLL(str(library))
    return foreign({name: ctypes.cast(getattr(loaded, name), ctypes.c_void_p).value for name in NAMES})


def by_numba(scratch):
    try:
        from numba import carray, cfunc, njit, uint64
    except ImportError:
        return None
    bottom, board, odd = uint64(BOTTOM), uint64(BOARD), uint64(0x9E3779B97F4A7C15)

    @njit
    def has_four(s):
        p = s & (s >> uint64(7))
        if p & (p >> uint64(14)):
            return True
        p = s & (s >> uint64(1))
        if p & (p >> uint64(2)):
            return True
        p = s & (s >> uint64(6))
        if p & (p >> uint64(12)):
            return True
        p = s & (s >> uint64(8))
        return (p & (p >> uint64(16))) != uint64(0)

    @cfunc("int32(voidptr, CPointer(uint64), CPointer(uint64), int32)")
    def legal_moves(game, position, moves, capacity):
        found, n = carray(moves, 7), 0
        free = (carray(position, 2)[1] + bottom) & board
        for column in range(7):
            move = free & (uint64(63) << uint64(7 * column))
            if move:
                found[n] = move
                n += 1
        return n

    @cfunc("uint64(voidptr, CPointer(uint64))")
    def move_set(game, position):
        return (carray(position, 2)[1] + bottom) & board

    @cfunc("void(voidptr, CPointer(uint64), uint64, CPointer(uint64))")
    def play(game, position, move, child):
        at, after = carray(position, 2), carray(child, 2)
        after[0] = at[0] ^ at[1]
        after[1] = at[1] | move

    @cfunc("int32(voidptr, CPointer(uint64))")
    def is_over(game, position):
        at = carray(position, 2)
        return has_four(at[0] ^ at[1]) or at[1] == board

    @cfunc("float64(voidptr, CPointer(uint64))")
    def final_score(game, position):
        at = carray(position, 2)
        return -float("inf") if has_four(at[0] ^ at[1]) else 0.0

    @cfunc("uint64(voidptr, CPointer(uint64))")
    def key(game, position):
        at = carray(position, 2)
        return (at[0] + at[1] + bottom) * odd

    return foreign(dict(zip(NAMES, (legal_moves, move_set, play, is_over, final_score, key))))


def in_cython(scratch):
    scratch = Path(scratch, "cython")    # apart from the game in C, which has files of the same name
    scratch.mkdir()
    try:
        build(scratch)
    except (OSError, subprocess.CalledProcessError):
        return None
    sys.path.insert(0, str(scratch))
    from four import Four
    return Four


def cost(start, depths, rounds):
    """Returns (nodes, nanoseconds per node) from the least of several differences of two searches."""
    differences = []
    for _ in range(rounds):
        spent = []
        for depth in depths:
            engine = gamecore.Engine(hash_mb=1, switches="pruning", order="none")
            begin = process_time()
            nodes = engine.search(start(), depth).nodes
            spent.append((nodes, process_time() - begin))
        differences.append([b - a for a, b in zip(*spent)])
    nodes, seconds = min(differences)
    return nodes, 1e9 * seconds / nodes


def main():
    facts = about()
    print(", ".join(facts[key] for key in ("version", "compiler", "flags", "python", "cpu")))
    with tempfile.TemporaryDirectory() as scratch:
        games = {"built in": gamecore.ConnectFour, "C": in_c(scratch), "Cython": in_cython(scratch),
                 "numba": by_numba(scratch), "Python": PythonFour}
        counts = set()
        for name, game in games.items():
            if game is None:
                print(f"  {name:<9} left out: not installed")
                continue
            nodes, nanoseconds = cost(game, DEPTHS, 5) if name != "Python" else cost(game, PYTHON_DEPTHS, 3)
            if name == "built in":
                base = nanoseconds
            if name != "Python":
                counts.add(nodes)
            print(f"  {name:<9} {nodes:>9,} nodes  {nanoseconds:8.1f} ns a node  {nanoseconds / base:6.2f}", flush=True)
        assert len(counts) == 1, counts


if __name__ == "__main__":
    main()
