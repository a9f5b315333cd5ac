"""Tests that trees are read from text, which is never evaluated as code, and that a refusal names the place of the
fault."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from gamecore.errors import TreeError
from gamecore.trees import parse, tree
from gamecore.trees.trace import numeral

NUMBERS = st.integers(-10**9, 10**9) | st.floats(-1e9, 1e9) | st.fractions(-9, 9, max_denominator=99)
NAMES = st.text("abcxyz", min_size=1, max_size=5)
NESTED = st.recursive(NUMBERS | st.lists(NUMBERS, max_size=4).map(tuple), lambda below: st.one_of(
    st.lists(below, max_size=4), st.dictionaries(NAMES, below, max_size=3)), max_leaves=20)


def written(nested):
    """A tree as a person types it."""
    if isinstance(nested, dict):
        return "{" + ", ".join(f"{name}: {written(child)}" for name, child in nested.items()) + "}"
    if isinstance(nested, (list, tuple)):
        return "[]()"[2 * isinstance(nested, tuple)] + ",".join(map(written, nested)) + "])"[isinstance(nested, tuple)]
    return str(nested)


@pytest.mark.parametrize("leaf, text", [
    (Fraction(4000001, 2), "2000000.5"), (Fraction(4000003, 2), "2000001.5"), (Fraction(1, 3), "1/3"),
    (Fraction(1, 8), "0.125"), (Fraction(10**30 + 1, 2), f"{10**30 + 1}/2"), (Fraction(109, 2), "54.5")])
def test_a_fraction_is_written_exactly(leaf, text):
    assert numeral(leaf) == text


@given(NESTED)
def test_what_is_written_is_read(nested):
    assert parse(written(nested)) == nested


@pytest.mark.parametrize("text, nested", [
    (" [ 3 ,12, ] ", [3, 12]), ("(1, 6, 6)", (1, 6, 6)), ("[1/3, -.5, 1e3, +2]", [Fraction(1, 3), -0.5, 1000.0, 2]),
    ("{'coin A': 1, \"B\": 2, take 2: 3}", {"coin A": 1, "B": 2, "take 2": 3}), ("{}", {}), ("7", 7),
    ("""{"players'": 3, '"x"': 4}""", {"players'": 3, '"x"': 4}),
])
def test_texts_and_what_they_mean(text, nested):
    assert parse(text) == nested


@pytest.mark.parametrize("text, place, expected, there", [
    ("[[3, 12 8]]", 9, "',' or ']'", "'8]]'"),
    ("[[3, 12", 8, "',' or ']'", "the text ends"),
    ("[3,, 1]", 4, "a number or a bracket", "', 1]'"),
    ("[1/0]", 2, "another denominator", "'1/0]'"),
    ("", 1, "a number or a bracket", "the text ends"),
    ("[1]]", 4, "the end", "']'"),
    ("{a 1}", 5, "':'", "'}'"),
    ("{1: 2}", 2, "the name of an action", "'1: 2}'"),
    ("(1, [2])", 5, "a number or a bracket", r"'\[2\]\)'"),
    ("[nan]", 2, "a number or a bracket", "'nan]'"),
    ("[__import__('os')]", 2, "a number or a bracket", "\"__import__\\('\""),
    ("[1" + "0" * 5000 + "]", 2, "a number or a bracket", "'100000000000'"),
    ("[" * 200, 102, "at most 100 levels", r"'\[\[\[\[\[\[\[\[\[\[\[\['"),
])
def test_a_text_that_does_not_parse_is_reported_with_its_place(text, place, expected, there):
    message = rf"expected .*{expected}.* at character {place} of .*, but (found )?{there}"
    with pytest.raises(TreeError, match=message) as caught:
        tree(text)
    assert "\n" not in str(caught.value)


def test_an_action_must_not_occur_twice():
    with pytest.raises(TreeError, match="the action 'a' occurs twice in '{a: 1, a: 2}'"):
        tree("{a: 1, a: 2}")
