"""Mazes, which are read from text, with the open squares and the distances between them."""
from collections import deque

from gamecore.errors import PositionError

WALL, EMPTY, FOOD, CAPSULE, PACMAN, GHOST = "# .oPG"
STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
MAX_GHOSTS = 4                       # with at most 4**4 joint moves

# Each of these mazes shows one effect that docs/pacman.md describes.
MAZES = {
    "corridor": """
        #############
        #P     .   G#
        #############
    """,
    "starving": """
        #############
        #P         .#
        #############
    """,
    "trap": """
        #########
        # .     #
        ### # # #
        # #.#   #
        # # # # #
        # G P   #
        #########
    """,
    "pincer": """
        #########
        #G  .  G#
        # ##### #
        #   P   #
        #########
    """,
    "split": """
        #############
        #.    GG   .#
        # ### # ### #
        #     #     #
        # ### # ### #
        #.    P    .#
        #############
    """,
    "trapped": """
        ########
        #   P G#
        #G######
        #....  #
        ########
    """,
    "open": """
        #########
        #...   .#
        #.#.#.#.#
        #. oPo .#
        #.#.#.#.#
        #...G...#
        #########
    """,
    "large": """
        ###################
        #o...#.......#...o#
        #.##.#.#####.#.##.#
        #........G........#
        #.##.#.## ##.#.##.#
        #....#.#G  #.#....#
        #.##.#.#####.#.##.#
        #........P........#
        #.##.###.#.###.##.#
        #o......o#.......o#
        ###################
    """,
}


class Maze:
    """The constant part of a game: walls, distances and starting squares, numbered row by row."""

    def __init__(self, text):
        self.rows = rows_of(text)
        check(self.rows, text)
        # the (row, column) of each square
        self.places = [(i, j) for i, row in enumerate(self.rows) for j, cell in enumerate(row) if cell != WALL]
        number = {place: square for square, place in enumerate(self.places)}
        # by direction, the square next to each square; -1 for a wall
        self.step = {name: [number.get((i + down, j + across), -1) for i, j in self.places]
                     for name, (down, across) in STEPS.items()}
        # the directions in which each square can be left
        self.exits = [tuple(name for name in STEPS if self.step[name][square] >= 0)
                      for square in range(len(self.places))]
        self.pacman, = self.squares_with(PACMAN)
        self.ghosts = tuple(self.squares_with(GHOST))
        # sets of squares, a bit each
        self.food = sum(1 << square for square in self.squares_with(FOOD))
        self.capsules = sum(1 << square for square in self.squares_with(CAPSULE))
        self.distance = [self.distances_from(square) for square in range(len(self.places))]
        self.longest = max(1, *map(max, self.distance))          # steps between the squares that are furthest apart
        self.check_reach()

    def squares_with(self, cell):
        return [square for square, (i, j) in enumerate(self.places) if self.rows[i][j] == cell]

    def distances_from(self, start):
        """Returns the number of steps from one square to each other square, -1 if it cannot be reached."""
        steps = [-1] * len(self.places)
        steps[start] = 0
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for name in self.exits[here]:
                there = self.step[name][here]
                if steps[there] < 0:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps

    def check_reach(self):
        """Raises PositionError unless Pacman can reach everything and every ghost has a way out."""
        for square, (i, j) in enumerate(self.places):
            row = self.rows[i]
            if row[j] != EMPTY and self.distance[self.pacman][square] < 0:
                raise PositionError(f"{row!r}, row {i + 1} of the maze: Pacman cannot reach the {row[j]!r} "
                                    f"in column {j + 1}")
            if row[j] == GHOST and not self.exits[square]:
                raise PositionError(f"{row!r}, row {i + 1} of the maze: the ghost in column {j + 1} has no way out")


def rows_of(text):
    """Returns the rows of a maze's text, which are on separate lines or joined by '/'."""
    if not isinstance(text, str):
        raise PositionError(f"a maze is a text, not {text!r}")
    rows = [row.strip("\r\t ") if "\n" in text else row for row in text.replace("/", "\n").split("\n")]
    return tuple(row for row in rows if row)


def check(rows, text):
    """Raises PositionError, which shows the place, unless the rows are a maze."""
    if not rows:
        raise PositionError(f"{text!r} is not a maze: expected rows of '#', ' ', '.', 'o', 'P' and 'G'")
    for i, row in enumerate(rows, 1):
        strange = next((cell for cell in row if cell not in (WALL, EMPTY, FOOD, CAPSULE, PACMAN, GHOST)), None)
        if strange:
            raise PositionError(f"{row!r}, row {i} of the maze: {strange!r} is none of '#', ' ', '.', 'o', 'P' and 'G'")
        if len(row) != len(rows[0]):
            raise PositionError(f"{row!r}, row {i} of the maze, has {len(row)} columns; "
                                f"the first row has {len(rows[0])}")
        edge = range(len(row)) if i in (1, len(rows)) else (0, len(row) - 1)
        gap = next((j for j in edge if row[j] != WALL), None)
        if gap is not None:
            raise PositionError(f"{row!r}, row {i} of the maze: a wall is missing in column {gap + 1}")
    whole = "".join(rows)
    if whole.count(PACMAN) != 1:
        raise PositionError(f"{'/'.join(rows)!r} is not a maze: expected one Pacman 'P', not {whole.count(PACMAN)}")
    if whole.count(GHOST) > MAX_GHOSTS:
        raise PositionError(f"{'/'.join(rows)!r} is not a maze: up to {MAX_GHOSTS} ghosts, not {whole.count(GHOST)}")
    if FOOD not in whole:
        raise PositionError(f"{'/'.join(rows)!r} is not a maze: expected food '.', for the game ends when it is eaten")


def named(name):
    """Returns the maze with a name or in a text; a Maze is returned unchanged."""
    if isinstance(name, Maze):
        return name
    if name in MAZES:
        return Maze(MAZES[name])
    if isinstance(name, str) and name.isidentifier():
        raise PositionError(f"unknown maze {name!r}; known are {', '.join(MAZES)}; or give its rows, joined by '/'")
    return Maze(name)
