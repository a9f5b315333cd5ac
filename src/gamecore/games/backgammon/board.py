"""Boards of backgammon in text, as lines of segments for gamecore.screen.console."""
import re

SIDES = {"x": "bold yellow", "o": "bold red"}
LAST = "bold cyan"
WIDTH = 43                           # of the board, without the text beside it


def draw(position, last_move, fancy, turned):
    """Returns the board, with the nearer player's checkers as x, and a star at each point that the last play
    touched."""
    lines = position.board(turned).split("\n")
    for point in {point for step in (last_move.steps if last_move is not None else ()) for point in step}:
        near = point if turned else 25 - point       # the last player's points from the viewer's side
        if 1 <= near <= 24:
            place = near - 13 if near > 12 else 12 - near
            column = 3 * place + 3 + 5 * (place >= 6)
            row = 0 if near > 12 else -1
            lines[row] = f"{lines[row][:column]}*{lines[row][column + 1:]}"
    return [list(coloured(line)) for line in lines]


def coloured(line):
    """Returns the segments of a line of a board, with the checkers of each side in the side's colour."""
    for part in re.findall(r"[^xo*]+|[xo*]+", line[:WIDTH]):
        yield part, LAST if part[0] == "*" else SIDES.get(part[0], "")
    yield line[WIDTH:], ""
