"""The interface of a game to the rest of the package. It is a record in games/<game>/game.py; games/all.py lists these
records.

Code that belongs to a game is in modules with fixed names in the game's folder, which `part` imports at first use.
"""
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from gamecore.core.checks import in_range


class Level(NamedTuple):
    """The settings of a level."""

    limits: dict[str, float]         # depth, nodes, seconds: those of Engine.search
    slip: float = 0.0                # the probability of a random move
    evaluation: str | None = None    # of the engine; None: the best
    perfect: bool = False            # whether the game's solver plays

    def slips(self, random: Any) -> bool:
        """Whether the next move is made at random."""
        return random.random() < self.slip


def deep(depth: int, slip: float = 0.0) -> Level:
    return Level({"depth": depth}, slip)


USUAL_LEVELS = (deep(1, .7), deep(1, .4), deep(1, .2), deep(2, .1), deep(2), deep(3), deep(4), deep(6),
                Level({"depth": 60, "seconds": 0.5}), Level({"depth": 60, "seconds": 2.0}))


class Suite(NamedTuple):
    """The allowed contents of a game's suite of positions, data/suites/<name>.txt."""

    phases: tuple[str, ...]
    depths: tuple[int, int]          # the least and the most


class Actions(NamedTuple):
    """The actions of a game, for libraries of reinforcement learning."""

    number: int                      # of actions
    longest: int                     # the most plies of a game
    shape: tuple[int, ...]           # of an observation
    other_view: list[int]            # the order of its planes for the opponent
    highest: int = 1                 # number in a plane
    steps: bool = False              # whether an action is a step of a play, as the module `steps` numbers them


class GameRecord(NamedTuple):
    """A game.

    Attributes
    ----------
    name : str
        Its name in commands.
    position : type
        The class of its positions; called without arguments it returns the first one, with a text the one that it
        describes.
    turns : tuple of str
        The values of `position.turn` for the two sides.
    evaluations : tuple of str
        The evaluations of the module `evaluation` that an engine may use, with the best first. If there are none, the
        score at the horizon is 0.
    first_begins : bool
        Whether the first side always begins the game.
    sides : tuple of str
        The names of the sides for a person.
    points : int
        The most points that a game can win.
    follows_mover : bool
        Whether its picture is drawn from the side to move.
    probabilities : bool
        Whether `Engine.probabilities` covers the game.
    enters : bool
        Whether a person enters a move step by step, through the module `entry`.
    read_outcome : callable, optional
        From a person's text to a chance outcome; it also reads forms that are not listed.
    openings : sequence of (outcome, float)
        The outcomes of a game's first roll, in the form of `outcomes`, if this roll decides which side begins: each
        side rolls one die, and the higher die begins. If it is empty, the first side begins.
    paths : callable, optional
        A function of a position and a move that returns the ways in which the move can be made, each a sequence of
        squares, if there are several.
    draw_reason : callable, optional
        A function from a drawn position to a key of gamecore.playing.game.ENDS; None if draws have only one reason.
    notation : str, optional
        The module that writes whole games, with the function `written`.
    notations : tuple of str
        The notations of whole games that the module playing.<folder>.texts reads and writes.
    solved_from : int, optional
        The ply from which on the package `solver` solves a position within a millisecond; None if there is no solver.
    levels : tuple of Level
        The ten levels; docs/serve.md lists the results of neighbouring levels against each other.
    decks : mapping of str to str
        The files of openings for matches, by name; the first is the default.
    suite : Suite, optional
    bench : tuple of (str, int, int)
        The fixed searches: a position's text, plies, and the score.
    actions : Actions, optional
    draws : bool
        Whether the modules `board` and `picture` draw it; otherwise it is drawn like a custom game.
    fields : tuple of tuple
        The fields of a record of gamecore.arrays in the form for numpy.dtype: the words of the compiled rules.
    extras : bool
        Whether commands/<folder>/plugin.py adds to the commands that serve every game.
    """

    name: str
    position: type
    turns: tuple[str, str]
    evaluations: tuple[str, ...] = ()
    levels: tuple[Level, ...] = USUAL_LEVELS
    first_begins: bool = False
    sides: tuple[str, str] = ("first", "second")
    points: int = 1
    follows_mover: bool = False
    probabilities: bool = False
    enters: bool = False
    read_outcome: Callable[[str], Any] | None = None
    openings: tuple[tuple[tuple[int, int], float], ...] = ()
    paths: Callable[[Any, Any], Any] | None = None
    draw_reason: Callable[[Any], str] | None = None
    notation: str | None = None
    notations: tuple[str, ...] = ()
    solved_from: int | None = None
    decks: Mapping[str, str] = {}
    suite: Suite | None = None
    bench: tuple[tuple[str, int, int], ...] = ()
    actions: Actions | None = None
    draws: bool = False
    fields: tuple[tuple[Any, ...], ...] = ()
    plugin: bool = False

    @property
    def folder(self) -> str:
        """The folder of its files in games/, match/ and commands/."""
        return self.name.replace("-", "_")

    @property
    def chance(self) -> bool:
        """Whether the game has chance events, as far as the class shows. In a compiled game only the positions show
        it."""
        return callable(getattr(self.position, "outcomes", None))

    def start(self) -> Any:
        """Returns the first position."""
        return self.position()

    def from_text(self, text: str) -> Any:
        """Returns the position that a text describes."""
        return self.position(text)

    def level(self, number: int) -> Level:
        """Returns level `number`, 1..10; raises LimitError for another number."""
        return self.levels[in_range("level", number, 1, 10) - 1]

    def second_moves(self, position: Any) -> bool:
        """Whether the side to move is the one that does not begin the game."""
        return self.first_begins and position.turn == self.turns[1]

    def part(self, name: str) -> ModuleType:
        """Returns a module of the game's folder."""
        return part_of(self.name, name)

    def drawer(self, name: str) -> ModuleType:
        """Returns the game's module `board`, for a terminal, or `picture`, for a page."""
        return self.part(name) if self.draws else import_module(f"gamecore.games.outside.{name}")


@cache
def part_of(game: str, name: str) -> ModuleType:
    """Returns a module of the folder of the game with this name."""
    return import_module(f"gamecore.games.{game.replace('-', '_')}.{name}")
