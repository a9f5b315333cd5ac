"""Tests that the tour's pictures are up to date, and that every page is in the list and has exercises. test_docs.py
runs its examples."""
import importlib.util
import json
import re
from pathlib import Path

import pytest

import gamecore
from gamecore.laboratory.pruning import pruning
from gamecore.trees import svg

TOUR = Path(__file__).resolve().parents[2] / "docs" / "tour"
PAGES = sorted(TOUR.glob("[0-9]*.md"))
SPEC = importlib.util.spec_from_file_location("pictures", TOUR / "pictures.py")
pictures = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(pictures)


@pytest.mark.parametrize("name", pictures.drawings())
def test_the_pictures_are_drawn_so(name):
    path = TOUR.parent / "images" / f"tour-{name}.svg"
    assert path.read_text(encoding="utf-8") == svg(pictures.drawings()[name]) + "\n"
    assert any(f"images/tour-{name}.svg" in page.read_text(encoding="utf-8") for page in PAGES)


def test_the_utility_curves_are_drawn_so():
    path = TOUR.parent / "images" / "utility-curves.svg"
    assert path.read_text(encoding="utf-8") == pictures.utility_curves()


SECTIONS = {"A": 13, "B": 11, "C": 17, "D": 9, "E": 8, "F": 12, "G": 10, "H": 11, "I": 9, "J": 10, "K": 8, "L": 9,
            "M": 12, "N": 10, "O": 11, "P": 4, "Q": 20, "R": 6, "S": 16, "T": 3}       # items of the course material


def test_each_item_of_the_material_runs_or_is_said_or_is_left_out_with_a_reason():
    text = (TOUR / "coverage.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-T]\d+) \| ([^|]+) \| (runs|said|left out) \| ([^|]+) \|$", text, re.MULTILINE)
    assert [row[0] for row in rows] == [f"{name}{i}" for name, items in SECTIONS.items() for i in range(1, items + 1)]
    counts = [sum(how == word for _, _, how, _ in rows) for word in ("runs", "said", "left out")]
    assert [len(rows), *counts] == [int(number) for number in re.findall(r"\b\d+\b", text.split("## ")[0])]
    for item, _, how, where in rows:             # test_site.py follows the links
        page = re.search(r"\]\(([^)#]+)", where)
        assert page or how == "left out", item
        assert how != "runs" or "\n>>> " in (TOUR / page[1]).read_text(encoding="utf-8"), item


def test_the_list_has_every_page_in_order():
    assert re.findall(r"\]\((\d\d-[\w-]+\.md)\)", (TOUR / "index.md").read_text(encoding="utf-8")) == [
        page.name for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_asks_shows_and_ends_with_exercises_and_the_next_page(page):
    text = page.read_text(encoding="utf-8")
    assert re.match(r"# .+\n\n\*\*[^*]+\?", text), "a page begins with a question"
    assert "](../images/" in text and "\n>>> " in text
    exercises, answers = text.split("## Exercises")[1].split("<summary>Answers</summary>")
    assert len(re.findall(r"^\d\. ", exercises, re.MULTILINE)) >= 2 and "\n>>> " in answers
    following = PAGES[PAGES.index(page) + 1:][:1]
    assert all("Next: [" in answers and f"]({after.name})" in answers for after in following)


def test_ten_pages_embed_what_their_commands_write():
    """docs/conf.py writes them when it builds the site."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    frames = [pair for text in texts for pair in re.findall(
        r'^    (?:gamecore tree|python docs/tour/pruning_page.py) .*?(\S+)\n\n<iframe src="(\S+)"', text, re.MULTILINE)]
    assert all(written == shown for written, shown in frames)
    assert len(frames) == sum(text.count("<iframe") for text in texts) >= 10


def test_two_orders_side_by_side_have_what_the_experiment_counts(monkeypatch):
    monkeypatch.syspath_prepend(TOUR)
    import pruning_page
    page = pruning_page.page("connect-four", 4, ["static", "none"])
    data = json.loads(re.search(r'id="data">(.*?)</script>', page)[1])
    leaves = {row.order: row.leaves for row in pruning(gamecore.ConnectFour(), 4, ["static", "none"]) if row.depth == 4}
    assert {order["name"]: order["points"][-1][1] for order in data["orders"]} == leaves
    assert all(len(order["tree"]) == 7 for order in data["orders"]) and "import " not in page
