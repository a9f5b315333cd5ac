"""Slow textbook references for what gamecore computes, in plain Python. They share neither code nor methods with it.

A *position* is any object with legal_moves, play, is_over, final_score, evaluate and, where it is needed, key,
is_quiet, is_reversible, same_player and unit: the interface of gamecore's games. A *score* is for the side to move, as
gamecore's are: a win in n plies is WIN - n. Here, though, no function knows how deep in a tree it is. A score is
counted from the position at hand; `back_up` takes it one ply up.
"""
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import inf, isinf
from operator import methodcaller

WIN = 30000
SHORT_OF_A_WIN = 20000           # evaluations and finite results stay below


# Scores

def back_up(score, again=False):
    """A child's score, seen from its parent: the other side's unless the same one moves again, and a win or loss is one
    ply further off."""
    if abs(score) >= SHORT_OF_A_WIN:
        score -= 1 if score > 0 else -1
    return score if again else -score


def counted(value, unit=1):
    """A game's answer as a score: wins and losses are now, the rest is rounded to units, halves away from 0."""
    if isinf(value):
        return WIN if value > 0 else -WIN
    steps = int(abs(value) / unit + 0.5)
    return steps if value > 0 else -steps


def result_of(position):
    """The score of a finished game; only a draw has 0."""
    value = position.final_score()
    return counted(value, unit_of(position)) or int(value > 0) - int(value < 0)


# Which number is meant

@dataclass(frozen=True)
class Definition:
    """The definition switches: which number a search computes."""

    evaluation: Callable | None = methodcaller("evaluate")       # None: the horizon is worth 0
    quiescence: bool = False
    repetition: bool = False
    known: Callable = lambda position: None                      # an exact score, or None


def unit_of(position):
    return getattr(position, "unit", 1)


def has(position, method):
    return getattr(position, method, None) is not None


def ends_here(position, depth, definition, line):
    """The score of a leaf, or None if the position is to be searched on. `line`: the positions that could come back,
    each as its key and whether the side to move now was to move there."""
    if says_it_is_over(position):
        return result_of(position)
    if definition.repetition and is_drawn(position, line):
        return 0
    if definition.known(position) is not None:
        return definition.known(position)
    if depth <= 0 and not (definition.quiescence and has(position, "is_quiet") and not position.is_quiet()):
        return counted(definition.evaluation(position), unit_of(position)) if definition.evaluation else 0
    if not position.legal_moves():
        return result_of(position)
    return None


def says_it_is_over(position):
    """At the horizon a search asks only the games that need not list their moves to answer."""
    return type(position).is_over.__qualname__ != "PythonGame.is_over" and position.is_over()


def is_drawn(position, line):
    """By repetition, the same player being to move, or because nothing has happened for too long."""
    if has(position, "is_stale") and position.is_stale():
        return True
    return can_repeat(position) and (position.key(), True) in line


def line_of_game(history):
    """The line that a search begins with: of the game's keys only those count that came up twice, once more makes
    three."""
    return tuple((key if key in history[:i] else None, (len(history) - i) % 2 == 0) for i, key in enumerate(history))


def can_repeat(position):
    return has(position, "is_reversible") and has(position, "key")


def moves_again(position, move):
    """Whether the side that makes the move is to move again after it."""
    return has(position, "same_player") and position.same_player(move)


def line_after(position, move, line):
    """The positions that could come back after the move."""
    if not can_repeat(position) or not position.is_reversible(move):
        return ()
    return tuple((key, own == moves_again(position, move)) for key, own in (*line, (position.key(), True)))


# Minimax

def minimax(position, depth, definition=Definition(), line=(), memo=None):
    """The score of a position, every line of play looked at to the depth.

    With a dictionary as memo, equal positions at equal depths are looked at once; not with repetitions, whose scores
    depend on the line.
    """
    score = ends_here(position, depth, definition, line)
    if score is not None:
        return score
    name = None if memo is None or not has(position, "key") else (type(position), position.key(), max(depth, 0))
    if name is not None and name in memo:
        return memo[name]
    score = max(score for move, score in scores_of_moves(position, depth, definition, line, memo))
    if name is not None:
        memo[name] = score
    return score


def scores_of_moves(position, depth, definition=Definition(), line=(), memo=None):
    """(move, score) of all moves of a position that is to be searched on, in its own order."""
    return [(move, back_up(minimax(position.play(move), depth - 1, definition, line_after(position, move, line), memo),
                           moves_again(position, move)))
            for move in position.legal_moves()]


def alpha_beta(position, depth, definition=Definition()):
    """(score, nodes, leaves) of plain alpha-beta: no table, the game's order, a full window, a cut on equality."""
    count = {"nodes": 0, "leaves": 0}

    def search(position, alpha, beta, depth, line):
        count["nodes"] += 1
        score = ends_here(position, depth, definition, line)
        if score is not None:
            count["leaves"] += 1
            return score
        best = alpha
        for move in position.legal_moves():
            again = moves_again(position, move)
            window = sorted([bound_below(beta, again), bound_below(best, again)])
            best = max(best, back_up(search(position.play(move), *window, depth - 1, line_after(position, move, line)),
                                     again))
            if best >= beta:
                break
        return best

    return search(position, -2 * WIN, 2 * WIN, depth, ()), count["nodes"], count["leaves"]


def bound_below(bound, again=False):
    """A bound, as a child has it: what back_up turns into the bound."""
    if abs(bound) >= SHORT_OF_A_WIN:
        bound += 1 if bound > 0 else -1
    return bound if again else -bound


# Counting

def minimal_leaves(position, depth, definition=Definition()):
    """The smallest proof that the score is at least v, and the smallest that it is at most v; they share one line."""
    score = minimax(position, depth, definition)
    return leaves_to_reach(position, score, depth, definition) + leaves_to_hold(position, score, depth, definition) - 1


def leaves_to_reach(position, goal, depth, definition):
    """The fewest leaves that prove a score of at least the goal: one good move will do. Infinite if it is less."""
    score = ends_here(position, depth, definition, ())
    if score is not None:
        return 1 if score >= goal else inf
    return min(leaves_below(position, move, goal, depth, definition, leaves_to_reach, leaves_to_hold)
               for move in position.legal_moves())


def leaves_to_hold(position, goal, depth, definition):
    """The fewest leaves that prove a score of at most the goal: every move must be answered."""
    score = ends_here(position, depth, definition, ())
    if score is not None:
        return 1 if score <= goal else inf
    return sum(leaves_below(position, move, goal, depth, definition, leaves_to_hold, leaves_to_reach)
               for move in position.legal_moves())


def leaves_below(position, move, goal, depth, definition, own, other):
    """The leaves that the proof needs after a move: own if the same side moves again, other if the other one does."""
    again = moves_again(position, move)
    return (own if again else other)(position.play(move), bound_below(goal, again), depth - 1, definition)


def perft(position, depth):
    """Lines of play of exactly this number of plies; games that end earlier do not count."""
    if depth == 0:
        return 1
    if position.is_over():
        return 0
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


# Connect four, on lists

class ConnectFour:
    """Seven lists of stones, each from the bottom up; "x" begins. Moves are columns, 1..7."""

    COLUMNS, ROWS = 7, 6
    DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]
    FEATURES = ["centre", "inner", "good threats", "other threats", "open threats"]

    def __init__(self, columns=((),) * COLUMNS):
        self.columns = [list(column) for column in columns]

    @classmethod
    def after(cls, moves):
        position = cls()
        for move in moves:
            position = position.play(int(move))
        return position

    def stones(self):
        return sum(len(column) for column in self.columns)

    def to_move(self):
        return "xo"[self.stones() % 2]

    def cell(self, column, row):
        """The stone there, counted from 0; None in an empty cell and off the board."""
        if 0 <= column < self.COLUMNS and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return None

    def makes_four(self, player, column, row):
        """Whether a stone of the player in this cell stands in a line of four or more of his."""
        for across, up in self.DIRECTIONS:
            length = 1
            for sign in (1, -1):
                step = sign
                while self.cell(column + step * across, row + step * up) == player:
                    length += 1
                    step += sign
            if length >= 4:
                return True
        return False

    def has_four(self):
        return any(self.makes_four(self.cell(column, row), column, row)
                   for column in range(self.COLUMNS) for row in range(len(self.columns[column])))

    def legal_moves(self):
        return [] if self.is_over() else [c + 1 for c in range(self.COLUMNS) if len(self.columns[c]) < self.ROWS]

    def play(self, move):
        columns = [list(column) for column in self.columns]
        columns[move - 1].append(self.to_move())
        return ConnectFour(columns)

    def is_over(self):
        return self.has_four() or self.stones() == self.COLUMNS * self.ROWS

    def final_score(self):
        return float("-inf") if self.has_four() else 0

    def key(self):
        return tuple(tuple(column) for column in self.columns)

    def rows(self):
        """From the top, as gamecore writes them."""
        return ["".join(self.cell(column, row) or "." for column in range(self.COLUMNS))
                for row in reversed(range(self.ROWS))]

    def features(self):
        """What the linear evaluation counts: the side to move's minus the opponent's."""
        me = self.to_move()
        counts = dict.fromkeys(self.FEATURES, 0)
        for column, row in product(range(self.COLUMNS), range(self.ROWS)):
            stone = self.cell(column, row)
            if stone is not None:
                sign = 1 if stone == me else -1
                counts["centre"] += sign * (column == 3)
                counts["inner"] += sign * (column in (2, 4))
                continue
            for player in "xo":
                if self.makes_four(player, column, row):
                    sign = 1 if player == me else -1
                    is_odd_row = row % 2 == 0            # rows are numbered from 1
                    counts["good threats" if is_odd_row == (player == "x") else "other threats"] += sign
                    counts["open threats"] += sign * (row == len(self.columns[column]))
        return counts


def mix64(x):
    """Steele, Lea and Flood's finalizer (2014)."""
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 % 2**64
    x = (x ^ x >> 27) * 0x94d049bb133111eb % 2**64
    return x ^ x >> 31
