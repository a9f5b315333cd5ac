"""Tests the endgame databases of checkers: their numbers, their values, their files, and their probes."""
import os
import random
import shutil
import signal
import subprocess
import sys
import zlib
from pathlib import Path
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor

import pytest
from tests.data.facts.endgames import SIZES, SLICES, TOTALS
from hypothesis import given, settings, strategies as st

import gamecore
from gamecore.core.processes import Workers
from gamecore.errors import BatchError, DatabaseError, LimitError, PositionError
from gamecore.games.checkers.endgames import files
from gamecore.games.checkers.endgames.build import build, probe, verify
from gamecore.games.checkers.endgames.databases import SHIPPED, Databases, slices_of
from gamecore.games.checkers.endgames.distance import Distances
from gamecore.games.checkers.endgames.index import locate, position_at, size_of
from gamecore.games.checkers.position import restore
from tests.refusals import refusals

WITHOUT_DATABASES = "evaluation,quiescence,repetition,pruning,deepening,table,hint,killers,history,pvs,aspiration"
OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}
all_slices = st.integers(2, 7).flatmap(lambda pieces: st.sampled_from(slices_of(pieces)))


@st.composite
def places(draw, pieces=st.integers(2, 7)):
    """A slice and a number in it."""
    slice = draw(st.sampled_from(slices_of(draw(pieces))))
    return slice, draw(st.integers(0, size_of(slice) - 1))


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    """Databases up to 4 pieces, built here."""
    path = tmp_path_factory.mktemp("endgames")
    build(4, path)
    return path


@pytest.fixture(scope="module")
def databases():
    return Databases()


def contents(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def results_of(totals):
    return totals["wins"], totals["losses"], totals["draws"]


# The numbers of positions

@given(places())
def test_a_number_names_one_position_and_back(place):
    position = position_at(*place)
    assert gamecore.Checkers(str(position)) == position
    assert locate(position) == place


@given(places())
def test_white_to_move_is_black_to_move_on_the_board_turned_round(place):
    assert locate(position_at(*place).mirrored()) == place


@pytest.mark.parametrize("slice", slices_of(2) + [(2, 0, 1, 0), (1, 1, 1, 0), (3, 0, 0, 1)], ids=files.name_of)
def test_all_positions_of_a_slice_have_numbers_without_a_gap(slice):
    positions = {str(position_at(slice, number)) for number in range(size_of(slice))}
    assert len(positions) == size_of(slice)
    with pytest.raises(DatabaseError, match="no position"):
        position_at(slice, size_of(slice))


@pytest.mark.parametrize("pieces, size", SIZES.items())
def test_there_are_so_many_positions(pieces, size):
    assert sum(map(size_of, slices_of(pieces))) == size


# Their values

@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_the_totals_are_the_known_ones(databases, pieces):
    headers = [databases.headers[slice] for slice in slices_of(pieces)]
    assert (tuple(sum(getattr(header, key) for header in headers) for key in ("wins", "losses", "draws"))
            == TOTALS[pieces])


@pytest.mark.parametrize("slice", SLICES)
def test_the_slices_are_the_known_ones(databases, slice):
    assert results_of(databases.statistics()[slice]) == SLICES[slice]


def test_what_ships_is_what_is_built(directory):
    built = [(directory / f"{files.name_of(slice)}.wld").read_bytes() for slice in Databases.sizes(4)]
    assert Path(SHIPPED).read_bytes() == b"".join(built)


def by_value_iteration(positions):
    """The results, found without numbers, mirrors, counts of moves or a backward pass: every rule is the game's own."""
    waiting, open_positions, values, everything = {position.key(): position for position in positions}, {}, {}, {}
    while waiting:
        key, position = waiting.popitem()
        everything[key] = position
        children = {child.key(): child for child in map(position.play, position.legal_moves())}
        open_positions[key] = list(children)
        waiting |= {key: child for key, child in children.items() if key not in everything}
    settled = None
    while settled != len(values):
        settled = len(values)
        for key, children in list(open_positions.items()):
            known = [values.get(child) for child in children]
            if "loss" in known or known.count("win") == len(known):
                values[key] = "win" if "loss" in known else "loss"
                del open_positions[key]
    return {position: values.get(key, "draw") for key, position in everything.items()}


def compare_with_value_iteration(databases, slices):
    everything = by_value_iteration(position_at(slice, number) for slice in slices for number in range(size_of(slice)))
    known = {position: value for position, value in everything.items() if all(position.pieces.values())}
    assert len(known) >= sum(map(size_of, slices))
    assert {position: databases.probe(position, clock=False) for position in known} == known


@pytest.mark.parametrize("slices", [slices_of(2), [(0, 2, 0, 1)]], ids=["2 pieces", "0201"])
def test_value_iteration_finds_the_same(databases, slices):
    compare_with_value_iteration(databases, slices)


@settings(max_examples=60)
@given(places(st.integers(2, 4)))
def test_a_search_that_sees_the_end_agrees(place):
    position = position_at(*place)
    if position.legal_moves():
        found = gamecore.Engine(hash_mb=1).search(position, depth=9, switches=WITHOUT_DATABASES)
        assert found.outcome in (None, Databases().probe(position, clock=False))


def test_searches_do_see_ends(databases):
    chooser = random.Random(1)
    engine, seen = gamecore.Engine(hash_mb=4), []
    for _ in range(40):
        slice = chooser.choice(slices_of(3) + slices_of(2))
        position = position_at(slice, chooser.randrange(size_of(slice)))
        if position.legal_moves():
            outcome = engine.search(position, depth=15, switches=WITHOUT_DATABASES).outcome
            seen += [outcome == databases.probe(position, clock=False)] if outcome else []
    assert all(seen) and len(seen) > 10


@settings(max_examples=300)
@given(places(st.integers(2, 4)))
def test_a_position_is_worth_its_best_successor(place):
    databases = Databases()
    position = position_at(*place)
    values = [OPPOSITE[databases.probe(child, clock=False) or "loss"]
              for child in map(position.play, position.legal_moves())]
    expected = next((value for value in ("win", "draw") if value in values), "loss")
    assert databases.probe(position, clock=False) == expected


# Building

@pytest.mark.parametrize("workers", [1, 2, 5, "processes"])
def test_any_number_of_workers_builds_the_same(tmp_path, directory, workers):
    if workers == "processes":
        with Workers(2) as executor:
            totals = build(3, tmp_path, executor=executor)
    else:
        totals = build(3, tmp_path, threads=workers)
    assert contents(tmp_path).items() <= contents(directory).items()
    assert (totals["positions"], *results_of(totals)) == (SIZES[3], *TOTALS[3])


def test_what_lost_workers_have_built_is_kept(tmp_path, directory):
    class Breaks(ThreadPoolExecutor):
        """After six slices."""

        def submit(self, *task):
            if len(contents(tmp_path)) >= 6:
                raise BrokenExecutor("all workers died")
            return super().submit(*task)

    with Breaks(1) as executor, pytest.raises(BatchError, match=r"slices\[0:1\]: BrokenExecutor: all workers died"):
        build(3, tmp_path, executor=executor)
    assert "0101.wld" in contents(tmp_path) and contents(tmp_path).items() < contents(directory).items()
    build(4, tmp_path)
    assert contents(tmp_path) == contents(directory)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_progress_is_reported_slice_by_slice(tmp_path, elsewhere):
    reports = []
    with ThreadPoolExecutor(2) as executor:
        build(3, tmp_path, on_progress=reports.append, executor=executor if elsewhere else None)
    shares = [report.share for report in reports]
    assert shares == sorted(shares) and shares[-1] == 1
    assert [report.totals["pieces"] for report in reports if report.totals] == [2, 3]


KILLED = """
import os, signal, sys
from gamecore.games.checkers.endgames import files as endgame_files
from gamecore.games.checkers.endgames.build import build

def die(*args):
    os.kill(os.getpid(), signal.SIGKILL)

directory, moment, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
reports = []
def on_progress(report):
    reports.append(report)
    if moment == "slice" and len(reports) == count:
        die()
if moment == "rename":
    rename = os.replace
    names = []
    def replace(*args):
        names.append(args)
        die() if len(names) == count else rename(*args)
    os.replace = replace
build(4, directory, on_progress=on_progress)
"""


@pytest.mark.parametrize("moment, count", [("slice", 3), ("slice", 25), ("rename", 1), ("rename", 6), ("rename", 30)])
def test_a_build_that_was_killed_goes_on_and_ends_with_the_same_files(tmp_path, directory, moment, count):
    killed = subprocess.run([sys.executable, "-c", KILLED, tmp_path, moment, str(count)])
    assert killed.returncode == -signal.SIGKILL
    left = contents(tmp_path)
    whole = {name: data for name, data in left.items() if not name.endswith(".part")}
    assert whole.items() < contents(directory).items()
    assert (len(left) > len(whole)) == (moment == "rename")
    build(4, tmp_path)
    assert contents(tmp_path) == contents(directory)


def test_an_error_in_on_progress_ends_a_build_in_good_order(tmp_path, directory):
    def on_progress(report):
        if report.pieces == 3:
            raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        build(4, tmp_path, on_progress=on_progress)
    assert contents(tmp_path).items() < contents(directory).items()


@pytest.mark.skipif(sys.platform == "emscripten", reason="its files have no locks")
def test_two_builds_in_one_place_are_one_too_many(tmp_path):
    def on_progress(report):
        with pytest.raises(BlockingIOError, match="In use by another writer"):
            build(2, tmp_path)
    build(2, tmp_path, on_progress=on_progress)


test_what_cannot_be_is_refused = refusals(
    *((LimitError, str(pieces), build, pieces, "nowhere") for pieces in (1, 8, -3, "4", True, 2.5)),
    (DatabaseError, "no endgame database", Databases, Path(__file__).parent),
    (PositionError, "ConnectFour", lambda: Databases().probe(gamecore.ConnectFour())),
)


# Files that are not to be believed

@pytest.fixture
def slice_1010(tmp_path, directory):
    """A directory with slice 1010 alone, and its file."""
    path = tmp_path / "1010.wld"
    shutil.copy(directory / path.name, path)
    return path


def forge(path, **changes):
    """Changes a header, and signs it."""
    data = path.read_bytes()
    header = files.read_header(data[:files.FILE.size], str(path))._replace(**changes)
    path.write_bytes(header.to_bytes() + data[files.FILE.size:])
    return header


def test_a_way_that_is_longer_than_any_game_is_never_within_the_clock(slice_1010):
    forge(slice_1010, longest=2**32 - 1)
    databases = Databases(slice_1010.parent)
    won = gamecore.Checkers("B:W32:B28")
    assert databases.probe(won) is None and databases.probe(won, clock=False) is not None


@pytest.mark.parametrize("name, changes, message", [
    ("0110", {}, "1010"), ("1010", {"wins": 1000}, "1000 wins"), ("9999", {"slice": (9, 9, 9, 9)}, "(9, 9, 9, 9)"),
    ("1010", {"positions": 759, "draws": 610}, "760 positions")])
def test_a_header_that_cannot_be_is_refused(slice_1010, name, changes, message):
    forge(slice_1010, **changes)
    path = slice_1010.rename(slice_1010.with_name(f"{name}.wld"))
    with pytest.raises(DatabaseError) as error:
        Databases(path.parent)
    assert str(path) in str(error.value) and "\n" not in str(error.value) and message in str(error.value)


def test_a_build_refuses_a_damaged_file(slice_1010):
    slice_1010.write_bytes(slice_1010.read_bytes()[:-1])
    with pytest.raises(DatabaseError, match="damaged"):
        build(2, slice_1010.parent)


def test_verify_agrees_with_what_was_built(directory):
    totals = verify(directory, sample=None)
    assert (totals["pieces"], totals["positions"], *results_of(totals)) == (4, SIZES[4], *TOTALS[4])
    assert totals["checked"] == SIZES[2] + SIZES[3] + SIZES[4]


def test_verify_finds_a_wrong_value_in_a_file_that_was_signed_again(tmp_path, directory):
    copy = tmp_path / "copy"
    shutil.copytree(directory, copy)
    path = copy / "1111.wld"
    data = bytearray(path.read_bytes())
    data[files.FILE.size + 5000] = 0                          # five losses
    path.write_bytes(data)
    forge(path, checksum=zlib.crc32(data[files.FILE.size:]))
    with pytest.raises(DatabaseError, match="1111.wld.*is wrong"):
        verify(copy, sample=None)


def test_verify_refuses_what_it_cannot_compare(slice_1010):
    """Its men's last moves lead to kings, of which there is no file."""
    with pytest.raises(DatabaseError, match="1010.wld' cannot be checked: .* leads to .*, which is in no file of"):
        verify(slice_1010.parent, sample=None)


@pytest.mark.parametrize("cut", [-1, 5, 40])
def test_a_shipped_file_cut_between_two_slices_is_refused(tmp_path, monkeypatch, directory, cut):
    paths = [files.path_of(directory, slice) for slice in Databases.sizes(4)]
    path = tmp_path / "endgames4.bin"
    path.write_bytes(b"".join([Path(path).read_bytes() for path in paths[:cut]]))
    monkeypatch.setattr("gamecore.games.checkers.endgames.databases.SHIPPED", str(path))
    with pytest.raises(DatabaseError, match="endgames4.bin' is damaged: it has "):
        Databases()


# Asking

def test_databases_tell_what_they_know(databases, directory):
    assert databases.pieces == Databases(directory).pieces == 4
    assert databases.statistics() == Databases(directory, check=False).statistics()
    assert len(databases.statistics()) == 41


@pytest.mark.parametrize("text, outcome", [
    ("B:WK1:BK11,K15", "win"), ("W:WK1:BK11,K15", "loss"), ("B:WK32:BK1", "draw"),
    ("B:WK1:B", "loss"), ("B:W5:B1", "draw"), ("W:W8:B3,K12", "loss"), ("B:WK1,K2:BK11,K15,K19", None)])
def test_a_probe_says_who_wins(databases, text, outcome):
    position = gamecore.Checkers(text)
    assert databases.probe(position) == databases.probe(position.mirrored()) == outcome
    assert probe(text) == {"position": text, "pieces": sum(map(len, position.pieces.values())), "outcome": outcome}


def test_a_part_of_the_slices_is_enough_for_their_positions(slice_1010):
    part = Databases(slice_1010.parent)
    assert part.pieces == 0
    assert part.probe(gamecore.Checkers("B:W24:B1"), clock=False) is not None
    assert part.probe(gamecore.Checkers("B:WK24:B1"), clock=False) is None


def test_a_win_is_unknown_where_the_clock_may_run_out(databases):
    assert databases.statistics()["0201"]["longest"] == 33
    assert databases.probe(restore("B:WK1:BK11,K15", 47, ())) == "win"
    assert databases.probe(restore("B:WK1:BK11,K15", 48, ())) is None
    assert databases.probe(restore("B:WK1:BK11,K15", 48, ()), clock=False) == "win"
    assert databases.probe(restore("B:WK32:BK1", 79, ())) == "draw"


# Distances

@settings(max_examples=100)
@given(places(st.integers(2, 4)))
def test_distances_follow_from_those_of_the_successors(place):
    databases = Databases()
    position, distances = position_at(*place), Distances(databases)
    ranked = distances.rank(position)
    value, plies = distances.probe(position)
    assert value == databases.probe(position, clock=False)
    if not ranked:
        assert (value, plies) == ("loss", 0)
    else:
        assert (ranked[0].outcome, ranked[0].plies) == (value, plies if value != "draw" else None)
        assert {move.move for move in ranked} == set(position.legal_moves())


@settings(max_examples=30)
@given(places(st.just(4)))
def test_who_follows_the_ranking_wins_whatever_is_won(place):
    databases = Databases()
    position, distances = position_at(*place), Distances(databases)
    value, plies = databases.probe(position, clock=False), 0
    while value != "draw" and not position.is_over():
        position = position.play(distances.rank(position)[0].move)
        plies += 1
    if value != "draw":
        assert position.outcome == "loss"
        assert (value == "win") == (plies % 2 == 1)


def test_distances_stay_those_of_a_game_while_another_thread_asks_about_its_own(databases):
    distances, position = Distances(databases), gamecore.Checkers("B:WK6:BK11,K15")
    drawn = frozenset({position.play("11-7")})

    class Interrupted(frozenset):
        __hash__ = frozenset.__hash__

        def __eq__(self, other):
            assert distances.probe(position) == ("win", 19)
            return frozenset.__eq__(self, other)

    assert distances.probe(position, drawn) == distances.probe(position, Interrupted(drawn)) == ("win", 23)


def test_no_distance_is_longer_than_its_slice_says(databases):
    longest = databases.statistics()["0201"]["longest"]
    distances = Distances(databases)
    found = [distances.probe(position_at((0, 2, 0, 1), number)) for number in range(size_of((0, 2, 0, 1)))]
    assert max(plies for value, plies in found if value == "win") == longest


def test_positions_that_the_databases_do_not_know_are_not_ranked(databases):
    assert Distances(databases).rank(gamecore.Checkers()) is None


# The command

def test_the_command_builds_verifies_and_probes(run, records, tmp_path):
    totals = records("endgames build --pieces 4 --out", tmp_path)[-1]
    assert (totals["pieces"], totals["positions"], *results_of(totals)) == (4, SIZES[4], *TOTALS[4])
    assert totals["seconds"] > 0
    assert records("endgames verify", tmp_path)[-1]["draws"] == TOTALS[4][2]
    assert records("endgames probe --position B:WK1:BK11,K15 --databases", tmp_path)[-1]["outcome"] == "win"
    code, out, _ = run("endgames build --pieces 4 --out", tmp_path)
    assert code == 0 and "2,574,304" in out and "1,917,090" in out and "1,717,922" in out
    assert "a win" in run("endgames probe --position B:WK1:BK11,K15")[1]
    assert "not known" in run("endgames probe --position B:W21-32:B1-12")[1]


def test_a_full_disk_leaves_no_half_file(refusal, tmp_path, monkeypatch):
    def full(*args):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    err = refusal("endgames build --pieces 2 --out", tmp_path)
    assert "No space left on device" in err and "0101.wld" in err
    assert list(tmp_path.iterdir()) == []
