"""Pacman's player, which searches at every step and chooses among equally good moves."""
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from gamecore import Engine
from gamecore.errors import LimitError, SwitchError

from .evaluations import careful
from .ghosts import RandomGhosts
from .rules import SERIAL, ChancePacman, Pacman, World

# Minimax visits every line; alpha-beta uses all of the engine's techniques and finds the same scores.
SWITCHES = {"minimax": "evaluation", "alpha-beta": "exact", "expectimax": "exact"}
TIE = 1e-9                           # points: averaged scores this close are equal


@dataclass(frozen=True)
class Player:
    """Pacman, who searches again at every step."""

    search: str = "alpha-beta"       # or minimax, or expectimax
    plies: int = 4                   # 1 or more: his own moves and the ghosts' joint ones, two plies a round
    evaluation: Any = careful        # of the horizon
    belief: Any = RandomGhosts()     # his model of the ghosts, in expectimax
    worlds: dict = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self):
        if self.search not in SWITCHES:
            raise SwitchError(f"unknown search {self.search!r}; known are {', '.join(SWITCHES)}")
        if not isinstance(self.plies, int) or self.plies < 1:
            raise LimitError(f"plies must be an integer from 1, not {self.plies!r}")

    @cached_property
    def engine(self):
        return Engine(hash_mb=1, switches=SWITCHES[self.search])

    def lines(self, position: Pacman) -> list[tuple[float, tuple[str, ...]]]:
        """Returns (score, line) for every move, with the best first; scores are points."""
        chance = self.search == "expectimax" or not position.ghosts
        here = position.seen_in(ChancePacman if chance else Pacman, self.world(position.world.maze))
        moves = here.legal_moves()
        if not chance:
            result = self.engine.search(here, depth=self.plies, multipv=len(moves))
            return [(score * here.unit, line) for score, line in result.lines]
        # The first ply is Pacman's at the root; a layer of expectiminimax is two plies, the ghosts' move and Pacman's
        # next move.
        layers = (self.plies - 1) // 2 if position.ghosts else self.plies - 1
        return self.engine.search(here, depth=layers, multipv=len(moves)).lines

    def best(self, position: Pacman) -> list[str]:
        """Returns all best moves in the order of the game."""
        lines = self.lines(position)
        best = {line[0] for score, line in lines if score >= lines[0][0] - TIE}
        return [move for move in position.legal_moves() if move in best]

    def choose(self, position: Pacman, random: Random) -> str:
        return random.choice(self.best(position))

    def world(self, maze):
        """Returns the world in which Pacman searches a maze. It never changes, so the table can be reused."""
        if maze not in self.worlds:
            self.worlds[maze] = World(maze, self.evaluation, self.belief, self.plies % 2 == 0, next(SERIAL))
        return self.worlds[maze]


class Agent:
    """A Pacman that is a function from a position and a random number generator to a move."""

    def __init__(self, function):
        self.choose = function
