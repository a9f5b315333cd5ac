"""Tests a user's own evaluations and orders on the command line, given as module:function."""
import shutil
import sys
from pathlib import Path
from random import Random

import pytest
import gamecore
from gamecore.errors import GameError
from gamecore.games.all import GAMES
from gamecore.match.games import MatchPlayer
from gamecore.match.settings import parse
from gamecore.playing.players import player_of
from gamecore.laboratory.pruning import pruning
from tests import DATA


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    shutil.copy(DATA / "own_ideas.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "own_ideas", raising=False)
    import own_ideas
    return own_ideas


def test_search_and_evaluate_take_them(records, module):
    engine = gamecore.Engine(hash_mb=1, evaluation=module.centre, order=module.centre_first)
    expected = engine.search(gamecore.ConnectFour("4"), 4)
    found = records("search connect-four --position 4 --depth 4 --evaluation own_ideas:centre "
                    "--order own_ideas:centre_first")[-1]
    assert (found["score"], found["nodes"]) == (expected.score, expected.nodes)
    assert records("evaluate connect-four --position 4 --evaluation own_ideas:centre")[-1]["score"] == -10
    assert records("evaluate backgammon --position 4HPwATDgc/ABMA --evaluation own_ideas:race")[-1]["equity"] == 0


def test_the_evaluation_of_a_finished_game_is_in_the_unit_of_the_others(records):
    """It was -25, in units of 0.01, beside 0.37."""
    scores = [records(f"evaluate own_ideas:Hundredths --position {moves}")[-1]["score"] for moves in (1, 0)]
    assert scores == [0.37, -0.25]


def test_two_evaluations_play_each_other(records):
    found = records("match connect-four --a evaluation=own_ideas:centre,order=own_ideas:centre_first "
                    "--b evaluation=own_ideas:nothing --depth 2 --games 40")[-1]
    assert found["wins"] + found["draws"] + found["losses"] == 40 and found["wins"] > found["losses"]


@pytest.mark.parametrize("name", ["constant", "stubborn", "compiled"])
def test_a_worker_imports_what_does_not_pickle(records, name):
    """A match on two processes ended in a PicklingError, or with an address of another process in a crash."""
    words = f"match connect-four --a depth=2,evaluation=own_ideas:{name} --b depth=2,order=own_ideas:centre_first"
    alone, together = (records(f"{words} --games 4 --jobs {jobs}")[:-1] for jobs in (1, 2))
    assert alone == together and len(alone) == 4


@pytest.mark.parametrize("words", ["rollout backgammon --games 4 --truncate 1",
                                   "annotate backgammon game.mat --plies 0"])
def test_so_does_a_worker_of_backgammon(records, words):
    game = gamecore.Game("backgammon")
    game.play_outcome("31")
    game.play("8/5 6/5")
    Path("game.mat").write_text(game.mat())
    alone, together = (records(f"{words} --evaluation own_ideas:constant --jobs {jobs}")[-1] for jobs in (1, 2))
    assert {**alone, "seconds": 0} == {**together, "seconds": 0}


def test_settings_name_functions_as_the_command_does(module):
    player = MatchPlayer(parse("depth=3,evaluation=own_ideas:centre,order=own_ideas:centre_first"))
    engine = gamecore.Engine(evaluation=module.centre, order=module.centre_first)
    position = gamecore.ConnectFour("4")
    assert player.choose(position, position.legal_moves()) == engine.search(position, depth=3).move
    with pytest.raises(GameError, match="cannot load 'own_ideas:missing'"):
        MatchPlayer(parse("evaluation=own_ideas:missing"))


def test_they_play_at_a_console(module):
    """The settings of a player are those of a match."""
    player = player_of("depth=2,evaluation=own_ideas:centre,order=own_ideas:centre_first", GAMES["connect-four"],
                       {"hash_mb": 1, "threads": 1, "limits": {}}, Random(1))
    engine = gamecore.Engine(hash_mb=1, switches="play", evaluation=module.centre, order=module.centre_first)
    assert player.choose(gamecore.ConnectFour("4")) == engine.search(gamecore.ConnectFour("4"), depth=2).move


@pytest.mark.parametrize("game, moves", [("own_ideas:Weighted", 1), ("connect-four", 7)])
def test_the_terms_are_those_of_the_evaluation_that_was_asked_for(records, refusal, game, moves):
    """They were those of the game's own."""
    last = records(f"evaluate {game} --explain --evaluation own_ideas:mobility")[-1]
    assert [(term["name"], term["count"]) for term in last["features"]] == [("moves", moves), ("one", 1)]
    assert last["score"] == 3 * moves - 2
    assert "cannot be explained" in refusal(f"evaluate {game} --explain --evaluation own_ideas:nothing")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_pruning_says_what_an_order_is_worth(records, module, jobs):
    rows = [row for row in records(f"pruning connect-four --max-depth 6 --jobs {jobs} "
                                   "--orders none,own_ideas:centre_first,full") if row["depth"] == 6]
    leaves = {row["order"]: row["leaves"] for row in rows}
    assert list(leaves) == ["none", "own_ideas:centre_first", "full"]
    assert leaves["full"] < leaves["own_ideas:centre_first"] < leaves["none"]
    last = list(pruning(gamecore.ConnectFour(), 6, [module.centre_first]))[-1]
    assert (last.order, last.leaves) == ("own_ideas:centre_first", leaves["own_ideas:centre_first"])
