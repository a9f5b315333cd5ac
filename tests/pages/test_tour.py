"""The tour: its pictures are those drawn today, every page is in the list and has exercises. test_docs.py runs it."""
import importlib.util
import re
from pathlib import Path

import pytest

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


def test_each_of_the_68_items_has_a_page_or_a_test_that_is_there():
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|$", (TOUR / "coverage.md").read_text(encoding="utf-8"),
                      re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, 69))
    assert len({item for _, item, _ in rows}) == 68
    tests = [re.findall(r"`(tests/[^`]+)::(\w+)`", where) for _, _, where in rows]
    assert all("](" in where or named for (_, _, where), named in zip(rows, tests))     # test_site.py follows links
    assert [name for named in tests for path, name in named
            if f"def {name}(" not in (TOUR.parents[1] / path).read_text(encoding="utf-8")] == []


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


def test_three_pages_embed_what_their_commands_write():
    """docs/conf.py writes them when it builds the site."""
    embedded = {page.stem: re.findall(r'--html (\S+)\n\n<iframe src="(\S+)"', page.read_text(encoding="utf-8"))
                for page in PAGES}
    frames = [pair for pairs in embedded.values() for pair in pairs]
    assert len(frames) == 3 and all(written == shown for written, shown in frames)
    assert sum(page.read_text(encoding="utf-8").count("<iframe") for page in PAGES) == 3
