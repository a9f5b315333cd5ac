"""Tests rollouts: the luck that is subtracted has mean 0, and the remaining mean is the value of the position."""
import json
from math import sqrt
from statistics import mean, stdev

import pytest

import gamecore
from gamecore.errors import GameOverError, LimitError, SettingsError
from gamecore.games.backgammon.two_sided import TwoSided
from gamecore.games.backgammon.stake import Stake
from gamecore.match.backgammon.games import Dice
from gamecore.match.backgammon.rollout import roll_with_luck, rollout
from gamecore.match.backgammon.stopping import Mean
from tests.match.backgammon.test_annotation import linear
from tests.processes import interrupted
from tests.refusals import refusals

ALONE = 24 * [0]
COMMAND = "rollout"


def last_checkers(own, other):
    """Each side has one checker left, on these points of its own."""
    sides = [[14] + [int(point == at) for point in range(1, 26)] for at in (own, other)]
    return gamecore.Backgammon.from_counts(*sides)


def middle_game(plies):
    """A position of a game between two players that use the linear evaluation alone."""
    position, dice, engine = gamecore.Backgammon(), Dice(11, 1), linear()
    for _ in range(plies):
        rolled = position.roll(*dice.roll())
        position = rolled.play(engine.search(rolled, depth=0).move)
    return position


# The cube

@pytest.mark.parametrize("plane, owner", [*enumerate([None, 0, 1])])
@pytest.mark.parametrize("value", [1, 4])
def test_a_bear_off_with_a_cube_has_the_value_of_the_table(plane, owner, value):
    """Neither side doubles before the first roll."""
    sides = [1, 0, 1, 0, 0, 1], [0, 1, 0, 0, 2, 0]
    position = gamecore.Backgammon.from_counts(*([12, *side, *[0] * 19] for side in sides))
    mean = Mean(game.points - game.luck for game in
                rollout(position, 400, gamecore.Engine(hash_mb=1), seed=5, stake=Stake(None, value, owner)))
    assert abs(mean.mean - TwoSided().cubeful(*sides)[plane]) < 4 * mean.standard_error


@pytest.mark.parametrize("text", ["0-0/3", "0-1/3", "2-1/3 post"])
def test_a_bear_off_with_a_cube_has_the_value_of_a_search_at_a_score(text):
    engine = gamecore.Engine(hash_mb=1, match=gamecore.MatchScore.read(text))
    position = gamecore.Backgammon.from_counts([13, 0, 1, 0, 0, 1, 0, *[0] * 19], [14, 0, 0, 0, 0, 0, 1, *[0] * 19])
    for place in position, position.swapped():
        mean = Mean(game.points - game.luck for game in rollout(place, 60, engine, 3, seed=5, stake=Stake()))
        assert abs(mean.mean - engine.decide(place, 4).no_double) < 4 * mean.standard_error + 1e-6


def test_a_truncated_game_with_a_cube_has_the_value_of_the_decision():
    engine = gamecore.Engine(hash_mb=1)
    for game in rollout(gamecore.Backgammon().roll(3, 1), 1, engine, truncate=1, stake=Stake()):
        after = gamecore.Backgammon().roll(3, 1).play("8/5 6/5")
        assert -game.points == engine.decide(after).no_double        # far from a double


@pytest.mark.parametrize("jacoby, result", [(False, 2), (True, 1)])
def test_only_gammons_that_count_are_counted(jacoby, result):
    last = gamecore.Backgammon.from_counts([14, 1, *[0] * 24], [0, 15, *[0] * 24])
    (game,) = rollout(last, 1, gamecore.Engine(hash_mb=1), stake=Stake(jacoby=jacoby))
    assert (game.result, game.points) == (result, result)


@pytest.mark.parametrize("fields, plain, cubeful", [
    ("1:-1:1:00:3:3:0:5", "--score 3-3/5 --cube 2", "--score 3-3/5 --cube 2 --owner you"),
    ("1:-1:-1:31:2:4:0:7", "--dice 3,1 --score 4-2/7 --cube 2", "--dice 3,1 --score 4-2/7 --cube 2 --owner me"),
    ("0:0:1:00:4:2:1:5", "--score 4-2/5 --cube 1", "--score 4-2/5 --cube 1"),
    ("1:1:1:00:0:0:3:0", "", "--cube 2 --owner me --jacoby --beavers"),
    ("1:1:1:31:0:0:0:0", "--dice 3,1", "--dice 3,1 --cube 2 --owner me")])
def test_an_xgid_says_the_stakes(fields, plain, cubeful, records):
    """The other way: the opening position with the options."""
    def output_of(*arguments):
        record, = records("backgammon", "--games", 3, "--truncate", 6, *arguments)
        return record | {"seconds": 0, "about": None}
    xgid = "--position", f"XGID=-b----E-C---eE---c-e----B-:{fields}:10"
    assert output_of(*xgid) == output_of(*plain.split())
    assert output_of(*xgid, "--cubeful") == output_of("--cubeful", *cubeful.split())
    assert output_of(*xgid, "--score", "0-0/9") == output_of("--score", "0-0/9", *plain.split()[:2 * ("dice" in plain)])


def test_the_command_tells_its_cube(records):
    cube = {"cube": 2, "owner": "you", "jacoby": True, "beavers": False}
    one = "backgammon --games 1 --truncate 1"
    assert cube.items() <= records(f"{one} --cubeful --cube 2 --owner you --jacoby")[0].items()
    assert not cube.keys() & records(one)[0].keys()


# Luck

@pytest.mark.parametrize("position", [gamecore.Backgammon(), middle_game(9), middle_game(20), last_checkers(6, 6),
                                      last_checkers(20, 3)], ids=str)
def test_the_luck_of_all_rolls_together_is_nought(position):
    engine = linear()
    luck = {roll: roll_with_luck(position, engine, roll)[1] for roll, _ in position.outcomes()}
    assert sum(share * luck[roll] for roll, share in position.outcomes()) == pytest.approx(0, abs=1e-12)
    assert max(luck.values()) > 0.01


def test_luck_by_hand():
    """A checker on the six point gets off with 27 rolls of 36; the opponent's last one would get off with any."""
    position, engine = last_checkers(6, 1), linear()
    score = engine.search(position, depth=1).score
    assert roll_with_luck(position, engine, (6, 1))[1] == pytest.approx(1 - score)
    lost = roll_with_luck(position, engine, (2, 1))[1]
    assert lost < 0 < 1 - score


@pytest.mark.parametrize("own, other, equity", [
    (6, 1, 0.5),                        # 27 rolls win, 9 lose: (27 - 9) / 36
    (1, 6, 1.0),
    (5, 1, 31 / 36 - 5 / 36),           # only 1-1 (four pips), 1-2, 1-3 leave it
])
def test_positions_of_two_checkers_are_worth_what_a_hand_can_compute(own, other, equity):
    games = list(rollout(last_checkers(own, other), 900, linear(), seed=5))
    for values in ([game.points for game in games], [game.points - game.luck for game in games]):
        assert abs(mean(values) - equity) <= 4 * stdev(values) / sqrt(len(values)) + 1e-12
    assert all(game.complete for game in games)


def test_a_longer_race_is_worth_what_the_full_tree_says():
    """Every play of such a race is the same for every player: each side's one checker runs home."""
    position, engine = last_checkers(7, 6), linear()
    exact = engine.search(position, depth=6)
    assert exact.stop == "complete"
    values = [game.points - game.luck for game in rollout(position, 900, engine, seed=6)]
    assert abs(mean(values) - exact.score) <= 4 * stdev(values) / sqrt(len(values))


def test_taking_luck_off_shrinks_the_error_and_leaves_the_mean():
    raw, adjusted = Mean(), Mean()
    for game in rollout(middle_game(6), 300, linear(), seed=2):
        raw.add(game.points)
        adjusted.add(game.points - game.luck)
    assert adjusted.standard_error < 0.85 * raw.standard_error
    assert abs(adjusted.mean - raw.mean) < 4 * raw.standard_error


# The games

def test_a_truncated_game_is_worth_its_evaluation():
    engine, position = linear(), gamecore.Backgammon()
    for number, game in enumerate(rollout(position, 3, engine, truncate=1, seed=8), 1):
        rolled = position.roll(*Dice(8, number).roll())
        value = engine.search(rolled, depth=0).score
        assert (game.plies, game.complete) == (1, False)
        assert game.points == pytest.approx(value)
        # all that was luck is gone
        assert game.points - game.luck == pytest.approx(engine.search(position, depth=1).score)


def test_a_truncated_game_of_players_who_look_ahead_is_worth_what_they_see():
    engine, position = linear(), gamecore.Backgammon().roll(3, 1)
    after = position.play(engine.search(position, depth=1).move)
    assert ([game.points for game in rollout(position, 2, engine, plies=1, truncate=1)]
            == 2 * [-engine.search(after, depth=1).score])


def test_dice_that_have_fallen_begin_every_game_and_are_no_luck():
    position, engine = gamecore.Backgammon().roll(3, 1), linear()
    value = engine.search(position, depth=0).score
    assert ([(game.points, game.luck) for game in rollout(position, 3, engine, truncate=1)]
            == 3 * [(pytest.approx(value), 0)])


def test_a_mean_by_hand():
    sample = Mean()
    assert (sample.n, sample.mean, sample.standard_error) == (0, None, None)
    sample.add(2.5)
    assert (sample.mean, sample.standard_error) == (2.5, None)
    for x in (0.5, 3, -2):
        sample.add(x)
    assert (sample.n, sample.mean) == (4, 1)
    assert sample.standard_error == pytest.approx(sqrt((2.25 + 0.25 + 4 + 9) / (4 * 3)))


test_what_cannot_be_is_quoted = refusals(
    *((error, message, lambda position, options: list(rollout(position, **{"games": 1, "engine": linear()} | options)),
       position, options) for error, message, position, options in (
        *((LimitError, str(*wrong.values()), last_checkers(1, 1), wrong) for wrong in (
            {"games": 0}, {"games": 1.5}, {"truncate": 0}, {"plies": -1}, {"plies": 61}, {"seed": 3.0})),
        (GameOverError, "over", gamecore.Backgammon.from_counts([14, 1, *ALONE], [15, 0, *ALONE]), {}))))


# At the score of a match

def a_gammon_in_doubt():
    """A checker on the six point gets off with 27 rolls of 36, and otherwise a roll later. The opponent has none off
    before it has rolled, and then some."""
    return gamecore.Backgammon.from_counts([14, *5 * [0], 1, *19 * [0]], [0, 15, *24 * [0]])


@pytest.mark.parametrize("text, equity, chance", [
    ("6-6/7", 1, 1),                        # a win wins
    ("5-6/7", 0.75 * 3 + 0.25, 0.875),      # a gammon wins the match, a win leads to double match point
    ("6-5/7", 1, 1), ("0-0/64", None, None), (None, 1.75, None)])
def test_gammons_are_worth_what_the_score_says(text, equity, chance):
    score = text and gamecore.MatchScore.read(text)
    games = list(rollout(a_gammon_in_doubt(), 400, gamecore.Engine(hash_mb=1, match=score), seed=3))
    values = Mean(game.points - game.luck for game in games)
    assert {game.result for game in games} == {1, 2} and all(game.complete for game in games)
    if equity is None:
        equity = 0.25 + 0.75 * score.points[0][1]
    assert abs(values.mean - equity) <= 4 * values.standard_error + 1e-6
    assert chance is None or score.chance_of(equity) == pytest.approx(chance)


@pytest.mark.parametrize("texts, owners", [(("2-6/7", "6-2/7"), None), (("6-3/7 post", "3-6/7 post"), (None, None)),
                                           (("4-1/7", "1-4/7"), (0, 1))])
def test_colours_are_names(texts, owners):
    """Black on roll at the mirrored score plays the same games, with the cube if there is one."""
    sides, games = ([12, 1, 1, 1, *[0] * 22], [11, 0, 1, 1, 2, *[0] * 21]), []
    places = gamecore.Backgammon.from_counts(*sides), gamecore.Backgammon.from_counts(*sides[::-1]).swapped()
    for place, text, owner in zip(places, texts, owners or (None, None), strict=True):
        score = gamecore.MatchScore.read(text, cube=1 if owners is None else 2)
        stake = owners and Stake(score, score.cube, owner)
        games.append(list(rollout(place, 6, gamecore.Engine(hash_mb=1, match=score), stake=stake)))
    assert games[0] == games[1]


def test_luck_at_a_score_has_no_mean():
    engine = gamecore.Engine(hash_mb=1, match=gamecore.MatchScore.read("5-6/7"))
    position = gamecore.Backgammon()
    assert sum(share * roll_with_luck(position, engine, roll)[1] for roll, share in position.outcomes()
               ) == pytest.approx(0, abs=1e-9)


def test_games_with_a_cube_are_those_of_its_value_whatever_the_engine_s():
    start, stake = gamecore.Backgammon("sGfwATDgc/ABMA"), Stake(value=2, owner=0)
    games = [list(rollout(start, 3, gamecore.Engine(hash_mb=1, match=gamecore.MatchScore(3, 5, 7, cube=cube)), seed=1,
                          stake=stake)) for cube in (1, 2)]
    assert games[0] == games[1] and {game.points for game in games[0]} <= {-1, 3}


@pytest.mark.parametrize("answer, quoted", [(None, "waits for its answer"), ("pass", "was passed")])
def test_no_game_goes_on_from_a_double_without_a_take(answer, quoted):
    """It went on without a cube."""
    stake = Stake.read("XGID=-b----E-C---eE---c-e----B-:1:0:1:D:0:0:0:0:10")
    if answer:
        stake.act(answer, 0)
    with pytest.raises(SettingsError, match=f"a cube of 2 after a double that {quoted}"):
        next(rollout(gamecore.Backgammon(), 1, gamecore.Engine(hash_mb=1), stake=stake))


def test_the_command_tells_the_chance_to_win_the_match(records):
    record, = records("backgammon --games 36 --score 3-1/7 --cube 2 --position", a_gammon_in_doubt())
    score = gamecore.MatchScore(3, 1, 7, cube=2)
    assert record["match_chance"] == pytest.approx(score.chance_of(record["equity"]))
    assert record["match_chance_error"] == pytest.approx(score.unit * record["standard_error"])
    assert score.chance(2) < record["match_chance"] < score.chance(4) == 1
    assert record["rates"]["own"]["gammon"] > 0.5
    assert "match_chance" not in records("backgammon --games 1 --truncate 1")[0]


# The command

def test_the_command_tells_equity_and_error(records):
    record, = records("backgammon --games 100 --evaluation linear --position", last_checkers(6, 1))
    assert (record["games"], record["stop"]) == (100, "games")
    games = list(rollout(last_checkers(6, 1), 100, linear()))
    assert record["equity"] == pytest.approx(mean(game.points - game.luck for game in games))
    assert record["standard_error"] == pytest.approx(stdev(game.points - game.luck for game in games) / 10)
    assert record["raw"]["equity"] == pytest.approx(mean(game.points for game in games))
    assert record["rates"]["own"]["win"] == mean(game.points == 1 for game in games)
    assert record["rates"]["own"]["win"] + record["rates"]["other"]["win"] == 1


@pytest.mark.parametrize("words, expected, untold", [
    ("--games 1 --truncate 1", "1 game\n", "games"), ("--games 2 --truncate 1", "2 games\n", "to win the match"),
    ("--games 10 --truncate 4 --evaluation linear", "equity ", "gammon"),        # a truncated game's gammon is unknown
    ("--games 4 --truncate 2 --score 5-6/7", "to win the match", "points a game")])
def test_a_person_reads_sentences(words, expected, untold, shown):
    out = shown(f"backgammon {words}")
    assert expected in out and untold not in out


# Says when the third game has begun: the command itself prints nothing until its end.
SLOW_TO_STOP = """
import sys
from gamecore.commands.backgammon.rollout_plays import RolloutInProgress
from gamecore.commands.cli import main
shipped = RolloutInProgress.show_progress
def show_progress(self, game, plies):
    if (game, plies, self.games) == (3, 0, 2):
        print("ready", flush=True)
    shipped(self, game, plies)
RolloutInProgress.show_progress = show_progress
sys.exit(main(["rollout", "backgammon", "--games", "1000000", "--json", *sys.argv[1:]]))
"""


@pytest.mark.parametrize("words, plays", [([], 0), (["--dice", "3,1", "--candidates", "2"], 2)])
def test_ctrl_c_prints_the_games_so_far(words, plays):
    first, lines = interrupted("-c", SLOW_TO_STOP, *words)
    *reports, result = [json.loads(line) for line in lines if line != "ready"]
    assert (first, result["stop"], len(reports)) == ("ready\n", "interrupt", plays)
    assert 2 <= result["games"] < 1000000 and {line["games"] for line in reports} <= {result["games"]}
