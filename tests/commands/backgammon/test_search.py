"""Tests the command for backgammon: the acceptance commands, their keys, and bad input."""
import json

import pytest
from tests.data.facts import backgammon as facts

from gamecore.commands.backgammon.stakes import BackgammonContext

FORWARD = "YGtqYAYbRACuLg"           # a position whose 6-1 forward pruning plays otherwise below the root


def test_perft_counts_the_known_lines(records):
    for depth, lines, weighted in facts.PERFT[:2]:
        assert records(f"perft backgammon --depth {depth}")[-1]["nodes"] == lines
        assert records(f"perft backgammon --depth {depth} --weighted")[-1]["nodes"] == weighted
        assert records(f"perft backgammon --depth {depth} --hash")[-1]["nodes"] == lines
    assert records("perft backgammon --depth 2 --position 4HPwATDgc/ABMA")[-1]["nodes"] == 202_782


def test_divide_adds_up_over_the_rolls(records):
    for options, total in (("", facts.PERFT[1][1]), ("--weighted", facts.PERFT[1][2])):
        *rows, last = records(f"perft backgammon --depth 2 --divide {options}")
        assert len(rows) == 21 and sum(row["nodes"] for row in rows) == last["nodes"] == total
    *rows, last = records("perft backgammon --depth 1 --divide")
    assert {row["move"]: row["nodes"] for row in rows} == {f"{a}{b}": count for (a, b), count in facts.OPENING}


@pytest.mark.parametrize("dice, best", facts.BEST_OPENINGS[:3])
def test_a_clear_opening_is_found(records, dice, best):
    last = records("search backgammon --position 4HPwATDgc/ABMA --dice {},{} --plies 1 --multipv 3".format(*dice))[-1]
    assert (last["move"], last["pv"], last["depth"], last["stop"]) == (best, [best], 1, "depth")
    assert last["position"] == "4HPwATDgc/ABMA {}{}".format(*dice)
    assert isinstance(last["score"], float)
    assert last["outcome"] is None
    assert [line["move"] for line in last["lines"]][0] == best and len(last["lines"]) == 3


def test_before_the_dice_there_is_an_equity_alone(records):
    last = records("search backgammon --plies 1")[-1]
    assert (last["move"], last["pv"]) == (None, [])
    evaluated = records("evaluate backgammon --position 4HPwATDgc/ABMA --plies 1")[-1]
    assert evaluated["equity"] == last["score"]
    assert evaluated["plies"] == 1
    assert evaluated["position"] == "4HPwATDgc/ABMA"


def test_lines_have_the_probabilities_that_their_scores_are_made_of(records, run):
    last = records("search backgammon --dice 6,4 --plies 1 --multipv 4")[-1]
    assert last["probabilities"] == last["lines"][0]["probabilities"] and len(last["lines"]) == 4
    for line in last["lines"]:
        win, gammon, backgammon, lost, worse = line["probabilities"]
        assert 0 <= backgammon <= gammon <= win <= 1 and 0 <= worse <= lost <= 1 - win
        assert line["score"] == pytest.approx(2 * win - 1 + gammon + backgammon - lost - worse, abs=1e-6)
    assert "probabilities" not in records("search backgammon --dice 6,4 --plies 1 --evaluation linear")[-1]
    assert "probabilities" not in records("search backgammon --dice 6,4 --nodes 500")[-1]
    out = run("search backgammon --dice 6,4 --plies 0 --multipv 2")[1]
    assert "g won" in out and out.count(" 24/") + out.count(" 8/") >= 2


@pytest.mark.parametrize("options", ["--plies 1", "--plies 2 --switches play", "--plies 1 --switches none,evaluation"])
def test_probabilities_are_those_of_the_search_with_its_switches(options, records):
    """With forward pruning another play is found for some of the rolls, and so other probabilities."""
    last = records(f"search backgammon --position {FORWARD} --dice 6,1 --multipv 3 {options}")[-1]
    for line in last["lines"]:
        win, gammon, backgammon, lost, worse = line["probabilities"]
        assert line["score"] == pytest.approx(2 * win - 1 + gammon + backgammon - lost - worse, abs=1e-9)
    for switches in ("none", "exact,-evaluation"):
        assert "probabilities" not in records(f"search backgammon --dice 6,4 --plies 1 --switches {switches}")[-1]


def test_an_evaluation_of_your_own_has_no_probabilities(records, refusal, tmp_path, monkeypatch):
    (tmp_path / "ahead.py").write_text("def pips(position):\n    return (position.pips[1] - position.pips[0]) / 100\n")
    monkeypatch.syspath_prepend(tmp_path)
    last = records("search backgammon --dice 3,1 --plies 1 --evaluation ahead:pips")[-1]
    assert last["move"] and "probabilities" not in last
    for command in "search backgammon --plies 1", "evaluate backgammon":
        assert "a function such as 'ahead:pips' has none" in refusal(f"{command} --cube 1 --evaluation ahead:pips")


def test_ctrl_c_while_probabilities_are_computed_keeps_what_was_searched(records, run, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(BackgammonContext, "chances", interrupted)
    code, out, err = run("search backgammon --dice 3,1 --plies 1 --json")
    last = json.loads(out.splitlines()[-1])
    assert (code, err, last["move"], last["stop"]) == (130, "", "8/5 6/5", "depth") and "probabilities" not in last


def test_features_add_up_to_the_equity(records):
    last = records("evaluate backgammon --position sOfgEwDg8+AIBg --explain --evaluation linear")[-1]
    assert last["plies"] == 0
    assert last["equity"] == pytest.approx(sum(f["count"] * f["weight"] for f in last["features"]) / 1000)


def test_a_person_gets_a_table(shown):
    out = shown("search backgammon --dice 31 --plies 0 --multipv 3 --evaluation linear")
    assert "best move 8/5 6/5" in out and "13/9" in out
    out = shown("evaluate backgammon --explain --evaluation linear")
    assert "equity" in out and "anchor" in out
    assert "points a game" in out and "points a game" not in shown("evaluate backgammon --score 3-2/5")
