"""One random game in many dialects, which are the different ways in which a user may write the same moves, chances and
scores.

`some_dialect` draws a game and how it speaks; `worth` computes its value from the plain data, in Fractions.
"""
from dataclasses import dataclass, field
from fractions import Fraction

import numpy
from gamecore import PythonGame

WIN = 30000                              # of a search without chance: less the plies
INFINITE = float("inf")
NUMBERS = {"int": int, "float": float, "int64": numpy.int64, "int32": numpy.int32, "float64": numpy.float64,
           "Fraction": Fraction}


@dataclass(frozen=True)
class Node:
    """A plain position: `kind` is "moves", "chance" or "over"; `score` is for the side to move, in units."""

    kind: str
    score: object = 0
    children: tuple = ()                 # of chance: (probability, child)


def grown(random, depth, chance):
    """A random game of at most this depth, the chances of which are thirds, 0, 1e-10, halves and quarters."""
    if depth == 0 or random.random() < 0.15:
        return Node("over", random.choice([INFINITE, -INFINITE, *range(-3, 4)]))
    children = tuple(grown(random, depth - 1, chance) for _ in range(random.randint(1, 3)))
    moves = Node("moves", random.randint(-3, 3), children)
    if not chance or random.random() < 0.4:
        return moves
    tiny = Fraction(1e-10)
    shares = random.choice([(Fraction(1, 3),) * 3, (0, 1), (tiny, 1 - tiny), (Fraction(1, 2), Fraction(1, 4),
                                                                             Fraction(1, 4))])
    faces = [Node("moves", random.randint(-3, 3), tuple(grown(random, depth - 1, chance) for _ in range(2)))
             for _ in shares]
    return Node("chance", 0, tuple(zip(shares, faces)))


class Step:
    """A move that equals others of its kind without being one of them; `text` may be that of another move."""

    def __init__(self, number, text):
        self.number, self.text = number, text

    def __eq__(self, other):
        return isinstance(other, Step) and self.number == other.number

    def __hash__(self):
        return hash(self.number)

    def __repr__(self):
        return f"Step({self.number})"

    def __str__(self):
        return self.text


@dataclass(frozen=True)
class Dialect:
    """How a game says what it says."""

    number: str = "int"
    moves: str = "ints"                  # or "texts", "steps", "same texts", "numpy"
    lists: str = "list"                  # or "tuple", "generator", "array"
    twice: bool = False                  # each outcome listed twice, with half its probability
    unit: object = 1
    bounds: float = 4                    # in units, of chance
    hints: object = None                 # a factor


def some_dialect(random, **fixed):
    return Dialect(**{
        "number": random.choice([*NUMBERS]), "moves": random.choice(["ints", "texts", "steps", "same texts", "numpy"]),
        "lists": random.choice(["list", "tuple", "generator", "array"]), "twice": random.random() < 0.3,
        "unit": random.choice([1, 0.25, 0.01, 1000]), "bounds": random.choice([4, 1e8]),
        "hints": random.choice([None, 1, 2**50])} | fixed)


@dataclass
class Spoken(PythonGame):
    """A position of a game in a dialect."""

    node: Node
    dialect: Dialect
    path: tuple = ()
    unit: object = field(init=False)

    def __post_init__(self):
        self.unit = self.dialect.unit

    def said(self, score):
        if score in (INFINITE, -INFINITE):
            return score
        if self.dialect.unit == int(self.dialect.unit):
            return NUMBERS[self.dialect.number](score * self.dialect.unit)
        return float(score * self.dialect.unit)

    def move(self, number):
        return {"ints": number, "texts": f"move {number}", "steps": Step(number, f"s{number}"),
                "same texts": Step(number, "s"), "numpy": numpy.int64(number)}[self.dialect.moves]

    def listed(self, things):
        return {"list": list, "tuple": tuple, "generator": iter, "array": list}[self.dialect.lists](things)

    def legal_moves(self):
        return self.listed([self.move(number) for number in range(len(self.node.children))]
                           if self.node.kind == "moves" else [])

    def number_of(self, move):
        return next(number for number in range(len(self.node.children)) if self.move(number) == move)

    def play(self, move):
        number = self.number_of(move)
        return type(self)(self.node.children[number], self.dialect, (*self.path, number))

    def is_over(self):
        return self.node.kind == "over"

    def final_score(self):
        return self.said(self.node.score)

    def evaluate(self):
        return self.said(self.node.score if abs(self.node.score) < INFINITE else 0)

    def key(self):
        return self.path

    def hint(self, move):
        return (self.number_of(move) * 7 % 5 - 2) * (self.dialect.hints or 0)


class SpokenWithChance(Spoken):
    @property
    def bounds(self):
        most = max(1, self.dialect.bounds * self.dialect.unit)      # a win counts 1
        return -most, most

    def outcomes(self):
        if self.node.kind != "chance":
            return []
        shares = [(face, share) for face, (share, _) in enumerate(self.node.children)]
        if self.dialect.twice:
            shares = [(face, share / 2) for face, share in shares] * 2
        number = Fraction if self.dialect.number == "Fraction" else float
        return [(face, number(share)) for face, share in shares]

    def play_outcome(self, face):
        return type(self)(self.node.children[face][1], self.dialect, (*self.path, "face", face))


def worth(node, unit):
    """The exact expected value for the side to move; a win counts 1 and a loss -1, whatever the unit."""
    if node.kind == "over":
        return Fraction((1 if node.score > 0 else -1) if abs(node.score) == INFINITE else node.score * Fraction(unit))
    if node.kind == "chance":
        return sum(Fraction(share) * worth(child, unit) for share, child in node.children)
    return max(-worth(child, unit) for child in node.children)


def score_of(node):
    """The score in units of a search without chance to the end of the game."""
    if node.kind == "over":
        return (WIN if node.score > 0 else -WIN) if abs(node.score) == INFINITE else node.score
    best = max(-score_of(child) for child in node.children)
    return best - (best > 20000) + (best < -20000)


def lines_of(node, plies):
    """Returns the number of lines of play of `plies` moves; impossible lines do not count."""
    if plies == 0:
        return 1
    if node.kind == "chance":
        return sum(lines_of(child, plies) for share, child in node.children if share)
    return sum(lines_of(child, plies - 1) for child in node.children)


def some_game(random, chance=False, **fixed):
    node = grown(random, 4, chance)
    while node.kind == "over":
        node = grown(random, 4, chance)
    return (SpokenWithChance if chance else Spoken)(node, some_dialect(random, **fixed))
