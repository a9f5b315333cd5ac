"""Tests that a search that does not fit into a thread's small stack is refused before it begins, and crashes
nothing."""
import pytest

from gamecore.core.about import about
from tests.processes import python

pytestmark = pytest.mark.skipif("sanitize" in about()["flags"], reason="sanitizers make the frames larger")

PRELUDE = """
import sys, threading, gamecore
from gamecore.errors import LimitError
from gamecore.games.connect_four.solver import Solver

class Long(gamecore.PythonGame):
    def __init__(self, ply=0):
        self.ply = ply
    def legal_moves(self):
        return [1]
    def play(self, move):
        return Long(self.ply + 1)
    def is_over(self):
        return self.ply >= 2000
    def final_score(self):
        return 0

class Toss(Long):
    def outcomes(self):
        return [(0, 0.5), (1, 0.5)] if self.ply % 2 else []
    def play_outcome(self, outcome):
        return Toss(self.ply + 1)
    def play(self, move):
        return Toss(self.ply + 1)

def tell(search):
    try:
        result = search()
        print("done", getattr(result, "depth", result), getattr(result, "stop", ""))
    except LimitError as error:
        print("refused", error)

def new(**options):
    return gamecore.Engine(hash_mb=1, **options)

dice = gamecore.Backgammon().roll(3, 1)
new().search(dice, depth=0)              # what is loaded once is loaded with a large stack
new().search(gamecore.Checkers(), depth=1)
threading.stack_size(int(sys.argv[1]) << 10)
for search in sys.argv[2:]:
    thread = threading.Thread(target=tell, args=(lambda: eval(search),))
    thread.start()
    thread.join()
"""


def in_thread(kib, *searches):
    """Returns the lines that searches print, each from a thread of its own."""
    done = python("-c", PRELUDE, kib, *searches)
    assert done.returncode == 0 and done.stderr == "", (searches, done)
    return done.stdout.strip()


@pytest.mark.parametrize("kib, search, depth", [
    (128, "new().search(Long(), depth=500)", 500), (128, "new(switches='none').search(Long(), depth=500)", 500),
    (36, "new().search(gamecore.Checkers(), depth=3)", 3),
    (128, "new().perft(Long(), 500)", 500), (128, "new().search(Toss(), depth=60)", 60),
    (32, "new().search(dice, depth=2)", 2), (32, "new().perft(dice, 9)", 9),
])
def test_a_depth_that_does_not_fit_is_refused_in_one_line(kib, search, depth):
    printed = in_thread(kib, search)
    assert printed.startswith("refused depth ") and "threading.stack_size()" in printed and "\n" not in printed


@pytest.mark.parametrize("kib, search, expected", [
    (128, "new().search(Long(), depth=20)", "done 20 depth"), (128, "new().search(Toss(), depth=3)", "done 3 depth"),
    (32, "new().search(gamecore.ConnectFour(), depth=12)", "done 12 depth"),
    (64, "new().search(gamecore.Checkers(), depth=6)", "done 6 depth"),
    (64, "new().search(dice, depth=1)", "done 1 depth"),
    (64, "Solver(2, book=False).solve('44444133322').score", "done -2"),
    (2048, "new().search(Long(), depth=500)", "done 500 depth"), (2048, "new().search(dice, depth=2)", "done 2 depth"),
])
def test_a_depth_that_fits_is_searched(kib, search, expected):
    assert in_thread(kib, search) == expected


@pytest.mark.parametrize("kib", [32, 48, 64, 96, 128, 192, 256])
def test_without_a_depth_the_search_ends_where_the_stack_does(kib):
    printed = in_thread(kib, *(f"new().search({game}, nodes=200_000)" for game in (
        "Long()", "Toss()", "gamecore.UniformTree(2, 60)", "gamecore.ChanceTree(2, 20, 2)"))).splitlines()
    ends = [(word, stop) for word, _, stop in map(str.split, printed)]
    assert len(ends) == 4 and {*ends} <= {("done", "depth"), ("done", "nodes")}, printed


@pytest.mark.parametrize("threads", [1, 2])
def test_a_position_of_connect_four_that_does_not_fit_is_refused(threads):
    printed = in_thread(32, f"Solver(2, {threads}, book=False).solve('44', nodes=2_000_000)")
    assert printed.startswith("refused a position with 40 empty cells does not fit")
    assert "threading.stack_size()" in printed


def test_helping_threads_go_no_deeper_than_their_stacks():
    code = PRELUDE.split("for search in")[0] + """
for position in (gamecore.ConnectFour(), gamecore.Checkers(), gamecore.UniformTree(2, 60), gamecore.Backgammon()):
    tell(lambda: new(threads=2).search(position, nodes=60_000))
"""
    done = python("-c", code, 32)
    assert done.returncode == 0 and done.stdout.count("done") == 4, done
