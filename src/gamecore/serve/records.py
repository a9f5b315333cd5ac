"""Games and positions as text, in saved games, PDN, .mat, XGID, or a game's notation of positions."""
import json
from contextlib import suppress

from gamecore.commands.plugins import all_plugins, plugin_of
from gamecore.commands.history import FORMAT
from gamecore.errors import GamecoreError, RecordError
from gamecore.serve.game_state import GameState

LENGTH = 200_000                         # characters


def read_any(games, text, name):
    """Returns a record of the page from a text, or of the first of several games in it.

    A position is first tried in the notation of `name`, the game on the board. Raises RecordError if no game reads such
    a text, and GamecoreError if something in it is impossible.
    """
    if len(text) > LENGTH:
        raise RecordError(f"a text of {len(text):,} characters; up to {LENGTH:,} are read")
    text = text.strip()
    if text.startswith("{"):
        return saved(games, text)
    for plugin in reversed(all_plugins()):               # of backgammon before checkers: a .mat may look like PDN
        try:
            if found := plugin.read_game(text):
                return GameState(games, found).record()
        except GamecoreError as error:                   # unless it is a position such as 1.../....
            with suppress(GamecoreError):
                return begun_at(text, games, name)
            raise error
    names = [name] * (name in games) + [other for other in games if other != name]
    faults = {}
    for other in names:
        try:
            return begun_at(text, games, other)
        except GamecoreError as error:
            faults[other] = error
    raise RecordError(f"nothing that any game reads: {text!r:.80}") from faults.get(name)


def begun_at(text, games, name):
    """Returns the record of a game that begins at a position."""
    return GameState(games, {"game": name, "position": text, "steps": []}).record()


def saved(games, text):
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"no saved game: {error}, in {text!r:.80}") from error
    if record.get("format") != FORMAT:
        raise RecordError(f'no saved game: expected an object with "format": {FORMAT!r}, not {text!r:.80}')
    return GameState(games, record).record()


def write_all(table):
    """Returns the game's text in each of its notations, by the notation's name."""
    texts = {"position": str(table.position), "saved": json.dumps({"format": FORMAT} | table.record(), indent=1)}
    return texts | plugin_of(table.game).texts_of(table)
