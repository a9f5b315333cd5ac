"""Suites of test positions: openings, middle games and endings of a game, each with the depth that it is searched to.

A line of a file is a phase, a depth in plies and a position in the game's notation; what follows a hash sign is for people.

    opening 9 4433
    ending 12 B:W18,K31:B2,11
"""
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from gamecore.boards.checkers import Checkers
from gamecore.boards.connect_four import ConnectFour
from gamecore.errors import GamecoreError, SuiteError

GAMES = {"connect-four": ConnectFour, "checkers": Checkers}
PHASES = ("opening", "middle", "ending")
MIN_DEPTH, MAX_DEPTH = 5, 60         # growth is measured over four plies


@dataclass(frozen=True)
class Case:
    """A position of a suite.

    Attributes
    ----------
    phase : {"opening", "middle", "ending"}
    depth : int
        Plies that it is searched to.
    text : str
        The position as the file has it.
    position : object
    """

    phase: str
    depth: int
    text: str
    position: object


def read_suite(game, path=None, less=0):
    """The cases of a game.

    Parameters
    ----------
    game : {"connect-four", "checkers"}
    path : str, optional
        A file; the suite that is shipped unless given.
    less : int
        Plies to search less deep than the file says.

    Returns
    -------
    list of Case

    Raises
    ------
    SuiteError
        There is no such game; a line is malformed, or its position cannot be searched; there is no line at all.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> sorted({case.phase for case in read_suite("checkers")})
    ['ending', 'middle', 'opening']
    """
    if game not in GAMES:
        raise SuiteError(f"there is no suite for the game {game!r}; known are {', '.join(GAMES)}")
    place = files("gamecore").joinpath("data", "suites", f"{game}.txt") if path is None else Path(path)
    name = f"{game}.txt" if path is None else str(path)
    try:
        lines = place.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise SuiteError(f"{name!r} is no text: {error}") from error
    cases = [read_case(game, text, f"{name!r}, line {number}", less) for number, line in enumerate(lines, 1)
             if (text := line.partition("#")[0].strip())]
    if not cases:
        raise SuiteError(f"{name!r} holds no position")
    return cases


def read_case(game, text, place, less=0):
    """The Case of a line."""
    words = text.split()
    if len(words) != 3 or words[0] not in PHASES or not words[1].isdecimal() or not MIN_DEPTH <= int(words[1]) <= MAX_DEPTH:
        raise SuiteError(f"{place}: expected one of {', '.join(PHASES)}, a depth {MIN_DEPTH}..{MAX_DEPTH} and a position, not {text!r}")
    try:
        position = GAMES[game](words[2])
    except GamecoreError as error:
        raise SuiteError(f"{place}: {error}") from error
    if position.is_over():
        raise SuiteError(f"{place}: the game is over in {words[2]!r}")
    return Case(words[0], max(MIN_DEPTH, int(words[1]) - less), words[2], position)
