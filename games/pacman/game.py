"""A complete game of Pacman's player against ghosts, with seeded chance."""
from typing import NamedTuple

from .rules import WON, Pacman

LIMIT = 300                          # steps, after which an undecided game ends


class Outcome(NamedTuple):
    """The result of a game, with Pacman's points and number of steps, and whether he won."""

    won: bool
    points: int
    steps: int


def positions(maze, player, ghosts, random, limit=LIMIT):
    """Yields (position, the move that led there) for each position of a game."""
    here, steps = Pacman(maze), 0
    yield here, None
    while not here.is_over() and (here.ghosts_turn or steps < limit):
        if here.ghosts_turn:
            move = drawn(ghosts(here), random)
        else:
            move = player.choose(here, random)
            steps += 1
        here = here.play(move)
        yield here, move


def drawn(shares, random):
    return random.choices([move for move, _ in shares], [share for _, share in shares])[0]


def play(maze, player, ghosts, random, limit=LIMIT):
    last, steps = None, 0
    for last, move in positions(maze, player, ghosts, random, limit):      # noqa: B007
        steps += isinstance(move, str)
    return Outcome(last.state == WON, last.points, steps)
