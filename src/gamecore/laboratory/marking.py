"""Marking: tests whether an answer, given as values or as text that contains values, is right."""
from fractions import Fraction as F
from numbers import Real
from re import fullmatch
from typing import Any

NEAR = 1e-6                          # two numbers this close are equal
ROUNDED = 1 / 200                    # of a number, by which one written with a decimal point may be off: .167 for 1/6


def same(answer: Any, right: Any) -> bool:
    """Whether an answer, given as values or as text that contains values, equals the right one; elements of a set have
    no order.

    Examples
    --------
    >>> [same(text, F(1, 6)) for text in ("1/6", "0.1667", ".17", "0")]
    [True, True, False, False]
    """
    one, other = flat(answer), flat(right)
    for place, part in enumerate(one):
        if isinstance(part, (set, frozenset)):
            end = place + len(part)
            one[place:place + 1], other[place:end] = sorted(part, key=str), sorted(other[place:end], key=str)
    return len(one) == len(other) and all(
        near(a, b, isinstance(answer, str)) for a, b in zip(one, other, strict=True))


def near(a, b, written):
    """Whether two words or numbers are equal; floats may differ slightly."""
    if not (isinstance(a, Real) and isinstance(b, Real) and (isinstance(a, float) or isinstance(b, float))):
        return a == b
    try:
        return abs(a - b) <= (ROUNDED if written and isinstance(a, float) else NEAR) * max(abs(b), NEAR)
    except OverflowError:                # of a fraction that is too large for a float
        return False


def flat(value):
    """Returns the numbers and the words of an answer, in order."""
    value = value.tolist() if hasattr(value, "tolist") else value       # numpy's
    if isinstance(value, (list, tuple)):
        return [part for each in value for part in flat(each)]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if not isinstance(value, str):
        return [value]
    return [number_or(word) for word in "".join(" " if each in ",;[]()$" else each for each in value).split()]


def number_or(word):
    """Returns a whole number or fraction exactly, a number with a decimal point as a float, and a word as it is."""
    text = word.replace("\N{MINUS SIGN}", "-").replace("_", "").rstrip(".")
    try:
        return F(text) if fullmatch(r"[-+]?\d+(/\d+)?", text) else float(text)
    except (ValueError, ZeroDivisionError):
        return word.lower().rstrip(".")
