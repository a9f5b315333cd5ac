"""Backgammon as SVG."""
from itertools import pairwise

from gamecore.core.svg import LAST, PROPOSED, arrow, circle, document, narrowing, placed, points, rect, tag, text
from gamecore.errors import MoveError
from gamecore.games.backgammon.notation import BAR, OFF, read

POINT, EDGE, BAR_WIDTH, TRAY, HEAD = 56, 16, 56, 64, 30
HALF, TALL = 6 * POINT, 5 * POINT + 6            # half of the board's width; a point's height
HEIGHT = 2 * TALL + 56
WIDTH = 2 * HALF + BAR_WIDTH + TRAY + 2 * EDGE
TRAY_AT = EDGE + 2 * HALF + BAR_WIDTH + 8        # its left edge
FIELD = "#7d8f69"                        # every other point
PLACES = (*range(1, 25), "bar", "off", "cube")
RADIUS = POINT / 2 - 2
PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
        5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
        6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0))}


def draw(position, last_move, arrows, marks, turned, colours, size):
    """Draws the board from the view of the player on roll or, if turned, of the opponent.

    The place of a mark is a point, "bar" or "off" of the player on roll, or "cube". The mark at "cube" is "2" for a
    cube in the middle, and
    "4 white" or "4 black" for an owned one. An arrow is a legal play.
    """
    near, far = (position.other, position.own) if turned else (position.own, position.other)
    near_colour = position.turn if not turned else opposite(position.turn)
    body = list(board(colours))
    for point in range(1, 25):
        mine = near[point]
        count, colour = (mine, near_colour) if mine else (far[25 - point], opposite(near_colour))
        body.append(pile(point, count, colour, colours, 25 - point if turned else point))
    for side, own, colour in (("near", near, near_colour), ("far", far, opposite(near_colour))):
        ours = (side == "near") != turned
        body += bar(side, own[BAR], colour, colours, "bar" if ours else None)
        body += tray(side, own[OFF], colour, colours, "off" if ours else None)
        y = HEAD + HEIGHT / 2 + (12 if side == "near" else -12)
        body.append(text(TRAY_AT + TRAY / 2, y, position.pips[not ours], 19, fill="#fff"))
    if position.dice:
        body += dice(position.dice, position.turn, not turned, colours)
    body += cube(marks.get("cube"), near_colour)
    # The last move was the opponent's, whose points count from the other end.
    for path in paths(last_move, far if not turned else near, turned, landed=True):
        body.append(arrow(path, 6, LAST))
    for move, share in narrowing(arrows):
        play = position.read_move(move)
        body += [arrow(path, 10 * share, PROPOSED) for path in paths(play, position.own, not turned)]
    for where, words in placed(marks, PLACES):
        if where != "cube":
            x, y = place({"bar": BAR, "off": OFF}.get(where, where), not turned)
            body.append(text(x, y, words, 20, fill="#fff", font_weight="bold", stroke="#000", stroke_width=4,
                             paint_order="stroke"))
    return document(WIDTH, HEIGHT + 2 * HEAD, label(position, last_move), body, size, colours.ground)


def opposite(colour):
    return "black" if colour == "white" else "white"


def column_of(point):
    """Returns the x of the middle of a point 1..24 of the near player."""
    place = 12 - point if point <= 12 else point - 13
    return EDGE + POINT * (place + .5) + (BAR_WIDTH if place >= 6 else 0)


def board(colours):
    """Draws the empty board and the numbers of the points."""
    yield rect(0, HEAD - 8, WIDTH, HEIGHT + 16, rx=8, fill=colours.board)
    for left in (EDGE, EDGE + HALF + BAR_WIDTH):
        yield rect(left, HEAD, HALF, HEIGHT, fill=colours.light)
    yield rect(TRAY_AT, HEAD, TRAY, HEIGHT, fill="#000", fill_opacity=.35)
    for point in range(1, 25):
        x, up = column_of(point), point <= 12
        base, tip = (HEAD + HEIGHT, HEAD + HEIGHT - TALL) if up else (HEAD, HEAD + TALL)
        yield tag("polygon", points=points((x - POINT / 2, base), (x, tip), (x + POINT / 2, base)),
                  fill=colours.dark if point % 2 else FIELD, stroke="#000", stroke_opacity=.35)
        yield text(x, HEAD + HEIGHT + 19 if up else HEAD - 19, point, 20, fill=colours.faint)


def checker(x, y, colour, colours, **attributes):
    fill, edge = (colours.white, colours.black) if colour == "white" else (colours.black, colours.white)
    return circle(x, y, RADIUS, fill=fill, stroke=edge, stroke_width=2, **attributes)


def pile(point, count, colour, colours, own_point):
    """Draws the checkers on a point of the near player; if there are more than five, the fifth shows their number."""
    x, up = column_of(point), point <= 12
    base, step = (HEAD + HEIGHT - POINT / 2, -POINT) if up else (HEAD + POINT / 2, POINT)
    checkers = [checker(x, base + step * depth, colour, colours) for depth in range(min(count, 5))]
    if count > 5:
        checkers.append(text(x, base + 4 * step, count, 24, fill=edge_of(colour, colours), font_weight="bold"))
    height = TALL + 10
    area = rect(x - POINT / 2, HEAD + HEIGHT - height if up else HEAD, POINT, height, fill="transparent")
    return tag("g", area, *checkers, data_at=own_point)


def edge_of(colour, colours):
    return colours.black if colour == "white" else colours.white


def bar(side, count, colour, colours, name):
    """Draws the checkers on the bar, with those of the near player above the middle, from where they enter."""
    x, middle = EDGE + HALF + BAR_WIDTH / 2, HEAD + HEIGHT / 2
    sign = -1 if side == "near" else 1
    area = rect(x - BAR_WIDTH / 2, HEAD if sign < 0 else middle, BAR_WIDTH, HEIGHT / 2, fill="transparent")
    checkers = [checker(x, middle + sign * (60 + POINT * depth), colour, colours) for depth in range(min(count, 4))]
    if count > 4:
        checkers.append(text(x, middle + sign * (60 + 3 * POINT), count, 24, fill=edge_of(colour, colours),
                             font_weight="bold"))
    yield tag("g", area, *checkers, data_at=name)


def tray(side, count, colour, colours, name):
    """Draws the checkers that have been borne off, standing on their edges."""
    x = TRAY_AT
    area = rect(x, HEAD + HEIGHT - TALL if side == "near" else HEAD, TRAY, TALL, fill="transparent")
    fill, edge = (colours.white, colours.black) if colour == "white" else (colours.black, colours.white)
    slabs = [rect(x + 5, HEAD + HEIGHT - 18 - 17 * n if side == "near" else HEAD + 3 + 17 * n, TRAY - 10, 15, rx=3,
                  fill=fill, stroke=edge, stroke_width=1.5) for n in range(count)]
    yield tag("g", area, *slabs, data_at=name)


def dice(roll, colour, is_near, colours):
    """Draws the two dice in the roller's colour, in the right half if the roller is near."""
    fill, edge = (colours.white, colours.black) if colour == "white" else (colours.black, colours.white)
    middle = EDGE + HALF / 2 + (HALF + BAR_WIDTH if is_near else 0)
    for die, x in zip(roll, (middle - 28, middle + 28)):
        y = HEAD + HEIGHT / 2
        yield tag("g", rect(x - 21, y - 21, 42, 42, rx=8, fill=fill, stroke=edge, stroke_width=2),
                  *(circle(x + 11 * right, y + 11 * down, 4.4, fill=edge) for right, down in PIPS[die]), class_="die")


def cube(words, near_colour):
    """Draws the doubling cube left of the bar, in the middle or on its owner's side."""
    if words is not None:
        value, _, owner = str(words).partition(" ")
        x, y = EDGE + HALF + BAR_WIDTH / 2, HEAD + HEIGHT / 2
        y += 0 if not owner else HEIGHT / 2 - 26 if owner == near_colour else 26 - HEIGHT / 2
        yield rect(x - 21, y - 21, 42, 42, rx=6, fill="#fff", stroke="#000", stroke_width=2)
        yield text(x, y, value, 22, fill="#000", font_weight="bold")


def place(point, is_near, depth=1):
    """Returns the place of a mark or an arrow on a player's point, at checker number 0..4 from the edge.

    `is_near` means that the player is the one at the bottom.
    """
    if point == OFF:
        return TRAY_AT + TRAY / 2, HEAD + (HEIGHT - TALL / 2 if is_near else TALL / 2)
    if point == BAR:
        return EDGE + HALF + BAR_WIDTH / 2, HEAD + HEIGHT / 2 + (-60 if is_near else 60)
    near = int(point) if is_near else 25 - int(point)
    inward = (min(depth, 4) + .5) * POINT
    return column_of(near), HEAD + (HEIGHT - inward if near <= 12 else inward)


def paths(move, counts, is_near, landed=False):
    """Returns the lines along which a play's checkers move, from the top of one pile to the top of another.

    `landed` means that the counts are those after the play.
    """
    counts, steps = list(counts), steps_of(move)
    for source, target in steps if landed else ():
        counts[source] += 1
        counts[target] -= 1
    for source, target in steps:
        yield [place(source, is_near, max(counts[source] - 1, 0)), place(target, is_near, max(counts[target], 0))]
        counts[source] -= 1
        counts[target] += 1


def steps_of(move):
    """Returns (from, to) of each part of a play, which is a BackgammonMove, its text, or steps."""
    if isinstance(move, str) and read(move) is None:
        raise MoveError(f"no play {move!r}: a play is a text such as '8/5 6/5'")
    if isinstance(move, str):
        return [(start, end) for leg in read(move) for (start, _), (end, _) in pairwise(leg)]
    return list(getattr(move, "steps", move or ()))


def label(position, last_move):
    state = f"{position.turn} on roll" if position.outcome is None else "the game is over"
    rolled = ", dice {} and {}".format(*position.dice) if position.dice else ""
    sides = []
    for name, side in zip((position.turn, opposite(position.turn)), (position.own, position.other)):
        held = [f"{count} on {point if point < BAR else 'the bar'}" for point, count in enumerate(side)
                if count and point != OFF]
        sides.append(f"{name} {', '.join(held)}, {side[OFF]} off")
    return f"backgammon, {state}{rolled}; {'; '.join(sides)}" + (f"; last play {last_move}" if last_move else "")


def clicks(position, move):
    """Returns nothing, since a play is entered step by step, not by selecting places."""
    return []


def contents(position):
    """Returns the contents of each place in words."""
    own, other, words = position.turn, opposite(position.turn), {}
    for point in range(1, 25):
        if position.own[point]:
            words[str(point)] = f"{position.own[point]} {own}"
        elif position.other[25 - point]:
            words[str(point)] = f"{position.other[25 - point]} {other}"
    return words | {"bar": f"{position.own[25]} {own}", "off": f"{position.own[0]} {own}"}
