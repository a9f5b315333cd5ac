"""Connect four as SVG."""
from gamecore.core.svg import circle, document, moved_by, narrowing, placed, rect, tag, text
from gamecore.errors import MoveError

CELL, EDGE, HEAD, FOOT = 100, 14, 56, 52
FRAME = "#367a8b"
DISCS = {"x": ("#cb3a2f", "#3d0a06"), "o": ("#f4c63f", "#7a5600")}       # of x the ring is solid, of o dashed
COLUMNS = "1 2 3 4 5 6 7".split()
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
NAMES = {"x": "red", "o": "yellow"}


def draw(position, last_move, arrows, marks, turned, colours, size):
    """Draws the board. A column's mark is below the column, and an arrow names a column into which a disc may be
    dropped."""
    rows = position.rows()
    order = range(6, -1, -1) if turned else range(7)
    at = {column: EDGE + CELL * (place + .5) for place, column in enumerate(order)}
    top = HEAD + EDGE
    last, four = top_disc(rows, last_move), fours(rows)
    body = [rect(0, HEAD, 7 * CELL + 2 * EDGE, 6 * CELL + 2 * EDGE, rx=24, fill=FRAME, class_="frame")]
    for column in range(7):
        cells, landing = [], max((row for row in range(6) if rows[row][column] == "."), default=None)
        for row in range(6):
            place = at[column], top + CELL * (row + .5)
            cells.append(circle(*place, 40, fill=colours.ground, **(
                {"class_": "landing", "color": DISCS[position.turn][0]} if row == landing else {})))
            if rows[row][column] != ".":
                cells.append(disc(*place, rows[row][column], (row, column) == last, (row, column) in four))
        body.append(tag("g", rect(at[column] - CELL / 2, HEAD, CELL, 6 * CELL + 2 * EDGE, fill="transparent"), *cells,
                        data_at=column + 1))
        body.append(text(at[column], HEAD / 2, column + 1, 30, fill=colours.faint))
    for move, share in narrowing(arrows):
        row, column = top_disc(position.play(move).rows(), move)
        body += ghost(at[column], top + CELL * (row + .5), position.turn, colours, share)
    height = HEAD + 6 * CELL + 2 * EDGE
    large = min(34, 150 // max([4, *map(len, marks.values())]))
    for column, words in placed(marks, range(1, 8)):
        body.append(text(at[column - 1], height + FOOT / 2, words, large, fill=colours.ink, font_weight="bold"))
    return document(7 * CELL + 2 * EDGE, height + (FOOT if marks else 0), label(position, last_move), body, size,
                    colours.ground)


def disc(x, y, stone, is_last, in_four):
    fill, edge = DISCS[stone]
    pieces = [circle(x, y, 37, fill=fill, stroke=edge, stroke_width=3),
              circle(x, y, 23, fill="none", stroke=edge, stroke_width=3.5,
                     stroke_dasharray="8 7" if stone == "o" else None)]
    if in_four:
        pieces.append(circle(x, y, 41, fill="none", stroke="#fff", stroke_width=9))
    if is_last:
        pieces.append(circle(x, y, 9, fill="#fff", stroke="#000", stroke_width=2.5))
    return tag("g", *pieces, **(moved_by(0, HEAD - y) if is_last else {}))


def ghost(x, y, stone, colours, share):
    """Draws the cell into which a disc would fall, and an arrowhead above the column."""
    yield circle(x, y, 36, fill=DISCS[stone][0], fill_opacity=.5 * share, stroke=DISCS[stone][0], stroke_width=6,
                 stroke_dasharray="10 7")
    yield tag("polygon", points=f"{x - 17 * share},{HEAD - 8} {x + 17 * share},{HEAD - 8} {x},{HEAD + 10}",
              fill=colours.arrow, stroke="#fff", stroke_width=2)


def top_disc(rows, move):
    """Returns (row, column) from the top left of the uppermost disc of a column 1..7, or None."""
    if move is None:
        return None
    if str(move) not in COLUMNS:
        raise MoveError(f"no last move {move!r}: a move is a column, 1 to 7")
    column = int(move) - 1
    return next(((row, column) for row in range(6) if rows[row][column] != "."), None)


def fours(rows):
    """Returns the cells that belong to four in a row, as (row, column) from the top left."""
    stones = {(r, c): stone for r, row in enumerate(rows) for c, stone in enumerate(row) if stone != "."}
    found = set()
    for (r, c), stone in stones.items():
        for down, right in DIRECTIONS:
            line = [(r + k * down, c + k * right) for k in range(4)]
            if all(stones.get(place) == stone for place in line):
                found.update(line)
    return found


def label(position, last_move):
    side = NAMES[position.turn]
    state = {"loss": f"{NAMES['o' if position.turn == 'x' else 'x']} has won", "draw": "a draw"}.get(
        position.outcome, f"{side} to move")
    last = f", last move {last_move}" if last_move is not None else ""
    return f"connect four, {position.ply} discs, {state}{last}"


def clicks(position, move):
    """Returns the places to select in turn to make a move."""
    return [[str(move)]]


def contents(position):
    """Returns the contents of each place in words."""
    columns = ["".join(column).lstrip(".")[::-1] for column in zip(*position.rows())]
    return {str(number): ", ".join(NAMES[disc] for disc in column) or "empty"
            for number, column in enumerate(columns, 1)}
