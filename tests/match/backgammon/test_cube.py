"""Tests the doubling cube by Janowski's interpolation: his take points, and laws that every estimate must satisfy."""
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings, strategies as st

import gamecore
from gamecore import Backgammon, Checkers, Cube, Engine, MatchScore
from gamecore.errors import GameOverError, LimitError, PositionError, SettingsError
from gamecore.games.backgammon.cube import RaceCube, money
from gamecore.games.backgammon.two_sided import TwoSided
from tests.games.backgammon.reference import race_plays
from tests.refusals import refusals

OWNERS = ("centred", "me", "you")
OTHER = {"centred": "centred", "me": "you", "you": "me"}
EVEN = (0.5, 0, 0, 0, 0)
ENGINE, TABLE = Engine(hash_mb=1), TwoSided()


def swapped(five):
    win, gammon, backgammon, lost, worse = five
    return 1 - win, lost, worse, gammon, backgammon


@st.composite
def probabilities(draw):
    share = st.floats(0, 1)
    win = draw(share)
    gammon, lost = win * draw(share), (1 - win) * draw(share)
    return win, gammon, gammon * draw(share), lost, lost * draw(share)


worths = st.sampled_from([money, *[MatchScore.read(text).worth for text in ("0-0/7", "3-5/7", "4-1/9", "6-5/7 post")]])


# Facts: Rick Janowski, "Take-Points in Money Games" (1993). Without gammons the take point is (1/2) / (2 + x / 2).

@pytest.mark.parametrize("x, take", [(0, 0.25), (1, 0.20), (0.7, 0.5 / 2.35), (2 / 3, 0.5 / (2 + 1 / 3))])
def test_take_points_without_gammons(x, take):
    decision = Cube(EVEN, efficiency=x).decide()
    assert decision.take_point == pytest.approx(take) and decision.cash_point == pytest.approx(1 - take)


def test_a_dead_cube_is_turned_by_every_favourite_and_a_live_one_at_the_last_moment():
    assert Cube(EVEN, efficiency=0).decide().double_point == pytest.approx(0.5)
    assert Cube(EVEN, efficiency=1).decide().double_point == pytest.approx(0.8)


@pytest.mark.parametrize("x", [0, 0.5, 2 / 3, 1])
def test_the_formulas_for_gammons(x):
    """W and L are the points of a win and of a loss: here 1.4 and 1.25. Take point (L - 1/2) / (W + L + x / 2); equity
    of the owner p (W + L + x / 2) - L, of the other side that minus x / 2."""
    cube = Cube((0.5, 0.2, 0, 0.125, 0), efficiency=x)
    wins, losses = 1.4, 1.25
    assert cube.decide().take_point == pytest.approx((losses - 0.5) / (wins + losses + x / 2))
    assert cube.decide().cash_point == pytest.approx((losses + (1 + x) / 2) / (wins + losses + x / 2))
    assert cube.equity(4, "me") == pytest.approx(0.5 * (wins + losses + x / 2) - losses)
    assert cube.equity(4, "you") == pytest.approx(0.5 * (wins + losses + x / 2) - losses - x / 2)


# The cube is dead after the last roll: a favourite doubles, and up to 27 rolls of 36 the opponent takes.
@pytest.mark.parametrize("rolls, action, equity", [
    (17, "no double, take", 0), (19, "double, take", 2 / 18), (26, "double, take", 16 / 18), (28, "double, pass", 1)])
def test_the_last_roll_of_a_race(rolls, action, equity):
    decision = Cube((rolls / 36, 0, 0, 0, 0), efficiency=0).decide()
    assert decision.action == action
    assert max(0, min(decision.double_take, decision.double_pass)) == pytest.approx(equity)


def test_two_away_each_the_leader_of_the_game_doubles_at_once():
    """The cube is dead after it: the take point is that of losing 1 point, 50 - (1 away, 2 away) of the match."""
    score = MatchScore.read("5-5/7")
    decision = Cube((0.5, 0.13, 0.005, 0.13, 0.005), score.worth).decide()
    assert decision.take_point == pytest.approx(score.chance(-1))
    assert decision.double_point == pytest.approx(0.5, abs=1e-6)


def test_the_leader_after_the_crawford_game_has_no_cube_and_the_trailer_always_doubles():
    trailer = Cube((0.5, 0.13, 0, 0.13, 0), MatchScore.read("3-6/7 post").worth).decide()
    assert trailer.action.startswith("double") and trailer.double_point == pytest.approx(0, abs=1e-6)
    assert Cube((0.5, 0.13, 0, 0.13, 0), MatchScore.read("6-3/7 post").worth).decide().action == "no cube"


def test_too_good_to_double():
    decision = Cube((0.95, 0.7, 0.05, 0, 0)).decide()
    assert decision.action == "too good, pass" and decision.no_double > 1 and decision.too_good_point < 0.95


# Laws

@given(probabilities(), st.sampled_from(OWNERS), st.sampled_from([1, 2]), worths)
@settings(max_examples=100, deadline=None)
def test_the_estimate_lies_between_the_dead_cube_and_the_live_one(five, owner, cube, worth):
    dead, here, live = (Cube(five, worth, efficiency=x).equity(cube, owner) for x in (0, 0.6, 1))
    assert min(dead, live) - 1e-9 <= here <= max(dead, live) + 1e-9


@given(probabilities(), st.sampled_from(OWNERS), worths, st.lists(st.floats(0, 1), min_size=2, max_size=8))
@settings(max_examples=100, deadline=None)
def test_more_wins_are_never_worth_less(five, owner, worth, wins):
    cube, owners = Cube(five, worth), {"centred": (0, 1), "me": (0,), "you": (1,)}[owner]
    values = [cube.value(2, owners, win) for win in sorted(wins)]
    assert all(low <= high + 1e-9 for low, high in pairwise(values))


@given(probabilities(), st.sampled_from(OWNERS), st.sampled_from([1, 2, 4]))
@settings(max_examples=100, deadline=None)
def test_what_one_side_has_the_other_lacks(five, owner, cube):
    assert Cube(five).equity(cube, owner) == pytest.approx(-Cube(swapped(five)).equity(cube, OTHER[owner]), abs=1e-9)
    score = MatchScore.read("3-5/7")
    opponent = Cube(swapped(five), lambda points: -score.worth(-points))
    assert Cube(five, score.worth).equity(1, owner) == pytest.approx(-opponent.equity(1, OTHER[owner]), abs=1e-9)


@given(probabilities(), st.sampled_from(("centred", "me")), worths)
@settings(max_examples=30, deadline=None)
def test_the_action_is_the_best_of_what_both_sides_may_do(five, owner, worth):
    decision = Cube(five, worth).decide(1, owner)
    if decision.action != "no cube":
        rounding = 1e-9                      # an equity has an error of a few units in the last place of worths near 1
        double_point = decision.double_point
        assert decision.cash_point >= 0 and (double_point is None or double_point <= decision.cash_point + rounding)
        answered = min(decision.double_take, decision.double_pass)
        answer = decision.double_pass if "pass" in decision.action else decision.double_take
        chosen = answer if decision.action.startswith("double") else decision.no_double
        assert answer <= answered + rounding and chosen >= max(decision.no_double, answered) - rounding


def race_of_pips(most):
    """{(own pips, other pips): (chance, {owners: value without a double})} of races without wastage, by recursion."""
    rolls = Counter(4 * a if a == b else a + b for a, b in product(range(1, 7), repeat=2))
    found = {}
    for total in range(2, 2 * most + 1):
        for own in range(max(1, total - most), min(most, total - 1) + 1):
            chance, values = 0.0, dict.fromkeys([(0, 1), (0,), (1,)], 0.0)
            for pips, count in rolls.items():
                later = found.get((total - own, own - pips))
                chance += count / 36 * (1 - later[0] if later else 1)
                for owners in values:
                    before = tuple(1 - owner for owner in owners[::-1])
                    value = 1 if later is None else -later[1][before]
                    if later and 0 in before:
                        value = -max(later[1][before], min(2 * later[1][1,], 1))
                    values[owners] += count / 36 * value
            found[own, total - own] = chance, values
    return found


def test_a_race_is_estimated_by_its_volatility():
    """The judge knows the best use of the cube in a race of pips, in which a side needs a roll per 8 1/6 of them."""
    errors, costs = {name: [] for name in ("plain", "race")}, {name: [] for name in ("plain", "race")}
    for (own, other), (chance, exact) in race_of_pips(64).items():
        if own < 20 or other < 20 or not 0.2 < chance < 0.8:
            continue
        five = (chance, 0, 0, 0, 0)
        doubled = min(2 * exact[1,], 1)
        for name, cube in ("plain", Cube(five)), ("race", RaceCube(((own + other) / 2 + 4) / (49 / 6), five)):
            errors[name] += [(cube.value(1, owners) - exact[owners])**2 for owners in exact]
            for owners in (0, 1), (0,):
                doubles = min(cube.value(2, (1,)), 1) >= cube.value(1, owners)
                costs[name].append(max(doubled, exact[owners]) - (doubled if doubles else exact[owners]))
    rms, cost = ({name: numpy.mean(some[name]) for name in some} for some in (errors, costs))
    assert rms["race"]**.5 < 0.02 < 0.035 < rms["plain"]**.5
    assert cost["race"] < cost["plain"] / 5


# The search

# shared facts: 19 of 36 rolls win, and there is no other roll. An exact recursion and GNU Backgammon say the same.
@pytest.mark.parametrize("depth", [0, 2])
@pytest.mark.parametrize("owner, action", [("centred", "double, take"), ("me", "double, take"), ("you", "no cube")])
def test_the_last_roll_is_doubled_by_the_favourite(depth, owner, action):
    decision = ENGINE.decide(Backgammon("AQAAiAAAAAAAAA"), depth, 2, owner)
    assert (decision.action, decision.exact) == (action, True)
    assert (decision.no_double, decision.double_take) == pytest.approx((2 / 36, 4 / 36))


def slow(first, second, cube, owners, worth):
    """The value of a bear-off for the side on roll before it doubles, in which each play is that of the table. No side
    has to double, so a dead cube needs no rule."""
    def kept(cube, owners):
        total = 0
        for a, b in product(range(1, 7), repeat=2):
            ends = race_plays(first, a, b)
            end = () if () in ends else max(ends, key=lambda end: 1 - TABLE.win(counts(second), counts(end)))
            total += worth(cube) if not end else -slow(second, end, cube, tuple(1 - owner for owner in owners),
                                                       lambda points: -worth(-points))
        return total / 36
    if 0 not in owners:
        return kept(cube, owners)
    return max(kept(cube, owners), min(kept(2 * cube, (1,)), worth(cube)))


def counts(points):
    return [points.count(point) for point in range(1, 7)]


@pytest.mark.parametrize("score", [None, "0-0/5", "3-1/5", "1-3/5", *(f"{points}/5 post" for points in
                                                                      ("4-2", "2-4", "4-3", "3-4")), "4-2/5"])
def test_a_search_to_the_end_of_a_game_is_exact(score):
    match = score and MatchScore.read(score)
    engine = Engine(hash_mb=1, match=match)
    worth, (first, second) = match.worth if match else money, ((5, 2), (6,))
    position = Backgammon.from_counts(*([15 - len(side), *counts(side), *[0] * 19] for side in (first, second)))
    for owner, owners in ("centred", (0, 1)), ("you", (1,)):
        decision = engine.decide(position, 4, 1, owner)
        owners = () if match and match.crawford else owners
        value = max(decision.no_double, min(decision.double_take, 1)) if 0 in owners else decision.no_double
        exact = slow(first, second, 1, owners, worth)
        won, lost = worth(1), worth(-1)
        assert value == pytest.approx((2 * exact - won - lost) / (won - lost), abs=1e-9)


@pytest.mark.parametrize("depth", [0, 1])
def test_jacoby_takes_gammons_from_a_centred_cube_and_a_beaver_punishes_a_wrong_double(depth):
    racy, opening = Backgammon("yOeDAyDGzsgDQA"), Backgammon()
    usual, jacoby = (ENGINE.decide(racy, depth, jacoby=rule) for rule in (False, True))
    assert jacoby.no_double < usual.no_double - 0.02 and jacoby.double_take == usual.double_take
    usual, beavers = (ENGINE.decide(opening, depth, beavers=rule) for rule in (False, True))
    assert beavers.no_double == usual.no_double
    assert usual.double_take > beavers.double_take >= 2 * usual.double_take - 0.2
    assert (usual.action, beavers.action) == ("no double, take", "no double, beaver")


def test_the_cube_of_a_match_is_that_of_its_score():
    """At 3-5 to 7 a loss at a cube of 2 ends the match, and one at a cube of 1 does not."""
    score, position = MatchScore(3, 5, 7, cube=2), Backgammon()
    engine = Engine(hash_mb=1, match=score)
    assert engine.decide(position, owner="me") == engine.decide(position, 0, 2, "me")
    assert engine.decide(position, owner="me") != engine.decide(position, 0, 1, "me")
    assert position.xgid(score) == position.xgid(score, 2) != position.xgid(score, 1)


@pytest.mark.parametrize("kind", [numpy.int8, numpy.uint8])
@pytest.mark.parametrize("worth", [money, MatchScore(3, 5, 7).worth])
def test_a_cube_of_numpy_s_integers_is_that_of_python_s(worth, kind):
    """Their products overflow: 3 * 64 points are -64."""
    cube = Cube((0.5, 0.2, 0.01, 0.125, 0), worth)
    assert cube.decide(kind(64)) == cube.decide(64) and cube.equity(kind(64), "me") == cube.equity(64, "me")
    assert cube.value(kind(64), (0,)) == cube.value(64, (0,))


test_impossible_decisions_are_quoted = refusals(
    *((SettingsError, "for money, not for a match at 1-3/9", lambda rule: Engine(
        hash_mb=1, match=MatchScore.read("1-3/9")).decide(Backgammon(), **{rule: True}), rule)
      for rule in ("jacoby", "beavers")),
    (PositionError, "'4HPwATDgc/ABMA 31' has some", ENGINE.decide, Backgammon().roll(3, 1)),
    (GameOverError, "over in", ENGINE.decide, Backgammon.from_counts([15, *[0] * 25], [14, 1, *[0] * 24])),
    (PositionError, "power of two, not 3", ENGINE.decide, Backgammon(), 0, 3),
    (SettingsError, "not 'him'", ENGINE.decide, Backgammon(), 0, 1, "him"),
    (LimitError, "61", ENGINE.decide, Backgammon(), 61),
    (PositionError, "probabilities are known of", ENGINE.decide, Checkers()),
    *((kind, quoted, decide, *cube) for decide in (Cube(EVEN).decide, Cube(EVEN).equity) for kind, quoted, *cube in (
        (LimitError, "not 0", 0), (PositionError, "power of two, not 3", 3), (LimitError, "not 2.0", 2.0),
        (SettingsError, "not 'ME'", 1, "ME"), (SettingsError, "not None", 1, None))),
    *((LimitError, f"from 0 to 1, not {efficiency!r}", lambda efficiency: Cube(EVEN, efficiency=efficiency), efficiency)
      for efficiency in (-0.1, 1.1, float("nan"), None, "1")))


# The command

@pytest.mark.parametrize("command", ["search", "evaluate"])
def test_the_commands_say_what_to_do(command, records, shown):
    arguments = [command, "backgammon", "--plies", "0", "--cube", "2"]
    record = records(*arguments)[-1]
    expected = {"value": 2, "owner": "centred"} | Cube(record["probabilities"]).decide(2)._asdict()
    assert record["cube"] | {"probabilities": tuple(record["probabilities"]), "reason": None} == expected
    record = records(*arguments, "--owner", "you")[-1]
    assert (record["cube"]["owner"], record["cube"]["action"]) == ("you", "no cube")
    record = records(*arguments, "--score", "1-3/9")[-1]
    score = MatchScore.read("1-3/9", 2)
    assert record["cube"]["action"] == Cube(record["probabilities"], score.worth).decide(2).action
    equity = record["equity" if command == "evaluate" else "score"]
    assert record["match_chance"] == pytest.approx(score.chance_of(equity))
    record = records(f"{command} backgammon --plies 0 --cube 1 --score 8-3/9")[-1]
    assert record["cube"]["action"] == "no cube"                                                   # the Crawford game
    out = shown(*arguments)
    assert "cube 2, centred: no double" in out and "double, " in out and "take from" in out
    out = shown(*arguments[:2], "--plies", "1", "--cube", "1", "--beavers")
    assert "double/beaver" in out and "no double, beaver" in out and "after 1 roll of search" in out


@pytest.mark.parametrize("options, reason", [
    ("--cube 2 --owner you", "the opponent owns it"), ("--cube 1 --score 8-3/9", "no doubling in the Crawford game"),
    ("--cube 2 --score 7-3/9", "a single game wins the match")])
def test_a_player_who_may_not_double_reads_why(options, reason, records, shown):
    arguments = ["search", "backgammon", "--plies", "0", *options.split()]
    record = records(*arguments)[-1]["cube"]
    assert record["reason"] == reason and (record["take_point"] is None) == ("Crawford" in reason)
    assert record["double_point"] is record["cash_point"] is record["too_good_point"] is None
    out = " ".join(shown(*arguments).split())
    assert f"; no decision, because {reason}" in out and "from" not in out.split("because")[1] and "/pass" not in out


START = "XGID=-b----E-C---eE---c-e----B-"


@pytest.mark.parametrize("fields, options", [
    ("0:0:1:00:0:0:0:0:10", ["--cube", "1"]), ("2:1:1:00:0:0:0:0:10", ["--cube", "4", "--owner", "me"]),
    ("1:1:-1:00:0:0:3:0:10", ["--cube", "2", "--owner", "you", "--jacoby", "--beavers"]),
    ("1:-1:-1:00:2:4:0:7:10", ["--cube", "2", "--owner", "me", "--score", "4-2/7"]),
    ("0:0:1:00:6:4:1:7:10", ["--cube", "1", "--score", "6-4/7"]),
    ("0:0:1:00:4:6:0:7:10", ["--cube", "1", "--score", "4-6/7 post"]),
    ("1:0:1:31:2:4:0:7:10", ["--position", "4HPwATDgc/ABMA 31", "--cube", "2", "--score", "2-4/7"]),
    ("1:0:1:31:0:0:0:0:10", ["--position", "4HPwATDgc/ABMA 31"])])
def test_an_xgid_says_the_stakes(fields, options, records):
    """The other way: the same position with the options."""
    wanted = records("evaluate", "backgammon", "--plies", "0", *options)[-1]
    record = records("evaluate", "backgammon", "--plies", "0", "--position", f"{START}:{fields}")[-1]
    assert record == wanted


def test_options_are_preferred_to_an_xgid_s_stakes(records, refusal):
    position = ["--position", f"{START}:1:1:1:00:2:4:0:7:10"]
    record = records("search", "backgammon", "--plies", "0", "--cube", "1", *position)[-1]
    assert record["cube"]["value"] == 1 and "match_chance" not in record
    assert "cube" not in records("evaluate", "backgammon", "--evaluation", "linear", *position)[-1]
    owned = ["evaluate", "backgammon", "--plies", "0", *position]
    for options in (["you"], ["me"], ["you", "--score", "0-0/5"], ["you", "--evaluation", "linear"]):
        record = refusal(*owned, "--owner", *options)
        assert f"--owner {options[0]} goes with --cube N" in record and f"{position[1]!r}: cube 2, owner me" in record


def test_only_a_function_has_no_cube_not_a_file_whose_name_has_a_colon(records, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my:net.bin").write_bytes((Path(gamecore.__file__).parent / "data/backgammon_net.bin").read_bytes())
    record = records("evaluate", "backgammon", "--plies", "0", "--evaluation", "./my:net.bin", "--position",
                     f"{START}:1:1:1:00:0:0:0:0:10")[-1]
    assert record["cube"]["value"] == 2


def test_a_match_counts_what_its_games_are_worth(records):
    *games, record = records("match backgammon --games 4 --duplicate --score 5-6/7 --a", "", "--b", "")
    score = MatchScore.read("5-6/7")
    assert record["match_chance"] == pytest.approx(sum(score.chance(game["points"]) for game in games) / 4)


@pytest.mark.parametrize("five", [
    (1.1, 0, 0, 0, 0), (-0.1, 0, 0, 0, 0), (0.5, 0.6, 0, 0, 0), (0.5, 0.2, 0.3, 0, 0), (0.5, 0, 0, 0.6, 0),
    (0.5, 0, 0, 0.1, 0.2), (0.5, -0.1, -0.2, 0, 0), (float("nan"), 0, 0, 0, 0), (float("inf"), 0, 0, 0, 0),
    ("0.5", 0, 0, 0, 0), (0.5, 0, 0, 0), (0.5, 0, 0, 0, 0, 0), (), None, 0.5, "abcde", (True, 0, 0, 0, 0)])
def test_what_are_no_probabilities_is_quoted(five):
    with pytest.raises(PositionError) as error:
        Cube(five)
    assert str(error.value).startswith(f"no probabilities of a game, {five!r}: ") and "\n" not in str(error.value)


def test_probabilities_may_be_off_by_rounding_and_of_any_kind():
    assert Cube((0.5, 0.5 + 1e-9, -1e-9, Fraction(1, 2), 0)).decide()
    assert Cube(numpy.array(EVEN, dtype=numpy.float32)).decide() == Cube(EVEN).decide()
