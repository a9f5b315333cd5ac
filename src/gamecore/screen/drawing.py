"""Boards as lines of segments for gamecore.screen.console."""
import re

from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.position import Checkers
from gamecore.games.connect_four.position import ConnectFour
from gamecore.pictures.connect_four import fours, top_disc

DISCS = {"x": ("●", "bold red"), "o": ("○", "bold yellow"), ".": ("·", "dim")}       # told apart without colour, too
LETTERS = {"x": ("x", ""), "o": ("o", ""), ".": (".", "")}
SIDES = {"b": "bold red", "w": "bold yellow", "x": "bold yellow", "o": "bold red", ".": "dim"}
LAST = "bold cyan"
FRAME = "blue"
WIDTH = 43                           # of a backgammon board, without what is written beside it


def draw(position, last_move=None, fancy=False, turned=False):
    """Returns the lines of a board, each a list of segments.

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
    if isinstance(position, ConnectFour):
        return draw_connect_four(position, last_move, fancy)
    if isinstance(position, Backgammon):
        return draw_backgammon(position, last_move, turned)
    if isinstance(position, Checkers):
        return draw_checkers(position, last_move)
    return [[line] for line in str(position).split("\n")]


def draw_connect_four(position, last_move, fancy):
    """Returns the rows in a frame under the numbers of the columns. The last stone is in (), a four in []."""
    rows = position.rows()
    wall, floor = ("│", "└" + "─" * 21 + "┘") if fancy else ("|", "+" + "-" * 21 + "+")
    four, last = fours(rows), top_disc(rows, last_move)
    lines = [["   ", *[(f" {c + 1} ", "" if rows[0][c] == "." else "dim") for c in range(7)]]]
    for r, row in enumerate(rows):
        cells = [cell(stone, (r, c) in four, (r, c) == last, fancy) for c, stone in enumerate(row)]
        lines.append([("  " + wall, FRAME), *cells, (wall, FRAME)])
    return [*lines, [("  " + floor, FRAME)]]


def cell(stone, in_four, is_last, fancy):
    symbol, style = (DISCS if fancy else LETTERS)[stone]
    if in_four:
        return f"[{symbol}]", f"{style} reverse"
    return (f"({symbol})" if is_last else f" {symbol} "), style


def draw_checkers(position, last_move):
    """Returns the rows and, beside them, the numbers of the squares. The squares of the last move are in ()."""
    path = last_move.path if last_move is not None else ()
    lines = []
    for row, symbols in enumerate(position.rows()):
        indent, pad = ("", "  ") if row % 2 else ("  ", "")
        cells = [square(symbol, 4 * row + column in path) for column, symbol in enumerate(symbols, 1)]
        numbers = "".join(f"{4 * row + column:4}" for column in range(1, 5))
        lines.append([indent, *(part for cell in cells for part in cell), (pad + indent + numbers, "dim")])
    return lines


def square(symbol, is_marked):
    left, right = "()" if is_marked else "  "
    return (left, LAST), (symbol, SIDES[symbol.lower()] + " reverse" * is_marked), (right + " ", LAST)


def draw_backgammon(position, last_move, turned):
    """Returns the board, with the nearer checkers as x. A star marks the number of each point that the last play
    touched."""
    lines = position.board(turned).split("\n")
    for point in {point for step in (last_move.steps if last_move is not None else ()) for point in step}:
        near = point if turned else 25 - point       # the last player's points, as the viewer counts them
        if 1 <= near <= 24:
            place = near - 13 if near > 12 else 12 - near
            column = 3 * place + 3 + 5 * (place >= 6)
            row = 0 if near > 12 else -1
            lines[row] = f"{lines[row][:column]}*{lines[row][column + 1:]}"
    return [list(coloured(line)) for line in lines]


def coloured(line):
    """Returns the segments of a line of a backgammon board: the checkers of either side in their colour."""
    for part in re.findall(r"[^xo*]+|[xo*]+", line[:WIDTH]):
        yield part, LAST if part[0] == "*" else SIDES.get(part[0], "")
    yield line[WIDTH:], ""
