"""Tests the ablation table, and the suites of positions from which it is measured."""
from types import SimpleNamespace

import pytest

from tests import law
import gamecore
from gamecore.errors import EvaluationError, SuiteError
from gamecore.laboratory import ablation as ablation_module
from gamecore.laboratory.ablation import EXACT, ablation, settings
from gamecore.games.all import GAMES
from gamecore.laboratory.suites import SEARCHED, Case, read_suite
from tests.small_games import Nim

SMALL = [Case("middle", 6, "44", gamecore.ConnectFour("44")),
         Case("ending", 6, "B:W18,K31:B2,11", gamecore.Checkers("B:W18,K31:B2,11"))]


@pytest.mark.parametrize("game", SEARCHED)
def test_a_suite_has_openings_middle_games_and_endings_and_says_where_they_come_from(game):
    suite = read_suite(game)
    assert {case.phase for case in suite} == set(GAMES[game].suite.phases) and len(suite) >= 12
    assert len({case.position for case in suite}) == len(suite)
    assert all(str(case.position) == case.text for case in suite)
    from importlib.resources import files
    assert files("gamecore").joinpath("data", "suites", f"{game}.txt").read_text(encoding="utf-8").startswith(
        "# Source: ")


@pytest.mark.parametrize("game, text, quoted", [*(("connect-four", text, quoted) for text, quoted in [
    ("", "no position"), ("# nothing", "no position"), ("opening 9", "'opening 9'"), ("dawn 9 44", "'dawn 9 44'"),
    ("opening x 44", "'opening x 44'"),
    ("opening 4 44", "'opening 4 44'"), ("opening 9 48", "line 1: .*48"), ("opening 9 1212121", "'1212121'"),
    ("opening 9 44 5", "'44 5'"),
]), *(("backgammon", text, "line 1") for text in [
    "opening 1 4HPwATDgc/ABMA 31", "contact 4 4HPwATDgc/ABMA 31", "contact 1 4HPwATDgc/ABMA 71", "contact 1",
    "contact 1 rubbish"])])
def test_a_malformed_suite_is_refused_with_its_line(tmp_path, game, text, quoted):
    file = tmp_path / "suite.txt"
    file.write_text(text)
    with pytest.raises(SuiteError, match=quoted):
        read_suite(game, file)


def test_a_comment_of_a_suite_begins_after_a_blank(tmp_path):
    """The rest of a position with a # was taken for one, so that another position was searched."""
    (tmp_path / "suite").write_text("# heaps\n\nown 6 3#4 # two\n")
    game = SimpleNamespace(name="heaps", suite=None, from_text=lambda text: Nim(len(text)))
    assert [case.text for case in read_suite(game, tmp_path / "suite")] == ["3#4"]


def test_an_unreadable_suite_is_refused(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SuiteError, match="binary"):
        read_suite("connect-four", tmp_path / "binary")
    with pytest.raises(OSError):
        read_suite("connect-four", tmp_path / "missing")
    with pytest.raises(SuiteError, match="'go'"):
        read_suite("go")


def test_every_exact_switch_is_alone_off_and_alone_on():
    assert set(EXACT) == set(law.EXACT)
    rows = {name: (set(switches), base) for name, switches, base in settings()}
    for switch in EXACT:
        off, base = rows[f"full without {switch}"]
        assert base == "full" and switch not in off and set(EXACT) - off <= {switch, "pvs", "aspiration"}
        assert switch == "pruning" or rows[f"plain with {switch}"] == ({"pruning", switch}, "plain")
    assert rows["full"][0] == set(EXACT) and rows["plain"][0] == {"pruning"}


@pytest.fixture(scope="module")
def rows():
    return {row.name: row for row in ablation(SMALL)}


def test_what_is_counted_is_what_the_searches_count(rows):
    for name in ("full", "plain with table"):
        results = [gamecore.Engine(hash_mb=16).search(case.position, case.depth,
                                                      switches=("evaluation", "quiescence", *rows[name].switches))
                   for case in SMALL]
        assert rows[name].nodes_all == sum(result.nodes for result in results)
        assert rows[name].leaves_all == sum(result.leaves for result in results)
        assert rows[name].nodes == sum(result.iterations[-1].nodes for result in results)
        assert rows[name].leaves == sum(result.iterations[-1].leaves for result in results)
        assert (rows[name].first_cut_rate
                == sum(result.first_cuts for result in results) / sum(result.cuts for result in results))
        assert rows[name].seconds >= 0 and rows[name].cpu_seconds >= 0


def test_changes_are_measured_against_what_they_change(rows):
    assert rows["full"].times == rows["plain"].times == 1
    for name, row in rows.items():
        assert row.times == row.nodes_all / rows[name.split()[0]].nodes_all
        assert (row.times_error > 0) == (row.times != 1)
    assert rows["full without pruning"].first_cut_rate is None and rows["full without pruning"].times > 2
    assert rows["plain with hint"].times < 1 < rows["plain with hint"].ebf


def test_a_switch_that_is_not_exact_is_found_out(monkeypatch):
    # as if history were a reduction
    honest = ablation_module.search
    inexact = ("reductions",)
    monkeypatch.setattr(ablation_module, "search", lambda wanted: honest(
        (*wanted[:2], wanted[2] + (inexact if wanted[2] == ("pruning", "pvs") else ()), wanted[3])))
    suite = [case for case in read_suite("checkers") if case.phase == "middle"]
    with pytest.raises(EvaluationError, match="plain with pvs': the evaluation or the rules depend"):
        list(ablation(suite))


def test_a_game_of_ones_own_has_an_ablation(records):
    rows = records("ablation games.kalah:Kalah --position", "2 2 2 0 / 2 2 2 0", "--depth", "6")
    assert [row["name"] for row in rows] == [name for name, _, _ in settings()] and rows[0]["nodes"] > 0


def test_a_file_of_positions_of_ones_own_game_has_an_ablation(records, tmp_path):
    (tmp_path / "suite").write_text("early 5 2 2 2 0 / 2 2 2 0\nlate 6 1 0 1 0 / 0 2 1 3\n")
    rows = records(f"ablation games.kalah:Kalah --suite {tmp_path / 'suite'}")
    assert [row["name"] for row in rows] == [name for name, _, _ in settings()] and rows[1]["times_error"] > 0


def test_positions_need_no_hash():
    kind = type("Equal", (Nim,), {"__eq__": lambda self, other: self.key() == other.key(), "__hash__": None})
    suite = [Case("own", 6, str(coins), kind(coins)) for coins in (8, 9)]
    assert [row.name for row in ablation(suite)] == [name for name, _, _ in settings()]


def test_an_evaluation_and_an_order_of_ones_own_have_their_row(tmp_path, monkeypatch, records):
    (tmp_path / "ideas.py").write_text("def stones(position):\n    return -position.ply\n"
                                       "def centre(position, move):\n    return -abs(move - 4)\n")
    (tmp_path / "suite.txt").write_text("middle 6 44\n")
    monkeypatch.syspath_prepend(tmp_path)
    *rows, own = records("ablation connect-four --evaluation ideas:stones --order ideas:centre --suite",
                         tmp_path / "suite.txt")
    nodes = {row["name"]: row["nodes_all"] for row in rows}
    assert own["name"] == "plain with ideas:centre" and own["switches"] == "pruning"
    assert own["times"] == own["nodes_all"] / nodes["plain"] < 1 and len(rows) == len(list(settings()))
    assert nodes != {row.name: row.nodes_all for row in ablation([SMALL[0]])}
