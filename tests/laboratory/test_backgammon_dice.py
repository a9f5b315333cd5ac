"""Tests that Star1 and Star2, as the laboratory measures them, give the same values from fewer leaves on positions of
backgammon."""
from statistics import fmean
from types import SimpleNamespace

import pytest

import gamecore
from gamecore.playing.names import load
from gamecore.errors import LimitError, SuiteError
from gamecore.laboratory import chance, dice
from gamecore.laboratory.dice import METHODS, dice_experiment, rows_of
from gamecore.laboratory.suites import read_suite

SUITE = read_suite("backgammon")


@pytest.fixture(scope="module", params=["linear", "net"])
def rows(request):
    few = [case for case in SUITE if case.depth == 1][:8] + [case for case in SUITE if case.text == "bu8mAADnnIEAOA 54"]
    return request.param, few, {(row.layers, row.order, row.method): row
                                for row in dice_experiment(few, 2, evaluation=request.param)}


def test_the_suite_holds_sixty_contact_positions_and_ten_for_two_layers():
    assert len(SUITE) == 60
    assert [case.depth for case in SUITE].count(2) == 10
    assert len({case.position for case in SUITE}) == 60
    for case in SUITE:
        own, other = case.position.own, case.position.other
        last, first = max(point for point in range(26) if own[point]), 25 - max(
            point for point in range(26) if other[point])
        assert case.phase == "contact" and last > first and case.position.dice and str(case.position) == case.text


def test_every_method_counts_what_the_searches_count(rows):
    evaluation, suite, found = rows
    assert list(found) == [(layers, order, method) for layers in (1, 2) for order, method in rows_of(layers)]
    for (layers, order, method), row in found.items():
        engine = gamecore.Engine(hash_mb=chance.HASH_MB, evaluation=evaluation)
        results = [engine.search(case.position, layers, switches=METHODS[method] + ",hint", order=order)
                   for case in suite if case.depth >= layers]
        for count in ("leaves", "choices", "probes"):
            assert getattr(row, count) == fmean(getattr(result, count) for result in results)
        assert row.searches == len(results) == (1 if layers == 2 else 9) and row.bounded
        assert row.seconds >= 0 and row.cpu_seconds >= 0
        assert (row.share_error > 0) == (layers == 1 and method != "plain")


def test_shares_are_those_of_plain_expectiminimax(rows):
    _, _, found = rows
    for (layers, _, method), row in found.items():
        plain = found[layers, "none", "plain"]
        for share, count in (("share", "leaves"), ("choices_share", "choices"), ("cpu_share", "cpu_seconds")):
            whole = getattr(plain, count)
            assert getattr(row, share) == (pytest.approx(getattr(row, count) / whole) if whole else 1)
        assert method == "plain" or row.share < 1
    assert found[2, "static", "star2+table"].share < found[2, "static", "star2"].share
    for layers in (1, 2):
        assert (found[layers, "static", "star2"].share
                < min(found[layers, "none", "star2"].share, found[layers, "static", "star1"].share / 3))


def test_a_table_is_empty_before_each_search():
    engine, position = gamecore.Engine(hash_mb=4, evaluation="linear"), SUITE[3].position
    switches = METHODS["star2+table"] + ",hint"
    first, second = (chance.searched(engine, position, 2, switches) for _ in range(2))
    assert first.leaves == second.leaves < engine.search(position, 2, switches=METHODS["star2"] + ",hint").leaves


def test_a_method_that_gives_another_value_is_found_out(monkeypatch):
    monkeypatch.setitem(METHODS, "star1", "pruning,star1")                # another horizon: without evaluation
    with pytest.raises(AssertionError, match="has the value .* but .* 'star1'"):
        list(dice_experiment(SUITE[10:12], 1))


@pytest.mark.parametrize("arguments, error, quoted", [
    ((SUITE, 0), LimitError, "0"), ((SUITE, 1.5), LimitError, "1.5"), ((SUITE, 3), SuiteError, "3 layers"),
    (([], 1), SuiteError, "1 layers"),
])
def test_layers_that_cannot_be_are_refused_at_once(arguments, error, quoted):
    with pytest.raises(error, match=quoted):
        dice_experiment(*arguments)


def test_positions_of_your_own(tmp_path, records):
    """A race before the dice have fallen, and a contact position after them."""
    file, home = tmp_path / "mine.txt", [5, 0, 0, 0, 5, 0, 5] + 19 * [0]
    file.write_text(
        f"race 1 {gamecore.Backgammon.from_counts(home, home)}\ncontact 1 4HPwATDgc/ABMA 31 # the opening\n")
    lines = records("chance backgammon --suite", file, "--layers", "1")
    assert len(lines) == len(rows_of(1))
    assert {record["searches"] for record in lines} == {2}
    assert {record["evaluation"] for record in lines} == {"net"}


@pytest.mark.parametrize("game, bounded", [("pig:Pig", True), ("oopsy_nim:OopsyNim", False)])
def test_a_game_of_your_own(game, bounded, run, records):
    game = f"gamecore.examples.{game}"
    rows = records("chance", game, "--layers", 3)
    assert [(row["layers"], row["order"], row["method"]) for row in rows] == [
        (layers, order, method) for layers in (1, 2, 3) for order, method in rows_of(layers)]
    assert all(row["game"] == game and row["searches"] == 1 and row["bounded"] == bounded for row in rows)
    for row in rows:
        result = gamecore.Engine(hash_mb=chance.HASH_MB).search(load(game).start(), row["layers"], order=row["order"],
                                                                switches=METHODS[row["method"]] + ",hint")
        assert result.leaves == row["leaves"]
    assert ("no `bounds`" in run("chance", game)[1]) != bounded


def test_rounds_keep_the_fastest(monkeypatch):
    """Five rounds of six methods, of which each search takes a second less CPU time than the one before."""
    taken = iter(range(30, 0, -1))

    def searched(*args):
        result = chance.searched(*args)
        counts = {count: getattr(result, count) for count in chance.COUNTS}
        return SimpleNamespace(score=result.score, **counts | {"cpu_seconds": next(taken)})

    monkeypatch.setattr(dice, "searched", searched)
    rows = list(dice_experiment(SUITE[20:21], 1, evaluation="linear"))
    assert [row.cpu_seconds for row in rows] == [6, 5, 4, 3, 2, 1] and next(taken, None) is None
    assert [row.cpu_share for row in rows] == [1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6]
