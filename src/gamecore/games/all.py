"""The list of games."""
from typing import Any

from gamecore.games.backgammon.game import BACKGAMMON
from gamecore.games.checkers.game import CHECKERS
from gamecore.games.connect_four.game import CONNECT_FOUR
from gamecore.games.outside.game import OUTSIDE
from gamecore.games.record import GameRecord

GAMES = {game.name: game for game in (CONNECT_FOUR, CHECKERS, BACKGAMMON)}


def game_of(position: Any) -> GameRecord:
    """Returns the record of a position's game, or the record of custom games."""
    for game in GAMES.values():
        if isinstance(position, game.position):
            return game
    return OUTSIDE


def draw_board(position: Any, last_move: Any = None, fancy: bool = False, turned: bool = False) -> list[Any]:
    """Returns the lines of a board for a terminal, each a list of segments, with the last move marked.

    `fancy` adds colours and characters beyond ASCII. `turned` shows backgammon from the view of the side that is not to
    move.
    """
    lines: list[Any] = game_of(position).drawer("board").draw(position, last_move, fancy, turned)
    return lines
