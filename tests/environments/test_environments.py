"""Tests that the adapters pass the API tests of their libraries, and play the same games as the positions."""
import pickle
import warnings
from collections import Counter
from copy import deepcopy
from functools import cache
from random import Random

import gamecore.games.all
import pytest
from gamecore.environments.actions import PartialTurn
from gamecore.games.backgammon import steps
from gamecore.games.backgammon.steps import rolled
from gamecore.errors import GameError, MoveError

GAMES = ["connect-four", "checkers", "backgammon"]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests_pass(game):
    tests = pytest.importorskip("pettingzoo.test", reason="PettingZoo is not installed (the extra 'pettingzoo')")
    from gamecore.environments.pettingzoo import Environment
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")              # its advice on spaces and names
        tests.api_test(Environment(game), num_cycles=60, verbose_progress=False)
        tests.seed_test(lambda: Environment(game), num_cycles=20)


def test_an_environment_plays_connect_four():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (the extra 'pettingzoo')")
    from gamecore.environments.pettingzoo import Environment
    environment = Environment("connect-four", render_mode="ansi")
    environment.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1):
        environment.step(column)
    seen = environment.observe("player_1")
    assert environment.agent_selection == "player_0" and not seen["action_mask"].any()
    assert (seen["observation"][0].sum(), environment.observe("player_0")["action_mask"].tolist()) == (3, [1] * 7)
    with pytest.raises(MoveError, match="no action 9 in '121212'"):
        environment.step(9)
    environment.step(0)
    assert environment.rewards == {"player_0": 1, "player_1": -1} and all(environment.terminations.values())
    assert environment.render() == environment.position.board()
    for name in "chess", "games.nim:Nim":
        with pytest.raises(GameError, match=f"unknown game '{name}'; known are .*, backgammon: others do not number"):
            Environment(name)
    with pytest.raises(GameError, match="unknown render_mode 'rgb_array'; known are None, 'ansi', 'svg'"):
        Environment("connect-four", render_mode="rgb_array")


def test_a_number_is_one_step_of_backgammon_wherever_it_is_legal(monkeypatch):
    """Every play is one sequence of numbers, which alone, applied to the counts, give its position."""
    numbers_of = steps.numbers_of
    known = cache(lambda index: numbers_of(plays[index], position.dice))     # each turn asks for those of all plays
    monkeypatch.setattr(steps, "numbers_of", lambda play, dice: known(play.index))
    random, position, seen = Random(7), gamecore.Backgammon(), set()
    for _ in range(400):
        position = position if position.outcome is None else gamecore.Backgammon()
        position = position.roll(random.randint(1, 6), random.randint(1, 6))
        known.cache_clear()
        plays, ends = position.legal_moves(), []
        turns = [PartialTurn(position)]
        while turns:
            turn = turns.pop()
            for number, play in turn.actions.items():
                turns += [turn.after(number)] if play is None else []
                ends += [(play.text, turn, number)] if play is not None else []
        assert sorted(text for text, _, _ in ends) == sorted(play.text for play in plays)
        for text, turn, number in ends:
            numbers = (*turn.taken, number)
            turn.taken, before = numbers, turn.taken
            view, end = turn.view(turn.player), position.play(text)
            assert (view[1::-1] == end.to_array()).all(), (str(position), text, numbers)
            left = Counter(rolled(position.dice)) - Counter((number + 24) // 25 for number in numbers if number)
            assert {die: n for die, n in enumerate(view[2].tolist()) if n} == left and (view < 16).all()
            turn.taken = before
            seen |= {*numbers}
        position = position.play(random.choice(plays))
    assert len(seen) > 140 and min(seen) == 0 and max(seen) < 151


def test_an_environment_plays_backgammon_step_by_step():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (the extra 'pettingzoo')")
    from gamecore.environments.pettingzoo import Environment
    environment = Environment("backgammon")
    environment.reset(seed=5)
    agent, dice = environment.agent_selection, rolled(environment.position.dice)
    for left in range(len(dice), 0, -1):
        seen = environment.observe(agent)
        assert environment.agent_selection == agent and seen["observation"][2].sum() == left
        assert not environment.observe("player_0" if agent == "player_1" else "player_1")["action_mask"].any()
        environment.step(int(seen["action_mask"].argmax()))
    assert environment.agent_selection != agent and environment.action_space(agent).n == 151
    assert Environment("connect_four").game.position is gamecore.ConnectFour
    assert deepcopy(environment).position == environment.position == pickle.loads(pickle.dumps(environment)).position


@pytest.mark.parametrize("copied", [deepcopy, lambda state: pickle.loads(pickle.dumps(state))], ids=["deep", "pickle"])
@pytest.mark.parametrize("game", GAMES)
def test_a_turn_can_be_copied(game, copied):
    turn = PartialTurn(gamecore.Backgammon().roll(3, 1) if game == "backgammon" else
                       gamecore.games.all.GAMES[game].start())
    for _ in range(3):
        again = copied(turn)
        assert (again.position, again.taken, again.actions) == (turn.position, turn.taken, turn.actions)
        turn = turn.after(next(iter(turn.actions))) if turn.actions else turn
