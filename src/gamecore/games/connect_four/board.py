"""Boards of connect four in text, as lines of segments for gamecore.screen.console."""
from gamecore.games.connect_four.picture import fours, top_disc

DISCS = {"x": ("●", "bold red"), "o": ("○", "bold yellow"), ".": ("·", "dim")}       # distinct even without colour
LETTERS = {"x": ("x", ""), "o": ("o", ""), ".": (".", "")}
FRAME = "blue"


def draw(position, last_move, fancy, turned):
    """Returns the rows in a frame below the columns' numbers, with the last stone in () and a four in []."""
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
