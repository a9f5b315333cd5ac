"""Checkers as SVG."""
import re

from gamecore.core.svg import PROPOSED, arrow, circle, crown, document, moved_by, narrowing, placed, rect, tag, text
from gamecore.errors import MoveError

CELL, EDGE = 80, 16
SIDE = 8 * CELL + 2 * EDGE


def draw(position, last_move, arrows, marks, turned, colours, size):
    """Draws the board with White at the bottom unless turned.

    A mark is drawn on its square; an arrow is a legal move.
    """
    def at(square):
        row, column = cell_of(square)
        return (EDGE + CELL * (.5 + (7 - column if turned else column)),
                EDGE + CELL * (.5 + (7 - row if turned else row)))

    pieces = {square: (colour, king) for colour, squares in position.pieces.items() for square, king in squares.items()}
    path, captured = parts(last_move)
    body = [rect(0, 0, SIDE, SIDE, rx=10, fill=colours.board), rect(EDGE, EDGE, 8 * CELL, 8 * CELL, fill=colours.light)]
    for square in range(1, 33):
        x, y = at(square)
        body.append(tag(
            "g",
            rect(x - CELL / 2, y - CELL / 2, CELL, CELL, fill=colours.dark),
            rect(x - CELL / 2 + 3, y - CELL / 2 + 3, CELL - 6, CELL - 6, fill="none", stroke=colours.last,
                 stroke_width=6) if square in path else "",
            piece(x, y, *pieces[square], colours, path and square == path[-1] and at(path[0])) if square in pieces else
            text(x - CELL / 2 + 5, y - CELL / 2 + 12, square, 16, fill="#fff", stroke="#000", stroke_opacity=.4,
                 stroke_width=2, paint_order="stroke", text_anchor="start"),
            data_at=square))
    if len(path) > 1:
        body.append(arrow([at(square) for square in path], 7, colours.last, .75))
    body += [cross(*at(square), colours.last) for square in captured]
    for move, share in narrowing(arrows):
        path, captured = parts(position.read_move(move))
        body.append(arrow([at(square) for square in path], 11 * share, PROPOSED))
        body += [cross(*at(square), PROPOSED) for square in captured]
    for square, words in placed(marks, range(1, 33)):
        x, y = at(square)
        body.append(text(x, y + CELL * .34, words, 20, fill="#fff", font_weight="bold", stroke="#000", stroke_width=4,
                         paint_order="stroke"))
    return document(SIDE, SIDE, label(position, last_move), body, size, colours.ground)


def cell_of(square):
    """Returns (row, column) of a square 1..32 from the top left, with White at the bottom."""
    row, place = divmod(square - 1, 4)
    return row, 2 * place + (row + 1) % 2


def parts(move):
    """Returns the (path, captured squares) that a CheckersMove or its text contains."""
    if move is None:
        return (), ()
    if hasattr(move, "path"):
        return move.path, move.captured
    squares = re.fullmatch(r"\d+(?:[-x:]\d+)+", str(move).strip().lower())
    path = tuple(map(int, re.split("[-x:]", squares[0]))) if squares else ()
    if not path or not set(path) <= set(range(1, 33)):
        raise MoveError(f"no move {move!r}: a move goes from square to square of 1 to 32, such as 11-15")
    return path, ()


def piece(x, y, colour, king, colours, origin=None):
    """Draws a man or a king; a piece that has just moved here comes from its `origin`."""
    fill, edge = (colours.black, colours.white) if colour == "B" else (colours.white, colours.black)
    return tag("g", circle(x, y + 3, 31, fill="#000", fill_opacity=.35),
               circle(x, y, 31, fill=fill, stroke=edge, stroke_width=2.5),
               crown(x, y, 32, fill="#e0a010", stroke=edge) if king
               else circle(x, y, 21, fill="none", stroke=edge, stroke_width=1.5, stroke_opacity=.7),
               **(moved_by(origin[0] - x, origin[1] - y) if origin else {}))


def cross(x, y, colour):
    """Draws the mark of a captured piece."""
    return tag("path", d=f"M{x - 17},{y - 17}L{x + 17},{y + 17}M{x + 17},{y - 17}L{x - 17},{y + 17}", stroke=colour,
               stroke_width=8, stroke_linecap="round")


def label(position, last_move):
    other = {"black": "white", "white": "black"}[position.turn]
    state = {"loss": f"{other} has won", "draw": "a draw"}.get(position.outcome, f"{position.turn} to move")
    sides = [f"{name} " + " ".join(f"{'king ' if king else ''}{square}" for square, king in squares.items())
             for name, squares in zip(("black", "white"), position.pieces.values())]
    return f"checkers, {state}; {'; '.join(sides)}" + (f"; last move {last_move}" if last_move is not None else "")


def clicks(position, move):
    """Returns, for each path of a move, the places to select in turn."""
    return [list(map(str, path)) for path in position.paths(move)]


def contents(position):
    """Returns the contents of each place in words."""
    return {str(square): f"{name} {'king' if king else 'man'}"
            for name, squares in zip(("black", "white"), position.pieces.values()) for square, king in squares.items()}
