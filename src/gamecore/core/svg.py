"""SVG elements as text, colours for light and dark pages, and arrows."""
from html import escape
from math import hypot
from typing import NamedTuple

from gamecore.errors import PositionError


class Colours(NamedTuple):
    """The colours of a picture, with `ink` and the paler `faint` on `ground`."""

    ground: str
    ink: str
    faint: str
    line: str
    arrow: str                           # of proposed moves
    last: str                            # of the last move
    board: str                           # of the frame; with light and dark fields
    light: str
    dark: str
    white: str                           # of checkers
    black: str


LIGHT = Colours("#ffffff", "#1d1c1a", "#5c5852", "#8b857b", "#0b5cad", "#c45500", "#5d4632", "#f0e3cd", "#b58b63",
                "#fbf7ee", "#2b2622")
DARK = Colours("#181a1d", "#ecebe8", "#b0aca5", "#767c84", "#82b8f2", "#ffb057", "#6d5540", "#cdbb9c", "#7d6047",
               "#efe8d8", "#1a1715")
# The colours on a page whose style sheet has these custom properties.
PAGE = Colours(**{name: f"var(--{'edge' if name == 'line' else name}, {colour})"
                  for name, colour in LIGHT._asdict().items()})
FONT = "system-ui, Helvetica, Arial, 'DejaVu Sans', sans-serif"
PROPOSED, LAST, RIM = "#0b4552", "#9c430c", "#ffffff"            # of arrows on boards; the rim sets them off
CROWN = "-.5,.36 -.56,-.3 -.25,.02 0,-.42 .25,.02 .56,-.3 .5,.36"


def number(value):
    """Returns a coordinate with at most two decimals."""
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


def tag(name, *children, **attributes):
    """Returns an element.

    In an attribute's name an underscore becomes a hyphen, except a final one, which is dropped. Attributes of value
    None are omitted.
    """
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
                    for key, value in attributes.items() if value is not None)
    return f"<{name}{words}>{''.join(children)}</{name}>" if children else f"<{name}{words}/>"


def circle(x, y, r, **attributes):
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def rect(x, y, width, height, **attributes):
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def points(*pairs):
    """Returns the value of the attribute `points` of a polygon."""
    return " ".join(f"{number(float(x))},{number(float(y))}" for x, y in pairs)


def text(x, y, words, size, **attributes):
    """Draws a line of text, which is centred at this point unless `text_anchor` differs."""
    anchor = {"text_anchor": "middle"} | attributes
    return tag("text", escape(str(words)), x=x, y=y + .35 * size, font_size=size, **anchor)


def crown(x, y, size, **attributes):
    """Draws a crown of about this width around a point."""
    return tag("polygon", points=CROWN, transform=f"translate({number(x)} {number(y)}) scale({number(size)})",
               stroke_width=.12, stroke_linejoin="round", **attributes)


def arrow(path, width, colour, opacity=1):
    """Draws an arrow along a path of points, with its head at the last one."""
    *_, (x0, y0), (x1, y1) = path
    length = hypot(x1 - x0, y1 - y0) or 1.0
    along = (x1 - x0) / length, (y1 - y0) / length
    back = min(3 * width, length)
    neck = x1 - back * along[0], y1 - back * along[1]
    wings = [(neck[0] - side * 1.6 * width * along[1], neck[1] + side * 1.6 * width * along[0]) for side in (1, -1)]
    line = {"points": points(*path[:-1], neck), "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    head = {"points": points(wings[0], (x1, y1), wings[1]), "fill": colour}
    rim = {"stroke": RIM}
    return tag("g",
               tag("polyline", **line, **rim, stroke_width=width + 3), tag("polygon", **head, **rim, stroke_width=3),
               tag("polyline", **line, stroke=colour, stroke_width=width), tag("polygon", **head), opacity=opacity)


def document(width, height, label, body, size, ground):
    """Returns a complete SVG document, `size` px wide, without scripts, fonts or external links.

    Parameters
    ----------
    width, height : float
        In the units of the body.
    label : str
        The text for a screen reader.
    """
    return tag("svg", tag("title", escape(label)), rect(0, 0, width, height, fill=ground), *body,
               xmlns="http://www.w3.org/2000/svg", class_="gamecore-board", role="img", aria_label=label, width=size,
               height=round(size * height / width), viewBox=f"0 0 {number(width)} {number(height)}", font_family=FONT)


def placed(marks, places):
    """Returns (place, text) of each mark; raises PositionError if there is no such place."""
    for place, words in marks.items():
        if place not in places:
            cells, names = ([at for at in places if isinstance(at, str) == named] for named in (False, True))
            known = ", ".join([*([f"{cells[0]!r} to {cells[-1]!r}"] if cells else []), *map(repr, names)])
            raise PositionError(f"no place {place!r} for the mark {words!r}: places are {known or 'none'}")
        yield place, words


def narrowing(items):
    """Returns each item with the width of its arrow, relative to the first arrow's width."""
    return [(item, (1, .64, .4)[min(rank, 2)]) for rank, item in enumerate(items)]


def moved_by(x, y):
    """Returns the attributes of a piece that a page may move to its place, beginning at a distance (dx, dy)."""
    return {"class_": "moved", "style": f"--dx:{number(float(x))}px;--dy:{number(float(y))}px"}
