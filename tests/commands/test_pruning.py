"""Tests what gamecore pruning prints, writes and draws."""
import csv
import json
import os
import sys
from dataclasses import replace
from threading import Timer
from xml.etree import ElementTree

import pytest

import gamecore
from gamecore.errors import StoppedError
from gamecore.screen.console import Console
from gamecore.laboratory import theory
from gamecore.laboratory.pruning import depth_ratios, pruning, pruning_uniform


@pytest.mark.parametrize("words, last", [
    ("uniform --branching 4 --max-depth 8 --leaves nested --orders worst",         # looks at all
     {"game": "uniform", "model": "nested", "branching": 4, "leaves": 65536}),
    ("connect-four --position 4444 --max-depth 4 --orders none,full",
     {"position": "4444", "order": "full", "depth": 4}),
    ("checkers --position B:W18,K31:B2,11 --max-depth 3 --orders all", {"order": "minimax"}),
    ("uniform --branching 3 --max-depth 5 --orders random --seeds 20", {"searches": 20}),
    ("connect-four --max-depth 5 --orders minimax --max-nodes 0", {"depth": 5}),
])
def test_the_last_row_is_that_of_the_options(records, words, last):
    row = records("pruning", *words.split())[-1]
    assert row.items() >= last.items() and (row["leaves_error"] > 0) == ("random" in words)


def test_a_token_ends_an_experiment_within_a_search():
    token = gamecore.StopToken()
    rows = pruning(gamecore.Checkers(), 30, ["minimax"], token=token)
    assert next(rows).depth == 1
    timer = Timer(0.3, token.stop)
    timer.start()
    with pytest.raises(StoppedError):
        list(rows)
    timer.join()


def test_a_budget_ends_an_orders_rows(run, records):
    rows = records("pruning connect-four --max-depth 6 --orders full,minimax --max-nodes 5000")
    assert [max(row["depth"] for row in rows if row["order"] == order) for order in ("full", "minimax")] == [6, 4]
    assert "at depth" in run("pruning connect-four --max-depth 6 --orders full,minimax --max-nodes 5000")[1]


def test_the_headline_tells_measured_depths_from_the_limit(shown):
    rows = list(pruning(gamecore.ConnectFour(), 7, ["full", "minimax"]))
    measured, limit = depth_ratios(rows, "minimax")["full"], 1 / rows[-2].exponent
    assert rows[-2].order == "full" and limit - measured > 0.1
    headline = " ".join(shown("pruning connect-four --max-depth 7 --orders full,minimax").split())
    assert (f"with minimax's nodes it sees {measured:.1f} times as deep, and {limit:.1f} times as deep in the limit"
            in headline)
    headline = shown("pruning connect-four --max-depth 7 --orders minimax").splitlines()[-1]
    assert headline == "exponent: needs the rows of more depths, and of an order other than minimax"


# Files of rows.

@pytest.mark.parametrize("kind", ["csv", "json"])
@pytest.mark.parametrize("words", [
    "connect-four --max-depth 4 --orders full,random,perfect --seed 5 --seeds 3",
    "uniform --branching 3 --max-depth 4 --leaves nested --seed 2",
    "games.nim:Nim --max-depth 5 --suite FOLDER/nims --orders full,none",
])
def test_a_file_of_rows_says_what_made_it(run, tmp_path, kind, words):
    (tmp_path / "nims").write_text("few 3 1 2 3\nmany 3 3 4 5  # a comment\n")
    words, file = words.replace("FOLDER", str(tmp_path)), tmp_path / "rows"
    if kind == "csv":
        assert run(f"pruning {words} --csv {file}")[0] == 0
        with file.open(newline="") as lines:
            rows = facts = list(csv.DictReader(lines))
    else:
        file.write_text(run(f"pruning {words} --json")[1])
        rows = [json.loads(line) for line in file.read_text().splitlines()]
        facts = [row["about"] for row in rows]
    assert all(row["arguments"].startswith(f"pruning {words} --") and row["seed"] != "" for row in rows)
    assert all(facts[0][name] for name in ("version", "commit", "flags"))


# Plots.

PLOTTED = ["pruning", "uniform", "--branching", "3", "--max-depth", "6", "--leaves", "incremental", "--plot"]


def test_a_plot_is_a_picture_of_its_ending(run, tmp_path):
    pytest.importorskip("matplotlib")
    png, svg = tmp_path / "a.png", tmp_path / "a.SVG"
    assert run(*PLOTTED, str(png))[0] == run(*PLOTTED, str(svg), "--measure", "leaves")[0] == 0
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert ElementTree.parse(svg).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert sorted(os.listdir(tmp_path)) == ["a.SVG", "a.png"]
    again = tmp_path / "again.svg"
    run(*PLOTTED, str(again), "--measure", "leaves")
    assert again.read_bytes() == svg.read_bytes()


def test_a_plot_tells_all_orders_apart_with_colour_and_without():
    colors = pytest.importorskip("matplotlib.colors")
    from gamecore.laboratory.pruning import ORDERS
    from gamecore.laboratory.plots import MARKS
    assert set(MARKS) == set(ORDERS) and len({mark[0] for mark in MARKS.values()}) == len(MARKS)
    shades = [colors.to_rgb(mark[2]) for mark in MARKS.values()]
    assert all(sum((x - y) ** 2 for x, y in zip(a, b)) > 0.06 for i, a in enumerate(shades) for b in shades[:i])


@pytest.mark.parametrize("count, references", [("leaves", {"all, $b^m$", "$b^{3m/4}$", "minimum"}),
                                               ("nodes", {"all, $1+b+...+b^m$", "minimum"})])
def test_a_plot_has_a_logarithmic_axis_and_theorys_lines_in_its_own_unit(count, references):
    pytest.importorskip("matplotlib")
    from gamecore.laboratory.plots import draw_growth
    drawing = draw_growth(pruning_uniform(4, 6), "title", count)
    (axes,), (legend,) = drawing.axes, drawing.legends
    assert axes.get_yscale() == "log" and axes.get_title() == "title" and axes.get_ylabel().startswith(count)
    names = {text.get_text() for text in legend.get_texts()}
    assert references < names and "minimax, $b^{1.00m}$" in names
    assert ({name.split(",")[0] for name in names - references} == {"perfect", "random", "none", "worst", "minimax"})
    lines = {name if name in references else name.split(",")[0]: list(line.get_ydata()) for line in axes.lines
             if (name := line.get_label())}
    assert (lines["minimum"] == lines["perfect"]
            == [getattr(theory, f"minimal_{count}")(4, depth) for depth in range(1, 7)])
    assert lines[next(name for name in references if name.startswith("all"))] == lines["minimax"]


def test_a_games_plot_of_nodes_draws_no_minimum_of_leaves():
    pytest.importorskip("matplotlib")
    from gamecore.laboratory.plots import draw_growth
    rows = list(pruning(gamecore.ConnectFour(), 3, ["full"]))
    full = f"full, $b^{{{rows[-1].exponent:.2f}m}}$"
    assert ({line.get_label() for line in draw_growth(rows, "title", "nodes").axes[0].lines}
            == {full, "all, $1+b+...+b^m$"})
    assert ({line.get_label() for line in draw_growth(rows, "title", "leaves").axes[0].lines}
            == {full, "all, $b^m$", "$b^{3m/4}$", "minimum"})


def overlap(one, other):
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1


@pytest.mark.parametrize("deepest", [2, 9, 40])
def test_a_plots_legend_lies_beside_its_frame_and_its_labels_inside_the_picture(deepest):
    pytest.importorskip("matplotlib")
    from gamecore.laboratory import plots
    growth = list(pruning_uniform(2, 2, ["perfect", "none", "worst"]))
    growth = [replace(row, depth=depth) for row in growth for depth in range(1, deepest + 1)]
    bars = {f"method {i}": {"leaves": 1.0, "choices": 1.3} for i in range(4)}
    for drawing in (plots.draw_growth(growth, "title"), plots.draw_bars(bars, "share", "title")):
        plots.image(drawing, "png")                      # lays it out
        (axes,), (legend,) = drawing.axes, drawing.legends
        assert not overlap(legend.get_window_extent(), axes.get_window_extent())
        for text in [*legend.get_texts(), *axes.texts, axes.title, axes.xaxis.label, axes.yaxis.label]:
            box = text.get_window_extent()
            assert drawing.bbox.x0 <= box.x0 and box.x1 <= drawing.bbox.x1
            assert drawing.bbox.y0 <= box.y0 and box.y1 <= drawing.bbox.y1


def test_without_matplotlib_a_plot_is_refused_before_the_work_begins(refusal, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "gamecore[plot]" in refusal(*PLOTTED, tmp_path / "a.png")
    assert os.listdir(tmp_path) == []


def test_progress_is_a_bar_that_fills(capsys, monkeypatch):
    console = Console()
    console.shows_progress = True
    console.progress(1, 2, "half")
    console.progress(2, 2, "done")
    shown = capsys.readouterr().err
    assert "#" * 12 + "." * 12 + " half" in shown and "#" * 24 + " done" in shown
