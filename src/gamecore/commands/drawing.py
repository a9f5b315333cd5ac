"""Boards as a person likes to look at them: lines of segments for gamecore.commands.console."""
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.position import Checkers
from gamecore.games.connect_four.position import ConnectFour

DISCS = {"x": ("●", "bold red"), "o": ("○", "bold yellow"), ".": ("·", "dim")}       # told apart without colour, too
LETTERS = {"x": ("x", ""), "o": ("o", ""), ".": (".", "")}
FRAME = "blue"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


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
    if isinstance(position, ConnectFour):
        return draw_connect_four(position, last_move, fancy)
    if isinstance(position, Backgammon):
        return [[line] for line in position.board(turned).split("\n")]
    if isinstance(position, Checkers):
        return [[line] for line in position.board().split("\n")]
    return [[line] for line in str(position).split("\n")]


def draw_connect_four(position, last_move, fancy):
    """The rows in a frame under the numbers of the columns. The last stone stands in (), a four in []."""
    rows = position.rows()
    wall, floor = ("│", "└" + "─" * 21 + "┘") if fancy else ("|", "+" + "-" * 21 + "+")
    four, last = fours(rows), top_stone(rows, last_move)
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


def top_stone(rows, column):
    """Where the uppermost stone of a column 1..7 lies, as (row, column) from the top left; None if there is none."""
    if column is None:
        return None
    return next(((r, int(column) - 1) for r, row in enumerate(rows) if row[int(column) - 1] != "."), None)


def fours(rows):
    """The cells that belong to four in a row, as (row, column) from the top left."""
    stones = {(r, c): stone for r, row in enumerate(rows) for c, stone in enumerate(row) if stone != "."}
    found = set()
    for (r, c), stone in stones.items():
        for down, right in DIRECTIONS:
            line = [(r + k * down, c + k * right) for k in range(4)]
            if all(stones.get(place) == stone for place in line):
                found.update(line)
    return found
