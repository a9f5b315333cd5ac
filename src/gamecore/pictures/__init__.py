"""Pictures of positions as SVG text."""
from collections.abc import Iterable, Mapping
from math import inf
from typing import Any

from gamecore.core.checks import integer, real
from gamecore.core.svg import DARK, LIGHT, Colours
from gamecore.errors import LimitError
from gamecore.games.all import game_of


def picture(position: Any, *, last_move: Any = None, arrows: Iterable[Any] = (), marks: Mapping[Any, str] | None = None,
            turned: bool = False, dark: bool = False, size: float = 360) -> str:
    """Draws a position as SVG.

    Parameters
    ----------
    position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
        A game of your own may have a method `svg(**options)`, which takes these options and returns the picture; or
        `rows()`, which returns texts of one character per cell, "x", "o", "." for an empty cell, or anything else, and
        `cells_of(move)`, which returns the cells (row, column) of a move. Without these its text is drawn.
    last_move : move, optional
        The move that led to the position, or its text; the picture marks it.
    arrows : sequence of moves, optional
        Moves from this position, with the best first; later ones are paler.
    marks : dict, optional
        Texts by place: columns 1..7 in connect four, squares 1..32 in checkers, points of the player on roll, "bar",
        "off" and "cube" ("2", "4 white") in backgammon, cells (row, column) in your own game.
    turned : bool, optional
        Whether the board is seen from the other side. Otherwise White is at the bottom in checkers, and the player on
        roll in backgammon.
    dark : bool, optional
        Whether the picture is for a dark page.
    size : number, optional
        Width in px, at least 1.

    Returns
    -------
    str
        A complete SVG document. Each selectable place is a group with the attribute `data-at`.

    Raises
    ------
    LimitError
        If the size is not a number, below 1, or infinite.
    MoveError
        If an arrow is not a legal move, or the text of the last move is malformed.
    PositionError
        If a mark's place does not exist.

    Examples
    --------
    >>> import gamecore
    >>> from gamecore.pictures import picture
    >>> picture(gamecore.ConnectFour("4455"), arrows=[3], marks={3: "+18"}).startswith("<svg")
    True
    """
    width, whole = real(size), integer(size)
    if width is None or not 1 <= width < inf:
        raise LimitError(f"a picture has a width of 1 px or more, not {size!r}")
    return drawn(position, last_move, arrows, marks or {}, turned, DARK if dark else LIGHT,
                 width if whole is None else whole)


def drawn(position: Any, last_move: Any, arrows: Iterable[Any], marks: Mapping[Any, str], turned: bool,
          colours: Colours, width: float) -> str:
    """Returns the SVG of a position in any Colours; a custom game's `svg` supports only light and dark."""
    if callable(getattr(position, "svg", None)):
        return position.svg(last_move=last_move, arrows=arrows, marks=marks, turned=turned, dark=colours is DARK,
                            size=width)
    return game_of(position).drawer("picture").draw(position, last_move, arrows, marks, turned, colours, width)
