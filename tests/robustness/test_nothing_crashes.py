"""Tests that everything in the compiled modules that Python can reach checks its arguments."""
import sys
from pathlib import Path

import pytest
import gamecore
from gamecore import Backgammon, Checkers, PythonGame
from gamecore.errors import DatabaseError, GameError, LimitError, MoveError
from gamecore.games.backgammon.notation import BackgammonMove
from gamecore.games.checkers.endgames.check import check_values
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.endgames.distance import Block, Distances
from gamecore.games.checkers.endgames.files import Header
from gamecore.games.checkers.endgames.slice import SlicePair
from gamecore.games.connect_four.position import notate
from gamecore.search.resources import Resources
from gamecore.search.tables import Tables
from tests.processes import python
from tests.refusals import refusals

KINGS = (0, 1, 0, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="the processes that are tried are limited by Linux's means")
def test_nothing_that_python_can_call_ends_the_interpreter(tmp_path):
    run = python(Path(__file__).with_name("touch_everything.py"), cwd=tmp_path, input="")
    *crashed, tried = run.stdout.splitlines() or [run.stderr]
    assert crashed == [] and int(tried.split()[0]) > 300, run.stderr[-2000:]


def test_a_position_without_its_init_is_a_whole_one():
    assert Backgammon.__new__(Backgammon) == Backgammon()
    assert gamecore.ConnectFour.__new__(gamecore.ConnectFour) == gamecore.ConnectFour()
    assert Checkers.__new__(Checkers).is_over()


ROLLED = Backgammon().roll(3, 1)

test_what_is_not_there_is_refused = refusals(
    (MoveError, "0, which is not a move", notate, [0]),
    *((MoveError, "no play of index", attempt, index) for index in (-1, 16, 10 ** 9, 2 ** 64, 0.5, None, "0")
      for attempt in (lambda index: ROLLED.play(BackgammonMove.of(ROLLED, index)), ROLLED.way,
                      lambda index: ROLLED.notate([index]), lambda index: BackgammonMove.of(ROLLED, index).text)),
    *((DatabaseError, "", attempt, slice)
      for slice in ((9, 9, 9, 9), (0, 0, 0, 1), (-1, 2, 0, 1), (4, 0, 4, 0), (10 ** 6, 0, 0, 1), ())
      for attempt in (lambda slice: Databases().add(Header(slice, 10, 0, 0, 10, 0, 0), bytes(2)),
                      lambda slice: SlicePair(Databases(), slice),
                      lambda slice: check_values(Databases(), slice, 0, 10, 1))),
    *((DatabaseError, "not the values of slice 0101", Databases.empty().add, header, bytes(2))
      for header in (Header(KINGS, 10, 0, 0, 10, 0, 0), Header(KINGS, 992, 0, 0, 992, 0, 0))),
    (DatabaseError, "", check_values, Databases.empty(), KINGS, 0, 10, 1),
    (DatabaseError, "", check_values, Databases(), KINGS, 0, 10, 0),
    *((DatabaseError, "lack", SlicePair, Databases.empty(), slice) for slice in ((1, 0, 0, 1), (0, 2, 0, 1))),
    (DatabaseError, "", Block, Databases.empty(), Checkers("W:WK18,K19:BK1")),
    (DatabaseError, "", Block, Databases(), Checkers()),
    *((LimitError, "", lambda hash_mb, threads: Resources(Tables(hash_mb), threads, None, None, None), *size)
      for size in ((1, 257), (1, 0), (0, 1), (-1, 1))),
)


def test_values_that_are_in_use_stay_where_they_are():
    databases, values = Databases.empty(), bytearray(199)
    databases.add(Header(KINGS, 992, 0, 0, 992, 0, 0), values)
    with pytest.raises(BufferError):
        values.clear()


def test_a_slice_has_two_files():
    pair = SlicePair(Databases.empty(), KINGS)
    pair.solve()
    assert pair.file(0)[0].positions == 992
    with pytest.raises(IndexError):
        pair.file(7)
    assert Distances(Databases()).cost(Checkers()) == 0.0


class Forgetful(PythonGame):
    """Lists fewer moves the second time that it is asked."""

    bounds = (-10, 10)
    asked = 0

    def __init__(self, ply=0, rolled=False, odd=0):
        self.ply, self.rolled, self.odd = ply, rolled, odd

    def outcomes(self):
        return [] if self.rolled or self.ply == 0 else [(0, 0.5), (1, 0.5)]

    def play_outcome(self, face):
        return Forgetful(self.ply, True, face)

    def legal_moves(self):
        Forgetful.asked += 1
        return range(1 if Forgetful.asked % 3 else 40)

    def play(self, move):
        return Forgetful(self.ply + 1, False, move)

    def is_over(self):
        return Forgetful.asked % 7 == 6

    def evaluate(self):
        return (self.odd * 7 + self.ply) % 10

    def final_score(self):
        return 0


@pytest.mark.parametrize("switches", ["none", "evaluation,pruning,star1,star2,hint", "exact", "play"])
def test_a_game_that_changes_its_mind_crashes_nothing(switches):
    engine = gamecore.Engine(hash_mb=1, switches=switches)
    for start in range(21):
        Forgetful.asked = start
        try:
            engine.search(Forgetful(), depth=3, nodes=20_000)
            engine.search(Forgetful(1), depth=3, nodes=20_000)
        except (GameError, gamecore.errors.GameOverError, gamecore.errors.BoundsError):
            pass


class Hook:
    """A move whose hash adds more moves to the list that it stands in than a search has room for."""

    def __hash__(self):
        if Growing.root and Growing.all_are_known:
            Growing.root.extend(range(1, 4000))
        return 0


class Growing(PythonGame):
    """Lists a Hook at the root, and below it thousands of moves that the search then knows by number."""

    root, all_are_known, hook = None, False, Hook()

    def __init__(self, path=()):
        self.path = path

    def legal_moves(self):
        ply = len(self.path)
        Growing.root = [0, self.hook] if ply == 0 else None
        Growing.all_are_known |= ply == 3 and self.path[2] == 271
        first = 1 if ply == 1 else 16 * self.path[-1] if ply else 0
        return Growing.root or list(range(first, first + 16))

    def play(self, move):
        return Growing((*self.path, move))

    def final_score(self):
        return 0


def test_a_list_of_moves_that_grows_while_it_is_read_crashes_nothing():
    with pytest.raises(GameError, match="lists more than 1024 moves"):
        gamecore.Engine(hash_mb=1, switches="evaluation,deepening").search(Growing(), depth=5, multipv=2)
    assert Growing.all_are_known
