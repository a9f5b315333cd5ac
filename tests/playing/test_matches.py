"""Matches from Python, in the words of the command."""
import pytest

import gamecore
from gamecore.errors import GameError, LimitError, SettingsError
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


@pytest.mark.parametrize("arguments, error, quoted", [
    (("checkers", "depth=1", "depth=x", 2), SettingsError, "depth must be an integer, not 'x'"),
    (("checkers", "depth=1", "depth=1", 3), LimitError, "even number .* not 3"),
    (("checkers", "depth=1", "depth=1", 314), LimitError, "314 games need 157 ballots, and there are 156"),
    (("checkers", "", "depth=1", 2), LimitError, "limit"),
    (("checkers", len, "depth=1", 2), SettingsError, "a side is .* not <built-in function len>"),
    (("backgammon", "depth=1", "depth=1", 2), GameError, "without chance, not 'backgammon': see gamecore.Game")])
def test_an_impossible_match_is_quoted(arguments, error, quoted):
    with pytest.raises(error, match=quoted):
        match(*arguments)
