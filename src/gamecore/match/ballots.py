"""Ballots, which are the openings of a match. They ensure that no two pairs of games are alike.

A ballot is a line of a file with moves from the beginning of the game, moves from another position, or a position.

    9-13 21-17 5-9                                              # a comment
    position B:W21-27,29-32:B1-10,12 moves 8-11 24-19
    position B:W18,21-25:B9-12
"""
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from gamecore.core.checks import in_range
from gamecore.core.files import DATA, commented_lines
from gamecore.errors import BallotError, GamecoreError
from gamecore.games.all import GAMES, game_of
from gamecore.games.outside.turns import key_of, legal_moves, word_of

DECKS = {name: file for game in GAMES.values() for name, file in game.decks.items()}


@dataclass(frozen=True)
class Ballot:
    """An opening."""

    start: Any                       # the position before its moves
    moves: tuple[Any, ...]           # they lead to `position`
    position: Any                    # where the engines begin to play
    text: str                        # its line in a file

    def play(self, move: Any) -> "Ballot":
        word = "" if self.moves or self.text == "" else " moves"
        text = f"{self.text}{word} {word_of(move)}".strip()
        return Ballot(self.start, (*self.moves, move), self.position.play(move), text)


def read(path: str, game: Any) -> list[Ballot]:
    """Returns the ballots of a shipped deck (DECKS) or of a file; `game` has `start()` and `from_text(text)`.

    Raises BallotError if there is no ballot, or if a ballot is malformed, cannot be played, ends the game, or leads to
    the same position as another; OSError if the file cannot be read.
    """
    ballots = {}
    for number, line in commented_lines(Path(DATA, "ballots", DECKS[path]) if path in DECKS else path, BallotError):
        ballot = read_line(line, game, f"{path!r}, line {number}")
        first = ballots.setdefault(identity(ballot), ballot)
        if first is not ballot:
            raise BallotError(f"{path!r}, line {number}: {line!r} leads to the same position as {first.text!r}")
    if not ballots:
        raise BallotError(f"{path!r} holds no ballot")
    return list(ballots.values())


def read_line(line, game, place):
    start, moves = split(line)
    try:
        position = game.from_text(start) if start else game.start()
        ballot = Ballot(position, (), position, f"position {start}" if start else "")
        for text in moves:
            ballot = ballot.play(ballot.position.read_move(text))
    except GamecoreError as error:
        raise BallotError(f"{place}: {error}") from error
    if not legal_moves(ballot.position):
        raise BallotError(f"{place}: after {line!r} the game is over")
    return ballot


def split(line):
    """Returns the text of the position at the beginning of a line, which may be empty, and the list of its moves."""
    if not line.startswith("position "):
        return "", line.split()
    start, _, moves = line.removeprefix("position ").partition(" moves")
    return start.strip(), moves.split()


def identity(ballot):
    """Returns the key of the position to which a ballot leads, or the moves in a game without keys."""
    key = key_of(ballot.position)
    return (str(ballot.start), ballot.moves) if key is None else key


def deal(ballots: list[Ballot], pairs: int, seed: int) -> list[Ballot]:
    """Returns `pairs` ballots in an order drawn from the seed; they are repeated if there are too few."""
    deck = Random(in_range("seed", seed, 0)).sample(ballots, len(ballots))
    return [deck[i % len(deck)] for i in range(pairs)]


def standard(game: Any, pairs: int) -> list[Ballot]:
    """Returns the default ballots of a game: its deck, or all positions after the fewest plies that yield enough."""
    start = game.start()
    return next((read(deck, game) for deck in game_of(start).decks), None) or openings(start, pairs)


def openings(start: Any, wanted: int) -> list[Ballot]:
    """Returns all positions after n plies, for the smallest n that yields `wanted` of them or as many as possible.

    No two ballots lead to the same position, and in none is the game over.
    """
    layer, longer = [], [Ballot(start, (), start, "")]
    while len(layer) < len(longer):
        layer = longer
        if len(layer) >= wanted:
            break
        found = {}
        for ballot in layer:
            for move in legal_moves(ballot.position):
                child = ballot.play(move)
                if legal_moves(child.position):
                    found.setdefault(identity(child), child)
        longer = list(found.values())
    return layer
