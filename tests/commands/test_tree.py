"""Tests gamecore tree, which searches, replays and draws a tree that is written on the command line."""

import json
import xml.etree.ElementTree as ElementTree

import pytest


# facts.md: the minimax example, and max^n.
EXAMPLE = "[[3,12,8],[2,4,6],[14,5,2]]"
THREE_PLAYERS = "[[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]]"


@pytest.fixture
def record_of(records):
    """The last line of JSON."""
    return lambda *words: records("tree", *words)[-1]


def test_the_replay_tells_the_cuts_at_4_and_6(shown):
    lines = shown("tree", EXAMPLE, "--replay").splitlines()
    assert "alpha cut at 4 and 6" in lines[22]
    assert lines[-1] == "value 3, action 0; 7 leaves visited, 2 pruned"
    assert max(map(len, lines)) <= 80


def test_the_tree_is_drawn_in_ascii_where_nothing_else_is_known(shown):
    text = shown("tree", EXAMPLE)
    assert text.isascii() and "|-- MIN <=2 [3, inf]\n|   |-- 2\n|   |-x 4 pruned\n|   `-x 6 pruned\n" in text


@pytest.mark.parametrize("words, search, value, action", [
    ([EXAMPLE], "alpha-beta", 3, 0),
    ([EXAMPLE, "--search", "minimax"], "minimax", 3, 0),
    ([EXAMPLE, "--depth", "2"], "depth-limited", 3, 0),
    (["[[3,12,9],[2,4,6],[15,6,0]]", "--layers", "max,chance"], "expectiminimax", 8, 0),
    (["[[3,12,9],[2,4,6],[15,6,0]]", "--layers", "max chance", "--search", "expectimax"], "expectimax", 8, 0),
    (["[8,24,-12]", "--layers", "chance", "--probabilities", "1/2,1/3,1/6"], "expectiminimax", 10, None),
    (["{A: [[7,2],[9,6]], B: [[5,0],[8,-4]]}", "--layers", "max,chance,min"], "expectiminimax", 4, "A"),
    (["[[10,10],[9,100]]", "--layers", "max,chance", "--search", "star2", "--bounds", "0,100"], "star2", 54.5, 1),
    (["[[6,6],[0,1,9,9]]", "--layers", "max,chance", "--search", "star1"], "star1", 6, 0),
    ([THREE_PLAYERS, "--layers", "0,1,2"], "max-n", [5, 2, 5], 1),
])
def test_each_search_says_what_facts_md_says(record_of, words, search, value, action):
    record = record_of(*words)
    assert (record["search"], record["value"], record["action"]) == (search, value, action)


def test_the_leaves_that_are_visited_and_pruned_are_reported(record_of):
    record = record_of(EXAMPLE)
    assert (record["visited_leaves"], record["pruned_leaves"]) == ([3, 12, 8, 2, 14, 5, 2], [4, 6])


def test_the_steps_in_json(shown):
    steps = [json.loads(line) for line in shown("tree", EXAMPLE, "--replay", "--json").splitlines()][:-1]
    assert [step["step"] for step in steps] == list(range(1, 15))
    cut = steps[7]
    assert (cut["cut"], cut["pruned"]) == ("alpha cut", [[1, 1], [1, 2]])
    assert (cut["before"], cut["after"]) == ([3, None], [3, 2])


@pytest.mark.parametrize("words, best", [
    (["[[10,10],[10,0],[12,10]]"], [0, 2]),
    # MAX over MIN over MAX; the last subtree is cut off by alpha-beta, and worth 9 in full, 0 at the horizon.
    (["[[[1],[1]],[[9],[9]]]", "--depth", "2"], [0, 1]), (["[[[1],[1]],[[9],[9]]]"], [1])])
def test_ties_are_those_at_the_horizon_of_the_search(shown, record_of, words, best):
    assert record_of(*words)["best_actions"] == best
    assert ("equally good actions: 0, " in shown("tree", *words)) == (len(best) > 1)


def test_drawings_are_written(shown, tmp_path):
    still, moving = tmp_path / "a.svg", tmp_path / "b.svg"
    shown("tree", EXAMPLE, "--svg", str(still))
    shown("tree", EXAMPLE, "--replay", "--svg", str(moving))
    assert "<animate" not in still.read_text() and "<animate" in moving.read_text()
    for path in (still, moving):
        ElementTree.parse(path)


def test_nothing_half_written_is_left_after_an_error(tmp_path, refusal):
    refusal("tree", EXAMPLE, "--search", "minimax", "--replay", "--svg", tmp_path / "a.svg")
    assert list(tmp_path.iterdir()) == []
