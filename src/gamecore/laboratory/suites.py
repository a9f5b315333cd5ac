"""Suites of test positions: openings, middle games and endings, each with its search depth.

A line of a file has a phase, a depth and a position in the game's notation; text after a blank and a hash sign is a
comment. A depth counts plies, except in backgammon, where it counts layers of dice.

    opening 9 4433
    ending 12 B:W18,K31:B2,11
    contact 2 mG9gARw8PuABSA 41
"""
from dataclasses import dataclass
from pathlib import Path

from gamecore.core.files import DATA, commented_lines
from gamecore.errors import GamecoreError, SuiteError
from gamecore.games.all import GAMES
from gamecore.games.record import Suite

KNOWN = [name for name, game in GAMES.items() if game.suite]
OWN = Suite((), (1, 500))                # of a game of one's own
SEARCHED = [name for name in KNOWN if not GAMES[name].chance]            # searched by alpha-beta


@dataclass(frozen=True)
class Case:
    """A position of a suite."""

    phase: str                       # "opening", "middle" or "ending"; in backgammon "contact" or "race"
    depth: int                       # plies or layers of dice to search
    text: str                        # the position as in the file
    position: object


def read_suite(game, path=None, reduction=0):
    """Returns the cases of a file, or of the suite shipped for a game, with depths reduced by `reduction`.

    `game` is a name or a record. A custom game needs a file, in which any words may serve as phases. Raises SuiteError
    for an unknown game, a malformed line, a position that cannot be searched or an empty file, and OSError if the file
    cannot be read.
    """
    game = GAMES.get(game, game) if isinstance(game, str) else game
    if isinstance(game, str) or path is None and game.suite is None:
        raise SuiteError(f"there is no suite for the game {getattr(game, 'name', game)!r}; known are "
                         f"{', '.join(KNOWN)}")
    name = f"{game.name}.txt" if path is None else str(path)
    lines = commented_lines(Path(DATA, "suites", name) if path is None else path, SuiteError)
    cases = [read_case(game, text, f"{name!r}, line {number}", reduction) for number, text in lines]
    if not cases:
        raise SuiteError(f"{name!r} holds no position")
    return cases


def read_case(game, text, place, reduction=0):
    (phases, (least, most)), words = game.suite or OWN, text.split(maxsplit=2)
    if (len(words) != 3 or phases and words[0] not in phases or not words[1].isdecimal()
            or not least <= int(words[1]) <= most):
        phase = f"one of {', '.join(phases)}" if phases else "a phase"
        raise SuiteError(f"{place}: expected {phase}, a depth {least}..{most} and a position, not {text!r}")
    try:
        position = game.from_text(words[2])
    except GamecoreError as error:
        raise SuiteError(f"{place}: {error}") from error
    if position.is_over():
        raise SuiteError(f"{place}: the game is over in {words[2]!r}")
    return Case(words[0], max(least, int(words[1]) - reduction), words[2], position)
