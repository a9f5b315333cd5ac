"""Games and positions that are pasted into the page or copied from it as text."""
from functools import partial

from gamecore.errors import RecordError
from gamecore.playing.texts import read_any
from gamecore.serve.game_state import GameState

LENGTH = 200_000                         # characters


def read_record(games, text, name):
    """Returns the record of a game in a text; `name` is the game on the board.

    Of an archive or a match it is the first game.
    """
    if len(text) > LENGTH:
        raise RecordError(f"a text of {len(text):,} characters; up to {LENGTH:,} are read")
    return read_any(text, partial(GameState, games), games, name, number=1).record()
