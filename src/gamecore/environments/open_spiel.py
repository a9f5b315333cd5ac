"""Games with OpenSpiel's interface, which importing this module registers: `gamecore_connect_four`,
`gamecore_checkers` and `gamecore_backgammon`. They need `pip install gamecore[open-spiel]`."""
import numpy
import pyspiel

from gamecore.environments.actions import Turn
from gamecore.games.all import GAMES


def type_of(game):
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"gamecore_{game.folder}", long_name=f"gamecore's {game.name.replace('-', ' ')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.chance else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=2, min_num_players=2,
        provides_information_state_string=False, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, parameter_specification={})


def info_of(game):
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions.number,
        max_chance_outcomes=len(game.start().outcomes()) if game.chance else 0,
        num_players=2, min_utility=-game.points, max_utility=game.points, utility_sum=0.0,
        max_game_length=game.actions.longest)


class State(pyspiel.State):
    """A turn of a game.

    Actions are those of gamecore.environments.actions. Actions of chance are indices of rolls in the first position's
    `outcomes()`.
    """

    def __init__(self, game):
        super().__init__(game)
        self.turn = Turn(game.kind.start())

    @property
    def position(self):
        """The position before the steps of an unfinished play of backgammon."""
        return self.turn.position

    def rolls(self):
        return self.position.outcomes() if self.position.outcomes and not self.is_terminal() else []

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.rolls() else self.turn.player

    def _legal_actions(self, player):
        return list(self.turn.actions)

    def chance_outcomes(self):
        return [(number, probability) for number, (_, probability) in enumerate(self.rolls())]

    def _apply_action(self, action):
        rolls = self.rolls()
        if rolls:
            self.turn = Turn(self.position.play_outcome(rolls[action][0]))
        else:
            self.turn = self.turn.after(action)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return "{}-{}".format(*self.turn.game.start().outcomes()[action][0])
        return self.turn.name_of(action)

    def is_terminal(self):
        return self.position.outcome is not None

    def returns(self):
        return [float(points) for points in self.turn.returns()] if self.is_terminal() else [0.0, 0.0]

    def __str__(self):
        return str(self.position)


class Observer:
    """The planes of a position as float32, with the player's own first, and its text."""

    def __init__(self, kind):
        self.tensor = numpy.zeros(numpy.prod(kind.actions.shape), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(kind.actions.shape)}

    def set_from(self, state, player):
        self.dict["observation"][:] = state.turn.view(player)

    def string_from(self, state, player):
        return str(state)


def register(kind):
    """Registers a game for pyspiel.load_game."""
    game_type = type_of(kind)

    class Game(pyspiel.Game):
        """One of gamecore's games."""

        def __init__(self, params=None):
            super().__init__(game_type, info_of(kind), params or {})
            self.kind = kind

        def new_initial_state(self):
            return State(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            return Observer(kind)

    pyspiel.register_game(game_type, Game)


for _kind in GAMES.values():
    if _kind.actions:
        register(_kind)
