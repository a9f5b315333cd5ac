"""Tests counts of lines and leaves: they are exact at any size, never mixed up, and end with an error if the memory is
full."""
import sys

import pytest
import gamecore
from gamecore.core.about import about
from gamecore import PythonGame
from gamecore.errors import LimitError, SwitchError
from gamecore.examples.kalah import Kalah
from gamecore.laboratory import theory
from tests import reference
from tests.processes import python
from tests.refusals import refusals
from tests.small_games import HurriedMaze

KINGS = "B:WK32:BK1,K2"
LINES = 51736542793159378094             # of 32 plies


class Corridor(PythonGame):
    """At each ply one position, from which `width` moves lead to the next."""

    def __init__(self, width=256, ply=0):
        self.width, self.ply = width, ply

    def legal_moves(self):
        return range(self.width)

    def play(self, move):
        return type(self)(self.width, self.ply + 1)

    def key(self):
        return self.ply


def perft(depth):
    return gamecore.perft(Corridor(), depth, hash=True)


def minimal_leaves(depth):
    return gamecore.Engine(hash_mb=1).minimal_leaves(Corridor(), depth)


@pytest.mark.parametrize("count, depth, known", [
    *((perft, depth, 256 ** depth) for depth in (7, 8, 9, 15)),
    *((minimal_leaves, depth, theory.minimal_leaves(256, depth)) for depth in (4, 15, 16, 18, 28))])
def test_counts_are_whole_beyond_64_bits(count, depth, known):
    assert count(depth) == known


@pytest.mark.parametrize("position", [Kalah.from_text("2 1 1 0 / 1 0 2 0"), *(HurriedMaze(seed) for seed in (
    0, 59, 119, 256, 394))], ids=str)
def test_where_a_side_moves_again_no_proof_takes_the_other_proofs_leaves(position):
    for depth in range(1, 8):
        assert gamecore.Engine(hash_mb=1).minimal_leaves(position, depth) == reference.minimal_leaves(position, depth)


class Nameless(Corridor):
    key = None


test_what_remembers_positions_asks_for_their_keys = refusals(
    (SwitchError, r"hash needs Nameless.key\(\)", lambda: gamecore.perft(Nameless(), 3, hash=True)),
    (SwitchError, r"perfect' needs Nameless.key\(\)",
     lambda: gamecore.Engine(hash_mb=1, order="perfect").search(Nameless(2), depth=3)))


test_counts_beyond_128_bits_are_refused = refusals(
    *((LimitError, f"depth {depth}.*2\\*\\*128", count, depth) for count, depth in (
        (perft, 16), (perft, 17), (perft, 100), (minimal_leaves, 32), (minimal_leaves, 33))))


def test_the_command_prints_every_digit(run, records):
    command = f"perft checkers --position {KINGS} --depth 32 --hash"
    assert records(command)[-1]["nodes"] == LINES and f"{LINES:,}" in run(command)[1]
    *moves, total = records(f"{command} --divide")
    assert sum(move["nodes"] for move in moves) == total["nodes"] == LINES


def test_kings_have_the_lines_that_python_counts():
    """By how many lines each position is reached, ply for ply."""
    children, ways = {}, {str(gamecore.Checkers(KINGS)): 1}
    for _ in range(32):
        following = {}
        for fen, lines in ways.items():
            if fen not in children:
                position = gamecore.Checkers(fen)
                children[fen] = [str(position.play(move)) for move in position.legal_moves()]
            for child in children[fen]:
                following[child] = following.get(child, 0) + lines
        ways = following
    assert sum(ways.values()) == LINES


class Widening(Corridor):
    """Each ply has one move more than the last, and keys that once fell together with the depths below them."""

    STEP = 0x9e3779b97f4a7c15

    def legal_moves(self):
        return range(self.ply + 2)

    def key(self):
        return self.ply * self.STEP % 2 ** 64


def test_no_two_depths_are_taken_for_one():
    assert gamecore.perft(Widening(), 6, hash=True) == 2 * 3 * 4 * 5 * 6 * 7


FORGETFUL = "no memory left for the positions that must be remembered"
HUNGRY = """
import gamecore, resource
engine = gamecore.Engine(hash_mb=1)
position = gamecore.ConnectFour()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (96 << 20),) * 2)
try:
    {count}
except MemoryError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by Linux's means")
@pytest.mark.skipif("sanitize" in about()["flags"], reason="the sanitizers' own memory is beyond any limit")
@pytest.mark.parametrize("count, printed", [
    ("engine.perft(position, 20, hash=True)", FORGETFUL),
    ("engine.minimal_leaves(position, 14, evaluation=False)", FORGETFUL),
    ("gamecore.uct(position, nodes=9, tree_mb=99)", "the system refused 99 MiB for a tree")])
def test_what_needs_memory_ends_where_that_ends(count, printed):
    run = python("-c", HUNGRY.format(count=count))
    assert (run.stdout, run.stderr) == (printed + "\n", "")


class Fork(Corridor):
    """Two corridors of one width, chosen at the start."""

    def __init__(self, width=1, ply=0, side=0):
        self.width, self.ply, self.side = width, ply, side

    def legal_moves(self):
        return range(2 if self.ply == 0 else self.width)

    def play(self, move):
        return Fork(self.width, self.ply + 1, move if self.ply == 0 else self.side)

    def key(self):
        return self.ply, self.side


@pytest.mark.parametrize(("switches", "nodes"), [("", 9), (",reductions", 6)])
def test_a_node_without_a_known_move_is_searched_a_ply_less_deep(switches, nodes):
    """The first corridor is the principal variation, of which nothing is left out; the second is asked in a null
    window: its nodes are 8, 7, 6, ... plies deep, or 8, 6, 4, 2, 1, 0."""
    found = gamecore.Engine(hash_mb=1).search(Fork(), depth=9, switches="pruning,pvs,table" + switches)
    assert found.nodes == 1 + 9 + nodes
