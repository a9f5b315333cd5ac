"""Tests rollouts of several plays: each play gets the same dice, the best comes first, and the difference has an
error."""
from math import sqrt
from statistics import mean, stdev
from types import SimpleNamespace

import pytest

import gamecore
from gamecore.errors import GameOverError, LimitError, MoveError
from gamecore.match.backgammon.rollout import rollout, rollout_of_plays
from gamecore.match.backgammon.stopping import Stopping
from tests.match.backgammon.test_annotation import linear
from tests.refusals import refusals

OPENING = gamecore.Backgammon().roll(3, 1)
PLAYS = ["8/5 6/5", "24/20", "13/10 6/5"]
COMMAND = "rollout backgammon"


@pytest.fixture(scope="module")
def rounds():
    return list(rollout_of_plays(OPENING, PLAYS, 40, linear(), seed=4))


def test_a_play_is_rolled_out_as_the_position_that_it_leads_to(rounds):
    """Seen by the player: the same games with the other sign."""
    for i, play in enumerate(PLAYS):
        alone = list(rollout(OPENING.play(play), 40, linear(), seed=4))
        assert [(games[i].points, games[i].luck, games[i].plies, games[i].complete) for games in rounds] == [
            (-game.points, -game.luck, game.plies, game.complete) for game in alone]


def test_plays_at_a_score_are_those_of_the_player_who_makes_them():
    """4-3 where a gammon wins the match, and at double match point: the same plays, other games."""
    position, plays = gamecore.Backgammon().roll(4, 3), ["24/20 13/10", "13/10 13/9"]
    for text in ("5-6/7", "6-6/7"):
        engine = gamecore.Engine(hash_mb=1, match=gamecore.MatchScore.read(text))
        games = list(rollout_of_plays(position, plays, 3, engine, seed=2))
        for i, play in enumerate(plays):
            alone = list(rollout(position.play(play), 3, engine, seed=2))
            assert [(game[i].points, game[i].result) for game in games] == [(-one.points, -one.result) for one in alone]
            values = {1: 1, 2: 3, 3: 3} if text == "5-6/7" else dict.fromkeys((1, 2, 3), 1)
            assert all(game[i].points == pytest.approx(values.get(game[i].result, -1)) for game in games)


def test_a_play_that_ends_the_game_is_worth_its_points():
    """Two checkers go off: 1 point. The other play leaves one, and the opponent's next roll takes his last two off."""
    ace, two = [13, 1, 1, *23 * [0]], [13, 2, *24 * [0]]
    last = gamecore.Backgammon.from_counts(ace, two).roll(2, 1)
    worth = {str(move): [game.points for game, in rollout_of_plays(last, [move], 3, linear())]
             for move in last.legal_moves()}
    assert worth == {"2/off 1/off": [1, 1, 1], "2/off": [-1, -1, -1]}


def test_the_best_comes_first_with_its_difference(records, rounds):
    lines = records("--dice", "3,1", "--plays", *PLAYS, "--games", "40", "--seed", "4", "--evaluation", "linear")
    plays, result = lines[:-1], lines[-1]
    values = {play: [games[i].points - games[i].luck for games in rounds] for i, play in enumerate(PLAYS)}
    ranked = sorted(PLAYS, key=lambda play: -mean(values[play]))
    assert [(line["type"], line["rank"], line["play"], line["games"]) for line in plays] == [
        ("play", i, play, 40) for i, play in enumerate(ranked, 1)]
    for line in plays:
        mine, best = values[line["play"]], values[ranked[0]]
        differences = [own - other for own, other in zip(mine, best)]
        assert line["equity"] == pytest.approx(mean(mine))
        assert line["standard_error"] == pytest.approx(stdev(mine) / sqrt(40))
        assert line["difference"] == pytest.approx(mean(differences)) and line["difference"] <= 0
        assert line["difference_error"] == (None if mine is best else pytest.approx(stdev(differences) / sqrt(40)))
        raw = [games[PLAYS.index(line["play"])].points for games in rounds]
        assert line["raw"]["equity"] == pytest.approx(mean(raw))
        assert line["raw"]["standard_error"] == pytest.approx(stdev(raw) / sqrt(40))
        assert line["rates"]["own"]["win"] == mean(points > 0 for points in raw) == 1 - line["rates"]["other"]["win"]
        assert line["rates"]["other"]["gammon"] == mean(points < -1 for points in raw)
    assert ((result["type"], result["play"], result["games"], result["position"], result["stop"])
            == ("result", ranked[0], 40, str(OPENING), "games"))


def test_making_the_five_point_is_best(records):
    """By more than three standard errors of the difference, as in all published opening tables."""
    best, *others, _ = records("--dice", "3,1", "--plays", *PLAYS, "--games", "120", "--truncate", "8")
    assert best["play"] == "8/5 6/5" and best["rates"] is None
    assert all(line["difference"] < -3 * line["difference_error"] for line in others)


def test_candidates_are_the_best_of_a_search(records):
    for plies, depth in (("0", 1), ("1", 1)):
        printed = records("--dice", "3,1", "--candidates", "3", "--games", "2", "--truncate", "2", "--plies", plies,
                     "--evaluation", "linear")
        expected = {str(line[0]) for _, line in linear().search(OPENING, depth=depth, multipv=3).lines}
        assert {line["play"] for line in printed[:-1]} == expected and len(printed) == 4
    printed = records(*"--dice 3,1 --candidates 99 --games 1 --truncate 1 --evaluation linear".split())
    assert len(printed) == 1 + len(OPENING.legal_moves())
    assert printed[0]["standard_error"] is printed[1]["difference_error"] is None


def test_one_play_is_enough(records):
    line, result = records("--dice", "3,1", "--plays", "8/5 6/5", "--games", "3", "--evaluation", "linear")
    assert line["difference"] == 0 and line["difference_error"] is None and result["play"] == "8/5 6/5"


def test_for_people_there_is_a_table(shown):
    header, first, *others, last = shown("--dice 3,1 --games 5 --evaluation linear --plays", *PLAYS).splitlines()
    assert header.split()[:3] == ["play", "equity", "+-"] and len(others) == 2
    assert "%" in first and last == "5 games of each play, with the same dice"


test_what_cannot_be_is_refused_by_the_library = refusals(
    *((error, message, lambda *arguments: list(rollout_of_plays(*arguments, linear())), *arguments)
      for error, message, *arguments in (
        (MoveError, "no play", OPENING, [], 1), (MoveError, "twice", OPENING, ["24/20", "24/20"], 1),
        (LimitError, "1.5", OPENING, PLAYS, 1.5),
        (GameOverError, "over", gamecore.Backgammon.from_counts([14, 1, *24 * [0]], [15, *25 * [0]]), ["24/20"], 1))))


# Fewer games where they are enough

def stopped_at(stopping, games, *points):
    """How many games each position gets whose game i brings points(i)."""
    played = [0] * len(points)
    for numbers in stopping.batches(games):
        for number in numbers:
            stopping.add([SimpleNamespace(points=points[i](number), luck=0.0) for i in stopping.wanted])
            played = [count + (i in stopping.wanted) for i, count in enumerate(played)]
    return played


def test_a_rollout_stops_at_the_first_look_after_its_error_is_small():
    """Points 1, -1, 1, ...: the error is 1 / sqrt(n - 1), at most 1/15 from game 226 on; looks are at 144, 180, ..."""
    def alternate(number):
        return 1 if number % 2 else -1
    for until, games in ((1 / 15, 252), (1.0, 144), (0.01, 1000)):
        stopping = Stopping(1, until)
        assert stopped_at(stopping, 1000, alternate) == [games]
        assert stopping.reason == ("until" if games < 1000 else None)
    assert stopped_at(Stopping(1, 1.0), 100, alternate) == [100]


def test_a_stopping_is_for_as_many_positions_as_plays():
    with pytest.raises(LimitError, match="a Stopping of 1 positions cannot compare 3"):
        next(rollout_of_plays(OPENING, PLAYS, 4, linear(), stopping=Stopping(1)))


def test_each_rollout_begins_to_count_anew():
    stopping = Stopping(1, until=10)
    assert [sum(1 for _ in rollout(OPENING, 200, linear(), truncate=1, stopping=stopping)) for _ in "12"] == [144, 144]


def test_a_play_far_behind_is_given_up_and_the_last_one_left_stops_the_rollout():
    """All games the same, and the differences 1 and 1, 2 or 0: of the alternating one mean 1, error 1 / sqrt(n - 1)."""
    def best(number):
        return 2

    def behind(number):
        return 1

    def level(number):
        return 2 * (number % 2)
    for plays, ahead, games, reason in (((behind, best), 9, [144, 144], "ahead"),
                                        ((behind, best, level), 11.5, [144, 144, 144], "ahead"),
                                        ((behind, best, level), 13.5, [144, 216, 216], "ahead"),
                                        ((best, best), 0.001, [300, 300], None)):
        stopping = Stopping(len(plays), ahead=ahead)
        assert (stopped_at(stopping, 300, *plays), stopping.reason) == (games, reason)


def test_the_command_stops_early_at_the_same_game_with_any_number_of_jobs(records):
    command = ("--dice", "3,1", "--plays", *PLAYS, "24/23 13/10", "--truncate", "2", "--evaluation", "linear")
    runs = [records(*command, "--ahead", "2", "--games", "180", "--jobs", jobs) for jobs in ("1", "2")]
    for record in runs[0] + runs[1]:
        del record["about"]
    seconds = [plays[-1].pop("seconds") for plays in runs]
    assert runs[0] == runs[1] and all(seconds)
    assert {line["games"] for line in runs[0]} <= {144, 180} and runs[0][-1]["stop"] in ("ahead", "games")
    best, *others, result = records(*command, "--until", "0.5")
    assert (best["games"], result["games"], result["stop"]) == (144, 144, "until")
    assert all(line["games"] == 144 for line in others)


def test_people_read_which_plays_were_given_up(shown):
    assert "144 games of each play, with the same dice; one play is left" in shown(
        "--dice 3,1 --truncate 1 --games 150 --evaluation linear --ahead 3 --plays 6/2", *PLAYS)


def test_the_chance_of_each_play_is_reported_at_a_score(records, run):
    arguments = "--dice", "4,3", "--candidates", "2", "--games", "3", "--truncate", "2", "--score", "5-6/7"
    *plays, result = records(*arguments)
    score = gamecore.MatchScore.read("5-6/7")
    for play in plays:
        assert play["match_chance"] == pytest.approx(score.chance_of(play["equity"]))
        assert play["match_chance_error"] == pytest.approx(score.unit * play["standard_error"])
    assert "match_chance" not in result
    assert f"{plays[0]['match_chance']:.2%}" in run(*arguments)[1]
