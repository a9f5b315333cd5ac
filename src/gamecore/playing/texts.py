"""Games and positions as text: saved games, PDN, .mat, XGID, or a game's notation of positions."""
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from gamecore.errors import GamecoreError, RecordError
from gamecore.games.all import GAMES
from gamecore.games.record import GameRecord
from gamecore.playing.names import part
from gamecore.playing.saved import chosen, dump, parsed

Made = TypeVar("Made")


def read_any(text: str, make: Callable[[dict[str, Any]], Made], games: Mapping[str, GameRecord] = GAMES,
             name: str | None = None, number: int | None = None) -> Made:
    """Returns `make` of the record of the game in a text, or of game `number`, from 1, of several.

    A position is first tried in the notation of the game with this name. Raises RecordError if no game reads such a
    text, and GamecoreError if its content is impossible.
    """
    text = text.strip()
    if not (text or name):
        raise RecordError(f"no game in {text!r}, the first position of every game")
    if text.startswith("{"):
        return make(chosen([parsed(text)], number))
    unread = None
    for game in reversed(GAMES.values()):                # backgammon before checkers: a .mat may look like PDN
        try:
            if game.notations and (record := part(game, "texts").read_game(text, number)):
                return make(record)
        except GamecoreError as error:                   # or PDN like a .mat, or a position, 1.../...., like PDN
            unread = unread or error
    chosen([text], number)                               # a position is one
    faults = {}
    for other in [name] if unread else sorted(games, key=lambda other: other != name):
        try:
            return make({"game": other, "position": text, "steps": []})
        except GamecoreError as error:
            faults[other] = error
    raise unread or RecordError(f"no game reads this text: {text!r:.80}") from faults.get(name)


def texts_of(game: Any) -> dict[str, str]:
    """Returns a game's text in each of its notations, by the notation's name."""
    texts = {"position": str(game.position), "saved": dump(game)}
    return texts | (part(game.game, "texts").texts_of(game) if game.game.notations else {})
