"""The rules of Pacman, with positions, moves and points.

Pacman and the ghosts take turns; the ghosts' turn is one joint move. A step costs Pacman 1 point, food is worth 10
points, and a scared ghost 200. The game ends with 500 points more when the last food is eaten, or with 500 points fewer
when a ghost meets Pacman. A capsule scares all ghosts. A ghost does not stop, and turns back only in a dead end. A
scared ghost moves only at every other turn; once eaten, it returns to the square where it began.
"""
from collections.abc import Callable, Sequence
from itertools import count, product
from math import fsum
from typing import Any, NamedTuple, Self

from gamecore import PythonGame
from gamecore.errors import PositionError

from .evaluations import careful
from .maze import OPPOSITE, Maze, named

STEP, FOOD, WIN, DEATH, SCARED_GHOST = -1, 10, 500, -500, 200
SCARED_TURNS = 40
UNIT = 0.25                          # points: the step in which negamax counts
MOST = int(20_000 * UNIT)            # points in a maze, exclusive
STOP = "stop"
PLAYING, WON, DEAD = "playing", "won", "dead"

Joint = tuple[str, ...]              # a move of the ghosts: where each goes

HEADINGS = {"": 0, "north": 1, "east": 2, "south": 3, "west": 4}
SERIAL = count(1)                    # tells worlds apart in tables: their functions may be equal or not


class World(NamedTuple):
    """The constants of a game, shared by all positions."""

    maze: Maze
    evaluation: Callable[["Pacman"], float] = careful          # of a position in play, beyond Pacman's points
    ghosts: Callable[["Pacman"], list[tuple[Joint, float]]] | None = None     # where they are chance: the probabilities
    ghosts_move_last: bool = True    # ... whether a horizon before their move is evaluated after it
    serial: int = 0


class Ghost(NamedTuple):
    """A ghost's square, the direction that it came from ("" at the start), and for how many turns it is scared."""

    square: int
    heading: str = ""
    scared: int = 0


class Pacman(PythonGame):
    """A position in which the ghosts are the opponent. Scores are points, for the side to move.

    Parameters
    ----------
    maze : Maze or str, optional
        A maze, its text, or its name.
    evaluation : callable, optional
        See World.

    Examples
    --------
    >>> import gamecore
    >>> position = Pacman("#######/#P . G#/#######")
    >>> position.legal_moves(), position.play("east").legal_moves()
    (['east', 'stop'], [('west',)])
    """

    __slots__ = ("world", "square", "ghosts", "food", "capsules", "points", "ghosts_turn", "state")
    unit = UNIT

    def __init__(self, maze: Maze | str = "open", evaluation: Callable[["Pacman"], float] = careful) -> None:
        self.start(World(named(maze), evaluation, serial=next(SERIAL)))

    def start(self, world):
        """Places Pacman and the ghosts on the first squares; raises PositionError if the maze holds too many points."""
        maze = world.maze
        most = WIN + FOOD * maze.food.bit_count() + SCARED_GHOST * len(maze.ghosts) * maze.capsules.bit_count()
        if most >= MOST:
            raise PositionError(f"a maze of up to {most} points is not a maze: a search counts to {MOST}")
        self.put(world, maze.pacman, tuple(map(Ghost, maze.ghosts)), maze.food, maze.capsules, 0, False, PLAYING)

    def put(self, world, square, ghosts, food, capsules, points, ghosts_turn, state):
        self.world = world
        self.square = square
        self.ghosts = ghosts
        self.food = food
        self.capsules = capsules
        self.points = points
        self.ghosts_turn = ghosts_turn
        self.state = state

    def after(self, *what):
        child = object.__new__(type(self))
        child.put(self.world, *what)
        return child

    def seen_in(self, game, world):
        """Returns the position in another world, with that world's evaluation and ghosts."""
        child = object.__new__(game)
        child.put(world, self.square, self.ghosts, self.food, self.capsules, self.points, self.ghosts_turn, self.state)
        return child

    @classmethod
    def from_text(cls, text: str) -> Self:
        return cls(text)

    def __str__(self) -> str:
        return "\n".join(self.picture())

    def picture(self):
        """Returns the current rows of the maze, in which a ghost hides Pacman on its square, and Pacman hides food."""
        rows = [[cell if cell == "#" else " " for cell in row] for row in self.world.maze.rows]
        for squares, cell in ((self.food, "."), (self.capsules, "o")):
            for square, (i, j) in enumerate(self.world.maze.places):
                if squares >> square & 1:
                    rows[i][j] = cell
        for square, cell in ((self.square, "P"), *((ghost.square, "G") for ghost in self.ghosts)):
            i, j = self.world.maze.places[square]
            rows[i][j] = cell
        return ["".join(row) for row in rows]

    # For the search

    def legal_moves(self) -> Sequence[str | Joint]:
        """Returns the directions and a stop for Pacman, or every combination of directions for the ghosts."""
        if self.state != PLAYING:
            return []
        if not self.ghosts_turn:
            return [*self.world.maze.exits[self.square], STOP]
        return list(product(*map(self.ways_of, self.ghosts)))

    def ways_of(self, ghost):
        if ghost.scared % 2:
            return (STOP,)
        exits = self.world.maze.exits[ghost.square]
        if ghost.heading and len(exits) > 1:
            return tuple([way for way in exits if way != OPPOSITE[ghost.heading]])
        return exits

    def play(self, move: Any) -> Self:
        return self.after_ghosts(move) if self.ghosts_turn else self.after_pacman(move)

    def after_pacman(self, move):
        """Moves Pacman, who eats the food on his new square and meets the ghosts there."""
        square = self.square if move == STOP else self.world.maze.step[move][self.square]
        here = 1 << square
        food, capsules, ghosts, points, state = self.food, self.capsules, self.ghosts, self.points + STEP, PLAYING
        if food & here:
            food ^= here
            points += FOOD
        if not food:
            return self.after(square, ghosts, food, capsules, points + WIN, bool(ghosts), WON)
        if capsules & here:
            capsules ^= here
            ghosts = tuple([ghost._replace(scared=SCARED_TURNS) for ghost in ghosts])
        for i, ghost in enumerate(ghosts):
            if ghost.square == square:
                ghosts, points, state = self.meeting(ghosts, i, points)
                if state == DEAD:
                    break
        return self.after(square, ghosts, food, capsules, points, bool(ghosts), state)

    def after_ghosts(self, moves):
        """Moves the ghosts in turn; the first to meet Pacman ends the game."""
        ghosts, points, state = self.ghosts, self.points, PLAYING
        for i, way in enumerate(moves):
            square, heading, scared = ghosts[i]
            if way != STOP:
                square, heading = self.world.maze.step[way][square], way
            ghosts = (*ghosts[:i], Ghost(square, heading, max(0, scared - 1)), *ghosts[i + 1:])
            if square == self.square:
                ghosts, points, state = self.meeting(ghosts, i, points)
                if state == DEAD:
                    break
        return self.after(self.square, ghosts, self.food, self.capsules, points, False, state)

    def meeting(self, ghosts, i, points):
        """Lets Pacman and ghost i meet; returns the ghosts, the points, and the state of the game."""
        if not ghosts[i].scared:
            return ghosts, points + DEATH, DEAD
        home = Ghost(self.world.maze.ghosts[i])
        return (*ghosts[:i], home, *ghosts[i + 1:]), points + SCARED_GHOST, PLAYING

    def same_player(self, move: Any) -> bool:
        """Whether Pacman moves again, as he does in a maze without ghosts."""
        return not self.ghosts

    def is_over(self) -> bool:
        return self.state != PLAYING

    def final_score(self) -> float:
        return -self.points if self.ghosts_turn else self.points

    def evaluate(self) -> float:
        worth = self.worth()
        return -worth if self.ghosts_turn else worth

    def worth(self) -> float:
        """Returns Pacman's points plus an evaluation of the rest of the game."""
        return self.points if self.state != PLAYING else self.points + self.world.evaluation(self)

    def key(self) -> tuple[int, int]:
        """Returns the position as one int, with its world."""
        return self.world.serial << 32 | (1 << 20) + self.points, self.scene()

    def scene(self):
        """Returns everything on which a player's choice depends, which is everything but the points, as one int."""
        maze = self.world.maze
        size = len(maze.places)
        packed = self.square
        for square, heading, scared in self.ghosts:
            packed = ((packed * size + square) * len(HEADINGS) + HEADINGS[heading]) * (SCARED_TURNS + 1) + scared
        return ((packed << size | self.food) << size | self.capsules) << 1 | self.ghosts_turn

    # For evaluations

    def nearest(self, squares):
        """Returns the steps from Pacman to the nearest of a set of squares."""
        ways = self.world.maze.distance[self.square]
        best = len(ways)
        while squares:
            square = (squares & -squares).bit_length() - 1
            best = min(best, ways[square])
            squares &= squares - 1
        return best


class ChancePacman(Pacman):
    """A position in which the ghosts' moves are chance events, Pacman is the only player, and scores are averaged.

    Parameters
    ----------
    maze : Maze or str, optional
    evaluation : callable, optional
    ghosts : callable, optional
        See World; not needed in a maze without ghosts.

    Examples
    --------
    >>> from gamecore.examples.pacman.ghosts import RandomGhosts
    >>> position = ChancePacman("#######/#P . G#/#######", ghosts=RandomGhosts())
    >>> position.outcomes(), position.play("east").outcomes()
    ([], [(('west',), 1.0)])
    """

    __slots__ = ()

    def __init__(self, maze: Maze | str = "open", evaluation: Callable[[Pacman], float] = careful,
                 ghosts: Callable[[Pacman], list[tuple[Joint, float]]] | None = None,
                 ghosts_move_last: bool = True) -> None:
        self.start(World(named(maze), evaluation, ghosts, ghosts_move_last, next(SERIAL)))

    def same_player(self, move: Any) -> bool:
        """Returns True, since only Pacman moves."""
        return True

    def legal_moves(self) -> Sequence[str]:
        return [] if self.state != PLAYING else [*self.world.maze.exits[self.square], STOP]

    def outcomes(self) -> list[tuple[Joint, float]]:
        """Returns the joint moves of the ghosts if it is their turn."""
        return self.world.ghosts(self) if self.ghosts_turn and self.state == PLAYING else []

    def play_outcome(self, outcome: Joint) -> Self:
        return self.after_ghosts(outcome)

    def final_score(self) -> float:
        return self.points

    def evaluate(self) -> float:
        """Evaluates the position, or its mean after the ghosts' move if they are to move."""
        if self.ghosts_turn and self.world.ghosts_move_last:
            return fsum([share * self.after_ghosts(moves).worth() for moves, share in self.outcomes()])
        return self.worth()
