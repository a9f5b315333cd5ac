"""The groups of features.pxd and races.pxd, with the values of each group and the rows of weights of each value.

A value stands for one row, or for the sum of two rows, each multiplied by a coefficient.
"""
from functools import cache
from itertools import accumulate
from math import ceil
from typing import Any, NamedTuple


class Group(NamedTuple):
    """A group of values 0..`size` - 1, whose kind is one of TERMS and whose unit is `scale`."""

    name: str
    size: int
    kind: str
    scale: int = 1


def count_terms(value, scale):
    """Yields the rows for one checker, for two, and so on up to `scale` checkers, and then for each further two."""
    if value <= scale:
        return [(value - 1, 1)] if value else []
    return [(scale - 1, 1), (scale, (value - scale) / 2)]


def knot_terms(value, scale):
    """Yields the rows at 0, `scale`, 2 * `scale`, ..., with linear interpolation between them."""
    knot, rest = divmod(value, int(scale))
    return [(knot, 1 - rest / scale), (knot + 1, rest / scale)] if rest else [(knot, 1)]


def each_terms(value, scale):
    return [(value, 1)]


TERMS = {"count": count_terms, "knots": knot_terms, "each": each_terms}

POINTS = [Group("off", 16, "each"), *[Group(f"point {i}", 16, "count", 5) for i in range(1, 25)],
          Group("bar", 16, "count", 2)]
SIDE = [
    Group("escapes", 37, "knots", 6),
    Group("front", 256, "each"),
    Group("containment", 37, "knots", 6),
    Group("home points", 192, "each"),
    Group("shots", 37, "knots", 6),
    Group("lost", 49, "knots", 8),
    Group("prime", 8, "each"),
    Group("anchors", 64, "each"),
    Group("back", 16, "each"),
    Group("blots", 8, "each"),
    Group("mobility", 91, "knots", 10),
    Group("danger", 63, "each"),
]
GROUPS = [*POINTS, *POINTS, *[Group("pips", 376, "knots", 16)] * 2, *[Group("outside", 16, "each")] * 2,
          *SIDE, *SIDE, *[Group(f"block {i}", 625, "each") for i in range(8)]]
BLOCK = len(GROUPS) - 8                  # the number of the first block's group
RACE = [*[Group(f"point {i}", 16, "count", 3) for i in range(1, 25)], Group("at home", 832, "knots", 32),
        Group("pips outside", 286, "knots", 8), Group("outside", 16, "each")]
ROWS_OF = {"count": lambda group: group.scale + 1, "each": lambda group: group.size,
           "knots": lambda group: ceil((group.size - 1) / group.scale) + 1}


def rows_of(groups):
    """Returns the number of rows of weights of some groups."""
    return sum(ROWS_OF[group.kind](group) for group in groups)


def offsets(groups):
    """Returns the index of each group's first value among the values of all groups."""
    return [0, *accumulate(group.size for group in groups)][:-1]


class Shape(NamedTuple):
    """The rows of each value."""

    offset: list                 # int, of a group's values in the arrays below
    row: Any                     # array of int32, shape (values, 2)
    coefficient: Any             # array of float32, shape (values, 2); 0: no such term
    rows: int                    # their number
    masks: list                  # (first row, end) of the groups whose rows are masks; each row is rare


@cache
def shape():
    """Returns the Shape of the contact networks."""
    return shape_of(GROUPS)


@cache
def shape_of_races():
    """Returns the Shape of the race networks."""
    return shape_of(RACE)


def shape_of(groups):
    from gamecore.core.packages import numpy
    offset, row, coefficient, rows, masks = [], [], [], 0, []
    for group in groups:
        offset.append(len(row))
        last = 0
        for value in range(group.size):
            terms = [(rows + where, factor) for where, factor in TERMS[group.kind](value, group.scale)]
            last = max([last, *[where + 1 for where, _ in terms]])
            terms += [(rows, 0)] * (2 - len(terms))
            row.append([where for where, _ in terms])
            coefficient.append([factor for _, factor in terms])
        if group.kind == "each" and group.size > 60:
            masks.append((rows, last))
        rows = last
    return Shape(offset, numpy.array(row, numpy.int32), numpy.array(coefficient, numpy.float32), rows, masks)


def least_weighted(group):
    """Returns the least value of a group that has weights after folding."""
    return 0 if group >= 52 or group % 26 == 0 else 1 if group % 26 == 25 else 3
