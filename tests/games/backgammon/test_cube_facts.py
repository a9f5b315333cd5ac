"""Tests what is certain about the cube without an estimate: where it is dead, and what to do if the result is
certain."""
from itertools import product
from types import SimpleNamespace

import pytest

from gamecore import Backgammon, Cube, Engine, MatchScore
from gamecore.games.backgammon.cube_search import CubeNode, decide
from gamecore.games.backgammon.probabilities import RollNode
from gamecore.games.backgammon.stake import Stake

EVEN = (0.5, 0, 0, 0, 0)
ENGINE = Engine(hash_mb=1)
ROUNDING = 1e-9                      # chances of a model are sums of products, each with an error of 1e-16


def for_side(score, side):
    return score.worth if side == 0 else lambda points: -score.worth(-points)


@pytest.mark.parametrize("cube", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("side", [0, 1])
def test_a_cube_is_dead_exactly_where_a_single_win_ends_the_match(cube, side):
    """A live cube of a side has a corner, where the other passes; a dead one is a straight line."""
    for length in range(1, 26):
        for points in product(range(length), repeat=2):
            score = MatchScore(*points, length, post_crawford=length - 1 in points)
            corners = Cube(EVEN, for_side(score, side)).corners(0, cube, (0,))
            assert (len(corners) == 2) == (points[side] + cube >= length), str(score)


@pytest.mark.parametrize("needed", range(2, 10))
@pytest.mark.parametrize("depth", [0, 1])
def test_a_trailer_doubles_at_once_after_the_crawford_game(needed, depth):
    """A lost game loses the match at every stake. The leader passes where that costs nothing."""
    trailing, leading = (MatchScore(*points, 10, post_crawford=True) for points in ((10 - needed, 9), (9, 10 - needed)))
    position = Backgammon("sGfwATDgc/ABMA")
    for here, score in (position, trailing), (position.swapped(), leading):
        decision = Engine(hash_mb=1, match=score).decide(here, depth)
        assert decision.action.startswith("double") and decision.reason is None, (str(here), score)
        assert min(decision.double_take, 1) > decision.no_double - ROUNDING
    assert Engine(hash_mb=1, match=leading).decide(position, depth).reason == "a single game wins the match"


# Certain results. Each side in checkers on points 1..25, the others off; what the side on roll wins.

def side(**points):
    counts = [0] * 26
    for point, checkers in points.items():
        counts[int(point[1:])] = checkers
    return [15 - sum(counts), *counts[1:]]


LAST = side(p1=1)                    # goes off with any roll
CERTAIN = {"single won": (1, LAST, side(p6=14)), "gammon won": (2, LAST, side(p13=15)),
           "backgammon won": (3, LAST, side(p22=15)), "single lost": (-1, side(p6=5), LAST),
           "gammon lost": (-2, side(p13=15), LAST), "backgammon lost": (-3, side(p20=15), LAST)}
SCORES = ["0-0/1", "0-0/2", "0-0/3", "1-2/4", "0-3/5", "0-2/3", "0-2/3 post", "2-0/3 post",
          "0-3/4 post", "1-4/5 post", "3-5/7", "0-0/25"]


def best(keep, turn, passed, beavers=False):
    """The action, by the values of not doubling, of double and take, and of double and pass."""
    if turn > passed + ROUNDING:
        return "too good, pass" if keep > passed + ROUNDING else "double, pass"
    answer = "beaver" if beavers and turn < 0 else "take"
    return f"no double, {answer}" if keep > turn + ROUNDING else f"double, {answer}"


@pytest.mark.parametrize("name", CERTAIN)
@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize("rules", [{}, {"jacoby": True}, {"beavers": True}, {"jacoby": True, "beavers": True}], ids=str)
def test_a_certain_result_decides_the_cube_for_money(name, depth, rules):
    """By the Jacoby rule a gammon counts after a double and not before; a beaver doubles the stake once more."""
    points, *sides = CERTAIN[name]
    kept = max(-1, min(points, 1)) if "jacoby" in rules else points
    turned = 4 * points if "beavers" in rules and points < 0 else 2 * points
    for cube in 1, 2, 64, 1024:
        decision = ENGINE.decide(Backgammon.from_counts(*sides), depth, cube, **rules)
        assert (decision.no_double, decision.double_take) == (kept, turned)
        assert decision.probabilities == [points > 0, points > 1, points > 2, points < -1, points < -2]
        assert decision.action == best(kept, turned, 1, "beavers" in rules)


@pytest.mark.parametrize("text", SCORES)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_certain_result_decides_the_cube_at_a_score(text, depth):
    score = MatchScore.read(text)
    engine = Engine(hash_mb=1, match=score)
    for (name, (points, *sides)), black, cube in product(CERTAIN.items(), (0, 1), (1, 2)):
        position, worth = Backgammon.from_counts(*sides), for_side(score, black)
        if black:
            position = Backgammon.from_counts(*sides[::-1]).swapped()
        decision = engine.decide(position, depth, cube)
        dead = score.crawford or (score.white, score.black)[black] + cube >= score.length
        expected = "no cube" if dead else best(worth(points * cube), worth(2 * points * cube), worth(cube))
        assert decision.action == expected, (name, black, cube, decision)


# The highest cube

def test_no_beaver_turns_the_cube_beyond_its_highest_number():
    opening, stakes = Backgammon(), {cube: Stake(value=cube, beavers=True) for cube in (1024, 2048, 4096)}
    for cube, stake in stakes.items():
        decision = ENGINE.decide(opening, 0, **stake.cube_arguments(0))
        assert decision.action == {1024: "no double, beaver", 2048: "no double, take", 4096: "no cube"}[cube]
    assert decision.double_take < 0 and stakes[4096].actions(0) == []
    usual, beavers = (ENGINE.decide(opening, 0, 2048, beavers=rule).double_take for rule in (False, True))
    assert usual == beavers < 0
    for cube, answers in (1024, ["take", "beaver", "pass"]), (2048, ["take", "pass"]):
        stakes[cube].act("double", 0)
        assert stakes[cube].actions(0) == answers
        stakes[cube].act(answers[-2], 0)
        assert stakes[cube].value == 4096
        ENGINE.decide(opening, 0, **stakes[cube].cube_arguments(1))


# Searches with chances that a test chooses

def chosen(win):
    """The functions that a decision searches with: each position has this chance to win, and the first play is made."""
    return lambda position: (win, 0, 0, 0, 0), lambda rolled, depth: SimpleNamespace(move=rolled.legal_moves()[0])


def decided(win, **rules):
    return decide(Backgammon(), 0, *chosen(win), **rules)


def test_a_take_worth_0_is_no_beaver():
    """A beaver of an even game would double a stake on which nothing is won or lost."""
    low, high = 0.5, 1.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if decided(middle).double_take < 0 else (low, middle)
    # the estimate is linear in the chance, and the chances on both sides of its zero are neighbours
    assert abs(decided(high).double_take) < 1e-12
    found = {win: decided(win, beavers=True).action.split()[-1] for win in (low - 1e-6, low, high, high + 1e-6)}
    assert found == {low - 1e-6: "beaver", low: "take", high: "take", high + 1e-6: "take"}


def test_a_dead_cube_is_not_turned_in_a_search():
    score = MatchScore(0, 0, 1)
    node = CubeNode(RollNode(Backgammon(), 2, *chosen(0.6)), (score.worth, for_side(score, 1)))
    assert node.value(1, "centred") == pytest.approx(0.2)
    nodes = [node]
    while nodes:
        # each node has one value, that with the cube at 1
        assert all(each.kept.cache_info().currsize == 1 for each in nodes)
        nodes = [child for each in nodes for _, child in each.children]
