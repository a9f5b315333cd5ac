"""The strength of a user's own Pacman in three mazes, compared with a careful search and a random walk."""
from random import Random

from .evaluations import careful
from .game import play
from .ghosts import DirectionalGhosts, RandomGhosts
from .maze import named
from .players import Agent, Player

PLIES = 4                            # that the searches look ahead
STEPS = 60
TRIALS = {"starving": RandomGhosts(), "trap": RandomGhosts(), "open": DirectionalGhosts()}


def players(choose):
    """Returns the user's Pacman and the two Pacmen compared with it."""
    wandering = Agent(lambda here, random: random.choice(here.legal_moves()))
    return Agent(choose), Player("alpha-beta", PLIES, careful), wandering


def won(player, maze, seed, games):
    """Returns the number of games that a player wins."""
    return sum(play(named(maze), player, TRIALS[maze], Random(f"{seed} {i}"), STEPS).won for i in range(games))


def searcher(evaluation):
    """Returns the choice of a Pacman that searches with an evaluation."""
    return Player("alpha-beta", PLIES, lambda here: float(evaluation(here))).choose
