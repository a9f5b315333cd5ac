"""Boards as lines of segments for gamecore.screen.console."""
from gamecore.games.all import game_of


def draw(position, last_move=None, fancy=False, turned=False):
    """The lines of a board, each a list of segments.

    Parameters
    ----------
    position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
    last_move : optional
        The move that led here, to be marked.
    fancy : bool
        Whether there are colours and characters beyond ASCII.
    turned : bool
        Whether the viewer is not the side to move: backgammon is seen from the viewer's side.
    """
    return game_of(position).drawer("board").draw(position, last_move, fancy, turned)
