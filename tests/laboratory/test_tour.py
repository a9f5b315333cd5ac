"""Tests answers to the tour's exercises, as values and as functions: those of the pages are right, and others are
wrong."""
import re
from pathlib import Path

import pytest

from gamecore.laboratory.tour import EXERCISES, EXPLAINED, is_right
from tests import DATA

TOUR = Path(__file__).parents[2] / "docs" / "tour"
# As a reader of the pages would type them.
ANSWERS = {
    "1.1": "No.", "1.2": "7", "1.3": "8, 21", "2.1": "8", "2.2": "1 5 9", "3.1": "3, 2, 100",
    "3.2": "[[2, 7], [2, 100]]", "3.3": "7", "4.1": "4", "4.2": "15,625", "4.3": "[[10, 10], [100, 9]]", "5.1": "50",
    "5.2": "10; 8, 20, 4", "5.3": "9", "5.4": "18", "5.5": "1, 2, 3, 5", "6.1": "3, 6", "6.2": "5", "7.1": "111,110",
    "7.2": "6, 0", "7.3": "4", "7.4": "5, 4", "8.1": "3, 4", "8.2": "-2", "8.3": "East", "9.1": "7", "9.2": "12",
    "9.3": "yes, no", "10.1": "pessimism, 44.5", "10.2": "1/6", "10.3": "6/7", "11.1": "3", "11.2": "3_528_000",
    "11.3": "none", "12.1": "1", "12.2": "(3, -3)", "13.1": "$400, $100", "13.2": "no", "13.3": "no",
    "14.1": "12, 6", "14.2": "7361090", "15.1": "no", "15.2": "4", "17.2": "same, 10", "17.3": "centre"}


def test_every_exercise_of_the_pages_is_known():
    asked = {int(page.name[:2]): page.read_text(encoding="utf-8").partition("## Exercises")[2].partition("<details>")[0]
             for page in TOUR.glob("[0-9]*.md")}
    found = {f"{page}.{number}" for page, text in asked.items() for number in re.findall(r"^(\d+)\. ", text, re.M)}
    assert set(EXERCISES) | set(EXPLAINED) == found and set(ANSWERS) == set(EXERCISES) - {"17.4"}


@pytest.mark.parametrize("number, answer", ANSWERS.items())
def test_the_answers_of_the_pages_are_right(number, answer, run, records):
    assert run("exercises --check", number, answer) == (0, f"{number}: right\n", "")
    (record,) = records("exercises --check", number)
    assert record["asks"] == EXERCISES[number].asks and record["verdict"] is None


def test_the_cells_of_an_answer_are_counted_as_the_exercise_says():
    assert "from 1" in EXERCISES["1.2"].asks and is_right("1.2", "7") and not is_right("1.2", "6")


@pytest.mark.parametrize("number", ANSWERS)
def test_others_are_wrong(number):
    for answer in ("1, 2", "[[1, 2], [3, 4]]", "x", ANSWERS[number] + " 1", "[[", "[[1, 'a'], [2]]", []):
        assert not is_right(number, answer)


@pytest.mark.parametrize("number, name, words", [
    ("2.2", "lost", "right"), ("4.3", "tree_of_mine", "right"), ("4.1", "minimax", "right"), ("9.1", "dice", "right"),
    ("5.1", "cut", "right"), ("9.3", "wanted", "right"), ("10.3", "posterior", "right"), ("12.2", "utilities", "right"),
    ("13.2", "never", "right"), ("17.3", "centre_first", "right"), ("17.4", "threes", "right"),
    ("17.3", "edges_first", "wrong: 79255 leaves"), ("17.3", "dice", "wrong: TypeError"),
    ("17.3", "wordy", "wrong: an order must return a number"),
    ("17.4", "backwards", "wrong: rank correlation -"), ("17.4", "ends", "wrong: TypeError"),
    ("4.2", "added", "wrong: added(7, 1) returns 8, where 7 is right"), ("4.2", "raises", "wrong: ZeroDivisionError"),
    ("4.2", "ends", "wrong: it ends the program"), ("4.2", "dice", "wrong: TypeError"),
    ("4.3", "never", "wrong: never() returns 'No'")])
def test_a_function_may_be_the_answer(number, name, words, run):
    code, out, error = run("exercises --check", number, f"{DATA}/tour_answers.py:{name}")
    assert (code, error) == (words != "right", "") and out.startswith(f"{number}: {words}")
