"""Models of ghosts, which map a position in which they are to move to a list of (joint move, probability).

A model can move the ghosts of a game, or serve as the model of an expectimax Pacman.
"""
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from gamecore import Engine
from gamecore.errors import LimitError

from .evaluations import seeking
from .rules import SERIAL, Pacman, World

PLIES = 2                            # in a round: Pacman's move and the ghosts' joint one


def independent(position, weigh):
    """Returns the joint moves of ghosts that choose independently.

    `weigh` maps the number of a ghost and its ways to their probabilities.
    """
    choices = [list(zip(ways, weigh(i, ways))) for i, ghost in enumerate(position.ghosts)
               for ways in [position.ways_of(ghost)]]
    return [(tuple([way for way, _ in joint]), prod([share for _, share in joint])) for joint in product(*choices)]


def check_share(share):
    """Raises LimitError unless a share is 0..1."""
    if not 0 <= share <= 1:
        raise LimitError(f"a share of the time must be 0..1, not {share!r}")


@dataclass(frozen=True)
class RandomGhosts:
    """Ghosts that choose every way with equal probability."""

    def __call__(self, position):
        return independent(position, lambda i, ways: [1 / len(ways)] * len(ways))


@dataclass(frozen=True)
class DirectionalGhosts:
    """Ghosts that run towards Pacman, or away from him if they are scared, and sometimes move at random."""

    attention: float = 0.8           # the share of the time, 0..1, in which a ghost considers Pacman's place

    def __post_init__(self):
        check_share(self.attention)

    def __call__(self, position):
        maze, ways_to = position.world.maze, position.world.maze.distance[position.square]

        def weigh(i, ways):
            ghost = position.ghosts[i]
            after = [ways_to[maze.step[way][ghost.square] if way in maze.step else ghost.square] for way in ways]
            goal = max(after) if ghost.scared else min(after)
            return [(1 - self.attention) / len(ways) + self.attention * (steps == goal) / after.count(goal)
                    for steps in after]

        return independent(position, weigh)


@dataclass(frozen=True)
class MinimaxGhosts:
    """Ghosts that make a random one of the joint moves that minimax finds best for them."""

    rounds: int = 2                  # the depth of their search: the number of their moves, each answered by Pacman
    evaluation: Any = seeking        # their evaluation of the horizon, from Pacman's side
    memory: dict = field(default_factory=dict, init=False, compare=False, repr=False)

    def __call__(self, position):
        scene = position.world.maze, position.scene()
        if scene not in self.memory:
            self.memory[scene] = self.look(position)
        best = self.memory[scene]
        return [(moves, 1 / len(best)) for moves in best]

    def look(self, position):
        world = World(position.world.maze, self.evaluation, serial=next(SERIAL))
        here = position.seen_in(Pacman, world)
        lines = Engine(hash_mb=1).search(here, depth=PLIES * self.rounds, multipv=len(here.legal_moves())).lines
        return [line[0] for score, line in lines if score == lines[0][0]]


@dataclass(frozen=True)
class SeparateGhosts:
    """Ghosts that search separately over all moves, each making its own part of the best joint move.

    The ghosts share only a goal. Their searches would be equal, so one search serves for all, but each ghost breaks
    ties by itself.

    Attributes
    ----------
    search : MinimaxGhosts
    """

    search: MinimaxGhosts

    def __call__(self, position):
        best = [moves for moves, _ in self.search(position)]
        return independent(position, lambda i, ways: [sum(moves[i] == way for moves in best) / len(best)
                                                      for way in ways])


@dataclass(frozen=True)
class MixedGhosts:
    """Ghosts that follow one rule for a share of the time and another otherwise."""

    usual: Any                       # a model of ghosts
    share: float                     # 0..1, of the time
    otherwise: Any = RandomGhosts()

    def __post_init__(self):
        check_share(self.share)

    def __call__(self, position):
        shares = {}
        for rule, weight in ((self.usual, self.share), (self.otherwise, 1 - self.share)):
            for moves, probability in rule(position):
                shares[moves] = shares.get(moves, 0) + weight * probability
        return list(shares.items())
