"""The course in the tour's pages, in native Python: what its snippets print, and searches of one's own."""
from pathlib import Path

import pytest

SEARCH = """
def minimax(node, maximizing=True):
    return node if isinstance(node, int) else best([minimax(child, not maximizing) for child in node], maximizing)


def best(values, maximizing):
    return max(values) if maximizing else min(values)
"""
ERROR = "Traceback (most recent call last):\n    ...\nValueError: no {}"


@pytest.fixture
def course(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[2] / ".ci/site")
    import course
    return course


def test_a_search_may_stand_before_its_helpers_and_ask_for_types(course):
    for text in SEARCH, SEARCH.replace("isinstance(node, int)", "type(node) is int"):
        assert course.examined(None, {"task": "minimax", "text": text})["same"]
    wrong = course.examined(None, {"task": "minimax", "text": SEARCH.replace("max(values)", "0")})
    assert not wrong["same"] and wrong["tree"]


@pytest.mark.parametrize("text, same", [
    (">>> raise ValueError('no 1')\n" + ERROR.format(1), True),
    (">>> raise ValueError('no 2')\n" + ERROR.format(1), False),
    (">>> pass\n" + ERROR.format(1), False), (">>> raise SystemExit\n" + ERROR.format(1), False),
    (">>> 1 + 1\n2\n>>> 1 + 2\n4\n", False), (">>> [1,\n...  2]\n[1, ...]\n", True)])
def test_a_snippet_prints_what_the_page_shows_or_something_else(course, text, same):
    assert course.snippet(None, {"text": text})["same"] == same
