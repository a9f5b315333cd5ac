"""Tests matches from Python, whose settings have the names of the command."""
from dataclasses import replace

import pytest

import gamecore
from gamecore.errors import GameError, LimitError, SettingsError
from gamecore.match.backgammon.mat import MatWriter
from gamecore.match.backgammon.mat_reader import read_mat
from gamecore.match.backgammon.points import Points
from gamecore.match.elo import Score
from gamecore.match.games import MatchPlayer
from gamecore.match.settings import parse
from gamecore.playing.matches import match


def test_a_match_is_that_of_the_command(records):
    words = "match connect-four --a depth=2 --b depth=1 --games 8 --seed 3"
    *games, result = records(words)
    played = list(match("connect-four", "depth=2", MatchPlayer(parse("depth=1")), games=8, seed=3))
    assert [list(record.moves) for record in played] == [game["moves"] for game in games]
    score = Score()
    for record in played:
        score.add(record.points)
    assert (score.wins, score.pairs, score.elo) == (result["wins"], result["pairs"], result["elo"])


def test_a_side_without_a_budget_gets_the_one_of_both():
    assert len(list(match(gamecore.Checkers, "", "switches=play", games=2, nodes=100, max_plies=6))) == 2


class First(MatchPlayer):
    """Plays the first legal move, or another."""

    place = 0

    def choose(self, position, moves):
        return moves[self.place]


def test_a_player_of_ones_own_plays_either_side_in_other_processes():
    """As side b it was an engine there, and without what it had been given after its settings."""
    first, last, engine = First(parse("depth=1")), First(parse("depth=1")), MatchPlayer(parse("depth=1"))
    last.place = -1
    for sides in (first, engine), (engine, last):
        one, two = (list(match("connect-four", *sides, games=2, jobs=jobs)) for jobs in (1, 2))
        assert one == two


def test_a_match_that_begins_at_a_higher_cube_is_refused():
    """The engines played for a stake of 2, and the points were those of 1."""
    with pytest.raises(SettingsError, match="begin with a cube of 1, not as .*cube=2"):
        match("backgammon", "", "", 2, score=gamecore.MatchScore(4, 5, 7, cube=2))


@pytest.mark.parametrize("arguments, error, quoted", [
    (("backgammon", First(parse("plies=0")), "", 2), SettingsError, r"of no other class\), not <.*First"),
    (("checkers", "depth=1", "depth=x", 2), SettingsError, "depth must be an integer, not 'x'"),
    (("checkers", "depth=1", "depth=1", 3), LimitError, "must be even, .* not 3"),
    (("checkers", "depth=1", "depth=1", 4.0), LimitError, "from 2 on, not 4.0"),
    (("checkers", "depth=1", "depth=1", 314), LimitError, "314 games need 157 ballots, and there are 156"),
    (("checkers", "", "depth=1", 2), LimitError, "limit"),
    (("checkers", len, "depth=1", 2), SettingsError, "a side is .* not <built-in function len>"),
    (("games.pig:Pig", "depth=1", "depth=1", 2), GameError, "Pig is a game of chance")])
def test_an_impossible_match_is_quoted(arguments, error, quoted):
    with pytest.raises(error, match=quoted):
        match(*arguments)


@pytest.mark.parametrize("options", ["--duplicate --cube --jacoby", "--score 1-2/3 --cube", "--score 2-1/3", "--seed 5",
                                     "--score 1-2/3 --money b"])
def test_a_match_of_backgammon_is_that_of_the_command(records, options, tmp_path):
    path = tmp_path / "games.mat"
    *games, result = records(f"match backgammon --a switches=play --b plies=0 --games 4 {options} --mat {path}")
    words = iter(options.replace("--", "").split())
    own = {word: True if word in ("duplicate", "cube", "jacoby") else next(words) for word in words}
    own["seed"] = int(own.get("seed", 0))
    played = list(match("backgammon", "switches=play", MatchPlayer(parse("plies=0")), games=4, **own))
    assert [(record.points, record.cube, record.a_first) for record in played] == [
        (game["points"], game["cube"], game["first"] == "a") for game in games]
    points, kinds = Points("duplicate" in own), Points()
    for record in played:
        points.add(record.points)
        kinds.add(record.kind)
    assert (points.points_per_game, points.standard_error) == (result["points_per_game"], result["standard_error"])
    assert {"a": kinds.rates(1), "b": kinds.rates(-1)} == result["rates"]
    score = own.get("score") and gamecore.MatchScore.read(own["score"])
    writer = MatWriter(("Ann", "Ben"), score, "jacoby" in own, "cube" in own)
    read, of_command = read_mat(writer.head + "".join(map(writer.text_of, played))), read_mat(path.read_text())
    assert [replace(game, names=()) for game in read] == [replace(game, names=()) for game in of_command]
    assert {game.names for game in read} == {("Ann", "Ben")}


@pytest.mark.parametrize("game, own, quoted", [
    ("connect-four", {"duplicate": True}, "matches of 'connect-four' have no duplicate, such as True"),
    ("backgammon", {"ballots": "three-move"}, "matches of 'backgammon' have no ballots, such as 'three-move'"),
    ("checkers", {"nodes": 5}, "nodes 5 is not for sides that have limits of their own"),
    ("backgammon", {"money": "a"}, "no score"), ("backgammon", {"money": "c", "score": "1-2/3"}, "not 'c'"),
    ("backgammon", {"jacoby": True}, "jacoby is a rule of the cube for money"),
    ("backgammon", {"beavers": True, "cube": True, "score": "1-2/3"}, "beavers is a rule of the cube for money")])
def test_the_words_of_another_game_are_refused(game, own, quoted):
    with pytest.raises(SettingsError, match=quoted):
        match(game, "depth=0", "depth=0", 2, **own)
