"""Tests work outside a search: it handles signals, ends where a handler raises, leaves nothing half done, and can be
repeated."""
import signal
from contextlib import contextmanager
from functools import cache

import numpy
import pytest

import gamecore
from gamecore import arrays
from gamecore.core import job
from gamecore.errors import DatabaseError
from gamecore.games.backgammon.two_sided import TwoSided
from gamecore.games.checkers.endgames.build import build
from gamecore.games.checkers.endgames.databases import Databases, slices_of
from gamecore.games.checkers.endgames.distance import Distances
from gamecore.games.checkers.endgames.files import Header
from gamecore.games.checkers.endgames.index import size_of
from gamecore.games.checkers.endgames.slice import SlicePair
from tests.processes import python

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
INTERVAL = 0.005                         # seconds of CPU time between two signals
UNWRITTEN = 99                           # no score of a game
KINGS, MAN = (0, 3, 0, 2), (1, 2, 0, 2)


class Bell:
    """A handler that counts signals; the one with the number `raises` raises KeyboardInterrupt and is the last."""

    def __init__(self, raises=None, look=lambda: None):
        self.heard, self.raises, self.look, self.seen = 0, raises, look, None

    def __call__(self, number, frame):
        self.heard += 1
        if self.heard == self.raises:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self.seen = self.look()
            raise KeyboardInterrupt


@contextmanager
def ringing(bell):
    before = signal.signal(signal.SIGVTALRM, bell)
    signal.setitimer(signal.ITIMER_VIRTUAL, INTERVAL, INTERVAL)
    try:
        yield bell
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# Playouts

@cache
def batch():
    """Games of backgammon for .2 to 1 s."""
    return arrays.pack([gamecore.Backgammon()] * 15_000)


def written(scores):
    return int((scores != UNWRITTEN).sum())


class Unwritten:
    """numpy whose empty arrays show what has been written."""

    def __init__(self):
        self.made = []

    def __getattr__(self, name):
        return getattr(numpy, name)

    def empty(self, shape, dtype):
        self.made.append(numpy.full(shape, UNWRITTEN, dtype))
        return self.made[-1]


def test_playouts_end_with_the_game_in_which_a_signal_raises(monkeypatch):
    games, expected = batch(), arrays.playouts(batch(), seed=7)
    scores = Unwritten()
    monkeypatch.setattr(arrays, "numpy", scores)
    with ringing(Bell(1, lambda: written(scores.made[0]))) as bell, pytest.raises(KeyboardInterrupt):
        arrays.playouts(games, seed=7)
    assert bell.seen == written(scores.made[0]) < len(games)
    monkeypatch.undo()
    with ringing(Bell()) as bell:
        again = arrays.playouts(games, seed=7)
    assert bell.heard and all(map(numpy.array_equal, again, expected))


def test_uct_ends_where_a_signal_raises():
    def visits():
        return gamecore.uct(gamecore.Checkers(), nodes=2_000_000, seed=7).moves
    with ringing(Bell()) as bell:
        expected = visits()
    assert bell.heard > 1
    with ringing(Bell(1)), pytest.raises(KeyboardInterrupt):
        gamecore.uct(gamecore.Checkers(), nodes=2**60)
    assert visits() == expected


def test_a_search_that_gives_way_lets_others_search_and_stop_it(monkeypatch):
    def other():
        return gamecore.Engine(hash_mb=1).search(gamecore.Checkers(), depth=5).nodes

    def give_way():
        nodes.append(other())
        if len(nodes) >= 3:
            token.stop()

    nodes, token = [other()], gamecore.StopToken()
    monkeypatch.setattr(job, "give_way", give_way)
    assert gamecore.Engine(hash_mb=1).search(gamecore.Checkers(), depth=40, token=token).stop == "stop"
    assert len(nodes) >= 3 and len(set(nodes)) == 1


# Bear-off tables, of which a process computes each once

SIDES = [[0, 1, 0, 2, 0, 0], [1, 0, 0, 0, 3, 1], [0, 0, 6, 0, 0, 0]]


def race_with_a_straggler(point):
    counts = numpy.zeros((2, 26), numpy.int8)
    counts[:, 0], counts[:, 3] = 11, 2
    counts[0, point] = counts[1, 5] = counts[0, 4] = counts[1, 2] = 1
    return gamecore.Backgammon.from_array(counts)


TABLES = {
    "two-sided": lambda: [TwoSided().win(*sides) for sides in zip(SIDES, SIDES[::-1])],
    "two-sided with a cube": lambda: [TwoSided().cubeful(*sides) for sides in zip(SIDES, SIDES[::-1])],
    "of races": lambda: [gamecore.Engine().evaluate(race_with_a_straggler(point)) for point in (7, 12, 18)],
}
INTERRUPTED = """
from tests.core.test_job import TABLES, Bell, ringing
work = TABLES["{name}"]
with ringing(Bell(1)):
    try:
        work()
    except KeyboardInterrupt:
        print("interrupted")
for _ in range(2):
    with ringing(Bell()) as bell:
        found = work()
    print(bell.heard > 1)
print(found)
"""


@pytest.mark.parametrize("name", TABLES)
def test_bear_off_tables_whose_computation_was_interrupted_are_computed_again(name):
    """The second call computes them, the third one finds them, and hears at most one signal."""
    ended = python("-c", INTERRUPTED.format(name=name))
    assert ended.stdout.split("\n")[:4] == ["interrupted", "True", "False", str(TABLES[name]())], ended.stderr


# Endgame databases

@pytest.fixture(scope="module")
def databases():
    """The shipped databases and three kings against two."""
    found, pair = Databases(), SlicePair(Databases(), KINGS)
    pair.solve()
    for i in range(2):
        found.add(*pair.file(i))
    return found


@pytest.mark.parametrize("slice, threads", [(KINGS, 1), (MAN, 4)])
def test_a_slice_that_was_interrupted_has_no_file_and_is_solved_again(databases, slice, threads):
    expected, pair, again = (SlicePair(databases, slice) for _ in range(3))
    with ringing(Bell()) as bell:
        expected.solve(threads)
    assert bell.heard > 1
    with ringing(Bell(1, lambda: pair.done)) as bell, pytest.raises(KeyboardInterrupt):
        pair.solve(threads)
    assert (pair.done - bell.seen) * pair.blocks <= threads          # the blocks under way
    with pytest.raises(DatabaseError, match="solved to"):
        pair.file(0)
    again.solve(threads)
    assert [again.file(i) for i in range(2)] == [expected.file(i) for i in range(2)]


@pytest.mark.parametrize("threads", [1, 4])
def test_a_slice_that_was_stopped_has_no_file(databases, threads):
    pair, shares = SlicePair(databases, MAN), []

    def stop(number, frame):
        shares.append(pair.done)
        pair.stop()

    with ringing(stop):
        pair.solve(threads)
    assert (pair.done - shares[0]) * pair.blocks <= threads
    with pytest.raises(DatabaseError, match="solved to"):
        pair.file(0)


def test_a_build_that_was_interrupted_leaves_whole_files_and_goes_on(tmp_path):
    with ringing(Bell(3)), pytest.raises(KeyboardInterrupt):
        build(5, tmp_path / "interrupted")
    assert {path.suffix for path in (tmp_path / "interrupted").iterdir()} == {".wld"}
    for name in "interrupted", "undisturbed":
        build(3, tmp_path / name)
    expected = {path.name: path.read_bytes() for path in (tmp_path / "undisturbed").iterdir()}
    found = {path.name: path.read_bytes() for path in (tmp_path / "interrupted").iterdir()}
    assert expected.items() <= found.items()


def test_distances_that_were_interrupted_are_found_again(databases):
    """The other slices of five pieces, which no move reaches, are taken as lost."""
    for slice in slices_of(5):
        if slice not in databases.headers:
            size = size_of(slice)
            databases.add(Header(slice, size, 0, size, 0, 0, 0), bytes((size + 4) // 5))
    position, distances = gamecore.Checkers("B:WK1,K2:BK29,K30,K32"), Distances(databases)
    with ringing(Bell()) as bell:
        expected = Distances(databases).rank(position)
    assert bell.heard > 1
    with ringing(Bell(1)), pytest.raises(KeyboardInterrupt):
        distances.rank(position)
    assert distances.latest[0] is None
    with ringing(Bell()) as bell:
        assert distances.rank(position) == expected
    assert bell.heard > 1
