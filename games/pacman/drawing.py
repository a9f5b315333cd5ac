"""Pictures of games, as frames for the terminal and as one animated SVG."""
from xml.sax.saxutils import escape

from .rules import DEAD, STOP, WON

CELL = 24                            # pixels of a square
FRAME = 0.25                         # seconds of a position
PAUSE = 8                            # frames of the last position
WORDS = {WON: "won", DEAD: "lost"}
COLOURS = ("#e0393e", "#d97ab0", "#1f9bb5", "#d98b2b")   # of the ghosts
PACMAN, SCARED, WALL = "#f6d33c", "#4a63d3", "#30457f"
TURN = {"east": 0, "south": 90, "west": 180, "north": 270}


def caption(position):
    """Returns the points and the result of the game."""
    word = WORDS.get(position.state)
    return f"{position.points} points" + (f", {word}" if word else "")


def frame(position):
    """Returns a position as text, with the points below the maze."""
    return "".join(text for text, _ in painted(position))


def painted(position):
    """Returns the text of a position as pairs of a text and its style in a terminal."""
    places = position.world.maze.places
    styles = {places[position.square]: PACMAN} | {
        places[ghost.square]: SCARED if ghost.scared else colour for ghost, colour in zip(position.ghosts, COLOURS)}
    for i, row in enumerate(position.picture()):
        yield from ((cell, styles.get((i, j)) or WALL * (cell == "#")) for j, cell in enumerate(row))
        yield "\n", ""
    yield caption(position), ""


def animation(game):
    """Returns one animated SVG of the list that `game.positions` yields."""
    positions = [position for position, _ in game]
    maze = positions[0].world.maze
    count = len(positions) + PAUSE
    clock = Clock(count)
    width, height = CELL * len(maze.rows[0]), CELL * len(maze.rows)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" '
             f'viewBox="0 0 {width} {height + CELL}" width="{width}" height="{height + CELL}" '
             f'font-family="sans-serif" font-size="{CELL * 0.6:g}">',
             f'<rect width="{width}" height="{height + CELL}" fill="#10131c"/>']
    parts += [f'<rect x="{CELL * j}" y="{CELL * i}" width="{CELL}" height="{CELL}" rx="4" fill="{WALL}"/>'
              for i, row in enumerate(maze.rows) for j, cell in enumerate(row) if cell == "#"]
    for squares, radius, colour in (("food", 3, "#f2e6c9"), ("capsules", 7, "#f2e6c9")):
        sets = [getattr(position, squares) for position in positions]
        parts += [dot(clock, place, radius, colour, [there >> square & 1 for there in sets])
                  for square, place in enumerate(maze.places) if sets[0] >> square & 1]
    parts.append(pacman(clock, game))
    parts += [ghost(clock, i, positions) for i in range(len(positions[0].ghosts))]
    parts += captions(clock, positions, height + 0.75 * CELL)
    return "\n".join([*parts, "</svg>", ""])


class Clock:
    """Values over the frames as SVG animations; each value stays until the next."""

    def __init__(self, count):
        self.count = count

    def over(self, attribute, values, tag="animate", extra=""):
        """Returns one animation with a key wherever the value changes, or nothing if it never changes."""
        keys = [i for i, value in enumerate(values) if i == 0 or value != values[i - 1]]
        if len(keys) == 1:
            return ""
        times = ";".join(f"{i / self.count:.5f}" for i in keys)
        return (f'<{tag} attributeName="{attribute}" {extra}calcMode="discrete" '
                f'dur="{self.count * FRAME:g}s" repeatCount="indefinite" '
                f'keyTimes="{times}" values="{";".join(str(values[i]) for i in keys)}"/>')


def centre(maze, square):
    i, j = maze.places[square]
    return CELL * (j + 0.5), CELL * (i + 0.5)


def dot(clock, place, radius, colour, there):
    i, j = place
    shown = clock.over("visibility", ["visible" if here else "hidden" for here in there])
    return f'<circle cx="{CELL * (j + 0.5):g}" cy="{CELL * (i + 0.5):g}" r="{radius}" fill="{colour}">{shown}</circle>'


def moved(clock, maze, squares):
    """Returns the animation that moves a shape from square to square."""
    places = ["{:g} {:g}".format(*centre(maze, square)) for square in squares]
    return clock.over("transform", places, "animateTransform", 'type="translate" ')


def start(maze, square):
    x, y = centre(maze, square)
    return f"translate({x:g} {y:g})"


def pacman(clock, game):
    """Draws a disc with a mouth in the direction of Pacman's last step."""
    positions = [position for position, _ in game]
    maze, r = positions[0].world.maze, 0.42 * CELL
    headings, heading = [], "east"
    for _, move in game:
        heading = move if isinstance(move, str) and move != STOP else heading
        headings.append(TURN[heading])
    mouth = f"M 0 0 L {0.82 * r:g} {-0.57 * r:g} A {r:g} {r:g} 0 1 0 {0.82 * r:g} {0.57 * r:g} Z"
    turned = clock.over("transform", headings, "animateTransform", 'type="rotate" ')
    squares = [position.square for position in positions]
    return (f'<g transform="{start(maze, squares[0])}">{moved(clock, maze, squares)}'
            f'<path d="{mouth}" fill="{PACMAN}" transform="rotate({headings[0]})">{turned}</path></g>')


def ghost(clock, i, positions):
    """Draws a ghost as a dome on three feet, blue while it is scared."""
    maze, r = positions[0].world.maze, 0.4 * CELL
    ghosts = [position.ghosts[i] for position in positions]
    colours = [SCARED if one.scared else COLOURS[i] for one in ghosts]
    body = (f"M {-r:g} {r:g} V 0 A {r:g} {r:g} 0 0 1 {r:g} 0 V {r:g} "
            f"L {r / 2:g} {0.6 * r:g} L 0 {r:g} L {-r / 2:g} {0.6 * r:g} Z")
    eyes = "".join(f'<circle cx="{x * r:g}" cy="{-0.1 * r:g}" r="{0.22 * r:g}" fill="white"/>' for x in (-0.4, 0.4))
    return (f'<g transform="{start(maze, ghosts[0].square)}">{moved(clock, maze, [one.square for one in ghosts])}'
            f'<path d="{body}" fill="{colours[0]}">{clock.over("fill", colours)}</path>{eyes}</g>')


def captions(clock, positions, y):
    """Draws the captions below the maze, each at its time."""
    texts = [caption(position) for position in positions]
    for text in dict.fromkeys(texts):
        first = "visible" if texts[0] == text else "hidden"
        shown = clock.over("visibility", ["visible" if here == text else "hidden" for here in texts])
        yield f'<text x="{0.25 * CELL:g}" y="{y:g}" fill="#d5dbea" visibility="{first}">{escape(text)}{shown}</text>'
