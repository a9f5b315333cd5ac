"""Tests that commands make the samples, tables and figures of README and docs, and rewrite those in which more than
times differ."""
import json
import re
import subprocess
from pathlib import Path

import charts
import page_tables
import plots
import pytest
import samples

from gamecore.commands.cli import build_parser

ROOT = Path(__file__).resolve().parents[2]
PAGES = samples.PAGES
STAMP = samples.stamp("gamecore perft checkers")

PAGE = """Before.

    $ gamecore perft checkers --depth 8
    perft 8: 845,931   0.004 s, of CPU 0.004 s: 211 M nodes/s

<!-- made with signature 1, checkers 12345678 -->

    gamecore play checkers

After, in 3 s.
"""


def renewed(text, output, **options):
    return samples.renewed(text, lambda command: output, **options)


def test_other_times_leave_a_sample_alone_but_for_its_stamp():
    new = renewed(PAGE, "    perft 8: 845,931   1.5 s, of CPU 0.35 s: 2.41 M nodes/s\n")
    assert new == PAGE.replace("<!-- made with signature 1, checkers 12345678 -->", STAMP) != PAGE
    assert (samples.masked("12 nodes in 0.40 s, 325 k nodes/s, ended by knowing: no\n  greater depth")
            == samples.masked("12 nodes in 0.1 s, 1.19 M\n  nodes/s, ended by knowing:\n  no greater depth"))


def test_what_has_todays_stamp_is_made_again_only_if_asked_to():
    today = PAGE.replace("<!-- made with signature 1, checkers 12345678 -->", STAMP)
    assert renewed(today, "    another\n", everything=False) == today != renewed(today, "    another\n")
    assert "another" in renewed(PAGE, "    another\n", everything=False)


def test_another_result_is_written_and_marked():
    new = renewed(PAGE, "    perft 8: 845,932   1.5 s, of CPU 0.35 s: 2.41 M nodes/s\n")
    assert new == (PAGE.replace("845,931   0.004 s, of CPU 0.004 s: 211", "845,932   1.5 s, of CPU 0.35 s: 2.41")
                   .replace("<!-- made with signature 1, checkers 12345678 -->", STAMP))


def test_a_sample_without_a_mark_gets_one():
    bare = "\n    $ gamecore bench\n    old\n\nText.\n"
    new = renewed(bare, "    first\n\n    second\n")
    assert new == f"\n    $ gamecore bench\n    first\n\n    second\n\n{samples.stamp('bench')}\n\nText.\n"
    assert renewed(new, "    first\n\n    second\n") == new and renewed(new, "    first\n") != new


TABLE = """
game                 nodes    ebf  seconds    cpu s     nodes a cpu s
connect-four     4,567,890   1.79     0.20     0.19    24.1 M nodes/s
checkers         3,456,789   1.92     0.30     0.29    11.9 M nodes/s

seconds        0.01     0.02
nodes            12       34
"""


@pytest.mark.parametrize("old, new, same", [
    ("0.20     0.19", "9.99     9.88", True), ("24.1 M", " 987 k", True), ("1.79", "1.78", False),
    ("4,567,890", "4,567,891", False), ("0.01     0.02", "0.03     0.04", True), ("12       34", "12       35", False),
])
def test_columns_and_rows_of_times_are_masked_and_nothing_else(old, new, same):
    assert (samples.masked(TABLE) == samples.masked(TABLE.replace(old, new))) == same


def test_a_table_is_made_by_the_function_that_it_names(monkeypatch):
    monkeypatch.setitem(page_tables.TABLES, "squares",
                        lambda n: (["i", ">square"], [[i, i * i] for i in range(int(n))]))
    page = "Text.\n\n<!-- table: squares 2 -->\n\n| old |\n\n<!-- made with nothing -->\n\nMore.\n"
    new = samples.renewed(page)
    assert new == ("Text.\n\n<!-- table: squares 2 -->\n\n| i | square |\n| --- | --: |\n| 0 | 0 |\n| 1 | 1 |\n\n"
                   f"{samples.stamp('squares 2')}\n\nMore.\n")
    assert samples.renewed(new) == new


def test_a_figure_is_quoted_by_its_key(monkeypatch):
    figure = {"value": "1.5", "error": "0.1", "unit": "ms"}
    monkeypatch.setattr(page_tables, "known_figures", lambda: {"a.call": figure})
    assert (samples.renewed("takes <!--=a.call-->9<!--/--> a time\n")
            == "takes <!--=a.call-->1.5 +- 0.1 ms<!--/--> a time\n")


BLOCKS = [(path.name, match) for path in PAGES for pattern in (samples.SAMPLE, samples.TABLE)
          for match in pattern.finditer(path.read_text(encoding="utf-8"))]


def test_every_sample_and_table_of_the_docs_is_found():
    starts = sum(len(re.findall(r"^ *\$ gamecore |^<!-- table: ", path.read_text(encoding="utf-8"), re.MULTILINE))
                 for path in PAGES)
    assert len(BLOCKS) == starts > 25


def test_every_sample_and_table_has_todays_stamp():
    """Another signature or other weights may change what was printed: `make pages` prints it again."""
    old = [(name, match[1]) for name, match in BLOCKS if not match[0].rstrip().endswith(samples.stamp(match[1]))]
    assert old == []


def test_every_figure_of_the_docs_is_that_of_its_key():
    quoted = 0
    for path in PAGES:
        for match in samples.FIGURE.finditer(path.read_text(encoding="utf-8")):
            assert match[2] == page_tables.quoted(match[1]), (path.name, match[0])
            quoted += 1
    assert quoted > 0


def test_a_figure_names_a_commit_and_a_table_of_figures_no_signature():
    """A figure that a clock made is of the commit that was measured, whatever else is the same today."""
    if (git("rev-parse", "--is-shallow-repository") or "true") == "true":
        pytest.skip("without the history, or its older part, no commit is known")
    named = {figure["commit"] for figure in page_tables.known_figures().values()}
    for path in PAGES:
        named |= set(re.findall(r"\bcommit `?([0-9a-f]{7,40})\b", path.read_text(encoding="utf-8")))
    unknown = [commit for commit in named if git("merge-base", "--is-ancestor", commit, "HEAD") is None]
    assert len(named) > 3 and unknown == []
    assert all("signature" not in samples.stamp(name) for name in ("figures", "rates checkers backgammon", "hours"))


def git(*arguments):
    """Returns what git prints in this checkout, or None if it fails."""
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


def test_every_plot_has_todays_stamp_and_a_page():
    """Other weights, another signature or other code of plots: `make pages` draws it again."""
    stamps = json.loads(plots.STAMPS.read_text(encoding="utf-8"))
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    for name, command in plots.COMMANDS.items():
        build_parser().parse_args([*command.split(), "--plot", name])
        assert stamps[name] == plots.stamp(name) and (plots.FOLDER / name).exists() and f"images/{name})" in text


def test_every_chart_shows_todays_table_and_has_a_page():
    """Other figures in a table: `make pages` draws its chart again."""
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert json.loads(charts.STAMPS.read_text(encoding="utf-8")) == {name: charts.stamp(name) for name in charts.CHARTS}
    assert all(f"images/{name})" in text for name in charts.CHARTS)


def test_the_samples_of_the_commands_are_what_they_print_today():
    path = ROOT / "docs" / "commands.md"
    text = path.read_text(encoding="utf-8")
    assert samples.renewed(text) == text
