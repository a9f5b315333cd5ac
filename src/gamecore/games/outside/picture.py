"""Pictures of custom games, by their method `svg`, their rows of cells, or their text."""
from gamecore.core.svg import arrow, circle, document, narrowing, placed, rect, tag, text
from gamecore.errors import MoveError
from gamecore.games.outside.turns import legal_moves

CELL, EDGE, LETTER, LEADING = 80, 14, 11, 26
EMPTY = ". _"


def draw(position, last_move, arrows, marks, turned, colours, size):
    """Draws the board of `position.rows()`, which are texts with one character per cell, or else the position's text.

    x and o become a cross and a ring, a dot is empty, and other characters are drawn as text. A mark belongs to a cell
    (row, column) from the top left. A move is shown at the cells (row, column) of the game's `cells_of(move)`.
    """
    arrows = narrowing(arrows)
    for move, _ in arrows:
        if move not in legal_moves(position):
            raise MoveError(f"no move {move!r} in {str(position)!r}")
    if not callable(getattr(position, "rows", None)):
        list(placed(marks, ()))          # raises PositionError for a mark: there are no cells
        return written(position, colours, size)
    rows = list(position.rows())
    high, wide = len(rows), max(map(len, rows), default=1)

    def at(cell):
        row, column = (high - 1 - cell[0], wide - 1 - cell[1]) if turned else cell
        return EDGE + CELL * (column + .5), EDGE + CELL * (row + .5)

    cells_of = getattr(position, "cells_of", lambda move: ())
    last = [] if last_move is None else list(map(tuple, cells_of(last_move)))
    body = []
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            x, y = at((r, c))
            body.append(tag("g", rect(x - CELL / 2, y - CELL / 2, CELL, CELL, fill=colours.ground,
                                      stroke=colours.line, stroke_width=2),
                            rect(x - CELL / 2 + 4, y - CELL / 2 + 4, CELL - 8, CELL - 8, fill="none",
                                 stroke=colours.last, stroke_width=5) if (r, c) in last else "",
                            symbol_at(x, y, symbol, colours), data_at=f"{r},{c}"))
    for move, share in arrows:
        path = [at(cell) for cell in cells_of(move)]
        if len(path) > 1:
            body.append(arrow(path, 9 * share, colours.arrow))
        body += [circle(*place, 30, fill="none", stroke=colours.arrow, stroke_width=8 * share,
                        stroke_dasharray="10 7") for place in path[-1:]]
    for cell, words in placed(marks, [(r, c) for r in range(high) for c in range(len(rows[r]))]):
        x, y = at(cell)
        body.append(text(x, y + CELL * .3, words, 20, fill=colours.arrow, font_weight="bold"))
    return document(CELL * wide + 2 * EDGE, CELL * high + 2 * EDGE, label(position), body, size, colours.ground)


def symbol_at(x, y, symbol, colours):
    if symbol in EMPTY:
        return ""
    if symbol == "x":
        return tag("path", d=f"M{x - 20},{y - 20}L{x + 20},{y + 20}M{x + 20},{y - 20}L{x - 20},{y + 20}",
                   stroke=colours.arrow, stroke_width=9, stroke_linecap="round")
    if symbol == "o":
        return circle(x, y, 22, fill="none", stroke=colours.last, stroke_width=9)
    return text(x, y, symbol, 38, fill=colours.ink)


def written(position, colours, size):
    """Draws the lines of a position's text."""
    lines = str(position).split("\n")
    wide = max(2 * EDGE + LETTER * max(map(len, lines)), 160)
    body = [text(EDGE, EDGE + LEADING * (number + .5), line, 18, text_anchor="start", fill=colours.ink,
                 font_family="ui-monospace, 'DejaVu Sans Mono', monospace", style="white-space:pre")
            for number, line in enumerate(lines)]
    return document(wide, 2 * EDGE + LEADING * len(lines), label(position), body, min(size, wide), colours.ground)


def label(position):
    return f"{type(position).__name__}: {str(position)}"


def clicks(position, move):
    """Returns the places to select in turn to make a move."""
    if not hasattr(position, "cells_of"):
        return []
    return [[f"{row},{column}" for row, column in position.cells_of(move)]]


def contents(position):
    """Returns the contents of each place in words."""
    if not callable(getattr(position, "rows", None)):
        return {}
    return {f"{r},{c}": symbol for r, row in enumerate(position.rows()) for c, symbol in enumerate(row)}
