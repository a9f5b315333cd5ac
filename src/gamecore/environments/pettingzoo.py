"""Environments with PettingZoo's AEC interface, which need `pip install gamecore[pettingzoo]`."""
from random import Random

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from gamecore.environments.actions import PartialTurn
from gamecore.errors import GameError, MoveError
from gamecore.games.all import GAMES
from gamecore.pictures import picture


class Environment(AECEnv):
    """A game for two agents, "player_0", which begins, and "player_1".

    An observation is a dict with `observation`, the planes of gamecore.arrays with the agent's own first, and
    `action_mask`, int8, 1 for each legal action and all 0 where the other agent is to move. Rewards come at the end: 1
    and -1, or 0, and in backgammon up to 3.

    In backgammon an action is the step of a checker on a point by a die, 25 * (die - 1) + point, where the bar is
    point 25; 0 is a pass. An agent continues until its play is complete, from its highest point down. Element n of a
    third plane is the number of unplayed dice that show n. The environment rolls the dice, and
    the first roll may be a double; in a Game and in matches an opening roll decides who begins.

    Parameters
    ----------
    game : {"connect-four", "checkers", "backgammon"}
        The game; "connect_four" also means the first.
    render_mode : {None, "ansi", "svg"}
        Whether `render` returns nothing, the board as lines of text, or a picture as SVG text.

    Attributes
    ----------
    position : ConnectFour, Checkers or Backgammon
        The current position; in backgammon with the dice, and without the steps of an unfinished play.
    """

    metadata = {"render_modes": ["ansi", "svg"], "is_parallelizable": False, "name": "gamecore_v0"}

    def __init__(self, game, render_mode=None):
        super().__init__()
        name = str(game).replace("_", "-")
        known = [each for each in GAMES if GAMES[each].actions]
        if name not in known:
            raise GameError(f"unknown game {game!r}; known are {', '.join(known)}: others do not number their actions")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise GameError(f"unknown render_mode {render_mode!r}; known are None, 'ansi', 'svg'")
        self.game, self.render_mode = GAMES[name], render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.random = Random()
        actions = self.game.actions
        spaces = {"observation": Box(0, actions.highest, actions.shape, numpy.uint8),
                  "action_mask": Box(0, 1, (actions.number,), numpy.int8)}
        self.observation_spaces = {agent: Dict(spaces) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions.number) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.random = Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.turn, self.last_move = self.rolled(PartialTurn(self.game.start())), None
        self.agent_selection = self.agents[self.turn.player]

    @property
    def position(self):
        return self.turn.position

    def rolled(self, turn):
        """Returns the turn after a roll, if it waits for one."""
        position = turn.position
        if position.outcome is None and position.outcomes and position.outcomes():
            return PartialTurn(position.roll(self.random.randint(1, 6), self.random.randint(1, 6)))
        return turn

    def observe(self, agent):
        player = self.possible_agents.index(agent)
        mask = numpy.zeros(self.game.actions.number, numpy.int8)
        if player == self.turn.player:
            mask[list(self.turn.actions)] = 1
        return {"observation": self.turn.view(player), "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actions = self.turn.actions
        if action not in actions:
            raise MoveError(f"no action {action!r} in {str(self.position)!r}: legal are {list(actions)!r:.200}")
        self._cumulative_rewards[agent] = 0
        self.last_move = actions[action] or self.last_move
        self.turn = self.rolled(self.turn.after(action))
        if self.position.outcome is not None:
            self.rewards = dict(zip(self.possible_agents, self.turn.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.turn.player]
        self._accumulate_rewards()

    def render(self):
        if self.render_mode == "svg":
            return picture(self.position, last_move=self.last_move)
        return self.position.board() if self.render_mode == "ansi" else None

    def close(self):
        """Does nothing, since there is nothing to close."""
