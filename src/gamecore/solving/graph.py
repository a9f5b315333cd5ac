"""The graph that a solver works on: the numbered positions that a game can reach, and the moves between them.

A position is either an end, with a score; or a choice, with moves; or a chance event, with outcomes and their
probabilities. Scores are for the side to move, and change their sign if the other side moves next. A win counts 1 and a
loss -1. All numbers, even floats, are stored as Fractions, so that solvers can be exact.
"""
from collections import deque
from fractions import Fraction
from math import inf
from numbers import Integral, Rational, Real

from gamecore.errors import GameError, LimitError
from gamecore.games.outside.position import LOSS, WIN
from gamecore.games.outside.turns import as_pairs, check_chance, check_two_sides, key_of, moves_again, passes_turn

# Rounding may shift a sum of floats from 1; a mistake shifts it by far more than this.
PROBABILITY_TOLERANCE = 1e-9

# Sums of greater scores might overflow a float.
MAX_SCORE = 10**300

PROGRESS_INTERVAL = 4096             # positions between two calls of progress


class Graph:
    """All positions that can be reached from number 0, in lists with one entry for each position."""

    def __init__(self):
        self.keys = []                   # the position's key(), or the position itself
        self.moves = []                  # tuples of the moves or outcomes; empty at an end
        self.successors = []             # tuples of int: the positions after them
        self.flipped = []                # tuples of 0 and 1: whether the other side is to move there
        self.probabilities = []          # tuples of Fraction above 0 with the sum 1; None except at events of chance
        self.scores = []                 # Fractions: of an end, for the side to move; None elsewhere
        self.exact = True                # whether all numbers of the game were integers, Fractions, WIN or LOSS
        self.wins = False                # whether some end is WIN or LOSS, and every other a draw

    def __len__(self):
        return len(self.keys)

    @property
    def choices(self):
        """Returns the numbers of the positions in which a player chooses."""
        return [i for i, score in enumerate(self.scores) if score is None and self.probabilities[i] is None]

    def add(self, moves=(), successors=(), flipped=(), probabilities=None, score=None):
        """Adds the entries of the next position, except its key."""
        self.moves.append(moves)
        self.successors.append(tuple(successors))
        self.flipped.append(tuple(map(int, flipped)))
        self.probabilities.append(probabilities)
        self.scores.append(score)

    def after(self, i, values):
        """Returns the values of the positions after position i, for the side to move at i."""
        return [-values[j] if flipped else values[j]
                for j, flipped in zip(self.successors[i], self.flipped[i], strict=True)]

    @property
    def chances(self):
        """Returns the numbers of the positions in which a chance event comes next."""
        return [i for i, probabilities in enumerate(self.probabilities) if probabilities is not None]


def reach(root, max_states, progress):
    """Returns the Graph of all positions reachable from `root`; raises LimitError for more than `max_states`."""
    explorer = Explorer(root, max_states)
    graph = explorer.graph
    while explorer.waiting:
        explorer.expand(explorer.waiting.popleft())
        if len(graph.scores) % PROGRESS_INTERVAL == 0:
            progress(len(graph), 0, None)
    for i in graph.chances:
        check_choice_follows(graph, i, explorer.name)
    graph.wins = explorer.infinite > 0 and explorer.infinite == explorer.decided
    return graph


class Explorer:
    """A breadth-first search that numbers positions in the order of their discovery."""

    def __init__(self, root, max_states):
        self.name = type(root).__name__
        self.max_states = max_states
        self.graph = Graph()
        self.numbers = {}                # key -> number
        self.waiting = deque()           # positions with a number but no entry yet, in order
        self.distributions = {}          # probabilities as Fractions, by the game's own numbers
        self.infinite = self.decided = 0     # numbers of ends with the score WIN or LOSS, and of those not drawn
        check_two_sides(root)
        self.number(root)

    def number(self, position):
        """Returns the number of a position, which may be new."""
        key = name_of(position)
        try:
            number = self.numbers.setdefault(key, len(self.numbers))
        except TypeError as error:
            raise GameError(f"a position of {self.name} has the key {key!r:.200}, which cannot be hashed; "
                            f"let key() return an int, str, bytes or tuple") from error
        if number == len(self.graph.keys):
            if number == self.max_states:
                raise LimitError(f"{self.name} can reach more than {self.max_states} positions; "
                                 f"if their number is finite, set a higher max_states")
            self.graph.keys.append(key)
            self.waiting.append(position)
        return number

    def expand(self, position):
        """Adds the entries of the next position."""
        if position.is_over():
            return self.end(position)
        outcomes = getattr(position, "outcomes", None)
        pairs = outcomes and as_pairs(position, outcomes())
        if pairs:
            return self.chance(position, pairs)
        moves = tuple(position.legal_moves())
        if not moves:
            return self.end(position)
        for move in moves:
            try:
                hash(move)
            except TypeError:
                raise GameError(f"a move of {self.name} must be hashable, not {move!r}") from None
        self.graph.add(moves, [self.numbered(position.play(move), "play", move) for move in moves],
                       [not moves_again(position, move) for move in moves])

    def chance(self, position, pairs):
        """Adds the entries of a chance event; outcomes of probability 0 are omitted."""
        check_chance(position)
        try:
            outcomes, given = zip(*pairs, strict=True)
        except (TypeError, ValueError):
            raise GameError(f"{self.name}.outcomes() must list pairs (outcome, probability), "
                            f"not {pairs!r:.200}") from None
        self.graph.exact &= all(isinstance(p, Rational) for p in given)
        if given not in self.distributions:
            self.distributions[given] = check_distribution(self.name, given)
        kept = [(outcome, p) for outcome, p in zip(outcomes, self.distributions[given], strict=True) if p]
        self.graph.add(tuple(outcome for outcome, _ in kept),
                       [self.numbered(position.play_outcome(outcome), "play_outcome", outcome) for outcome, _ in kept],
                       [passes_turn(position, outcome) for outcome, _ in kept], tuple(p for _, p in kept))

    def end(self, position):
        given = position.final_score()
        score = check_score(self.name, given)
        self.infinite += given in (WIN, LOSS)
        self.decided += score != 0
        self.graph.exact &= given in (WIN, LOSS) or isinstance(given, Rational)
        self.graph.add(score=score)

    def numbered(self, found, method, argument):
        """Returns the number of a position that a method of the game returned, after checking that it is a position."""
        if not hasattr(found, "legal_moves"):
            raise GameError(f"{self.name}.{method}({argument!r}) must return a position, not {found!r:.200}")
        return self.number(found)


def name_of(position):
    """Returns a position's identity: its key(), or the position itself."""
    key = key_of(position)
    if key is not None:
        return key
    if type(position).__hash__ is object.__hash__ or position != position:     # a compiled game without key
        raise GameError(f"{type(position).__name__} has no key() that identifies its positions, "
                        f"such as {position!r}")
    return position


def check_choice_follows(graph, event, name):
    """Raises GameError if two chance events follow each other within a turn, so that the side to move could not
    move."""
    for outcome, child, flipped in zip(graph.moves[event], graph.successors[event], graph.flipped[event], strict=True):
        if graph.probabilities[child] is not None and not flipped:
            raise GameError(f"after {name}.play_outcome({outcome!r}) no outcomes may be left, "
                            f"but there are {graph.moves[child]!r:.200}")


def check_score(name, given):
    """Returns a score as a Fraction, with 1 for WIN and -1 for LOSS."""
    if not isinstance(given, Real) or given != given:
        raise GameError(f"a score of {name} must be a number, not {given!r}")
    if given in (WIN, LOSS):
        return Fraction(1 if given == WIN else -1)
    if abs(given) > MAX_SCORE:
        raise GameError(f"a score of {name} must stay below 1e300, but is {given!r:.50}")
    return fraction(given)


def check_distribution(name, given):
    """Returns probabilities as Fractions whose sum is exactly 1, even if floats miss it by rounding."""
    for p in given:
        if not (isinstance(p, Real) and abs(p) < inf):
            raise GameError(f"a probability of {name}.outcomes() must be a number, not {p!r}")
        if p < 0:
            raise GameError(f"a probability of {name}.outcomes() is negative: {p}")
    total = sum(map(fraction, given))
    exact = all(isinstance(p, Rational) for p in given)
    if total != 1 and (exact or abs(total - 1) > PROBABILITY_TOLERANCE):
        raise GameError(f"the probabilities of {name}.outcomes(), ({', '.join(map(str, given)):.200}), "
                        f"sum to {total if exact else float(total)}, not to 1")
    return [fraction(p) / total for p in given]


def fraction(number):
    """Returns a finite number as a Fraction of the same value."""
    if isinstance(number, Integral):
        return Fraction(int(number))
    return Fraction(number) if isinstance(number, Rational) else Fraction(float(number))
