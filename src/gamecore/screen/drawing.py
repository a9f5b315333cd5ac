"""Boards as lines of segments for gamecore.screen.console."""
from gamecore.games.all import game_of


def draw(position, last_move=None, fancy=False, turned=False):
    """Returns the lines of a board, each a list of segments, with the last move marked.

    `fancy` adds colours and characters beyond ASCII. `turned` shows backgammon from the side that is not to move.
    """
    return game_of(position).drawer("board").draw(position, last_move, fancy, turned)
