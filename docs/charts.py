"""Draws charts of tables on the pages, and a utility curve: `python docs/charts.py`, from a checkout.

docs/images/charts.json holds each chart's stamp, which is a checksum of its table and of the function that draws it.
"""
import json
import re
from fractions import Fraction
from hashlib import blake2b
from inspect import getsource
from pathlib import Path

from gamecore.laboratory.plots import LEGEND, figure
from gamecore.trees import (Lottery, UtilityCurve, certainty_equivalent, expected_monetary_value, expected_utility)

DOCS = Path(__file__).resolve().parent
STAMPS = DOCS / "images" / "charts.json"
GRAY = {"color": "gray", "linewidth": 0.8, "linestyle": ":"}


def table(page, header):
    """Returns the rows of a page's table, found by the beginning of its header, as lists of cells."""
    lines = (DOCS / page).read_text(encoding="utf-8").partition(header)[2].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[:lines.index("")]]
    return [[re.sub(r"`|\[|\]\([^)]*\)", "", cell) for cell in row] for row in rows]


def number(cell):
    """Returns the first number of a cell."""
    return float(re.search(r"[\d.]+", cell.replace(",", ""))[0])


def bars(rows, label, log=False, one=None):
    """Returns a figure with a horizontal bar for each pair (name, value), the first pair on top."""
    drawing = figure()
    axes = drawing.add_subplot(xlabel=label, xscale="log" if log else "linear")
    names, values = zip(*reversed(rows), strict=True)
    drawn = axes.barh(names, values, height=0.6, color="#0072b2")
    axes.bar_label(drawn, [f"{value:g}" for value in values], padding=3)
    axes.margins(x=0.12)
    axes.xaxis.set_major_formatter("{x:g}")
    if one is not None:
        axes.axvline(one, **GRAY)
    axes.spines[["top", "right"]].set_visible(False)
    return drawing


def draw_depth(rows):
    """Draws the score of each depth against the depth below, by evaluation."""
    drawing = figure()
    axes = drawing.add_subplot(xlabel="depths", ylabel="score of the deeper search, %")
    depths = [[int(depth) for depth in row[0].split(" against ")] for row in rows]
    steps = [row for row, (deeper, other) in zip(rows, depths, strict=True) if deeper == other + 1]
    for column, name in enumerate(("whole evaluation", "no open threats", "centre alone"), 1):
        axes.plot([row[0] for row in steps], [float(row[column]) for row in steps], marker=" os^"[column], label=name)
    axes.axhline(50, **GRAY)
    axes.legend(**LEGEND)
    return drawing


def draw_cost(rows):
    """Draws the cost of a node by the way in which a game is added."""
    return bars([(row[0], number(row[1])) for row in rows], "cost of a node, built in = 1", log=True)


def draw_threads(rows):
    """Draws the speedup of two threads."""
    return bars([(row[0], number(row[1])) for row in rows], "times as fast with two threads", one=1)


def draw_bitbully(rows):
    """Draws the ratio of the times of two solvers, with their tables cleared before each position and kept."""
    drawing = figure()
    axes = drawing.add_subplot(xlabel="bitbully's time over gamecore's", xscale="log")
    for column, marker, label in ((3, "o", "tables cleared"), (6, "D", "tables kept")):
        drawn = [(number(row[column]), row[0]) for row in reversed(rows) if row[column] != "not run"]
        axes.plot(*zip(*drawn, strict=True), linestyle="none", marker=marker, label=label)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.axvline(1, **GRAY)
    axes.grid(axis="y", color="#dddddd")
    axes.legend(**LEGEND)
    return drawing


def draw_generations(rows):
    """Draws the score of each generation of weights against the linear evaluation."""
    drawing = figure()
    axes = drawing.add_subplot(xlabel="generation", ylabel="score against the linear evaluation, %")
    means, errors = zip(*[map(number, row[-1].split(" +- ")) for row in rows], strict=True)
    axes.errorbar([int(row[0]) for row in rows], means, yerr=errors, marker="o", capsize=3)
    axes.axhline(50, **GRAY)
    return drawing


def draw_utility(rows):
    """Draws a concave utility of money, a lottery on its chord, and the risk premium."""
    lottery = Lottery((Fraction(3, 5), 0), (Fraction(2, 5), 100))
    curve = UtilityCurve({0: 0, 10: 400, 100: 1000})
    mean, utility = float(expected_monetary_value(lottery)), float(expected_utility(lottery, curve))
    certain = float(certainty_equivalent(lottery, curve))
    drawing = figure()
    axes = drawing.add_subplot(xlabel=r"money, \$", ylabel="utility", xlim=(0, 100), ylim=(0, 1050))
    axes.plot([0, 10, 100], [0, 400, 1000], color="black", label="utility of money")
    axes.plot([0, 100], [0, 1000], linestyle="--", color="#0072b2", label=r"lotteries of \$0 and \$100")
    axes.plot([certain, mean], [utility, utility], marker="o", color="#d62728", linewidth=3,
              label=rf"risk premium \${mean - certain:g}")
    for money, words in ((certain, rf"certainty equivalent \${certain:g}"), (mean, rf"mean \${mean:g}")):
        axes.vlines(money, 0, utility, **GRAY)
        axes.annotate(words, (money, 20), (4, 0), textcoords="offset points", rotation=90, fontsize=9)
    axes.legend(loc="lower right", **LEGEND)
    return drawing


# For each chart's file: its page, the header of its table, and its function.
CHARTS = {
    "chart-depth.svg": (("journal/search.md", "| depth | whole |"), draw_depth),
    "chart-embedding.svg": (("embedding.md", "| way | cost of a node |"), draw_cost),
    "chart-threads.svg": (("scaling.md", "| search | times as fast |"), draw_threads),
    "chart-bitbully.svg": (("measuring.md", "| positions ([recipe]"), draw_bitbully),
    "chart-generations.svg": (("journal/training-checkers.md", "| generation | its positions |"), draw_generations),
    "chart-utility.svg": (None, draw_utility),
}


def stamp(name):
    """Returns the checksum of everything on which a chart depends."""
    source, draw = CHARTS[name]
    return blake2b(repr((source and table(*source), getsource(draw))).encode(), digest_size=4).hexdigest()


def main():
    from matplotlib import rc_context
    with rc_context({"svg.hashsalt": "gamecore", "svg.fonttype": "none", "font.family": "sans-serif"}):
        for name, (source, draw) in CHARTS.items():
            draw(source and table(*source)).savefig(DOCS / "images" / name, metadata={"Date": None})
            print(name)
    STAMPS.write_text(json.dumps({name: stamp(name) for name in CHARTS}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
