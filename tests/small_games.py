"""Tiny Python games for the tests, one for each method that a game may define or omit."""
from collections import namedtuple
from functools import lru_cache
from random import Random

from gamecore import LOSS, WIN, PythonGame


class Nim(PythonGame):
    """Take 1 or 2 coins; the last coin wins, so that the player without a coin has lost."""

    def __init__(self, coins=7):
        self.coins = coins

    def legal_moves(self):
        return [n for n in (1, 2) if n <= self.coins]

    def play(self, move):
        return type(self)(self.coins - move)

    def final_score(self):
        return LOSS

    def key(self):
        return self.coins


class MisereNim(Nim):
    """The last coin loses: the player without a coin has won."""

    def final_score(self):
        return WIN


class Chase(PythonGame):
    """Two walkers on a ring of squares, one step at a time; a step onto the other wins. Stepping back repeats."""

    RING = 7

    def __init__(self, own=0, other=3):
        self.own, self.other = own, other

    def legal_moves(self):
        return ["left", "right", "rest"]

    def play(self, move):
        return type(self)(self.other, (self.own + {"left": -1, "right": 1, "rest": 0}[move]) % self.RING)

    def is_over(self):
        return self.own == self.other

    def final_score(self):
        return LOSS

    def evaluate(self):
        return (self.other - self.own) % self.RING - 3

    def key(self):
        return self.own, self.other

    def is_reversible(self, move):
        return self.play(move).own != self.play(move).other


class Coins(PythonGame):
    """A row of coins, one taken from either end in turn: the difference counts, in quarters. No key, no table."""

    unit = 0.25

    def __init__(self, row, lead=0):
        self.row, self.lead = row, lead

    def legal_moves(self):
        return ["first", "last"] if len(self.row) > 1 else ["first"] if self.row else []

    def play(self, move):
        coin, rest = (self.row[0], self.row[1:]) if move == "first" else (self.row[-1], self.row[:-1])
        return Coins(rest, -self.lead - coin)

    def final_score(self):
        return self.lead

    def evaluate(self):
        return self.lead


class Swaps(PythonGame):
    """Two rows of pieces: the first piece hits any weaker or equal one. A position with a hit is not quiet."""

    def __init__(self, own=(3, 1, 2), other=(2, 3, 1), hit=False):
        self.own, self.other, self.hit = own, other, hit

    def legal_moves(self):
        hits = [i for i, piece in enumerate(self.other) if self.own and piece <= self.own[0]]
        return [*hits, "turn"] if self.own and self.other and len(self.own) + len(self.other) > 2 else hits

    def play(self, move):
        if move == "turn":                       # the first piece retires for good
            return Swaps(self.other, self.own[1:])
        return Swaps(self.other[:move] + self.other[move + 1:], self.own, True)

    def final_score(self):
        return sum(self.own) - sum(self.other)

    def evaluate(self):
        return sum(self.own) - sum(self.other)

    def key(self):
        return self.own, self.other, self.hit

    def is_quiet(self):
        return not self.hit


class Detour(PythonGame):
    """Two ways to win: one in 4 plies that quiescence sees at once, and one in 2."""

    DOORS = {
        "long before": {"on": "before"},
        "before": {"on": "start"},
        "start": {"long": "a", "short": "hall"},
        "a": {"on": "b"},
        "b": {"on": "c"},
        "c": {"on": "end"},
        "hall": {"on": "end"},
        "end": {},
    }

    def __init__(self, place="start"):
        self.place = place

    def legal_moves(self):
        return list(self.DOORS[self.place])

    def play(self, move):
        return Detour(self.DOORS[self.place][move])

    def is_over(self):
        return self.place == "end"

    def final_score(self):
        return WIN

    def key(self):
        return self.place

    def is_quiet(self):
        return self.place not in "abc"


# Mazes: random games, with whatever the contract allows in one position

Room = namedtuple("Room", "doors over final evaluation quiet hints two_way again")


@lru_cache(maxsize=1000)
def maze(seed):
    """Rooms with doors. Some lead back, but never out of an unquiet room, where a search could not stop."""
    random = Random(seed)
    size = random.randint(2, 40)
    goes_round = random.random() < 0.4
    most_doors = random.randint(2, 5)
    ends = random.choice([0.05, 0.2, 0.4])               # the share of rooms where the game is over
    decided = random.choice([0.1, 0.5, 1])               # ... and of those where a player has won
    quiet = random.choice([0.3, 0.7, 0.9])
    step = random.choice([0.3, 1, 25, 100, 500, 4500])   # between two scores: often equal ones, and windows' edges
    again = random.choice([0.1, 0.5, 0.9])               # the share of moves after which the same side moves again

    def room(number):
        is_quiet = random.random() < quiet
        rooms = range(size) if goes_round and is_quiet else range(number + 1, min(size, number + 10))
        names = random.sample("abcde", random.randint(random.random() > 0.2, most_doors)) if rooms else []
        return Room(
            doors={name: random.choice(rooms) for name in names},
            over=random.random() < ends,
            final=random.choice([WIN, LOSS, LOSS]) if random.random() < decided else step * random.randint(-4, 4),
            evaluation=step * random.randint(-4, 4),
            quiet=is_quiet,
            hints={name: random.randint(-3, 3) for name in names},
            two_way={name: random.random() < 0.8 for name in names},
            again={name: random.random() < again for name in names},
        )

    return [room(number) for number in range(size)]


class Maze(PythonGame):
    """A walk through a random maze, a step each in turn."""

    def __init__(self, seed, number=0):
        self.seed, self.number = seed, number
        self.room = maze(seed)[number]

    def __repr__(self):
        return f"{type(self).__name__}({self.seed}, {self.number})"

    def legal_moves(self):
        return list(self.room.doors)

    def play(self, move):
        return type(self)(self.seed, self.room.doors[move])

    def is_over(self):
        return self.room.over

    def final_score(self):
        return self.room.final

    def evaluate(self):
        return self.room.evaluation

    def key(self):
        return self.seed, self.number

    def hint(self, move):
        return self.room.hints[move]


class UnquietMaze(Maze):
    def is_quiet(self):
        return self.room.quiet


class TwoWayMaze(UnquietMaze):
    def is_reversible(self, move):
        return self.room.two_way[move]


class NamelessMaze(UnquietMaze):
    """No key: no table, and nothing can repeat."""

    unit = 2
    key = None
    hint = None


class HurriedMaze(Maze):
    """A player who goes through some of the doors may go on at once."""

    def same_player(self, move):
        return self.room.again[move]


class HurriedTwoWayMaze(TwoWayMaze):
    def same_player(self, move):
        return self.room.again[move]


WORDS = 1 << 64
SPREAD, DEPTHS = 0x9e3779b97f4a7c15, 0xd1342543de82ef95          # the factors of core/tt.pxd and core/tt_values.pxd
KEYS = {                                                          # of a number with this many bits
    "consecutive": lambda number, bits: number,
    "low bits": lambda number, bits: 0xfedcba98_00000000 + number,
    "high bits": lambda number, bits: number << 64 - bits,
    "low bits of the image": lambda number, bits: number * pow(SPREAD, -1, WORDS) % WORDS,
    "high bits of the image": lambda number, bits: (number << 64 - bits) * pow(SPREAD, -1, WORDS) % WORDS,
    "what a depth adds": lambda number, bits: number * DEPTHS % WORDS,
}


class KeyedMaze(HurriedTwoWayMaze):
    """A class for each pattern of keys; no two rooms of any two mazes have the same key."""

    pattern = "consecutive"

    def key(self):
        return KEYS[self.pattern](self.seed << 6 | self.number, 26)


KEYED_MAZES = [type("KeyedMaze", (KeyedMaze,), {"pattern": pattern}) for pattern in KEYS]
MAZES = [Maze, UnquietMaze, TwoWayMaze, NamelessMaze, HurriedMaze, HurriedTwoWayMaze]


class Wild(PythonGame):
    """Either sign is put on a cell of a row, or the turn is passed: two moves have the same cell, and one has none."""

    def __init__(self, row="..", plies=0):
        self.row, self.plies = row, plies

    def legal_moves(self):
        return [] if self.plies == 3 else [sign + str(i) for i, cell in enumerate(self.row) if cell == "."
                                           for sign in "xo"] + ["pass"]

    def play(self, move):
        row = self.row if move == "pass" else self.row[:int(move[1])] + move[0] + self.row[int(move[1]) + 1:]
        return Wild(row, self.plies + 1)

    def final_score(self):
        return 0

    def key(self):
        return self.row, self.plies

    def rows(self):
        return [self.row]

    def cells_of(self, move):
        return [] if move == "pass" else [(0, int(move[1]))]


class Slow(PythonGame):
    """Its one move is made by the first player once, then by the second twice, and so on."""

    def __init__(self, plies=0):
        self.plies = plies

    def legal_moves(self):
        return ["on"] if self.plies < 9 else []

    def same_player(self, move):
        return self.plies % 3 == 1

    def play(self, move):
        return Slow(self.plies + 1)

    def final_score(self):
        return 0


class Choice(PythonGame):
    """One choice ends the game; `results` are the final scores, by move."""

    results = {}

    def __init__(self, move=None):
        self.move = move

    def legal_moves(self):
        return [*self.results] if self.move is None else []

    def play(self, move):
        return type(self)(move)

    def final_score(self):
        return self.results[self.move]


class Draw(PythonGame):
    """One event of chance ends the game; `odds` are pairs (outcome, probability), and an outcome is its own result."""

    odds = ()

    def __init__(self, drawn=None):
        self.drawn = drawn

    def outcomes(self):
        return self.odds if self.drawn is None else []

    def play_outcome(self, outcome):
        return type(self)(outcome)

    def legal_moves(self):
        return []

    def is_over(self):
        return self.drawn is not None

    def final_score(self):
        return self.drawn
