"""Tests traces as tables, and trees as text and as SVG."""

import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import combinations, pairwise
from textwrap import dedent

from hypothesis import given, strategies as st

from gamecore.trees import (Chance, Lottery, Max, Min, alpha_beta, annotate, depth_limited, draw, expectiminimax, max_n,
                            star1, star2, svg, tree)
from tests.trees.drawn import LEAVES, trees_of

# facts.md: alpha-beta exercise 2.
EXERCISE_2 = alpha_beta(tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]]))
COINS = Max({"coin A": Chance({"heads": Min([7, 2]), "tails": Min([9, 6])}),
             "coin B": Chance({"heads": Min([5, 0]), "tails": Min([8, -4])})})
SVG = "{http://www.w3.org/2000/svg}"


def test_a_tree_prints_with_its_actions_and_probabilities():
    assert str(COINS["coin A"]) == dedent("""\
        CHANCE
        ├── heads 1/2: MIN
        │   ├── 7
        │   └── 2
        └── tails 1/2: MIN
            ├── 9
            └── 6""")


def elements(document, tag, *classes):
    """The elements of a kind whose classes include the given ones."""
    return [element for element in ElementTree.fromstring(document).iter(SVG + tag)
            if set(classes) <= set(element.get("class", "").split())]


def texts(document):
    """What is written, without the white halos beneath."""
    return [element for element in elements(document, "text") if "halo" not in element.get("class")]


def test_exercise_2_as_svg():
    document = svg(EXERCISE_2)
    written = [element.text for element in texts(document)]
    assert written.count("10") == 4  # the root, two nodes of its principal variation, the leaf
    assert {"8", "20", "4", "≤2", "≥100"} <= set(written)
    assert len(elements(document, "rect", "pruned")) == 3
    assert len(elements(document, "polygon", "pruned")) == 1
    nodes_struck, branches_cut = 4, 2
    assert len(elements(document, "line", "strike")) == nodes_struck + 2 * branches_cut
    assert len(elements(document, "line", "chosen")) == 3
    assert sorted(element.text for element in elements(document, "text", "halo")) == ["20", "4", "8"]
    *beside, summary = [element.text for element in texts(document) if element.get("class") == "beside"]
    assert beside == ["α −∞", "β ∞"] * 3 + ["α −∞", "β 10"] + ["α 10", "β ∞"] * 2
    assert summary == "value 10, action 0; 5 leaves visited, 3 pruned"


def test_max_points_up_and_min_points_down():
    up, down = elements(svg(Max([Min([1])])), "polygon")
    for element, tops in ((up, 1), (down, 2)):
        corners = element.get("points").split()
        heights = [float(corner.split(",")[1]) for corner in corners]
        assert heights.count(min(heights)) == tops


def test_chance_is_round_and_shows_its_probabilities():
    document = svg(Chance([8, 24, -12], [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]))
    assert len(elements(document, "ellipse")) == 1
    assert {"1/2", "1/3", "1/6", "8", "24", "−12"} == {e.text for e in texts(document)}


def test_notebooks_show_trees_and_traces():
    assert COINS._repr_svg_() == svg(COINS)
    assert EXERCISE_2._repr_svg_() == svg(EXERCISE_2)


def test_a_player_is_named_beside_his_node():
    root = tree([[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]], layers="0 1")
    written = {element.text for element in texts(svg(annotate(root, max_n)))}
    assert {"player 0", "player 1", "(7, 2, 1)"} <= written


def test_names_are_escaped():
    document = svg(Max({"<b>&": 1, "c": 2}))
    assert "<b>&" in {element.text for element in texts(document)}


def box(element):
    """The width of a text in px, with the letters of a wide font."""
    small = element.get("class").strip() in ("small", "beside")
    width, height = (6.2 if small else 8) * len(element.text), 8 if small else 11
    before = 0 if element.get("class") == "beside" else width / 2
    left = float(element.get("x")) - before
    baseline = float(element.get("y"))
    return left, left + width, baseline - height, baseline


def outline_box(element):
    """The size of a node's outline, in px."""
    def get(name):
        return float(element.get(name))
    if element.tag == SVG + "polygon":
        corners = element.get("points").split()
        xs, ys = zip(*(map(float, corner.split(",")) for corner in corners))
        return min(xs), max(xs), min(ys), max(ys)
    if element.tag == SVG + "ellipse":
        return (get("cx") - get("rx"), get("cx") + get("rx"), get("cy") - get("ry"), get("cy") + get("ry"))
    return get("x"), get("x") + get("width"), get("y"), get("y") + get("height")


def overlap(a, b):
    """Whether two boxes (left, right, top, bottom) meet."""
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]


def no_overlaps(document):
    """Whether outlines keep clear of outlines and texts of texts."""
    outlines = [outline_box(element) for tag in ("polygon", "ellipse", "rect")
                for element in elements(document, tag, "shape")]
    written = [box(element) for element in texts(document)]
    return not any(overlap(a, b) for boxes in (outlines, written) for a, b in combinations(boxes, 2))


def texts_in_triangles(document):
    """Pairs of a triangle's corners and the text inside."""
    everything = list(ElementTree.fromstring(document).iter())
    for shape, after in pairwise(everything):
        if shape.tag == SVG + "polygon" and after.tag == SVG + "text" and after.get("class") == "":
            yield [tuple(map(float, corner.split(","))) for corner in shape.get("points").split()], after


def narrowest(corners, y0, y1):
    """How wide a triangle is where it is narrowest between two heights, and its axis."""
    (axis, tip), (left, base), (right, _) = corners if corners[1][1] == corners[2][1] else corners[::-1]
    return min((right - left) * abs((y - tip) / (base - tip)) for y in (y0, y1)), axis


@given(trees_of(Max, Min))
def test_no_label_touches_the_sides_of_its_triangle(root):
    for corners, label in texts_in_triangles(svg(alpha_beta(root))):
        left, right, top, bottom = box(label)
        width, axis = narrowest(corners, top, bottom)
        assert min(y for _, y in corners) + 3 < top and bottom + 3 < max(y for _, y in corners)
        assert axis - width / 2 + 3 < left and right < axis + width / 2 - 3


def test_an_estimate_at_a_horizon_does_not_look_like_the_end_of_the_game():
    trace = depth_limited(Max([Min([1, 2]), 7]), 1, evaluate=lambda node: 5)
    assert draw(trace).splitlines() == ["MAX 7 [-inf, inf]", "├── ~5", "└── 7"]
    assert draw(trace.root).splitlines() == ["MAX", "├── ~5", "└── 7"]
    assert "evaluated" in str(trace) and "~5" in str(trace)
    for document in (svg(trace), svg(trace.root)):
        assert "≈5" in {element.text for element in texts(document)}
        assert sorted(element.get("rx") for element in elements(document, "rect", "shape")) == ["14", "4"]


def test_a_float_that_is_not_below_0_has_no_minus_sign():
    assert str(Max([-0.0, 1])).splitlines()[1] == "├── 0"
    assert "−0" not in svg(Max([-0.0, 1]))


def test_signs_of_numbers_leave_the_names_alone():
    drawn = {element.text for element in texts(svg(alpha_beta(Max({"two-fold info": -3, "b": -4}))))}
    assert {"two-fold info", "−3", "α −∞", "value −3, action two-fold info; 2 leaves visited"} <= drawn


def test_star1_draws_the_outcomes_that_it_cut():
    trace = star1(tree([[6, 6], [0, 1, 9, 9]], layers="max chance"), 0, 9)
    assert [line.strip(" │") for line in draw(trace).splitlines()] == [
        "MAX 6 [0, 9]", "├── CHANCE 6 [0, 9]", "├── 1/2: 6", "└── 1/2: 6",
        "└── CHANCE <=4.75 [6, 9]", "├── 1/4: 0", "├── 1/4: 1", "├─x 1/4: 9 pruned", "└─x 1/4: 9 pruned"]


def test_a_lottery_is_drawn_with_its_prizes():
    lottery = Lottery((Fraction(1, 2), "a car"), (Fraction(1, 2), "a goat"))
    assert str(lottery).splitlines() == ["LOTTERY", "├── 1/2: a car", "└── 1/2: a goat"]
    assert {"a car", "a goat"} <= {element.text for element in texts(svg(Max([lottery, 1])))}


@given(trees_of(Max, Min), trees_of(Max, Min, Chance))
def test_nothing_overlaps_in_a_drawing(root, with_chance):
    stars = [star(with_chance, -9999, 9999) for star in (star1, star2)]
    for drawn in (alpha_beta(root), with_chance, annotate(with_chance, expectiminimax), *stars):
        assert no_overlaps(svg(drawn))


@given(st.lists(LEAVES, min_size=2, max_size=4), st.text("abcmw", min_size=1, max_size=20))
def test_nothing_overlaps_however_long_the_names_of_actions(leaves, name):
    assert no_overlaps(svg(Max({name * (k + 1): leaf for k, leaf in enumerate(leaves)})))


@given(trees_of(Max, Min))
def test_every_drawing_keeps_within_its_frame(root):
    document = svg(alpha_beta(root))
    frame = ElementTree.fromstring(document)
    wide, high = float(frame.get("width")), float(frame.get("height"))
    for left, right, top, bottom in map(box, texts(document)):
        assert -16 <= left and right <= wide - 16 and -16 <= top and bottom <= high - 16
