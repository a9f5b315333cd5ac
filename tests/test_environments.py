"""The adapters pass the API tests of the libraries that they adapt to, and play the games that the positions play."""
import warnings

import gamecore
import numpy
import pytest
from gamecore.errors import GameError, MoveError

GAMES = ["connect_four", "checkers", "backgammon"]


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
    environment = Environment("connect_four", render_mode="ansi")
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
    with pytest.raises(GameError, match="unknown game 'chess'; known are connect_four, checkers, backgammon"):
        Environment("chess")


def test_open_spiels_own_tests_pass(capfd):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the extra 'open-spiel')")
    import gamecore.environments.open_spiel as adapter
    assert {f"gamecore_{name}" for name in GAMES} <= set(pyspiel.registered_names()) and adapter
    for name, games in (("connect_four", 5), ("checkers", 1), ("backgammon", 1)):
        pyspiel.random_sim_test(pyspiel.load_game(f"gamecore_{name}"), num_sims=games, serialize=False, verbose=False)


def test_open_spiel_plays_backgammon():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the extra 'open-spiel')")
    import gamecore.environments.open_spiel         # noqa: F401, registers the games
    state = pyspiel.load_game("gamecore_backgammon").new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 21
    state.apply_action([state.action_to_string(action) for action, _ in state.chance_outcomes()].index("3-1"))
    plays = [state.action_to_string(action) for action in state.legal_actions()]
    assert (state.current_player(), len(plays), "8/5 6/5" in plays) == (0, 16, True)
    assert state.observation_tensor(1) == gamecore.Backgammon().to_array()[::-1].astype(numpy.float32).ravel().tolist()
    state.apply_action(plays.index("8/5 6/5"))
    assert state.is_chance_node() and str(state) == "sGfwATDgc/ABMA" and state.returns() == [0.0, 0.0]
