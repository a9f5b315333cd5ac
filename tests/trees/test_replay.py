"""Tests alpha-beta step by step, as a table, as pictures, and as an animated drawing."""

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, strategies as st

from gamecore.errors import LimitError, TreeError
from gamecore.trees import (Chance, Max, Min, alpha_beta, animation, annotate, depth_limited, is_leaf, minimax,
                            pictures, replay, star1, svg, tree)
from gamecore.trees.nodes import descend
from tests.trees.drawn import trees_of
from tests.trees.test_drawing import EXERCISE_2, SVG

TWO_PLAYERS = trees_of(Max, Min, leaves=st.integers(-3, 3))
EXAMPLE = alpha_beta(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))          # facts.md: the minimax example


def test_exercise_2_has_a_beta_cut_at_the_8_and_an_alpha_cut_at_the_node_20_4():
    cuts = [(step.path, step.cut, step.pruned, step.after) for step in replay(EXERCISE_2) if step.cut]
    assert cuts == [((0, 1), "beta cut", ((0, 1, 1),), (100, 10)), ((1,), "alpha cut", ((1, 1),), (10, 2))]
    assert "beta cut at 8" in str(replay(EXERCISE_2)) and "alpha cut at 1.1" in str(replay(EXERCISE_2))


@given(TWO_PLAYERS)
def test_a_replay_tells_each_visit_once_and_each_cut(root):
    trace = alpha_beta(root)
    steps = replay(trace)
    entered = [step.path for step in steps if step.child is None]
    returned = [step.path + (step.child,) for step in steps if step.child is not None]
    assert sorted(entered) == sorted(path for path in trace.visits if not is_leaf(descend(root, path)))
    assert sorted([(), *returned]) == sorted(trace.visits)
    assert sorted(path for step in steps for path in step.pruned) == sorted(trace.pruned)


@given(TWO_PLAYERS)
def test_the_windows_of_a_replay_are_those_of_the_search(root):
    trace = alpha_beta(root)
    windows = {}
    for step in replay(trace):
        if step.child is None:
            assert step.before == step.after == trace.visits[step.path][:2]
        else:
            assert step.before == windows[step.path] == trace.visits[step.path + (step.child,)][:2]
            assert step.after[0] >= step.before[0] and step.after[1] <= step.before[1]
        assert bool(step.cut) <= (step.after[0] >= step.after[1])
        windows[step.path] = step.after


@given(TWO_PLAYERS, st.integers(0, 4))
def test_a_depth_limited_search_replays_too(root, depth):
    trace = depth_limited(root, depth)
    entered = [step.path for step in replay(trace) if step.child is None]
    assert sorted(entered) == sorted({path[:-1] for path in trace.visits if path})


@pytest.mark.parametrize("trace, message", [
    (annotate(EXAMPLE.root, minimax), "a replay needs windows"),
    (star1(Max([Chance([1, 2])]), 0, 3), "a replay follows MAX and MIN only; this search came to a node of CHANCE"),
    (minimax(EXAMPLE.root), "a replay needs the trace of a search"),
    (EXAMPLE.root, "a replay needs the trace of a search"),
])
def test_what_cannot_be_replayed_is_refused(trace, message):
    for show in (replay, pictures, animation):
        with pytest.raises(TreeError, match=message):
            show(trace)


# Pictures

def classes(document, *tags):
    """The classes of the outlines in a document, in the order of the nodes."""
    return [element.get("class") for element in ElementTree.fromstring(document).iter()
            if element.tag in {SVG + tag for tag in tags} and element.get("class", "").startswith("shape")]


def test_there_is_a_picture_for_each_step_and_one_of_the_end():
    shown = pictures(EXAMPLE)
    assert len(shown) == 15
    assert len({(root.get("width"), root.get("height")) for root in map(ElementTree.fromstring, shown)}) == 1


def test_a_picture_shows_what_is_known_by_then():
    first, at_the_cut = pictures(EXAMPLE)[0], pictures(EXAMPLE)[7]
    shapes = ("polygon", "rect")
    assert classes(first, *shapes) == ["shape current"] + ["shape waiting"] * 12
    assert classes(at_the_cut, *shapes) == [
        "shape open", "shape", "shape", "shape", "shape", "shape current", "shape", "shape pruned", "shape pruned",
        *["shape waiting"] * 4]
    assert "step 8: node 1.0 returns 2; the window of node 1 becomes [3, 2], alpha cut at 4 and 6" in at_the_cut


def still(document):
    """The elements of a moving drawing that a viewer of still pictures shows."""
    root = ElementTree.fromstring(document)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.get("visibility") == "hidden":
                parent.remove(child)
    return described(root.iter())


def described(elements):
    """What can be seen of elements."""
    return [(element.tag, sorted(element.attrib.items()), element.text) for element in elements
            if element.tag in {SVG + tag for tag in ("line", "polygon", "rect", "text")}]


def test_a_moving_drawing_stands_still_at_the_end():
    assert still(animation(EXAMPLE)) == still(pictures(EXAMPLE)[-1])
    assert replay(EXAMPLE)._repr_svg_() == animation(EXAMPLE)


def frame(document, moment):
    """The elements that a moving drawing shows at a moment, a fraction of the whole."""
    def visible(group):
        motion = group.find(SVG + "animate")
        if motion is None:
            return True
        times = [float(time) for time in motion.get("keyTimes").split(";")]
        return motion.get("values").split(";")[max(k for k, time in enumerate(times) if time <= moment)] == "visible"

    def walk(element):
        yield element
        for child in element:
            if child.tag != SVG + "g" or visible(child):
                yield from walk(child)

    return described(walk(ElementTree.fromstring(document)))


@pytest.mark.parametrize("trace", [EXAMPLE, EXERCISE_2, alpha_beta(5), alpha_beta(Min([2]))])
def test_a_moving_drawing_shows_the_pictures_one_after_the_other(trace):
    document, shown = animation(trace), pictures(trace)
    whole = len(shown) + 2
    for k, picture in enumerate(shown):
        assert frame(document, (k + 0.5) / whole) == still(picture)


def test_a_moving_drawing_has_no_script_and_lasts_as_long_as_asked():
    document = animation(EXAMPLE, seconds=2)
    assert "<script" not in document and 'dur="34s"' in document
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(LimitError, match="seconds cannot be shown"):
            animation(EXAMPLE, seconds)


@given(TWO_PLAYERS)
def test_the_last_picture_is_the_drawing_of_the_trace(root):
    trace = alpha_beta(root)
    last, drawing = (sorted(text for tag, _, text in still(document) if tag == SVG + "text")
                     for document in (pictures(trace)[-1], svg(trace)))
    assert last == drawing
