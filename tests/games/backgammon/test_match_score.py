"""Tests backgammon at the score of a match: the chances from a model, and the searches that maximise these chances."""
import pickle
from itertools import product

import numpy
import pytest
from hypothesis import given, settings, strategies as st

import gamecore
from gamecore import Backgammon, Engine, MatchScore
from gamecore.errors import EvaluationError, LimitError, PositionError
from gamecore.games.backgammon.match_score import chance
from tests.refusals import refusals

SCORES = ["0-0/7", "3-5/7", "5-3/7", "5-6/7", "6-5/7", "6-6/7", "6-5/7 post", "0-6/7 post", "0-0/1"]
# White takes its last three checkers off, black has three in the way and none off: gammons both ways are possible.
LATE = Backgammon.from_counts([12, 0, 1, 0, 1, 0, 1, *19 * [0]], [*6 * [0], 12, *15 * [0], 2, 0, 1, 0])

cubes = st.sampled_from((1, 2, 4))
scores = st.integers(1, 9).flatmap(lambda length: st.builds(
    MatchScore, st.integers(0, length - 1), st.integers(0, length - 1), st.just(length), cube=cubes))


# The chances

# (points away, points away of the opponent): the chance by Neil Kazaross's table (2010), made by rollouts.
@pytest.mark.parametrize("away, other, known", [
    (1, 2, .677), (1, 3, .751), (1, 4, .814), (1, 5, .842), (2, 3, .599), (2, 4, .669), (3, 4, .572), (3, 5, .648),
    (4, 5, .577), (5, 7, .626), (7, 9, .609), (10, 15, .711)])
def test_the_model_comes_near_a_table_made_by_rollouts(away, other, known):
    # a model against rollouts
    assert chance(away, other) == pytest.approx(known, abs=0.016)


def test_what_is_known_for_certain():
    """Double match point, the Crawford game at 2-away, and after it the free drop."""
    assert chance(1, 1) == chance(5, 5) == 0.5 and chance(0, 3) == 1 and chance(3, 0) == 0
    assert chance(2, 1) == pytest.approx((0.73 * 0.5 + 0.27) / 2)
    assert chance(3, 1, True) == chance(4, 1, True)


def test_chances_rise_with_points_and_sum_to_one():
    for away, other in product(range(1, 10), repeat=2):
        assert chance(away, other) + chance(other, away) == pytest.approx(1)
        assert chance(away, other) > chance(away + 1, other)


def test_gammon_prices_that_every_player_knows():
    """At double match point gammons count nothing. Two points away in the Crawford game the trailer's gammon wins the
    match, a win leads to even chances and a loss loses: twice the money price. The leader's gammons count nothing."""
    assert MatchScore.read("6-6/7").points == ((1, 1, 1), (1, 1, 1))
    trailer, leader = MatchScore.read("5-6/7").points
    assert trailer == pytest.approx((1, 3, 3)) and leader == pytest.approx((1, 1, 1))
    assert MatchScore.read("6-5/7").points[1] == pytest.approx((1, 3, 3))
    assert MatchScore.read("3-5/7", cube=2).points == MatchScore.read("5-6/7").points


@given(scores)
@settings(max_examples=60, deadline=None)
def test_points_never_hurt_and_the_scale_is_that_of_single_games(score):
    for side in score.points:
        assert side[0] == pytest.approx(1) and side[0] <= side[1] + 1e-12 and side[1] <= side[2] + 1e-12
    swapped = MatchScore(score.black, score.white, score.length, cube=score.cube)
    assert swapped.points == (pytest.approx(score.points[1]), pytest.approx(score.points[0]))
    for points in (-3, -2, -1, 1, 2, 3):
        own = score.points[0][points - 1] if points > 0 else -score.points[1][-points - 1]
        assert score.chance_of(own) == pytest.approx(score.chance(points * score.cube))


def test_a_score_reads_writes_and_pickles():
    for text in SCORES:
        score = MatchScore.read(text)
        assert str(score) == text and pickle.loads(pickle.dumps(score)) == score
        assert score.crawford == (text in ("5-6/7", "6-5/7", "6-6/7", "0-0/1"))


@pytest.mark.parametrize("kind", [numpy.int8, numpy.uint8, numpy.int64])
@pytest.mark.parametrize("numbers", [(0, 0, 2, 64), (5, 4, 7, 1), (6, 5, 7, 2)])
def test_a_score_of_numpy_s_integers_is_that_of_python_s(numbers, kind):
    """Their sums overflow: 7 - 6 - 2 points away are 255, and 3 * 64 points are -64."""
    (white, black, length, cube), (*own, stake) = numbers, map(kind, numbers)
    score, other = MatchScore(white, black, length, cube=cube), MatchScore(*own, cube=stake)
    assert other == score and other.points == score.points and repr(other) == repr(score)
    assert other.chance(stake) == score.chance(cube)


def test_a_score_of_numpy_s_truths_is_that_of_python_s():
    score = MatchScore(6, 5, 7, numpy.True_)
    assert (repr(score), str(score)) == (repr(MatchScore(6, 5, 7, True)), "6-5/7 post")


# The search

def worth(five, own, other):
    """The equity of probabilities, for a side whose points are worth `own`."""
    win, gammon, backgammon, lost, worse = five
    return (win * own[0] - (1 - win) * other[0] + gammon * (own[1] - own[0]) + backgammon * (own[2] - own[1])
            - lost * (other[1] - other[0]) - worse * (other[2] - other[1]))


@pytest.mark.parametrize("text", SCORES)
def test_the_static_evaluation_weighs_the_probabilities(text):
    score = MatchScore.read(text)
    engine = Engine(hash_mb=1, match=score)
    for position in (Backgammon(), LATE):
        for here, (own, other) in ((position, score.points), (position.swapped(), score.points[::-1])):
            assert engine.evaluate(here) == pytest.approx(worth(engine.probabilities(here), own, other), abs=1e-6)
        assert engine.evaluate_many([position])[0] == engine.evaluate(position)


@pytest.mark.parametrize("text", ["5-6/7", "3-5/7"])
@pytest.mark.parametrize("black", [False, True])
def test_a_search_finds_what_the_full_tree_says(text, black):
    """The slow reference: every roll, every play, each leaf by the probabilities alone."""
    score = MatchScore.read(text)
    engine, plain = Engine(hash_mb=1, match=score), Engine(hash_mb=1)

    def leaf(position):
        own, other = score.points[::-1] if position.turn == "black" else score.points
        if position.is_over():
            points = round(position.final_score())
            return own[points - 1] if points > 0 else -other[-points - 1]
        return worth(plain.probabilities(position), own, other)

    def mean(position):
        return leaf(position) if position.is_over() else sum(
            share * max(-leaf(child) for child in position.roll(*dice).successors())
            for dice, share in position.outcomes())
    position = LATE.swapped().swapped() if not black else Backgammon.from_counts(LATE.other, LATE.own).swapped()
    assert (position.turn == "black") == black
    assert engine.search(position, depth=1).score == pytest.approx(mean(position), abs=1e-6)
    assert engine.search(position, depth=1, switches="none,evaluation").score == pytest.approx(mean(position), abs=1e-6)


def test_exact_switches_never_change_a_score():
    for text in ("5-6/7", "1-4/7"):
        engine = Engine(hash_mb=1, match=MatchScore.read(text))
        for position in (Backgammon().roll(4, 3), LATE.roll(6, 4)):
            results = [engine.search(position, depth=1, switches=switches).score
                       for switches in ("exact", "evaluation,pruning,star1,star2,hint", "evaluation")]
            assert results == [results[0]] * 3


def test_gammons_decide_plays():
    """4-3 at double match point is played safe, 24/20 13/10; where a gammon wins the match it brings builders down."""
    played = {text: str(Engine(hash_mb=1, match=MatchScore.read(text)).search(Backgammon().roll(4, 3), depth=1).move)
              for text in ("6-6/7", "5-6/7")}
    assert played == {"6-6/7": "24/20 13/10", "5-6/7": "13/10 13/9"}


def test_engines_of_other_scores_share_a_table_and_nothing_in_it():
    money = Engine(hash_mb=1)
    matches = MatchScore.read("5-6/7"), MatchScore.read("6-5/7")
    alone = [Engine(hash_mb=1, match=match).search(LATE, depth=2).score for match in matches]
    before = money.search(LATE, depth=2).score
    shared = [Engine(table=money, match=match).search(LATE, depth=2).score for match in matches]
    assert shared == alone and money.search(LATE, depth=2).score == before


test_what_cannot_be_played_for_is_refused = refusals(
    *((PositionError, "^no match score '{}-{}/{}': points are integers$".format(*numbers), MatchScore, *numbers)
      for numbers in ((3.0, 5, 7), (3, "5", 7), (3, 5, None), (True, 0, 2))),
    *((PositionError, f"post_crawford is True or False, not {post!r}$", MatchScore, 3, 6, 7, post)
      for post in (2, None, "no")),
    *((PositionError, f"^points are a whole number, not {points!r}$", MatchScore(3, 6, 7).chance, points)
      for points in (1.5, True, float("nan"))),
    *((PositionError, f"'{text.split(' ')[0]}", MatchScore.read, text) for text in (
        "", "3/7", "3-5", "7-5/7", "3-5/0", "3-5/65", "3-5/7 post", "3-5/7 money", "a-b/c", "1-2/" + "9" * 5000)),
    *(((PositionError, LimitError), str(cube), lambda cube: MatchScore(0, 0, 7, cube=cube), cube)
      for cube in (0, 3, 8192, True, 1.0)),
    (PositionError, "'3-5/7'", lambda: Engine(match="3-5/7")),
    (EvaluationError, "'linear' knows no gammons", lambda: Engine(
        hash_mb=1, evaluation="linear", match=MatchScore.read("3-5/7")).search(Backgammon(), depth=0)),
    (EvaluationError, "a network: 'abs' knows no gammons", lambda: Engine(evaluation=abs, match=MatchScore(3, 5, 7))),
)


def test_lines_of_play_know_no_match():
    assert gamecore.perft(Backgammon(), 1) == Engine(hash_mb=1, match=MatchScore.read("3-5/7")).perft(Backgammon(), 1)
