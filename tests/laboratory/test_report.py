"""gamecore report: one page that needs nothing else, and is written whole or not at all."""
import base64
import os
import re
import sys
from contextlib import nullcontext
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from gamecore.commands.cli import build_parser, main
from gamecore.laboratory import report, theory

pytest.importorskip("matplotlib")

VOID = {"meta", "img"}


class Page(HTMLParser):
    """What stands open, what was linked to, and the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.sources, self.tags, self.texts, self.names, self.metas, self.around = [], [], [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.sources += [value for name, value in attributes if name in ("src", "href")]
        self.names += [value for name, value in attributes if name == "id"]
        self.metas += [dict(attributes)] if tag == "meta" else []
        self.around += [(tag, dict(attributes).get("class"), *self.open[-1:])]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def interrupted(*args):
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "new" / "folder"
    assert main(["report", "--quick", "--out", str(out)]) == 0
    assert os.listdir(out) == ["index.html"]
    return (out / "index.html").read_text(encoding="utf-8")


def test_the_page_is_well_formed_and_needs_nothing_else(written):
    page = Page(written)
    assert page.open == [] and not {"script", "link", "iframe"} & set(page.tags)
    assert "<code>gamecore report --quick</code>" in written
    pictures = [source for source in page.sources if not source.startswith("#")]
    assert len(pictures) >= 8 and all(source.startswith("data:image/svg+xml;base64,") for source in pictures)
    for source in pictures:
        assert ElementTree.fromstring(base64.b64decode(source.partition(",")[2])).tag.endswith("svg")


def test_the_contents_lead_to_every_section(written):
    page = Page(written)
    links = [source.removeprefix("#") for source in page.sources if source.startswith("#")]
    assert links == page.names == [f"section-{i}" for i in range(1, page.tags.count("h2") + 1)] and len(links) >= 8


def test_the_page_fits_a_phone(written):
    page = Page(written)
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in page.metas
    tables = [(kind, parent) for tag, kind, *parent in page.around if tag == "table"]
    assert tables[0][0] == "facts" and all(parent == ["div"] for kind, parent in tables[1:]) and len(tables) > 8
    assert written.count('<div class="scroll"><table>') == len(tables) - 1 and "overflow-x: auto" in written


def test_two_processes_make_the_page_of_one():
    """But for the times that they took."""
    small = replace(report.QUICK, depths={}, uniform={"nested": 3}, pearl={}, exact=(2, 3), positions=1)
    one, two = (report.report(small, jobs=jobs).split("<h2") for jobs in (1, 2))
    assert [section.partition("</h2>")[0] for section in one[1:]] == [part.partition("</h2>")[0] for part in two[1:]]
    assert one[2:4] == two[2:4] and len(one) == 7
    assert re.search("<img.*>", one[1])[0] == re.search("<img.*>", two[1])[0]


@pytest.mark.parametrize("done", [1, 3])
def test_an_interrupted_report_keeps_the_experiments_that_were_finished(tmp_path, monkeypatch, capsys, done):
    section = "pearl_section" if done == 3 else "exact_section"
    monkeypatch.setattr(f"gamecore.laboratory.report.{section}", interrupted)
    models = ["nested", "independent"][:(done + 1) // 2]
    monkeypatch.setattr("gamecore.commands.report.QUICK", replace(report.QUICK, uniform=dict.fromkeys(models, 3)))
    assert main(["report", "--quick", "--out", str(tmp_path)]) == 130
    written = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert written.count("<h2") == done and f"interrupted after {done} of its" in written
    assert capsys.readouterr().out.endswith("interrupted\n") and os.listdir(tmp_path) == ["index.html"]


def test_the_page_says_what_ran_where_and_how_to_repeat_it(written):
    text = "".join(Page(written).texts)
    assert all(name in text for name in ("version", "compiler", "flags", "python", "machine", "cpu"))
    commands = re.findall(r"^gamecore .*$", text, re.MULTILINE)
    assert len(commands) >= 10
    for command in commands:
        build_parser().parse_args(command.split()[1:])


def test_the_page_holds_what_was_measured(written):
    text = "".join(f" {part} " for part in Page(written).texts)
    assert all(f" {theory.minimal_leaves(3, depth)} " in text for depth in range(1, 6))
    assert "evaluation linear" in text and "evaluation net" in text and "share of CPU time" in text
    assert f"{4**5:,}" in text and "full without table" in text and "star2" in text and "1.618" in text


@pytest.mark.parametrize("where, fails, error, told", [
    ("report.uniform_section", interrupted, None, ""),               # before the first experiment
    ("report.chance_section", lambda *args: 1 / 0, ZeroDivisionError, ""),
    ("theory.minimal_leaves", lambda *args: 7, AssertionError, "perfect order looks at"),
])
def test_what_ends_a_report_leaves_the_old_page_alone(tmp_path, monkeypatch, where, fails, error, told):
    (tmp_path / "index.html").write_text("old")
    monkeypatch.setattr(f"gamecore.laboratory.{where}", fails)
    with pytest.raises(error, match=told or None) if error else nullcontext():
        assert main(["report", "--quick", "--out", str(tmp_path)]) == 130
    assert (tmp_path / "index.html").read_text() == "old" and os.listdir(tmp_path) == ["index.html"]


def test_a_report_that_is_refused_leaves_no_directory(tmp_path, monkeypatch, refusal):
    (tmp_path / "file").write_text("")
    refusal("report --quick --out", tmp_path / "file" / "below")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    out = tmp_path / "report"
    assert "needs matplotlib" in refusal("report --quick --out", out) and not out.exists()
    out.mkdir()
    assert refusal("report --quick --out", out) and out.exists()
